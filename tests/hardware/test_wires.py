"""The wire list joins what the schematic joins; a wire that is missing, misplaced or doubled is noticed."""

import csv
import io
from itertools import pairwise

import pytest

from hardware.checks.__main__ import HERE, committed
from hardware.checks.wires import disagreements


def lists(board: str) -> tuple[str, str]:
    folder = HERE / "wiring" / board
    return (folder / "wires.csv").read_text("utf-8"), (folder / "terminals.csv").read_text("utf-8")


def rows(wires: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(wires)))


def text(rows: list[dict[str, str]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("board", ["pi", "pico"])
def test_the_wire_list_agrees_with_the_schematic(board: str) -> None:
    assert disagreements(*lists(board), committed(f"{board}-drv8833")) == []


@pytest.mark.parametrize("board", ["pi", "pico"])
def test_whichever_wire_is_missing_is_noticed(board: str) -> None:
    netlist, (wires, terminals) = committed(f"{board}-drv8833"), lists(board)
    listed = rows(wires)
    assert len(listed) > 40
    for row in listed:
        rest = [each for each in listed if each is not row]
        assert disagreements(text(rest), terminals, netlist), f"{row['wire']} is missing"


def test_two_wires_with_their_ends_swapped_are_noticed() -> None:
    netlist, (wires, terminals) = committed("pi-drv8833"), lists("pi")
    listed = rows(wires)
    for one, other in pairwise(listed):
        changed = [dict(each) for each in listed]
        here, there = listed.index(one), listed.index(other)
        changed[here]["to"], changed[there]["to"] = other["to"], one["to"]
        if one["signal"] != other["signal"]:
            found = disagreements(text(changed), terminals, netlist)
            assert found, f"{one['wire']} and {other['wire']} swapped"


def test_a_header_pin_with_two_wires_and_a_colour_used_twice_are_noticed() -> None:
    netlist, (wires, terminals) = committed("pi-drv8833"), lists("pi")
    listed = rows(wires)
    twice = [*listed, {**next(row for row in listed if row["wire"] == "W5.1"), "wire": "W5.9"}]
    found = disagreements(text(twice), terminals, netlist)
    assert "W5.9 and W5.1 are both on A1 pin 32 (GPIO12)" in found
    assert "W5.9 and W5.1 are both yellow in W5" in found
    yellow = [{**row, "colour": "yellow"} for row in listed]
    assert "27 wires at the computer are yellow, but a set of jumper wires has 4" in disagreements(
        text(yellow), terminals, netlist
    )


def test_a_terminal_that_is_soldered_elsewhere_is_noticed() -> None:
    wires, terminals = lists("pi")
    damaged = terminals.replace("X1 beam,R12 1", "X1 beam,R12 2")
    assert damaged != terminals
    assert any("W7.1 joins" in each for each in disagreements(wires, damaged, committed("pi-drv8833")))
