"""The parts list is what schematic, wiring and prints need; one too few, one too many are noticed."""

import re
from collections.abc import Callable

import pytest

from hardware.checks import __main__ as checks
from hardware.checks import parts
from hardware.drawing.shopping import page, read
from uno_launcher.errors import InputError


@pytest.fixture(scope="module")
def ask() -> Callable[[str], list[str]]:
    """What is wrong with a parts list."""
    return checks.part_faults


@pytest.fixture(scope="module")
def listed() -> str:
    return (checks.HERE / "parts.csv").read_text("utf-8")


def test_the_parts_list_agrees(ask: Callable[[str], list[str]], listed: str) -> None:
    assert ask(listed) == []


def test_whichever_row_is_missing_is_noticed(ask: Callable[[str], list[str]], listed: str) -> None:
    head, *lines = listed.splitlines()
    for line in lines:
        if not line.startswith("with,"):  # a screw more or less is nobody's business
            rest = "\n".join([head, *(each for each in lines if each != line)])
            assert ask(rest), line


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("R7 R8,2,2,2", "R7 R8,1,2,2", "build A: Resistor is listed 1 times for R7, R8"),
        ("R7 R8,2,2,2", "R7 R8 R99,3,3,3", "build B: nothing wants R99"),
        (",82 kΩ,1", ",47 kΩ,1", "R7 is 82 kΩ in the schematic, 47 kΩ in the list"),
        ("X1 X2 X3", "X1 X3", "build C: the list lacks X2"),
        ("print,gate,,,1", "print,gate,,,2", "gate is listed 2 times, but printed 1 times"),
        ("with,F1", "with,F2", "Fuse holder goes with F2, which isn't there"),
        ("schematic,DS1,1,,1", "schematic,DS1,1,1,1", "build B: nothing wants DS1"),
    ],
)
def test_a_mistake_is_noticed(
    ask: Callable[[str], list[str]], listed: str, old: str, new: str, words: str
) -> None:
    assert old in listed
    assert any(words in each for each in ask(listed.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("must match", "must", "line 1: there is no column must match"),
        ("R7 R8,2,2,2", "R7 R8,two,2,2", "A is 'two', but a number, toy or nothing is wanted"),
        ("R7 R8,2,2,2", "R7 R8,2,2", "hasn't 13 cells"),
        (
            "schematic,D1 D2,2,2,2,safety,Diode,1N4148,1,",
            "schematic,D1 D2,2,2,2,safety,Diode,1N4148,one,",
            "no number for per",
        ),
    ],
)
def test_a_list_that_cant_be_read_gets_a_sentence(listed: str, old: str, new: str, words: str) -> None:
    assert old in listed
    with pytest.raises(InputError, match=words):
        page(listed.replace(old, new, 1))


def test_the_launchers_screws_are_as_many_as_the_sources_have_holes_for(listed: str) -> None:
    measures = (checks.HERE / "mechanics/measures.scad").read_text("utf-8")
    a_cheek = 0
    for place in ("deck", "back", "bridge", "base"):
        (holes,) = re.findall(rf"^{place}_screws = (.*);", measures, re.MULTILINE)
        a_cheek += holes.count("[") - 1
    screws = {row["part"]: row["C"] for row in read(listed) if row["refs"] in ("cheek_motor", "guard")}
    assert screws["M3 × 12 screw with nut"] == str(2 * a_cheek)
    assert screws["M3 × 25 screw with nut"] == "4"  # guard_screws, one an angle


def test_what_the_toy_has_need_not_be_bought() -> None:
    assert [parts.pieces(cell) for cell in ("", "toy", "3")] == [0, 0, 3]
