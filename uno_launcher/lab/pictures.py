"""Three pictures of what luck does to a game, each to be read at a glance."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile

from uno_launcher.errors import LauncherError
from uno_launcher.lab.drawing import Drawing, png, svg
from uno_launcher.lab.summary import Summary

# Okabe and Ito's, which colour-blind people tell apart.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#333333", "#999999")
PALE, SAND = "#cce3f0", "#f3efe2"
"""Behind the first colour's line, and behind the published length."""
INK, GREY, FAINT = "#222", "#666", "#ddd"

WIDTH = 800
NAME = 18
"""Letters of a profile's name that are drawn."""
LABEL, LABELLED = 16, 130
"""Room for the label of a line: its height and width."""
LASTING = 0.1
"""Hands are drawn for as long as so many rounds last."""


def prepare(folder: Path) -> None:
    """Make the folder. Raises LauncherError where pictures couldn't be drawn into it later."""
    png(Drawing(1, 1, ""))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise _refused(folder, error) from None


def draw(found: Sequence[Summary], folder: Path) -> list[Path]:
    """Draw all of them into a folder that is there, as SVG and PNG. Raises LauncherError where that fails.

    Returns the files that were written; those of the same name are replaced.
    """
    drawings = {"bursts-and-gaps": bursts_and_gaps(found), "hands": hands(found), "minutes": minutes(found)}
    files = []
    try:
        for name, drawing in drawings.items():
            for file, content in (
                (folder / f"{name}.svg", svg(drawing).encode()),
                (folder / f"{name}.png", png(drawing)),
            ):
                file.write_bytes(content)
                files.append(file)
    except OSError as error:
        raise _refused(folder, error) from None
    return files


def _refused(folder: Path, error: OSError) -> LauncherError:
    return LauncherError(f"{folder}: the pictures can't be written: {error.strerror}")


def bursts_and_gaps(found: Sequence[Summary]) -> Drawing:
    """How many cards come at once, and after how many presses they come again."""
    row, top, left, right = 120, 84, 150, 490
    picture = Drawing(WIDTH, top + row * len(found) + 14, "Cards of a burst, and presses until cards come.")
    _title(picture, found, "What the launcher does")
    picture.words(left, 66, "When cards come: how many?", size=13, fill=GREY)
    picture.words(right, 66, "How many presses until they come?", size=13, fill=GREY)
    most = max((max(each.bursts.values(), default=0) for each in found), default=0)
    longest = max((max(each.gaps.values(), default=0) for each in found), default=0)
    for place, each in enumerate(found):
        y, colour = top + row * place, COLOURS[place % len(COLOURS)]
        _name(picture, y + 34, each.profile, colour)
        picture.words(20, y + 56, f"{100 * (1 - each.dry):.0f} % of presses", size=11.5, fill=GREY)
        picture.words(20, y + 71, "bring cards, on", size=11.5, fill=GREY)
        picture.words(20, y + 86, f"average {each.cards_a_press:.1f} a press", size=11.5, fill=GREY)
        _bars(picture, left, y + 4, 290, row - 34, _up_to(each.bursts, 12), most, colour)
        _bars(picture, right, y + 4, 290, row - 34, _up_to(each.gaps, 9), longest, colour)
    return picture


def hands(found: Sequence[Summary]) -> Drawing:
    """How large hands get while a round goes on."""
    left, right, top, bottom = 60, WIDTH - 130, 84, 400
    picture = Drawing(WIDTH, bottom + 58, "Cards in a hand after so many turns of each player.")
    _title(picture, found, "How large hands get")
    picture.words(left, 66, "Cards in a hand", size=13, fill=GREY)
    lasting = [[lap for lap in each.hands if lap.rounds >= LASTING] for each in found]
    laps = max(max(len(each) for each in lasting) - 1, 1)
    alone = len(found) == 1
    most = max(lap.high if alone else lap.mean for each in lasting for lap in each) + 1

    def x(lap: float) -> float:
        return left + (right - left) * lap / laps

    def y(cards: float) -> float:
        return bottom - (bottom - top) * cards / most

    if alone:
        band = lasting[0]
        over = [(x(lap.lap), y(lap.high)) for lap in band]
        under = [(x(lap.lap), y(lap.low)) for lap in reversed(band)]
        picture.area([*over, *under], PALE)
        above = min(y(band[-1].high) + 8, y(band[-1].mean) - LABEL)
        picture.words(right + 8, above, "8 in 10 hands", size=11.5, fill=GREY)
    step = 1 if most <= 6 else 2 if most <= 16 else 5
    for cards in range(0, int(most) + 1, step):
        picture.line([(left, y(cards)), (right, y(cards))], FAINT)
        picture.words(left - 8, y(cards), str(cards), fill=GREY, anchor="end")
    for lap in range(0, laps + 1, 1 if laps <= 12 else 5):
        picture.words(x(lap), bottom + 16, str(lap), fill=GREY, anchor="middle")
    ends = []
    for place, each in enumerate(lasting):
        picture.line([(x(lap.lap), y(lap.mean)) for lap in each], COLOURS[place % len(COLOURS)], 2.5)
        ends.append((x(each[-1].lap), y(each[-1].mean), place))
    for at_x, at_y, place in _apart(ends):
        label = f"{found[place].profile[:NAME]}, on average" if alone else found[place].profile[:NAME]
        picture.words(at_x + 8, at_y, label, size=13, fill=COLOURS[place % len(COLOURS)])
    said = f"turns of each player, drawn for as long as 1 round in {1 / LASTING:.0f} goes on"
    picture.words((left + right) / 2, bottom + 38, said, size=13, fill=GREY, anchor="middle")
    return picture


