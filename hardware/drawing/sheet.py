"""One page of a schematic: what is placed on it. Measures are steps of 1.27 mm from its upper left corner, y
downwards. `hardware.drawing.kicad` writes it down."""

from collections import Counter
from itertools import pairwise
from typing import Literal, NamedTuple

from hardware.drawing.symbols import Symbol, power

Point = tuple[int, int]
Wire = tuple[Point, Point]
Side = Literal["left", "right"]
Shape = Literal["input", "output", "bidirectional", "passive"]

TURNS = {
    0: lambda x, y: (x, -y),
    90: lambda x, y: (-y, -x),
    180: lambda x, y: (-x, y),
    270: lambda x, y: (y, x),
}
"""A symbol's point, y upwards, to the page's, y downwards, for each quarter turn to the left."""


class Part(NamedTuple):
    """A symbol on the page."""

    symbol: Symbol
    reference: str
    value: str
    x: int
    y: int
    turned: int
    note: str

    def at(self, number: str) -> Point:
        """Where the pin `number` ends."""
        pin = self.symbol.pin(number)
        x, y = TURNS[self.turned](pin.x, pin.y)
        return self.x + x, self.y + y


class Label(NamedTuple):
    """A signal's name in a box. `side`: which side of its point it stands on."""

    net: str
    x: int
    y: int
    side: Side
    shape: Shape


class Note(NamedTuple):
    """Words for a person, from their upper left corner; `size` in millimetres."""

    words: str
    x: int
    y: int
    size: float
    bold: bool


class Frame(NamedTuple):
    """A box around what belongs together."""

    key: str
    left: int
    top: int
    right: int
    bottom: int


class Sheet:
    """A page, filled by calls. Every pin must get a wire, a label or `unused`."""

    def __init__(self, project: str, title: str, comments: tuple[str, ...] = ()) -> None:
        self.project = project
        self.title = title
        self.comments = comments
        self.parts: list[Part] = []
        self.wires: list[Wire] = []
        self.labels: list[Label] = []
        self.names: list[tuple[str, int, int]] = []
        self.crosses: list[Point] = []
        self.notes: list[Note] = []
        self.frames: list[Frame] = []

    def place(
        self, symbol: Symbol, reference: str, value: str, x: int, y: int, turned: int = 0, note: str = ""
    ) -> Part:
        """A part; `note` says what it is for."""
        part = Part(symbol, reference, value, x, y, turned, note)
        self.parts.append(part)
        return part

    def power(self, name: str, x: int, y: int) -> None:
        """A supply's symbol, or GND's, at the end of a wire."""
        number = sum(part.symbol.power for part in self.parts) + 1
        self.place(power(name), f"#PWR{number:02}", name, x, y)

    def wire(self, *points: Point) -> None:
        """A wire from point to point: each leg level or upright."""
        for one, other in pairwise(points):
            if one[0] != other[0] and one[1] != other[1]:
                raise ValueError(f"a wire from {one} to {other} would be slanted")
            if one != other:
                self.wires.append((one, other))

    def label(self, net: str, x: int, y: int, side: Side, shape: Shape = "passive") -> None:
        """A signal's name at the end of a wire; the same name elsewhere is the same net. `shape` is for the
        reader."""
        self.labels.append(Label(net, x, y, side, shape))

    def name(self, net: str, x: int, y: int) -> None:
        """A net's name, small, on its wire."""
        self.names.append((net, x, y))

    def unused(self, *points: Point) -> None:
        """A cross: nothing belongs there."""
        self.crosses += points

    def note(self, words: str, x: int, y: int, size: float = 1.5, bold: bool = False) -> None:
        """See `Note`."""
        self.notes.append(Note(words, x, y, size, bold))

    def frame(self, key: str, title: str, left: int, top: int, right: int, bottom: int) -> None:
        """A box with a title; `key` names its picture."""
        self.frames.append(Frame(key, left, top, right, bottom))
        self.note(title, left + 1, top + 1, 2.2, bold=True)

    def junctions(self) -> list[Point]:
        """Where three ways meet: wires' ends, wires that pass (two ways), and pins."""
        ends = Counter(end for wire in self.wires for end in wire)
        pins = Counter(part.at(pin.number) for part in self.parts for pin in part.symbol.pins)
        found = []
        for point in ends.keys() | pins.keys():
            passing = sum(2 for wire in self.wires if inside(point, wire))
            if ends[point] + passing and ends[point] + pins[point] + passing >= 3:
                found.append(point)
        return sorted(found)

    def pieces(self) -> list[Wire]:
        """The wires, cut where they meet others: KiCad joins ends only."""
        cuts = self.junctions()
        pieces: list[Wire] = []
        for start, end in self.wires:
            inner = sorted(point for point in cuts if inside(point, (start, end)))
            pieces += pairwise([start, *(inner if start < end else reversed(inner)), end])
        return pieces


def inside(point: Point, wire: Wire) -> bool:
    """The wire passes `point`, and doesn't end there."""
    (left, top), (right, bottom) = sorted(wire)
    if point in wire:
        return False
    if left == right:
        return point[0] == left and min(top, bottom) < point[1] < max(top, bottom)
    return point[1] == top and left < point[0] < right
