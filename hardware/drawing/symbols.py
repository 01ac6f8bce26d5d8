"""The schematic's symbols, drawn here so that the files need no library but their own.

Pin types are what the rule check bites with: an input that nothing drives, two outputs on one net. Measures
are steps of 1.27 mm, y upwards, as in KiCad's symbols.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from hardware.drawing.sexpr import Word

STEP = 1.27

PinType = Literal[
    "input",
    "output",
    "bidirectional",
    "tri_state",
    "passive",
    "power_in",
    "power_out",
    "open_collector",
    "no_connect",
]


class Pin(NamedTuple):
    """`angle`: where the symbol lies, seen from the pin's end: 0 right, 90 up, 180 left, 270 down."""

    number: str
    name: str
    kind: PinType
    x: int
    y: int
    angle: int
    length: int = 2


class Symbol(NamedTuple):
    """One symbol. `reference` and `value` say where these stand, as (x, y, justification)."""

    name: str
    pins: tuple[Pin, ...]
    shapes: tuple[object, ...]
    reference: tuple[float, float, str]
    value: tuple[float, float, str]
    show_names: bool = False
    show_numbers: bool = False
    power: bool = False

    def pin(self, number: str) -> Pin:
        """The pin `number`."""
        return next(pin for pin in self.pins if pin.number == number)


def _w(text: str) -> Word:
    return Word(text)


def xy(x: float, y: float) -> list[object]:
    """A point of a shape."""
    return [_w("xy"), x * STEP, y * STEP]


def _stroke(width: float = 0.254) -> list[object]:
    return [_w("stroke"), [_w("width"), width], [_w("type"), _w("default")]]


def _fill(kind: str = "none") -> list[object]:
    return [_w("fill"), [_w("type"), _w(kind)]]


def line(*points: tuple[float, float], fill: str = "none") -> object:
    """A line through `points`."""
    return [_w("polyline"), [_w("pts"), *(xy(*point) for point in points)], _stroke(), _fill(fill)]


def box(left: float, top: float, right: float, bottom: float, fill: str = "background") -> object:
    """A rectangle."""
    start, end = xy(left, top), xy(right, bottom)
    return [_w("rectangle"), [_w("start"), *start[1:]], [_w("end"), *end[1:]], _stroke(), _fill(fill)]


def circle(x: float, y: float, radius: float, fill: str = "none") -> object:
    """A circle."""
    return [
        _w("circle"),
        [_w("center"), x * STEP, y * STEP],
        [_w("radius"), radius * STEP],
        _stroke(),
        _fill(fill),
    ]


def _two(
    name: str, shapes: Iterable[object], first: str = "1", second: str = "2", beside: float = 1.7
) -> Symbol:
    """A part with two ends, upright: `first` on top. Its names stand `beside` it."""
    pins = (Pin(first, first, "passive", 0, 3, 270, 1), Pin(second, second, "passive", 0, -3, 90, 1))
    return Symbol(name, pins, tuple(shapes), (beside, 1.0, "left"), (beside, -1.0, "left"))


def _bar(y: float, half: float = 1.2) -> object:
    return line((-half, y), (half, y))


def _light(x: float, y: float) -> list[object]:
    """An arrow to the right."""
    return [line((x, y), (x + 1.8, y)), line((x + 1.2, y + 0.35), (x + 1.8, y), (x + 1.2, y - 0.35))]


def _diode(name: str, extra: Sequence[object] = (), bar: object | None = None) -> Symbol:
    """Cathode "K" on top, anode "A" below."""
    shapes = [
        line((-1, -1), (1, -1), (0, 1), (-1, -1)),
        bar or _bar(1, 1),
        line((0, 2), (0, 1)),
        line((0, -2), (0, -1)),
        *extra,
    ]
    return _two(name, shapes, "K", "A")


def _transistor(name: str, pnp: bool) -> Symbol:
    """Base left; an npn's collector is on top, a pnp's emitter."""
    up, down = ("E", "C") if pnp else ("C", "E")
    tip = [(0.4, 1.3), (0.5, 0.8), (1.1, 0.7)] if pnp else [(1.0, -1.9), (1.7, -1.8), (1.5, -1.1)]
    return Symbol(
        name,
        (
            Pin("B", "B", "input", -4, 0, 0, 2),
            Pin(up, up, "passive", 2, 4, 270, 2),
            Pin(down, down, "passive", 2, -4, 90, 2),
        ),
        (
            circle(0.8, 0, 2.2),
            line((0, 1.4), (0, -1.4)),
            line((-2, 0), (0, 0)),
            line((0, 0.5), (2, 2)),
            line((0, -0.5), (2, -2)),
            line(*tip),
        ),
        (3.6, 0.9, "left"),
        (3.6, -0.9, "left"),
    )


def _switch(name: str, lever: object) -> Symbol:
    """Lying: "1" left, "2" right."""
    return Symbol(
        name,
        (Pin("1", "1", "passive", -4, 0, 0, 2), Pin("2", "2", "passive", 4, 0, 180, 2)),
        (circle(-1.6, 0, 0.4), circle(1.6, 0, 0.4), lever),
        (0, 3.4, ""),
        (0, -1.8, ""),
    )


