"""Rectangles, lines and words, as SVG and as PNG. Both say the same: each shape is written down once."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, Literal
from unicodedata import normalize

from uno_launcher.errors import LauncherError

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

SCALE = 2
"""Dots of a PNG for each unit."""
FINER = 2
"""PNGs are drawn so many times larger and then reduced, which smooths edges."""
BASELINE = 0.36
"""From the middle of a line of words to its baseline, in sizes."""
PLAIN = frozenset(map(chr, range(32, 127))) | {"·"}
"""Letters and signs that Pillow's font has, and that are wanted."""


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class Area:
    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[Point, ...]
    stroke: str
    width: float


@dataclass(frozen=True, slots=True)
class Words:
    """`y` is the middle of the line."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Anchor


@dataclass(slots=True)
class Drawing:
    """In units of 1/96 inch, the first shape lowest. `says` is for who can't see it."""

    width: int
    height: int
    says: str
    shapes: list[Box | Area | Line | Words] = field(default_factory=list)

    def box(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        self.shapes.append(Box(x, y, width, height, fill))

    def area(self, points: Sequence[Point], fill: str) -> None:
        self.shapes.append(Area(tuple(points), fill))

    def line(self, points: Sequence[Point], stroke: str, width: float = 1.0) -> None:
        self.shapes.append(Line(tuple(points), stroke, width))

    def words(
        self, x: float, y: float, text: str, *, size: float = 12, fill: str = "#222", anchor: Anchor = "start"
    ) -> None:
        """What can't be printed is drawn as "?": XML takes none of it."""
        said = "".join(letter if letter.isprintable() else "?" for letter in text)
        self.shapes.append(Words(x, y, said, size, fill, anchor))


def svg(drawing: Drawing) -> str:
    """A whole SVG file, with the font that is there."""
    shapes = "\n".join(map(_svg, drawing.shapes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.height}"'
        f' width="{drawing.width}" height="{drawing.height}" role="img"'
        f' font-family="Helvetica, Arial, sans-serif">\n<title>{escape(drawing.says)}</title>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{shapes}\n</svg>\n'
    )


def png(drawing: Drawing) -> bytes:
    """The same as PNG, with a font of Pillow's own. Raises LauncherError where Pillow isn't there."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise LauncherError("PNG pictures want the package Pillow: pip install 'uno-launcher[lab]'") from None
    scale = SCALE * FINER
    image = Image.new("RGB", (drawing.width * scale, drawing.height * scale), "#fff")
    canvas = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _paint(canvas, shape, scale)
    kept = io.BytesIO()
    size = (drawing.width * SCALE, drawing.height * SCALE)
    small = image.resize(size, Image.Resampling.BOX).quantize(128, dither=Image.Dither.NONE)
    small.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _svg(shape: Box | Area | Line | Words) -> str:
    if isinstance(shape, Box):
        at = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
        return f'<rect {at} fill="{shape.fill}"/>'
    if isinstance(shape, Area):
        return f'<polygon points="{_points(shape.points)}" fill="{shape.fill}"/>'
    if isinstance(shape, Line):
        return (
            f'<polyline points="{_points(shape.points)}" fill="none" stroke="{shape.stroke}"'
            f' stroke-width="{_n(shape.width)}" stroke-linejoin="round" stroke-linecap="round"/>'
        )
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    return (
        f'<text x="{_n(shape.x)}" y="{_n(shape.y + BASELINE * shape.size)}" font-size="{_n(shape.size)}"'
        f' fill="{shape.fill}"{anchor}>{escape(shape.text)}</text>'
    )


def _paint(canvas: Any, shape: Box | Area | Line | Words, scale: int) -> None:
    if isinstance(shape, Box):
        corners = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        left, top, right, bottom = (round(each * scale) for each in corners)
        if right > left and bottom > top:
            canvas.rectangle((left, top, right - 1, bottom - 1), fill=shape.fill)
    elif isinstance(shape, Area):
        canvas.polygon([(x * scale, y * scale) for x, y in shape.points], fill=shape.fill)
    elif isinstance(shape, Line):
        scaled = [(x * scale, y * scale) for x, y in shape.points]
        canvas.line(scaled, fill=shape.stroke, width=max(1, round(shape.width * scale)), joint="curve")
    else:
        from PIL import ImageFont

        font = ImageFont.load_default(shape.size * scale)
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
        at = (shape.x * scale, (shape.y + BASELINE * shape.size) * scale)
        canvas.text(at, _drawable(shape.text), fill=shape.fill, font=font, anchor=anchor)


def _drawable(text: str) -> str:
    """The words without accents, and with "?" for what else the font of a PNG hasn't."""
    return "".join(each if each in PLAIN else _plain(each) for each in text)


def _plain(letter: str) -> str:
    base = normalize("NFKD", letter)[0]
    return base if base in PLAIN else "?"


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
