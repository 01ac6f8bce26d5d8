"""The way to join as a QR code: light ground, dark modules, as large as the display allows. Pure."""

from functools import cache

import segno
from PIL import Image, ImageDraw

from uno_launcher.panel.display.drawing import HEIGHT, WIDTH, start
from uno_launcher.panel.display.text import SMALL, SMALLEST, Box, fit_lines, write

QUIET = 1
"""Modules of light ground around the code above and below: what two pixels a module leave room for. Left and
right of it there are as many more as fit."""


@cache
def draw_join(address: str, simulated: bool) -> Image.Image:
    """The code of `address` and what it's for."""
    image, draw, left = start(simulated)
    modules = segno.make(address, error="l", micro=False).matrix
    scale = max(1, HEIGHT // (len(modules) + 2 * QUIET))
    size = len(modules) * scale
    ground = min(max(HEIGHT, size + 8 * scale), WIDTH - left)
    draw.rectangle((left, 0, left + ground - 1, HEIGHT - 1), fill=1)
    x, y = left + (ground - size) // 2, (HEIGHT - size) // 2
    _draw_modules(draw, modules, x, y, scale)
    words = Box(left + ground + 3, 12, WIDTH, HEIGHT)
    write(
        draw, fit_lines("Scan to join", words.width, words.height, (15, 14, 13, 12, SMALL, SMALLEST)), words
    )
    return image


def _draw_modules(
    draw: ImageDraw.ImageDraw, modules: tuple[bytearray, ...], x: int, y: int, scale: int
) -> None:
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                corner = (x + column * scale, y + row * scale)
                draw.rectangle((*corner, corner[0] + scale - 1, corner[1] + scale - 1), fill=0)
