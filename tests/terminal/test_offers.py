"""Which keys there are in each mode and phase, and the moves they make."""

from typing import Any

import msgspec
import pytest

from tests.rules.evening import RED_7, choose, play, press
from tests.terminal.showing import played
from uno_launcher.rules.boxes import BOXES, Box
from uno_launcher.rules.cards import Effect, Kind
from uno_launcher.rules.moves import Move
from uno_launcher.terminal.cards import TAKEN, card_keys
from uno_launcher.terminal.hands import KEYS
from uno_launcher.terminal.legend import Offer, Offers, Picking, Typing
from uno_launcher.terminal.offers import offers

ONE_CARD = {"house": {"cards_dealt": 1}}
STACK: dict[str, Any] = {"players": 0, "mode": "stack", "dealer": None}


def at(*moves: dict[str, Any], reloads: bool = False, **changes: Any) -> Offers:
    line, setup = played(*moves, **changes)
    return offers(line, setup, reloads=reloads)


def keys(among: tuple[Offer, ...]) -> str:
    return "".join(offer.key for offer in among)


def made(among: tuple[Offer, ...], key: str) -> dict[str, Any]:
    """The move of this key as a script has it."""
    act = next(offer.act for offer in among if offer.key == key)
    assert isinstance(act, Move), act
    move = msgspec.to_builtins(act)
    assert isinstance(move, dict)
    return move


def asked(among: tuple[Offer, ...], key: str) -> Picking:
    act = next(offer.act for offer in among if offer.key == key)
    assert isinstance(act, Picking), act
    return act


# Cards of the box in play.


@pytest.mark.parametrize(
    ("box", "cards"),
    [
        (
            "attack-2005",
            {
                "n": "number",
                "v": "reverse",
                "k": "skip",
                "2": "hit-2",
                "i": "discard-all",
                "a": "trade-hands",
                "w": "wild",
                "h": "wild-all-hit",
                "f": "wild-hit-fire",
            },
        ),
        (
            "attack-2010",
            {
                "n": "number",
                "v": "reverse",
                "k": "skip",
                "2": "hit-2",
                "i": "discard-all",
                "w": "wild",
                "a": "wild-attack-attack",
                "o": "wild-custom",
                "4": "wild-hit-4",
            },
        ),
        (
            "mega-hit-2020",
            {
                "n": "number",
                "v": "reverse",
                "k": "skip",
                "1": "hit-1",
                "2": "hit-2",
                "i": "discard-all",
                "w": "wild",
                "a": "wild-attack-attack",
            },
        ),
    ],
)
def test_each_box_has_a_key_for_each_of_its_kinds_and_for_no_other(box: str, cards: dict[str, str]) -> None:
    assert card_keys(BOXES[box]) == cards


def test_a_box_of_ones_own_has_keys_too_and_hands_keep_theirs() -> None:
    kinds = tuple(Kind(name, 4, 20, Effect(presses=3, target="next")) for name in ("hit-3", "tusk", "tsk"))
    keys = card_keys(Box("own", 48, kinds, BOXES["attack-2005"].house))
    assert keys == {"3": "hit-3", "k": "tusk", "a": "tsk"}
    assert {key for key in KEYS if len(key) == 1} <= TAKEN


def test_a_card_that_finds_no_key_has_none() -> None:
    kinds = tuple(Kind(f"kind-{'x' * n}", 1, 20) for n in range(1, 40))
    keys = card_keys(Box("own", 156, kinds, BOXES["attack-2005"].house))
    assert len(keys) == 26 - len(TAKEN)


# Modes.


def test_toy_mode_has_only_what_it_takes() -> None:
    now = at(**{**STACK, "mode": "toy"})
    assert (keys(now.cards), keys(now.table), keys(now.always)) == ("", "", "um:")


def test_stack_mode_taps_hits_without_names() -> None:
    now = at(**STACK)
    assert keys(now.cards) == "12a+"
    assert made(now.cards, "1") == {"play": "hit-1"}
    assert made(now.cards, "a") == {"play": "wild-attack-attack"}
    assert made(now.cards, "+") == {"play": "+1"}
    assert keys(now.table) == ""


def test_stack_mode_has_the_hits_of_its_box() -> None:
    assert keys(at(**{**STACK, "box": "attack-2005"}).cards) == "2f+"


def test_after_a_press_stack_mode_can_stop_and_reach_back() -> None:
    now = at(play("hit-2"), press(2), **STACK)
    assert keys(now.table) == "xb="
    assert made(now.table, "x") == {"stop": True}
    assert made(asked(now.table, "b").offers, "+") == {"play": "+1", "late": True}


@pytest.mark.parametrize(
    ("mode", "players", "following"),
    [("toy", 0, "stack"), ("stack", 0, "toy"), ("toy", 4, "stack"), ("stack", 4, "game"), ("game", 4, "toy")],
)
def test_m_goes_to_the_next_mode_and_to_a_game_only_with_players(
    mode: str, players: int, following: str
) -> None:
    now = at(players=players, mode=mode)
    assert made(now.always, "m") == {"mode": following}


def test_r_is_at_the_table_where_no_simulated_hand_has_it() -> None:
    assert made(at(RED_7, reloads=True).always, "r") == {"reloaded": True}
    assert "r" not in keys(at(RED_7).all)


# Phases of a game.


def test_the_first_card_is_turned_up_but_not_one_that_is_put_back_2_4() -> None:
    now = at(box="attack-2010")
    assert keys(now.cards) == "nvk2iwa"
    assert made(now.cards, "k") == {"turn_up": "skip"}