def module(
    name: str,
    left: Sequence[tuple[str, str, PinType] | None],
    right: Sequence[tuple[str, str, PinType] | None] = (),
    width: int = 18,
    numbers: bool = False,
    pitch: int = 2,
) -> Symbol:
    """A box with pins (number, name, type) on both sides; None leaves a place empty."""
    rows = max(len(left), len(right))
    top, half = (rows - 1) * pitch // 2, width // 2
    pins = [
        Pin(each[0], each[1], each[2], side * (half + 3), top - row * pitch, 90 + side * 90, 3)
        for side, column in ((-1, left), (1, right))
        for row, each in enumerate(column)
        if each is not None
    ]
    high, low = top + 2, top - (rows - 1) * pitch - 2
    return Symbol(
        name,
        tuple(pins),
        (box(-half, high, half, low),),
        (-half, high + 1.2, "left"),
        (-half, low - 1.2, "left"),
        show_names=True,
        show_numbers=numbers,
    )


def power(name: str) -> Symbol:
    """A supply's name on a wire: ground below it, all others above."""
    if name == "GND":
        shapes: tuple[object, ...] = (line((0, 0), (0, -1), (1, -1), (0, -2), (-1, -1), (0, -1)),)
        pin, value = Pin("1", name, "power_in", 0, 0, 270, 0), (0.0, -3.2, "")
    else:
        shapes = (line((-0.7, 1), (0, 2), (0.7, 1)), line((0, 0), (0, 2)))
        pin, value = Pin("1", name, "power_in", 0, 0, 90, 0), (0.0, 3.2, "")
    return Symbol(name, (pin,), shapes, (0.0, 5.0, ""), value, power=True)


FLAG = Symbol(
    "PWR_FLAG",
    (Pin("1", "pwr", "power_out", 0, 0, 90, 0),),
    (line((0, 0), (0, 1), (-1, 1.8), (0, 2.6), (1, 1.8), (0, 1)),),
    (0, 5, ""),
    (0, 3.8, ""),
    power=True,
)
"""Says that a net which reaches its supply only through a fuse or a switch is supplied all the same."""

GENERIC: dict[str, Symbol] = {
    symbol.name: symbol
    for symbol in (
        _two("R", [box(-0.8, 2, 0.8, -2, "none")]),
        _two("C", [_bar(0.4), _bar(-0.4), line((0, 2), (0, 0.4)), line((0, -2), (0, -0.4))]),
        _two(
            "C_Polarised",
            [
                box(-1.2, 0.8, 1.2, 0.3, "none"),
                box(-1.2, -0.3, 1.2, -0.8, "outline"),
                line((0, 2), (0, 0.8)),
                line((0, -2), (0, -0.8)),
                line((-1.6, 1.5), (-0.8, 1.5)),
                line((-1.2, 1.9), (-1.2, 1.1)),
            ],
            "+",
            "-",
        ),
        _two("Fuse", [box(-0.7, 2, 0.7, -2, "none"), line((0, 2), (0, -2))]),
        _two(
            "Motor",
            [circle(0, 0, 2), line((-0.9, -0.8), (-0.9, 0.8), (0, -0.4), (0.9, 0.8), (0.9, -0.8))],
            "+",
            "-",
            2.8,
        ),
        _two(
            "Battery",
            [
                *(_bar(1.4, 1.4), _bar(0.8, 0.7), _bar(-0.8, 1.4), _bar(-1.4, 0.7)),
                *(line((0, 2), (0, 1.4)), line((0, -2), (0, -1.4)), line((0, 0.5), (0, -0.5))),
            ],
            "+",
            "-",
            2.2,
        ),
        _diode("D"),
        _diode("D_Schottky", bar=line((-1, 0.5), (-1, 1), (1, 1), (1, 1.5))),
        _two(
            "LED",
            [
                line((-1, 1), (1, 1), (0, -1), (-1, 1)),
                _bar(-1, 1),
                line((0, 2), (0, 1)),
                line((0, -2), (0, -1)),
                *_light(1.4, 0.9),
                *_light(1.4, -0.4),
            ],
            "A",
            "K",
            4.2,
        ),
        Symbol(
            "Phototransistor",
            (Pin("C", "C", "passive", 0, 4, 270, 2), Pin("E", "E", "passive", 0, -4, 90, 2)),
            (
                circle(-0.6, 0, 2.3),
                line((-1.6, 1.4), (-1.6, -1.4)),
                line((-1.6, 0.5), (0, 2)),
                line((-1.6, -0.5), (0, -2)),
                line((-1.0, -1.9), (-0.2, -1.8), (-0.4, -1.1)),
                *_light(-5.6, 0.9),
                *_light(-5.6, -0.4),
            ),
            (2.4, 1.0, "left"),
            (2.4, -1.0, "left"),
        ),
        _transistor("NPN", pnp=False),
        _transistor("PNP", pnp=True),
        _switch("Button", line((-2, 1), (0, 1), (0, 2), (0, 1), (2, 1))),
        _switch("Switch", line((-1.3, 0.3), (1.6, 1.6))),
        FLAG,
    )
}
