"""Recordings of the beam: read them, and count the cards in them as the launcher would.

A recording is CSV with the head line `t_us,blocked`; the last line is the level when it ended. What the motor
did meanwhile may stand in a second file, `t_us,motor,duty`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypedDict

from uno_launcher.contents import MB, contents, split
from uno_launcher.errors import InputError
from uno_launcher.feed.beam import Beam
from uno_launcher.feed.timing import Timing

BEAM_COLUMNS = {"t_us": (0, 10**12), "blocked": (0, 1)}
MOTOR_COLUMNS = {"t_us": (0, 10**12), "motor": (-1, 1), "duty": (0, 100)}
"""Column -> least and greatest value. A recording is over before its twelfth day."""


class Verdict(TypedDict):
    """What a recording holds, as `count` prints it."""

    cards: int
    certain: bool
    doubles: int
    ignored: int
    card_out: bool
    jam: bool


def read_beam(path: Path) -> list[tuple[int, bool]]:
    """(t_us, blocked) in order of time, at least one. Raises InputError naming file, line and reason."""
    rows = _read(path, BEAM_COLUMNS)
    if not rows:
        raise InputError(f"{path} line 2: nothing was recorded; there must be the level when it ended")
    return [(t_us, bool(blocked)) for t_us, blocked in rows]


def read_motor(path: Path) -> list[tuple[int, int, int]]:
    """(t_us, direction, duty in percent) in order of time. Raises InputError naming file, line and reason."""
    return [(t_us, direction, duty) for t_us, direction, duty in _read(path, MOTOR_COLUMNS)]


class Recorder:
    """Takes down what beam and motor do, to be written as a recording that `read_beam` and `read_motor` read.

    Times are whole microseconds of any clock; a recording's begin with the first thing that is told.
    """

    def __init__(self) -> None:
        self._edges: list[tuple[int, int]] = []
        self._motor: list[tuple[int, int, int]] = []

    def edge(self, t_us: int, blocked: bool) -> None:
        """The beam's level changed, or was told again."""
        self._edges.append((t_us, int(blocked)))

    def motor(self, t_us: int, direction: int, duty_pct: int) -> None:
        """The motor turns forwards (1), backwards (-1) or not (0) from now on."""
        change = (t_us, direction, duty_pct if direction else 0)
        if not self._motor or self._motor[-1][1:] != change[1:]:
            self._motor.append(change)

    def write(self, beam: Path, motor: Path, end_us: int) -> int:
        """Write both files, the recording ending at `end_us`; its number of edges. Raises OSError."""
        start = min(t_us for t_us, *_ in [*self._edges, *self._motor, (end_us, 0)])
        level = self._edges[-1][1] if self._edges else 0
        _write(beam, BEAM_COLUMNS, start, [*self._edges, (end_us, level)])
        _write(motor, MOTOR_COLUMNS, start, self._motor)
        return len(self._edges)


def count(
    beam_rows: Sequence[tuple[int, bool]],
    motor_rows: Sequence[tuple[int, int, int]] | None = None,
    transit_us: int = 35_000,
) -> Verdict:
    """Replay a recording. Without the motor's part it's taken to have run forwards all the time."""
    if motor_rows is None:
        motor_rows = [(0, 1, 60)]
    beam = _beam(motor_rows, transit_us)
    *edges, (end_us, level) = beam_rows
    told: list[tuple[int, Callable[[], None]]] = []
    for t_us, direction, duty in motor_rows:
        told.append((t_us, partial(beam.motor, t_us, direction, duty)))
    for t_us, blocked in edges:
        told.append((t_us, partial(beam.edge, t_us, blocked)))
    told = sorted((one for one in told if one[0] <= end_us), key=lambda one: one[0])
    now = min(end_us, told[0][0]) if told else end_us
    beam.start(now, False)
    for t_us, tell in told:
        _wait(beam, now, t_us)
        now = t_us
        tell()
    _wait(beam, now, end_us)
    if level != beam.blocked:
        beam.found(end_us, level)
    cards, certain = beam.finish(end_us)
    return {
        "cards": cards,
        "certain": certain,
        "doubles": beam.doubles,
        "ignored": beam.ignored,
        "card_out": beam.card_out,
        "jam": beam.jam,
    }


def _beam(motor_rows: Sequence[tuple[int, int, int]], transit_us: int) -> Beam:
    """A recording brings no calibration but the transit, so cards may differ more. Where the motor wasn't
    kick-started as the launcher does it, how fast it got up to speed is unknown.
    """
    forwards = [duty for _, direction, duty in motor_rows if direction > 0 and duty > 0]
    kicked = len(forwards) > 1 and forwards[0] > forwards[1]
    duty_pct = max([60, *(duty for duty in forwards if duty < forwards[0])] if kicked else [1, *forwards])
    timing = Timing(
        transit_us=transit_us,
        single_min_pct=80,
        single_max_pct=116,
        duty_pct=duty_pct,
        friction_pct=min(12, duty_pct // 2),
        brake_us=transit_us * 3 // 7,
    )
    return Beam(timing, lambda a, b: a - b, jumps=not kicked)


def _wait(beam: Beam, now: int, t_us: int) -> None:
    """Let the time pass as the launcher does: waking the beam when it asks for it."""
    while (wait := beam.wait_us(now)) is not None and now + wait < t_us:
        now += wait
        beam.tick(now)


def _write(
    path: Path, columns: dict[str, tuple[int, int]], start: int, rows: Sequence[tuple[int, ...]]
) -> None:
    lines = [
        ",".join(columns),
        *(",".join(map(str, (t_us - start, *rest))) for t_us, *rest in sorted(rows, key=lambda row: row[0])),
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _read(path: Path, columns: dict[str, tuple[int, int]]) -> list[list[int]]:
    """The rows of a CSV of whole numbers whose first column is a time that doesn't run backwards."""
    try:
        lines = split(contents(path, 100 * MB).decode("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: the file can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} line 1: this is no CSV text but something else") from None
    head = ",".join(columns)
    if not lines or lines[0].replace(" ", "") != head:
        raise InputError(f"{path} line 1: the head line must be {head}")
    rows: list[list[int]] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            row = _row(line, columns)
            if rows and row[0] < rows[-1][0]:
                raise ValueError(f"its time {row[0]} is before that of the line above, {rows[-1][0]}")
        except ValueError as error:
            raise InputError(f"{path} line {number}: {error}") from None
        rows.append(row)
    return rows


def _row(line: str, columns: dict[str, tuple[int, int]]) -> list[int]:
    cells = line.split(",")
    if len(cells) != len(columns):
        raise ValueError(f"there must be {len(columns)} values ({','.join(columns)}), not {len(cells)}")
    row = []
    for cell, (name, (least, most)) in zip(cells, columns.items(), strict=True):
        digits = cell.strip().removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and least <= int(cell) <= most):
            raise ValueError(
                f"{name} is {cell.strip()[:20] or 'empty'}, not a whole number from {least} to {most}"
            )
        row.append(int(cell))
    return row
