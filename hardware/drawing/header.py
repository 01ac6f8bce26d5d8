"""The picture of the 40 pins: every wire's colour, name and cable. For a phone held upright."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from hardware.drawing.boards import Board, HeaderPin
from hardware.drawing.wiring import COLOURS, Wiring

WIDTH, ROW, TOP = 1080, 56, 210
MIDDLE, GAP, RADIUS = WIDTH // 2, 34, 20
"""The two columns of pins stand GAP left and right of the middle."""
WIRE = 90
"""How far a wire reaches from its pin."""

WHERE = {
    "pi": "Seen from above, memory card at the top, header on the right edge",
    "pico": "Seen from above, USB socket at the top",
}
PIN_FILL = {"3V3": "#ffe1c2", "5V": "#ffd0d0", "GND": "#d9d9d9", "gpio": "#ffffff", "other": "#f2f2f2"}


def header(wiring: Wiring) -> str:
    """The SVG file."""
    board = wiring.board
    rows = len(board.left)
    height = TOP + rows * ROW + 70
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" font-family="DejaVu Sans, sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        _text(MIDDLE, 56, board.title, 40, "middle", bold=True),
        _text(MIDDLE, 98, WHERE[board.key], 23, "middle"),
        _text(
            MIDDLE,
            134,
            "Colour, signal and cable of every wire; W numbers are those of the wire list",
            23,
            "middle",
        ),
        f'<rect x="{MIDDLE - 84}" y="{TOP - 44}" width="168" height="{rows * ROW + 32}" rx="14"'
        ' fill="#2f6f4f"/>',
    ]
    for side, pins in ((-1, board.left), (1, board.right)):
        for row, pin in enumerate(pins):
            out += _pin(wiring, side, TOP + row * ROW, pin)
    out.append(_text(MIDDLE, height - 26, "Grey names carry no wire", 21, "middle", "#777777"))
    out.append("</svg>")
    return "\n".join(out) + "\n"


def _pin(wiring: Wiring, side: int, y: int, pin: HeaderPin) -> Iterator[str]:
    x = MIDDLE + side * GAP
    anchor = "end" if side < 0 else "start"
    used = wiring.header().get(pin.number)
    far = x + side * (RADIUS + WIRE)
    if used is None:
        yield _pad(x, y, pin)
        yield _text(x + side * 62, y + 8, pin.name, 21, anchor, "#999999")
        return
    cable, wire = used
    colour, fill = COLOURS[wire.colour]
    for width, stroke in ((15, "#333333"), (11, fill)):
        yield (
            f'<line x1="{x}" y1="{y}" x2="{far}" y2="{y}" stroke="{stroke}" stroke-width="{width}"'
            ' stroke-linecap="round"/>'
        )
    yield _pad(x, y, pin)
    yield _text(far + side * 16, y - 2, wire.name, 27, anchor, bold=True)
    yield _text(
        far + side * 16, y + 22, f"{_gpio(wiring.board, pin)}{colour} · {cable.key}", 21, anchor, "#444444"
    )


def _gpio(board: Board, pin: HeaderPin) -> str:
    return "" if pin.gpio is None else f"{board.prefix}{pin.gpio} · "


def _pad(x: int, y: int, pin: HeaderPin) -> str:
    shape = (
        f'<rect x="{x - RADIUS}" y="{y - RADIUS}" width="{2 * RADIUS}" height="{2 * RADIUS}"'
        if pin.number == 1
        else f'<circle cx="{x}" cy="{y}" r="{RADIUS}"'
    )
    return f'{shape} fill="{PIN_FILL[pin.kind]}" stroke="#c9a227" stroke-width="4"/>' + _text(
        x, y + 8, str(pin.number), 21, "middle", bold=True
    )


def _text(
    x: int, y: int, words: str, size: int, anchor: str, colour: str = "#111111", bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}>'
        f"{escape(words)}</text>"
    )
