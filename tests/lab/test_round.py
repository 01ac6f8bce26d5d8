"""A round worked out by hand, and single situations."""

import msgspec
import pytest

from tests.lab.stand import Written, dealt, game_of, setup_of
from uno_launcher.lab.cards import DisagreementError
from uno_launcher.lab.deck import Deck
from uno_launcher.lab.game import Manners
from uno_launcher.lab.notes import Notes
from uno_launcher.lab.pace import Pace
from uno_launcher.rules.moves import parse_move

FORGETFUL = Manners(forgets=1, caught=1)

ANN = ["red 9", "red 3", "blue hit-2", "yellow reverse", "green 1", "green 2", "wild"]
BO = ["red hit-1", "blue 5", "yellow 4", "yellow 5", "green discard-all", "green 7", "green 8"]
COMES = ["blue 1", "yellow 9", "red reverse", "green 4", "yellow 1", "wild-attack-attack"]
BRINGS = (0, 2, 1, 0, 0, 1, 0, 0, 0, 0, 2)

ROUND = [
    {"turn_up": "red 1"},
    {"play": "wild", "by": "A", "colour": "red"},  # 50 points; red is held as often as green, and first
    {"play": "red hit-1", "by": "B"},
    {"play": "blue hit-2", "by": "A"},  # 5.1: answered
    {"press": 0, "by": "B"},
    {"press": 2, "by": "B"},  # blue 1, yellow 9
    {"stop": True, "by": "B"},  # 4.2: one of three is left
    {"press": 1, "by": "A"},  # 5.4: B laid the first hit, so A is up, holds nothing blue, gets a red reverse
    {"play": "blue 5", "by": "B"},
    {"press": 0, "by": "A"},
    {"play": "yellow 5", "by": "B"},
    {"play": "yellow reverse", "by": "A"},  # 7.5: as a skip
    {"play": "red reverse", "by": "A"},
    {"play": "red 9", "by": "A"},
    {"play": "yellow 9", "by": "B"},
    {"press": 0, "by": "A"},
    {"play": "yellow 4", "by": "B"},
    {"press": 1, "by": "A"},  # green 4
    {"press": 0, "by": "B"},
    {"play": "green 4", "by": "A"},
    {"play": "green discard-all", "by": "B", "discards": 2},  # leaves blue 1
    {"catch": "B", "by": "A"},
    {"press": 0, "by": "B"},
    {"press": 0, "by": "B"},
    {"play": "green 2", "by": "A"},
    {"press": 0, "by": "B"},
    {"play": "green 1", "by": "A"},  # leaves red 3
    {"catch": "A", "by": "B"},
    {"press": 2, "by": "A"},  # yellow 1, Attack-Attack
    {"stop": True, "by": "A"},  # penalties may be stopped, too
    {"play": "blue 1", "by": "B"},
    {"hand": {"A": ["red 3", "wild-attack-attack", "yellow 1"]}},
]


def test_a_round_for_two_goes_move_by_move_as_worked_out_by_hand():
    game = game_of(setup_of(2, target=50), brings=Written(*BRINGS), manners=FORGETFUL)
    notes = dealt(game, [ANN, BO], "red 1", COMES).play(Pace())
    assert game.table.moves == tuple(parse_move(move) for move in ROUND)
    assert game.table.state.scores == (0, 54)
    assert game.table.state.winners == (1,)
    assert (notes.games, notes.turns, notes.laid, notes.presses, notes.out) == (1, 20, 15, 11, 6)
    assert (notes.forgotten, notes.caught, notes.reloads, notes.dry) == (2, 2, 0, 0)
    assert notes.stacks == {(2, 3): 1}
    assert notes.owed == {(3, 2): 1, (2, 0): 1, (2, 2): 1}
    assert notes.bursts == {1: 2, 2: 2}
    assert notes.gaps == {2: 1, 1: 1, 3: 1, 5: 1}
    assert notes.round_wins == notes.game_wins == {1: 1}
    seconds = 15 * 5 + 11 * 4 + 6 * 0.6 + 90 + 30
    assert notes.seconds_in == {int(seconds / 10): 1}


