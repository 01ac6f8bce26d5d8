"""Text that fits: the largest letters that a box holds, cut with an ellipsis where even small ones don't."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageDraw, ImageFont

FONT = Path(__file__).parent / "font" / "DejaVuSansCondensed-Bold.ttf"

SMALL, SMALLEST = 11, 10
"""Pixels an em: of small words, and of many words, which on a display one inch wide are read from nearby."""


class Box(NamedTuple):
    """Pixels, the right and lower edge not included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The display's font, one pixel an em's `size`-th part."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def ink(text: str, size: int) -> Box:
    """Where the ink of `text` is, drawn at (0, 0)."""
    left, top, right, bottom = font(size).getbbox(text, mode="1")
    return Box(int(left), int(top), int(right), int(bottom))


class Fitted(NamedTuple):
    """Lines of text and the size in which they fit."""

    lines: tuple[str, ...]
    size: int

    @property
    def line_height(self) -> int:
        return self.size + 1


def fit_line(text: str, width: int, height: int, largest: int, smallest: int = SMALL) -> Fitted:
    """`text` on one line, in the largest size from `largest` down to `smallest` in which its ink fits.

    One that is still too long then is cut, and one that is too high is smaller yet.
    """
    for size in range(largest, smallest - 1, -1):
        box = ink(text, size)
        if box.width <= width and box.height <= height:
            return Fitted((text,), size)
    size = smallest
    while ink(text, size).height > height and size > 1:
        size -= 1
    return Fitted((_shortened(text, width, size),), size)


def fit_lines(text: str, width: int, height: int, sizes: Sequence[int]) -> Fitted:
    """`text` broken at spaces, in the first of `sizes` in which all of it fits; else in the last one, cut."""
    for size in sizes:
        fitted = Fitted(tuple(_broken(text, width, size)), size)
        fits = all(ink(line, size).width <= width for line in fitted.lines)
        if fits and len(fitted.lines) * fitted.line_height <= height:
            return fitted
    room = max(1, height // fitted.line_height)
    kept = [_shortened(line, width, fitted.size) for line in fitted.lines[: room - 1]]
    rest = " ".join(fitted.lines[room - 1 :])
    return Fitted((*kept, _shortened(rest, width, fitted.size)), fitted.size)


def _broken(text: str, width: int, size: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and ink(longer, size).width > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shortened(text: str, width: int, size: int) -> str:
    cut = text
    while cut and ink(cut if cut == text else f"{cut}…", size).width > width:
        cut = cut[:-1].rstrip()
    return cut if cut == text else f"{cut}…"


def write(draw: ImageDraw.ImageDraw, fitted: Fitted, box: Box, *, align: str = "left", fill: int = 1) -> None:
    """Draw lines into `box`: one with its capitals in the middle of the height, several from the top."""
    for number, line in enumerate(fitted.lines):
        shape = ink(line, fitted.size)
        x = box.left
        if align == "right":
            x = box.right - shape.width
        elif align == "centre":
            x = (box.left + box.right - shape.width) // 2
        y = box.top + number * fitted.line_height
        if len(fitted.lines) == 1:
            capital = ink("H", fitted.size)
            y = (box.top + box.bottom - capital.height) // 2 - capital.top
            y = min(max(y, box.top - shape.top), box.bottom - shape.bottom)
        draw.text((x - shape.left, y), line, fill=fill, font=font(fitted.size))
