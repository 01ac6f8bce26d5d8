"""Draws a scene: 128 × 64 pixels, lit or not. Pure: the same scene gives the same picture."""

from functools import cache

from PIL import Image, ImageDraw

from uno_launcher.panel.display.scene import Scene
from uno_launcher.panel.display.text import SMALL, SMALLEST, Box, Fitted, fit_line, fit_lines, ink, write

WIDTH, HEIGHT = 128, 64
MARK = 11
"""Width of the bar that says SIMULATED."""
_MARKED = 8
"""Its letters may be as small: everybody knows the word after the first time."""
_TOP, _MIDDLE, _BOTTOM = (0, 12), (13, 51), (52, 64)
_BESIDE = 18
"""A name stands beside its presses in letters of this size or larger; a longer one gets a line of its own."""
_NAME = 14
"""Smaller letters than these aren't read at arm's length: a longer name is cut."""
_CARD = (9, 13)
_MOST_CARDS = 10


def blank() -> Image.Image:
    """All dark."""
    return Image.new("1", (WIDTH, HEIGHT))


def start(simulated: bool) -> tuple[Image.Image, ImageDraw.ImageDraw, int]:
    """(a dark picture, what draws on it, how far to the left one may draw)."""
    image = blank()
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    if not simulated:
        return image, draw, 0
    image.paste(_mark(), (0, 0))
    return image, draw, MARK + 2


@cache
def _mark() -> Image.Image:
    """SIMULATED, upwards along the left edge, dark on light: nobody shall take it for a launcher (D7)."""
    mark = Image.new("1", (HEIGHT, MARK), 1)
    draw = ImageDraw.Draw(mark)
    draw.fontmode = "1"
    write(
        draw,
        fit_line("SIMULATED", HEIGHT - 2, MARK, SMALL, _MARKED),
        Box(0, 0, HEIGHT, MARK),
        align="centre",
        fill=0,
    )
    return mark.transpose(Image.Transpose.ROTATE_90)


def draw_scene(scene: Scene) -> Image.Image:
    """The picture of a scene."""
    image, draw, left = start(scene.simulated)
    if scene.title:
        _draw_trouble(draw, scene, left)
        return image
    hopper_left = _draw_hopper(draw, scene)
    top = Box(left, _TOP[0], hopper_left - 4, _TOP[1])
    write(draw, fit_line(scene.over, top.width, 12, SMALL), top)
    middle = Box(left, _MIDDLE[0], WIDTH, _MIDDLE[1])
    if scene.cards is not None:
        _draw_cards(draw, scene.cards, middle)
    elif scene.until_cards:
        _draw_until_cards(draw, scene, middle)
    elif scene.presses:
        _draw_owing(draw, scene, middle)
    else:
        write(draw, fit_line(scene.big, middle.width, middle.height, 38, _NAME), middle)
    _draw_bottom(draw, scene, left)
    return image


def _draw_trouble(draw: ImageDraw.ImageDraw, scene: Scene, left: int) -> None:
    bar = Box(left, 0, WIDTH, 17)
    draw.rectangle((bar.left, bar.top, bar.right - 1, bar.bottom - 1), fill=1)
    inside = Box(bar.left + 3, bar.top + 1, bar.right - 3, bar.bottom - 1)
    write(draw, fit_line(scene.title, inside.width, inside.height, 15), inside, fill=0)
    below = Box(left, 19, WIDTH, HEIGHT)
    write(draw, fit_lines(scene.text, below.width, below.height, (13, 12, SMALL, SMALLEST)), below)


def _draw_hopper(draw: ImageDraw.ImageDraw, scene: Scene) -> int:
    """A card and how many are left, at the right; says where that begins."""
    text = "" if scene.hopper is None else str(scene.hopper)
    if scene.warned:
        text = f"{text} !".strip()
    if not text:
        return WIDTH
    begins = WIDTH - ink(text, SMALL).width
    write(draw, Fitted((text,), SMALL), Box(begins, _TOP[0], WIDTH, _TOP[1]), align="right")
    if scene.hopper is not None:
        begins -= 10
        draw.rectangle((begins, 1, begins + 6, 10), outline=1)
    return begins


def _draw_owing(draw: ImageDraw.ImageDraw, scene: Scene, box: Box) -> None:
    presses = f"{scene.presses}×"
    if not scene.big:
        write(draw, fit_line(presses, box.width, box.height, 42), box)
        return
    count = fit_line(presses, box.width // 2, box.height, 38)
    rest = box.width - ink(count.lines[0], count.size).width - 7
    beside = fit_line(scene.big, rest, box.height, 38, _BESIDE)
    if beside.lines == (scene.big,):
        write(draw, beside, box._replace(right=box.left + rest))
        write(draw, count, box, align="right")
        return
    upper = box._replace(bottom=box.top + 18)
    write(draw, fit_line(scene.big, box.width, upper.height, 18, _NAME), upper)
    lower = box._replace(top=upper.bottom + 1)
    write(draw, fit_line(presses, box.width, lower.height, 26), lower)


def _draw_until_cards(draw: ImageDraw.ImageDraw, scene: Scene, box: Box) -> None:
    if not scene.big:
        write(draw, fit_line("till cards", box.width, box.height, 38), box)
        return
    upper = box._replace(bottom=box.top + 18)
    write(draw, fit_line(scene.big, box.width, upper.height, 18, _NAME), upper)
    lower = box._replace(top=upper.bottom + 1)
    write(draw, fit_line("till cards", box.width, lower.height, 20), lower)


def _draw_cards(draw: ImageDraw.ImageDraw, cards: int, box: Box) -> None:
    """How many have come out so far, as a number and as cards."""
    number = fit_line(str(cards) if cards else "…", 44, box.height, 38)
    write(draw, number, box)
    wide, high = _CARD
    for card in range(min(cards, _MOST_CARDS)):
        row, column = divmod(card, _MOST_CARDS // 2)
        x, y = box.right - 5 * (wide + 3) + column * (wide + 3), box.top + 4 + row * (high + 4)
        draw.rectangle((x, y, x + wide - 1, y + high - 1), fill=1)


def _draw_bottom(draw: ImageDraw.ImageDraw, scene: Scene, left: int) -> None:
    box = Box(left, _BOTTOM[0], WIDTH, _BOTTOM[1])
    under = fit_line(scene.under, box.width, 12, SMALL)
    write(draw, under, box)
    room = box.width - ink(under.lines[0], under.size).width - 13
    if scene.following and room > 20:
        name = fit_line(scene.following, room, 12, SMALL)
        begins = WIDTH - ink(name.lines[0], name.size).width
        arrow = begins - 8 if scene.left else WIDTH - 6
        begins -= 0 if scene.left else 8
        write(draw, name, Box(begins, box.top, WIDTH, box.bottom))
        _draw_arrow(draw, arrow, (box.top + box.bottom) // 2, scene.left)


def _draw_arrow(draw: ImageDraw.ImageDraw, x: int, y: int, left: bool) -> None:
    """Six pixels wide from `x`, pointing to where the next player sits, as whoever is up sees it."""
    tip, back = (x, x + 5) if left else (x + 5, x)
    draw.polygon([(tip, y), (back, y - 4), (back, y + 4)], fill=1)