def test_the_pile_but_its_top_card_is_loaded_when_the_hopper_runs_dry_7_6():
    luck = Written(200, 0, 1)
    game = game_of(setup_of(2, target=1), brings=luck)
    others = ["red 2", "red 4", "yellow 2", "yellow 4", "green 2", "green 4"]
    dealt(game, [["blue 8", *others], ["blue 9", *others]], "blue 1")
    # A and B lay what is blue, then A presses: all 97 come, the three cards under the top are loaded.
    notes = game.play(Pace())
    made = game.table.moves
    at = next(n for n, move in enumerate(made) if "failed_press" in msgspec.to_builtins(move))
    assert made[at : at + 2] == (
        parse_move({"failed_press": 97, "by": "A"}),
        parse_move({"reloaded": True}),
    )
    assert (notes.dry, notes.reloads, notes.dry_games, notes.barren) == (1, 1, 1, 0)
    assert luck.lids == 2


def test_early_reloads_come_between_turns_and_before_the_hopper_is_dry():
    late, early = Notes(), Notes()
    for notes, below in ((late, 0), (early, 12)):
        manners = Manners(reload_below=below)
        for seed in range(3):
            notes.add(game_of(setup_of(3), brings="wild", seed=seed, manners=manners).play(Pace()))
    assert late.dry == late.reloads > 0
    assert early.reloads > early.dry


def test_with_every_card_in_a_hand_a_press_brings_nothing_and_counts():
    notes = Notes()
    for seed in range(6):
        setup = setup_of(10, "attack-2005")
        notes.add(game_of(setup, brings="wild", play="hit-first", seed=seed).play(Pace()))
    assert notes.barren > 0
    assert notes.games == 6


def one_card_each(box, *cards, top):
    """A round in which everybody holds one card, and nobody draws any."""
    setup = setup_of(len(cards), box, target=1)
    house = msgspec.structs.replace(setup.house, cards_dealt=1)
    game = game_of(msgspec.structs.replace(setup, house=house), brings=Written())
    notes = dealt(game, [[card] for card in cards], top).play(Pace())
    return [msgspec.to_builtins(move) for move in game.table.moves], notes


def test_trade_hands_is_never_the_last_card_4():
    made, _ = one_card_each("attack-2005", "red trade-hands", "red 5", top="red 1")
    assert made[1:3] == [{"by": "A", "press": 0}, {"by": "B", "play": "red 5"}]


@pytest.mark.parametrize(
    ("top", "winner", "place"),
    [("red 1", "B", 1), ("red reverse", "B", 1), ("red reverse", "A", 2), ("red skip", "A", 2)],
)
def test_places_are_counted_from_whoever_is_up_first_in_the_turn_order_of_then(top, winner, place):
    cards = ["red 9" if name == winner else "blue 5" for name in "ABC"]
    made, notes = one_card_each("mega-hit-2020", *cards, top=top)
    assert made[-2]["play"] == "red 9"
    assert notes.round_wins == {place: 1}


class Cheat:
    """Lays what it holds, whether it fits or not."""

    def lay(self, options, hand, rng):
        return hand[-1]

    answer = lay

    def goes_on(self, rng):
        return False

    def colour(self, hand, rng):
        return 0

    def target(self, seat, hands, rng):
        return 1 - seat


def test_a_refused_move_ends_the_run_with_the_reason():
    game = game_of(setup_of(2))
    dealt(game, [["red 9", *["red 3", "red 3"], "green 1", "green 2", "blue 1", "green 9"], BO], "red 1")
    game._strategies = [Cheat(), Cheat()]
    with pytest.raises(DisagreementError, match=r"^move 1 .*A green 9 doesn't go on a red 1\.$"):
        game.play(Pace())


def test_a_card_that_gets_lost_is_noticed_with_the_next_move():
    game = game_of(setup_of(2))
    made = game._make

    def lossy(move):
        if len(game.table.moves) == 5:
            game.cards.hopper.pop(0)
        made(move)

    game._make = lossy
    with pytest.raises(DisagreementError, match="the table counts"):
        game.play(Pace())


def test_a_card_that_becomes_another_is_noticed_with_the_next_move():
    game = game_of(setup_of(2))
    made = game._make

    def forged(move):
        if len(game.table.moves) == 5:
            game.cards.hopper[0] = Deck(game.table.setup.box).words.index("wild")
        made(move)

    game._make = forged
    with pytest.raises(DisagreementError, match="112 cards are somewhere, not the 112 of the box"):
        game.play(Pace())
