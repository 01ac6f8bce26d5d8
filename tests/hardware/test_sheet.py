"""The little writer of KiCad's files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.drawing.sexpr import Word, parse, text, uid
from hardware.drawing.sheet import Sheet
from hardware.drawing.symbols import GENERIC, module
from hardware.drawing.values import farads, ohms
from hardware.drawing.wiring import COLOURS, WIRE_COLOURS

words = st.text(st.characters(codec="utf-8", exclude_characters="\r")).filter(lambda each: "\\n" not in each)


@given(st.recursive(words, lambda inner: st.lists(inner, min_size=1).map(lambda each: [Word("x"), *each])))
def test_what_is_written_reads_back(node: object) -> None:
    assert parse(text([Word("file"), node]) + " and more") == [Word("file"), node]


def test_ids_are_the_same_each_time_and_differ() -> None:
    assert uid("a", 1) == uid("a", 1) != uid("a", 2)


def test_a_wire_that_meets_another_is_cut_there_and_gets_a_dot() -> None:
    sheet = Sheet("test", "Test")
    sheet.wire((0, 0), (10, 0))
    sheet.wire((4, 0), (4, 5))
    assert sheet.junctions() == [(4, 0)]
    assert sheet.pieces() == [((0, 0), (4, 0)), ((4, 0), (10, 0)), ((4, 0), (4, 5))]


def test_wires_that_only_cross_dont_meet() -> None:
    sheet = Sheet("test", "Test")
    sheet.wire((0, 2), (10, 2))
    sheet.wire((4, 0), (4, 5))
    assert sheet.junctions() == []


def test_a_pin_on_a_wire_meets_it() -> None:
    sheet = Sheet("test", "Test")
    part = sheet.place(GENERIC["R"], "R1", "1 Ω", 4, 3)
    sheet.wire((0, 0), (10, 0))
    assert part.at("1") == (4, 0)
    assert sheet.junctions() == [(4, 0)]


def test_slanted_wires_are_refused() -> None:
    with pytest.raises(ValueError, match="slanted"):
        Sheet("test", "Test").wire((0, 0), (1, 1))


@pytest.mark.parametrize(
    ("turned", "first", "second"),
    [(0, (5, 2), (5, 8)), (90, (2, 5), (8, 5)), (180, (5, 8), (5, 2)), (270, (8, 5), (2, 5))],
)
def test_a_turned_parts_pins(turned: int, first: tuple[int, int], second: tuple[int, int]) -> None:
    part = Sheet("test", "Test").place(GENERIC["R"], "R1", "1 Ω", 5, 5, turned)
    assert (part.at("1"), part.at("2")) == (first, second)


def test_a_modules_pins_are_on_the_grid_and_in_order() -> None:
    box = module("Box", [("a", "a", "input"), None, ("b", "b", "input")], [("c", "c", "output")], width=10)
    assert [(pin.number, pin.x, pin.y, pin.angle) for pin in box.pins] == [
        ("a", -8, 2, 0),
        ("b", -8, -2, 0),
        ("c", 8, 2, 180),
    ]


def test_values_read_as_on_parts() -> None:
    assert [ohms(each) for each in (68, 330, 4700, 10e3, 100e3)] == [
        "68 Ω",
        "330 Ω",
        "4.7 kΩ",
        "10 kΩ",
        "100 kΩ",
    ]
    assert [farads(each) for each in (100e-9, 2.2e-6, 470e-6)] == ["100 nF", "2.2 µF", "470 µF"]


def test_every_colour_has_a_name_and_a_look() -> None:
    assert set(WIRE_COLOURS.values()) <= COLOURS.keys()
    assert len({name for name, _ in COLOURS.values()}) == len(COLOURS) == 10
