"""Every wire between the computer, the board that is soldered, and the parts in the launcher.

The soldered board has two sorts of terminals: X1, the strip to the computer, whose pins are named after what
is on them, and X2 to X7, the terminals to one part each. A terminal belongs to a pin of the schematic, so the
checks can tell whether both say the same.
"""

from collections.abc import Iterator
from typing import NamedTuple

from hardware.drawing.blocks import LAMPS, PANEL, SWITCHES
from hardware.drawing.boards import Board


class End(NamedTuple):
    """One end of a wire: a reference of the schematic, or a terminal strip, and its pin."""

    where: str
    pin: str


class Terminal(NamedTuple):
    """A terminal of the soldered board, and the pin of the schematic that it is soldered to."""

    end: End
    to: End


class Wire(NamedTuple):
    """One wire, under the name that it has on its drawing."""

    name: str
    colour: str
    start: End
    end: End


class Cable(NamedTuple):
    """Wires that run together. `stage` is the step of building that it belongs to."""

    key: str
    stage: str
    what: str
    mm2: float
    wires: tuple[Wire, ...]


STAGES = {
    "1-supply": "The motor's supply",
    "2-motor": "Motor and driver",
    "3-beam": "Break-beam",
    "4-button": "Launch button with lamp",
    "5-switches": "Lid and hopper",
    "6-lamp": "Lamp and buzzer",
    "7-table": "Display and the table's buttons",
}
"""In the order of building and testing."""

COLOURS = {
    "BK": ("black", "#1a1a1a"),
    "RD": ("red", "#d62728"),
    "OG": ("orange", "#ff8c1a"),
    "YE": ("yellow", "#f2cc0c"),
    "GN": ("green", "#2ca02c"),
    "BU": ("blue", "#1f6fd6"),
    "VT": ("violet", "#8e44ad"),
    "GY": ("grey", "#8a8a8a"),
    "WH": ("white", "#ffffff"),
    "BN": ("brown", "#8b5a2b"),
}
"""IEC 60757's letters, their names, and how they are drawn: the ten colours of common jumper wires."""

WIRE_COLOURS = {
    "GND": "BK",
    "+5V": "RD",
    "+3V3": "OG",
    "motor_in1": "YE",
    "motor_in2": "GN",
    "motor_enable": "BU",
    "heartbeat": "VT",
    "beam": "GY",
    "emitter": "WH",
    "button": "YE",
    "button_lamp": "WH",
    "lid": "GY",
    "hopper": "BN",
    "red": "BN",
    "green": "GN",
    "blue": "BU",
    "buzzer": "VT",
    "display_data": "BU",
    "display_clock": "YE",
    "plus_one": "YE",
    "hit_1": "GN",
    "hit_2": "BU",
    "attack": "VT",
    "stop": "WH",
}
"""A signal keeps its colour from the computer to the part. Of a set of 40 jumper wires there are four of each
colour: no colour is on more."""

JUMPERS = "jumper wires"
STRANDED = "stranded wire"
TWISTED = "stranded wire, twisted"
THIN, THICK = 0.14, 0.75

COMPUTER, STRIP = "A1", "X1"

SOLDERED = {
    "motor_in1": End("U1", "AIN1"),
    "motor_in2": End("U1", "AIN2"),
    "motor_enable": End("R4", "1"),
    "heartbeat": End("R5", "1"),
    "beam": End("R12", "1"),
    "emitter": End("R11", "1"),
    "button": End("R13", "2"),
    "button_lamp": End("R14", "1"),
    "lid": End("R16", "2"),
    "hopper": End("R17", "2"),
    "red": End("R18", "1"),
    "green": End("R19", "1"),
    "blue": End("R20", "1"),
    "buzzer": End("R21", "1"),
    "+3V3": End("R22", "1"),
    "+5V": End("SW1", "+"),
    "GND": End("U1", "GND"),
}
"""What each pin of X1 is soldered to."""