def minutes(found: Sequence[Summary]) -> Drawing:
    """How long games take, beside what is published."""
    row, top, left, right = 84, 96, 120, WIDTH - 40
    bottom = top + row * len(found)
    picture = Drawing(WIDTH, bottom + 52, "How long games take, by profile.")
    _title(picture, found, "How long a game takes")
    longest = max(30.0, *(_reached(each.minutes.by_minute, 0.995) for each in found))
    width = 5 if longest > 45 else 2
    longest += width - longest % width

    def x(minute: float) -> float:
        return left + (right - left) * min(minute, longest) / longest

    low, high = found[0].minutes.published
    picture.box(x(low), top - 18, x(high) - x(low), bottom - top + 18, SAND)
    label = f"published: {low} to {high} min"
    middle = min((x(low) + x(high)) / 2, WIDTH - 90)
    picture.words(middle, top - 28, label, size=12, fill=GREY, anchor="middle")
    step = 15 if longest <= 150 else 30 if longest <= 300 else 60
    for minute in range(0, int(longest) + 1, step):
        picture.line([(x(minute), bottom), (x(minute), bottom + 5)], GREY)
        picture.words(x(minute), bottom + 18, str(minute), fill=GREY, anchor="middle")
    said = f"minutes; a bar is the share of games within {width} of them"
    picture.words((left + right) / 2, bottom + 38, said, size=13, fill=GREY, anchor="middle")
    binned = [_binned(each.minutes.by_minute, width) for each in found]
    most = max(max(each.values()) for each in binned)
    for place, each in enumerate(found):
        y, colour = top + row * (place + 1), COLOURS[place % len(COLOURS)]
        for start, part in binned[place].items():
            if start < longest:
                height = (row - 22) * part / most
                picture.box(x(start) + 0.5, y - height, x(start + width) - x(start) - 1, height, colour)
        picture.line([(left, y), (right, y)], GREY)
        _name(picture, y - 40, each.profile, colour)
        picture.words(20, y - 20, f"{each.minutes.mean:.0f} min", size=13, fill=INK)
        most_are = f"8 in 10: {each.minutes.low:.0f} to {each.minutes.high:.0f}"
        picture.words(20, y - 5, most_are, size=11.5, fill=GREY)
    return picture


def _title(picture: Drawing, found: Sequence[Summary], title: str) -> None:
    first = found[0]
    picture.words(20, 26, title, size=20)
    games = "1 game" if first.games == 1 else f"{first.games:,} games"
    of_each = " of each" if len(found) > 1 else ""
    about = f"{first.box}, {first.players} players, to {first.target} points · {games}{of_each}"
    picture.words(WIDTH - 20, 27, about, fill=GREY, anchor="end")
    picture.line([(20, 44), (WIDTH - 20, 44)], FAINT)


def _name(picture: Drawing, y: float, profile: str, colour: str) -> None:
    """At the left of a row; long ones are made to fit."""
    picture.words(20, y, profile[:NAME], size=min(17, 170 / max(1, len(profile[:NAME]))), fill=colour)


def _bars(
    picture: Drawing,
    x: float,
    y: float,
    width: float,
    height: float,
    parts: Mapping[str, float],
    most: float,
    colour: str,
) -> None:
    each = width / len(parts)
    for place, (label, part) in enumerate(parts.items()):
        tall = (height - 14) * part / most if most else 0.0
        left, middle = x + each * place, x + each * (place + 0.5)
        picture.box(left + 2, y + height - tall, each - 4, tall, colour)
        picture.words(middle, y + height + 11, label, size=11, fill=GREY, anchor="middle")
        if part >= 0.1:
            picture.words(middle, y + height - tall - 8, f"{100 * part:.0f} %", size=10, anchor="middle")
    picture.line([(x, y + height), (x + width, y + height)], GREY)


def _up_to(parts: Mapping[int, float], last: int) -> dict[str, float]:
    """Each value's share as a label's, with all larger ones under one label."""
    larger = sum(part for value, part in parts.items() if value > last)
    return {**{str(value): parts.get(value, 0.0) for value in range(1, last + 1)}, f"{last + 1}+": larger}


def _binned(by_minute: Mapping[int, float], width: int) -> dict[int, float]:
    found: dict[int, float] = {}
    for minute, part in by_minute.items():
        found[minute - minute % width] = found.get(minute - minute % width, 0.0) + part
    return found


def _reached(by_minute: Mapping[int, float], wanted: float) -> int:
    """The minute by which so many games are over."""
    so_far = 0.0
    for minute, part in by_minute.items():
        so_far += part
        if so_far >= wanted:
            return minute + 1
    return max(by_minute) + 1


def _apart(ends: Sequence[tuple[float, float, int]]) -> list[tuple[float, float, int]]:
    """Labels moved down until none covers another."""
    placed: list[tuple[float, float, int]] = []
    for x, y, place in sorted(ends, key=lambda end: end[1]):
        beside = [other for at, other, _ in placed if abs(at - x) < LABELLED]
        placed.append((x, max([y, *(other + LABEL for other in beside)]), place))
    return placed