def test_whoever_is_up_lays_any_card() -> None:
    now = at(RED_7)
    assert (now.who, keys(now.cards), keys(now.table)) == ("Ann", "nvk12iwa", "")
    assert made(now.cards, "2") == {"play": "hit-2", "by": "Ann"}


def test_a_discard_all_asks_how_many_go_along() -> None:
    along = asked(at(RED_7).cards, "i").offers
    assert keys(along) == "0123456789"
    assert made(along, "4") == {"play": "discard-all", "by": "Ann", "discards": 4}


def test_the_last_card_takes_nothing_along_and_is_no_trade() -> None:
    now = at(RED_7, box="attack-2005", **ONE_CARD)
    assert made(now.cards, "i") == {"play": "discard-all", "by": "Ann"}
    assert "a" not in keys(now.cards)


def test_whoever_is_hit_answers_with_hits_only_5_1() -> None:
    now = at(RED_7, play("hit-1", "Ann"))
    assert (now.who, keys(now.cards)) == ("Bo", "12a")
    assert keys(at(RED_7, play("hit-2", "Ann"), press(0)).cards) == ""


def test_once_cards_came_out_one_may_stop_and_the_next_one_may_lay_4_2() -> None:
    now = at(RED_7, play("hit-2", "Ann"), press(3))
    assert keys(now.table) == "xpb="
    assert made(now.table, "x") == {"stop": True, "by": "Bo"}
    assert now.who == "Cy"
    assert made(now.cards, "n") == {"play": "number", "by": "Cy"}


def test_whoever_owes_after_somebody_who_may_stop_lays_no_card() -> None:
    hit = play("wild-custom", "Ann", colour="red")
    written = {"presses": 2, "target": "everyone else"}
    house = {"stop_after_cards": True}
    now = at(RED_7, hit, press(2), box="attack-2010", custom=written, house=house)
    assert "x" in keys(now.table)
    assert (now.who, keys(now.cards)) == ("", "")


def test_a_colour_is_picked_by_its_letter_and_a_player_by_the_seat() -> None:
    now = at(RED_7, play("wild-attack-attack", "Ann"))
    assert (keys(now.cards), keys(now.table)) == ("", "rygb234")
    assert made(now.table, "g") == {"choose": {"colour": "green"}, "by": "Ann"}
    assert made(now.table, "3") == {"choose": {"target": "Cy"}, "by": "Ann"}
    assert keys(at(RED_7, play("wild-attack-attack", "Ann"), choose("Ann", colour="red")).table) == "234"
    assert keys(at(RED_7, play("wild", "Ann")).table) == "rygb"


def test_the_tenth_player_is_picked_with_0() -> None:
    now = at(RED_7, play("wild-attack-attack", "Ann", colour="red"), players=10)
    assert keys(now.table) == "234567890"
    assert made(now.table, "0") == {"choose": {"target": "Jo"}, "by": "Ann"}


def test_who_forgot_uno_calls_it_or_is_caught_by_somebody_else_6_2() -> None:
    now = at(RED_7, play("number", "Ann"), house={"cards_dealt": 2})
    assert keys(now.table) == "!c"
    assert made(now.table, "!") == {"uno": "Ann"}
    assert made(asked(now.table, "c").offers, "3") == {"catch": "Ann", "by": "Cy"}
    assert keys(asked(now.table, "c").offers) == "234"
    assert keys(at(RED_7, play("number", "Ann"), house={"cards_dealt": 2, "uno_penalty": 0}).table) == "!"


def test_suggesting_a_card_has_a_key_where_it_costs_something_6_4() -> None:
    now = at(RED_7, box="attack-2005")
    assert made(asked(now.table, "g").offers, "2") == {"suggested": "Bo"}
    assert "g" not in keys(at(RED_7).table)


def test_after_a_press_whose_it_was_what_came_and_what_lay_before_can_be_put_right() -> None:
    now = at(RED_7, press(2))
    assert keys(now.table) == "pb="
    assert made(asked(now.table, "p").offers, "2") == {"press_was": "Bo"}
    assert made(asked(now.table, "b").offers, "1") == {"play": "hit-1", "late": True}
    assert next(offer.act for offer in now.table if offer.key == "=") == Typing("came_out ")


def test_after_the_round_the_points_are_asked_for_one_hand_after_the_other() -> None:
    over = (RED_7, play("number", "Ann"))
    ask = next(offer.act for offer in at(*over, **ONE_CARD).table if offer.key == "p")
    assert ask == Typing("points Bo ")
    now = at(*over, {"points": {"Bo": 1, "Cy": 2, "Di": 3}}, **ONE_CARD)
    assert (keys(now.cards), keys(now.table)) == ("", "n")
    assert made(now.table, "n") == {"next_round": True}


def test_who_is_out_is_not_to_be_picked_7_4() -> None:
    out = (RED_7, play("number", "Ann"), {"points": {"Bo": 50, "Cy": 1, "Di": 1}}, {"next_round": True})
    changes: dict[str, Any] = {"scoring": "challenge", "target": 50, **ONE_CARD}
    now = at(*out, RED_7, press(0), **changes)
    assert keys(asked(now.table, "p").offers) == "134"


def test_no_key_means_two_things_at_once() -> None:
    evenings = (
        [RED_7],
        [RED_7, press(2)],
        [RED_7, press(2), play("wild", "Bo")],
        [RED_7, play("hit-2", "Ann"), press(1)],
        [],
    )
    for box in BOXES:
        for moves in evenings:
            now = at(*moves, box=box, house={"cards_dealt": 2}, reloads=True)
            assert len(set(keys(now.all))) == len(now.all)
            assert not set("ltjsdeq") & set(keys(now.all))