class Wiring:
    """All cables and terminals of one launcher."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._has = board.signals
        self.strip = tuple(name for name in SOLDERED if self._on_strip(name))
        self.terminals = tuple(self._terminals())
        self.cables = tuple(cable for cable in self._cables() if cable.wires)

    def _on_strip(self, name: str) -> bool:
        return name in self._has or name in ("+3V3", "GND") or (name == "+5V" and "button_lamp" in self._has)

    def stage(self, key: str) -> list[Cable]:
        """The cables of one step."""
        return [cable for cable in self.cables if cable.stage == key]

    def header(self) -> dict[int, tuple[Cable, Wire]]:
        """Header pin of the computer to the wire on it."""
        return {
            int(wire.start.pin): (cable, wire)
            for cable in self.cables
            for wire in cable.wires
            if wire.start.where == COMPUTER
        }

    # Terminals of the soldered board.

    def _terminals(self) -> Iterator[Terminal]:
        for name in self.strip:
            to = SOLDERED[name]
            if name == "motor_enable" and "heartbeat" not in self._has:
                to = End("U1", "SLP")
            yield Terminal(End(STRIP, name), to)
        for strip, pins in self._strips().items():
            for pin, to in pins.items():
                yield Terminal(End(strip, pin), to)

    def _strips(self) -> dict[str, dict[str, End]]:
        """The terminals to one part each: pin to what it is soldered to."""
        ground, supply = SOLDERED["GND"], SOLDERED["+3V3"]
        low = End("Q3", "C") if "emitter" in self._has else ground
        light = {"A": End("R22", "2"), "K": low}
        strips: dict[str, dict[str, End]] = {
            "X2": {"C": supply, "E": SOLDERED["beam"]} | light,
            "X3": {"NO": SOLDERED["button"], "COM": ground},
        }
        if "button_lamp" in self._has:
            strips["X3"] |= {"L+": SOLDERED["+5V"], "L-": End("Q4", "C")}
        for strip, name in (("X4", "lid"), ("X5", "hopper")):
            if name in self._has:
                strips[strip] = {"1": SOLDERED[name], "2": ground}
        lamps = [name for name in LAMPS if name in self._has]
        if lamps:
            strips["X6"] = {LAMPS[name][1]: End(LAMPS[name][0], "2") for name in lamps} | {"K": ground}
        if "buzzer" in self._has:
            strips["X7"] = {"1": End("R21", "2"), "2": ground}
        return strips

    # Cables.

    def _cables(self) -> Iterator[Cable]:
        for key, name, colour, start, end in (
            ("W1", "cells -", "BK", End("BT1", "-"), End("U1", "V-")),
            ("W2", "cells +", "RD", End("BT1", "+"), End("F1", "2")),
            ("W3", "fused", "RD", End("F1", "1"), End("SW9", "2")),
            ("W4", "switched", "RD", End("SW9", "1"), End("U1", "V+")),
        ):
            yield Cable(key, "1-supply", STRANDED, THICK, (Wire(name, colour, start, end),))
        motor = ("motor_in1", "motor_in2", "motor_enable", "heartbeat", "+3V3", "GND")
        yield self._ribbon("W5", "2-motor", motor)
        outs = (
            Wire("out1", "RD", End("U1", "AOUT1"), End("M1", "+")),
            Wire("out2", "BK", End("U1", "AOUT2"), End("M1", "-")),
        )
        yield Cable("W6", "2-motor", TWISTED, THICK, outs)
        yield self._ribbon("W7", "3-beam", ("beam", "emitter"))
        yield _lead("W8", "3-beam", "X2", "Q5", {"C": ("C", "+3V3"), "E": ("E", "beam")})
        low = "emitter" if "emitter" in self._has else "GND"
        yield _lead("W9", "3-beam", "X2", "D7", {"A": ("A", "+3V3"), "K": ("K", low)})
        yield self._ribbon("W10", "4-button", ("button", "button_lamp", "+5V"))
        ends = {"NO": ("NO", "button"), "COM": ("COM", "GND")}
        if "button_lamp" in self._has:
            ends |= {"L+": ("+", "+5V"), "L-": ("-", "button_lamp")}
        yield _lead("W11", "4-button", "X3", "SW1", ends)
        yield self._ribbon("W12", "5-switches", ("lid", "hopper"))
        for key, strip, name in (("W13", "X4", "lid"), ("W14", "X5", "hopper")):
            if name in self._has:
                ends = {"1": ("1", name), "2": ("2", "GND")}
                yield _lead(key, "5-switches", strip, SWITCHES[name][0], ends)
        yield self._ribbon("W15", "6-lamp", (*LAMPS, "buzzer"))
        lamps = {LAMPS[name][1]: (LAMPS[name][1], name) for name in LAMPS if name in self._has}
        if lamps:
            yield _lead("W16", "6-lamp", "X6", "LED1", lamps | {"K": ("K", "GND")})
        if "buzzer" in self._has:
            yield _lead("W17", "6-lamp", "X7", "BZ1", {"1": ("1", "buzzer"), "2": ("2", "GND")})
        yield Cable("W18", "7-table", JUMPERS, THIN, tuple(self._display()))
        yield Cable("W19", "7-table", STRANDED, THIN, tuple(self._panel()))

    def _pin(self, net: str) -> End:
        """The computer's pin for a signal; of its grounds and supplies the first."""
        if net in self._has:
            return End(COMPUTER, str(self.board.number(self._has[net])))
        return End(COMPUTER, str(self.board.supply(net)))

    def _ribbon(self, key: str, stage: str, nets: tuple[str, ...]) -> Cable:
        """Wires from the computer to the strip."""
        wires = [
            Wire(net, WIRE_COLOURS[net], self._pin(net), End(STRIP, net)) for net in nets if net in self.strip
        ]
        return Cable(key, stage, JUMPERS, THIN, tuple(wires))

    def _display(self) -> Iterator[Wire]:
        if not self.board.display:
            return
        numbers = {name: self.board.number(gpio) for name, gpio in self.board.display.items()}
        numbers |= {net: self.board.supply(net, 1) for net in ("+3V3", "GND")}
        ends = {"display_data": "SDA", "display_clock": "SCL", "+3V3": "VCC", "GND": "GND"}
        for net, pin in ends.items():
            yield Wire(net, WIRE_COLOURS[net], End(COMPUTER, str(numbers[net])), End("DS1", pin))

    def _panel(self) -> Iterator[Wire]:
        names = [name for name in PANEL if name in self._has]
        for name in names:
            yield Wire(name, WIRE_COLOURS[name], self._pin(name), End(PANEL[name][0], "1"))
        before = End(COMPUTER, str(self.board.supply("GND", 2)))
        for name in names:
            after = End(PANEL[name][0], "2")
            yield Wire("GND", "BK", before, after)
            before = after


def _lead(key: str, stage: str, strip: str, part: str, ends: dict[str, tuple[str, str]]) -> Cable:
    """From a strip of the soldered board to a part: strip's pin to the part's pin and the signal on it."""
    wires = (
        Wire(f"{part} {pin}", WIRE_COLOURS[net], End(strip, at), End(part, pin))
        for at, (pin, net) in ends.items()
    )
    return Cable(key, stage, STRANDED, THIN, tuple(wires))
