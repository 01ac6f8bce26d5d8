"""Whole games: nothing refused, no card lost, an end to each."""

import itertools
import math
import random
from itertools import chain

import pytest

from tests.lab.stand import game_of, setup_of
from uno_launcher import luck
from uno_launcher.errors import InputError
from uno_launcher.lab.cards import Cards
from uno_launcher.lab.deck import Deck
from uno_launcher.lab.evenings import PEOPLE, Plan, games
from uno_launcher.lab.game import EndlessError
from uno_launcher.lab.pace import Pace
from uno_launcher.luck import CustomProfile
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.boxfile import read_box

ALL = ("random", *PEOPLE)
MIXTURES = (ALL, PEOPLE, *((name,) for name in ALL))
TABLES = [(box, players) for box in BOXES.values() for players in range(2, 11)]


@pytest.mark.parametrize(("box", "players"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_a_game_in_every_box_with_every_number_of_players(box, players):
    """Everything is compared after every move."""
    profile = luck.names()[players % len(luck.names())]
    notes = games(Plan(box, players, profile, ALL, target=200, seed=players), 0, 1, careful=True)
    assert notes.games == 1
    assert notes.game_wins.total() >= 1


@pytest.mark.long
@pytest.mark.parametrize(("box", "players"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_20_000_games_in_all_boxes_with_all_players_profiles_and_strategies(box, players):
    """This table's share of them, with everything compared after every move."""
    each = math.ceil(20_000 / len(TABLES) / len(luck.names()) / len(MIXTURES))
    for profile, strategies in itertools.product(luck.names(), MIXTURES):
        plan = Plan(box, players, profile, strategies, seed=each)
        assert games(plan, 0, each, careful=True).games == each


def test_the_same_table_sees_rounds_until_somebody_has_500_points():
    game = game_of(setup_of(4), seed=3)
    game.play(Pace())
    state = game.table.state
    assert state.stage == "game-over"
    assert max(state.scores) >= 500
    assert all(state.scores[seat] == max(state.scores) for seat in state.winners)


def test_the_notes_of_a_game_are_what_the_table_counted():
    game = game_of(setup_of(5), seed=4)
    notes = game.play(Pace())
    tallies = game.table.state.tallies
    assert notes.presses == sum(tally.presses for tally in tallies)
    assert notes.out == sum(tally.cards for tally in tallies)
    assert notes.bursts.total() == sum(tally.launches for tally in tallies)
    assert sum(cards * count for cards, count in notes.bursts.items()) == notes.out
    assert sum(n * count for n, count in notes.presses_of.items()) == notes.presses
    assert sum(n * count for n, count in notes.cards_of.items()) == notes.out
    assert notes.moves == len(game.table.moves)
    assert sum(n * count for n, count in notes.turns_in_round.items()) == notes.turns
    assert notes.round_wins.total() == sum(notes.rounds_in)
    # A press is owed, or it's a turn; a turn that isn't a press is a card laid, and so is an answer.
    assert notes.turns <= notes.laid + notes.presses


def test_luck_that_fills_hands_faster_than_they_empty_is_told_as_such(monkeypatch):
    monkeypatch.setattr("uno_launcher.lab.game.ENDLESS", 1000)
    flood = CustomProfile(chance=1.0, sizes={"30": 1.0})
    with pytest.raises(EndlessError, match=r"^With 2 players and this luck a round isn't over after 1,000"):
        games(Plan(BOXES["attack-2010"], 2, "flood", ("hit-first",), own={"flood": flood}), 0, 50)


def box_of(text):
    return read_box(f'name = "mine"\n{text}', "mine.toml")


def test_a_round_whose_turns_take_ever_more_presses_is_told_as_such(monkeypatch):
    monkeypatch.setattr("uno_launcher.lab.game.LONGEST", 3000)
    box = box_of(
        "cards = 52\n[numbers]\n1 = 10\n[[card]]\nname = 'hail'\nwild = 12\npoints = 50\npresses = 99\n"
        "target = 'self'\nchoose_colour = true\n"
    )
    with pytest.raises(
        EndlessError, match=r"^With 5 players and this luck a round isn't over after \d\d? turns"
    ):
        games(Plan(box, 5), 0, 10)


SWAP = "[[card]]\nname = 'swap'\nper_colour = {}\npoints = 30\nswap_hands = true\n"


def test_where_no_card_is_left_that_can_lie_first_all_are_dealt_again_2_4():
    deck = Deck(box_of("cards = 40\n[numbers]\n1 = 1\n" + SWAP.format(9)))
    for seed in range(20):
        cards = Cards(deck, random.Random(seed))
        cards.deal(5, 7)
        assert deck.faces[cards.pile[0]].kind == "1"
        assert [len(hand) for hand in cards.hands] == [7] * 5
        assert bytes(sorted(chain(cards.hopper, cards.pile, *cards.hands))) == deck.cards


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("cards = 40\n" + SWAP.format(10), "mine has no card that can lie on the pile first"),
        (
            "cards = 40\n[numbers]\n0 = 10\n",
            "no card of mine is worth a point, so no game with it ends",
        ),
    ],
)
def test_a_box_with_which_no_game_begins_or_ends_is_refused(text, says):
    with pytest.raises(InputError, match=f"^{says}$"):
        games(Plan(box_of(text), 2), 0, 1)


def test_the_first_card_is_turned_again_where_the_rules_say_so_2_4():
    deck = Deck(BOXES["attack-2005"])
    turned = set()
    for seed in range(60):
        cards = Cards(deck, random.Random(seed))
        cards.deal(3, 7)
        turned.add(deck.faces[cards.pile[0]].kind)
        assert [len(hand) for hand in cards.hands] == [7, 7, 7]
        assert bytes(sorted(chain(cards.hopper, cards.pile, *cards.hands))) == deck.cards
    assert turned <= {*map(str, range(1, 10)), "reverse", "skip", "hit-2", "discard-all", "wild"}
    assert {"reverse", "skip", "hit-2", "wild"} & turned


def test_every_place_is_dealt_alike():
    """Each of 112 places sees the Wilds as often, within five standard errors."""
    deck, rng = Deck(BOXES["mega-hit-2020"]), random.Random(9)
    wild = deck.words.index("wild")
    seen = [0] * 112
    for _ in range(3000):
        cards = Cards(deck, rng)
        cards.deal(2, 7)
        for place, face in enumerate(chain(cards.pile, cards.hopper, *cards.hands)):
            seen[place] += face == wild
    expected = 3000 * 4 / 112
    assert all(abs(count - expected) < 5 * expected**0.5 for count in seen)
