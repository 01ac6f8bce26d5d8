"""Rule 1: the boxes, and which words their cards have."""

import pytest

from tests.rules.evening import RED_7, after, play, reason
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.cards import COLOURS, card_words


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_every_box_adds_up_to_112(box):
    assert box.cards == 112
    assert sum(kind.cards for kind in box.kinds) == 112


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_two_of_each_number_1_to_9_in_each_colour_worth_their_face_and_no_0(box):
    numbers = {kind.name: kind for kind in box.kinds if kind.is_number}
    assert list(numbers) == [str(n) for n in range(1, 10)]
    for n, kind in enumerate(numbers.values(), 1):
        assert (kind.count, kind.points, kind.wild) == (2, n, False)
    assert "red 0" not in card_words(box.kinds)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("attack-2005", {
            "reverse": (2, 20), "skip": (2, 20), "hit-2": (2, 20), "discard-all": (1, 30),
            "trade-hands": (1, 30), "wild": (4, 50), "wild-all-hit": (2, 50), "wild-hit-fire": (2, 50),
        }),
        ("attack-2010", {
            "reverse": (1, 20), "skip": (2, 20), "hit-2": (2, 20), "discard-all": (2, 30), "wild": (4, 50),
            "wild-attack-attack": (4, 50), "wild-custom": (3, 50), "wild-hit-4": (1, 40),
        }),
        ("mega-hit-2020", {
            "reverse": (1, 20), "skip": (2, 20), "hit-1": (1, 20), "hit-2": (2, 40), "discard-all": (2, 30),
            "wild": (4, 50), "wild-attack-attack": (4, 50),
        }),
    ],
)  # fmt: skip
def test_the_other_cards_of_each_box_with_counts_and_points(name, kinds):
    box = BOXES[name]
    assert {kind.name: (kind.count, kind.points) for kind in box.kinds if not kind.is_number} == kinds
    assert all(kind.wild == kind.name.startswith("wild") for kind in box.kinds)


def test_what_the_boxes_rules_are():
    def rules(name):
        house = BOXES[name].house
        return house.stacking, house.stop_after_cards, house.suggestion_penalty, house.uno_penalty

    assert rules("attack-2005") == (False, False, 4, 2)
    assert rules("attack-2010") == (False, False, 4, 2)
    assert rules("mega-hit-2020") == (True, True, None, 2)


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
def test_the_words_are_every_kind_in_every_colour_the_wilds_and_the_bare_kinds(box):
    words = set(card_words(box.kinds))
    wild = {kind.name for kind in box.kinds if kind.wild}
    plain = {kind.name for kind in box.kinds if not kind.wild}
    bare = {name for name in plain if not name.isdigit()} | {"number"}
    assert words == {f"{colour} {name}" for colour in COLOURS for name in plain} | wild | bare


def test_each_row_that_the_descriptions_leave_open_says_where_it_is_from():
    for name in ("reverse", "skip"):
        assert any(kind.name == name and kind.source for kind in BOXES["attack-2005"].kinds)
    for name in ("wild-custom", "wild-hit-4"):
        assert any(kind.name == name and kind.source for kind in BOXES["attack-2010"].kinds)


@pytest.mark.parametrize(
    ("box", "card"),
    [
        ("attack-2005", "red hit-1"),
        ("attack-2005", "wild-attack-attack"),
        ("attack-2010", "red trade-hands"),
        ("attack-2010", "hit-1"),
        ("mega-hit-2020", "wild-hit-4"),
        ("mega-hit-2020", "wild-all-hit"),
        ("mega-hit-2020", "red 0"),
        ("mega-hit-2020", "red 10"),
        ("mega-hit-2020", "purple 7"),
        ("mega-hit-2020", "red wild"),
        ("mega-hit-2020", "7"),
        ("mega-hit-2020", "red"),
        ("mega-hit-2020", ""),
        ("mega-hit-2020", "+1"),
    ],
)
def test_a_card_that_the_box_lacks_is_refused(box, card):
    assert reason(RED_7, play(card, "Ann"), box=box) == f'There is no card "{card}" in this box.'
    assert reason({"turn_up": card}, box=box) == f'There is no card "{card}" in this box.'


def test_a_hit_2_is_worth_what_its_box_says():
    moves = RED_7, play("red 3", "Ann"), {"hand": {"Bo": ["hit-2"], "Cy": ["red hit-2"], "Di": ["blue 9"]}}
    dealt = {"cards_dealt": 1}
    assert after(*moves, box="mega-hit-2020", house=dealt)["scores"]["Ann"] == 89
    assert after(*moves, box="attack-2005", house=dealt)["scores"]["Ann"] == 49
