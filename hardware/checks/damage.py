"""Would the checks notice? Each damage is done to a copy of a drawing, and must be found."""

import copy
from collections.abc import Callable
from typing import NamedTuple

from hardware.checks.kicad import netlist, violations, written
from hardware.checks.netlist import Netlist
from hardware.drawing.sheet import Sheet


class Damage(NamedTuple):
    """What is done, and by which check it must be found."""

    what: str
    do: Callable[[Sheet], None]
    found_by: str
    """ "rules" or "netlist"."""


def _relabel(sheet: Sheet, old: str, new: str) -> None:
    """At the computer's header."""
    header = next(part for part in sheet.parts if part.reference == "A1")
    ends = {header.at(pin.number) for pin in header.symbol.pins}
    sheet.labels = [
        label._replace(net=new) if label.net == old and (label.x, label.y) in ends else label
        for label in sheet.labels
    ]


def _swap_pins(sheet: Sheet) -> None:
    _relabel(sheet, "motor_in1", "for a moment")
    _relabel(sheet, "motor_in2", "motor_in1")
    _relabel(sheet, "for a moment", "motor_in2")


def _clash(sheet: Sheet) -> None:
    _relabel(sheet, "heartbeat", "motor_in1")


def _cut(reference: str, pin: str) -> Callable[[Sheet], None]:
    """The wire, or the label, at a part's pin is gone."""

    def do(sheet: Sheet) -> None:
        part = next(part for part in sheet.parts if part.reference == reference)
        at = part.at(pin)
        sheet.wires = [wire for wire in sheet.wires if at not in wire]
        sheet.labels = [label for label in sheet.labels if (label.x, label.y) != at]

    return do


def _without(*references: str) -> Callable[[Sheet], None]:
    def do(sheet: Sheet) -> None:
        sheet.parts = [part for part in sheet.parts if part.reference not in references]

    return do


def _turn(reference: str) -> Callable[[Sheet], None]:
    def do(sheet: Sheet) -> None:
        sheet.parts = [
            part._replace(turned=(part.turned + 180) % 360) if part.reference == reference else part
            for part in sheet.parts
        ]

    return do


def _value(reference: str, value: str) -> Callable[[Sheet], None]:
    def do(sheet: Sheet) -> None:
        sheet.parts = [
            part._replace(value=value) if part.reference == reference else part for part in sheet.parts
        ]

    return do


DAMAGES = (
    Damage("two of the header's pins are swapped", _swap_pins, "netlist"),
    Damage("two outputs clash", _clash, "rules"),
    Damage("a wire is missing at the driver", _cut("U1", "SLP"), "rules"),
    Damage("a wire is missing at the header", _cut("A1", "11"), "rules"),
    Damage("a pull-down is missing", _without("R2"), "netlist"),
    Damage("a pull-down has a wrong value", _value("R1", "1 MΩ"), "netlist"),
    Damage("a diode of the heartbeat's pump is the wrong way round", _turn("D2"), "netlist"),
    Damage("a flyback diode is missing", _without("D4"), "netlist"),
)


AT_THE_HEADER = DAMAGES[:2]
"""Those that depend on which computer it is."""


def unnoticed(
    sheet: Sheet, check: Callable[[Netlist], list[str]], damages: tuple[Damage, ...] = DAMAGES
) -> list[str]:
    """Those of `damages` to `sheet` that nobody finds. `check` is the netlist's, against the pins."""
    out = []
    for damage in damages:
        broken = copy.deepcopy(sheet)
        damage.do(broken)
        with written(broken) as page:
            found = violations(page) if damage.found_by == "rules" else check(netlist(page))
        if not found:
            out.append(f"nobody noticed that {damage.what}")
    return out
