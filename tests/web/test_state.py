"""What phones are shown of the table: its pad and its set-up."""

import msgspec
import pytest
from msgspec.structs import replace

from tests.rules.evening import read, setup_of
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.cards import Kind, card_words
from uno_launcher.rules.line import state_line, unnoticed
from uno_launcher.rules.table import Outcome, Table
from uno_launcher.web.asked import EveningAsked
from uno_launcher.web.state import pad, setup_view


def cards(box: str, **changes: object) -> dict[str, dict[str, object]]:
    found = pad(read(setup_of(box=box, **changes)))
    return {card.card: msgspec.to_builtins(card) for card in found}


@pytest.mark.parametrize("box", BOXES)
def test_the_pad_has_every_card_of_the_box_once_and_no_other(box):
    kinds = [kind.name for kind in BOXES[box].kinds if not kind.is_number]
    assert list(cards(box)) == ["number", *kinds]
    assert set(cards(box)) <= set(card_words(BOXES[box].kinds))


def test_what_a_card_is():
    there = cards("mega-hit-2020")
    assert there["hit-2"] == {
        "card": "hit-2",
        "numbers": [],
        "hits": True,
        "answers": True,
        "wants": [],
        "discards": False,
        "last": True,
        "first": True,
        "stack": True,
        "points": 40,
    }
    assert there["number"]["points"] is None
    assert there["number"]["numbers"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert there["wild-attack-attack"]["wants"] == ["colour", "target"]
    assert there["wild"]["wants"] == ["colour"]
    assert [name for name, card in there.items() if card["discards"]] == ["discard-all"]
    assert [name for name, card in there.items() if card["stack"]] == ["hit-1", "hit-2", "wild-attack-attack"]


def test_the_numbers_are_those_of_the_box_in_play():
    setup = read(setup_of())
    kinds = tuple(kind for kind in setup.box.kinds if kind.name not in "89")
    box = replace(setup.box, kinds=(Kind("0", 1, 0), *kinds))
    [number] = [card for card in pad(replace(setup, box=box)) if card.card == "number"]
    assert number.numbers == [0, 1, 2, 3, 4, 5, 6, 7]


def test_what_a_card_of_the_older_boxes_is():
    there = cards("attack-2005")
    assert there["trade-hands"]["wants"] == ["target"]
    assert [name for name, card in there.items() if not card["last"]] == ["trade-hands"]
    assert [name for name, card in there.items() if not card["first"]] == [
        "trade-hands",
        "wild-all-hit",
        "wild-hit-fire",
    ]
    assert there["wild-all-hit"]["stack"] is False
    assert there["wild-hit-fire"]["stack"] is True


def test_what_is_written_on_the_cards():
    custom = {"presses": 2, "target": "chosen"}
    assert cards("attack-2010")["wild-custom"]["wants"] == ["colour"]
    assert cards("attack-2010", custom=custom)["wild-custom"]["wants"] == ["colour", "target"]
    view = setup_view(read(setup_of(box="attack-2010", custom=custom)))
    assert msgspec.to_builtins(view.custom) == {"presses": 2, "target": "chosen", "until_cards": False}
    assert setup_view(read(setup_of(box="attack-2010"))).custom is None


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"box": "attack-2005", "scoring": "low", "target": 300},
        {"box": "attack-2010", "custom": {"presses": "until cards", "target": "everyone else"}},
        {"house": {"stacking": False, "cards_dealt": 5, "starts": "right"}},
        {"players": [], "mode": "stack", "dealer": None},
    ],
)
def test_a_set_up_that_is_shown_can_be_read_again(changes):
    setup = read({**setup_of(), **changes})
    shown = msgspec.to_builtins(setup_view(setup))
    assert read({**shown, "mode": setup.mode}) == setup


def test_the_document_knows_every_key_of_a_set_up():
    from uno_launcher.rules.setup import _Wire

    own = {"profile", "seen", "evening"}
    assert {field.name for field in msgspec.structs.fields(EveningAsked)} - own == {
        field.name for field in msgspec.structs.fields(_Wire)
    }


@pytest.mark.parametrize(("pile", "shown", "reload"), [(12, 11, False), (13, 12, False), (14, 13, True)])
def test_nothing_that_follows_from_the_pile_gives_an_open_uno_window_away_6_2(pile, shown, reload):
    line = state_line(Table(read(setup_of())), 3, Outcome())
    hands = {**line.hands, "Bo": 1}
    seen = unnoticed(replace(line, uno_open="Bo", hands=hands, hopper=11, pile=pile, reload=pile > 12))
    assert (seen.uno_open, seen.hands["Bo"], seen.pile, seen.reload) == (None, 2, shown, reload)
    other = replace(line, hands={**hands, "Bo": 2}, hopper=11, pile=shown, reload=shown > 12)
    assert unnoticed(other) == seen
