"""What the control loop writes the launch log with. Nothing here waits for a disk but `flush` and `close`."""

import contextlib
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from uno_launcher.errors import StoreError
from uno_launcher.launcher.effects import CardsCounted, PressAccepted, PressFinished
from uno_launcher.store.journal import Evening
from uno_launcher.store.known import Known, known
from uno_launcher.store.launches import BROKEN_OFF, UNFINISHED, UNTOLD
from uno_launcher.store.salvage import salvaged
from uno_launcher.store.schema import is_damage, opened
from uno_launcher.store.writer import Statement, Writer

FILE_NAME = "launches.db"
"""The log's name in the state folder."""
SIMULATED_FILE_NAME = "simulated.db"
"""A simulated launcher's log: what never happened must not get into the measurements."""

CLOCK_SLACK_S = 60.0
"""A clock may be put back by this much without looking unset."""

_ACCEPTED = """
    INSERT INTO launches
    (number, accepted_at, clock_unset, profile, ordered, hopper_before, hopper_from, at_most)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO NOTHING
"""
# What is over doesn't change any more, whoever says so.
_COUNTED = f"UPDATE launches SET counted = ? WHERE number = ? AND {UNFINISHED}"
_FINISHED = f"""
    UPDATE launches SET ordered = ?, counted = ?, certain = ?, ended = ?, note = ?, state = ?, difference = ?,
    doubles = ?, slips = ?, card_times_ms = ?, motor_ms = ?, hopper = ?, hopper_adjusted = ?
    WHERE number = ? AND {UNFINISHED}
"""

_BROKE_OFF = f"{BROKEN_OFF} number = ? AND {UNFINISHED}"
_BEGUN = """
    INSERT INTO evenings (id, begun_at, setup, taken_up)
    SELECT ?, ?, ?, coalesce(max(taken_up), 0) FROM evenings
"""
_MOVED = "INSERT INTO moves (evening, n, made_at, move, press) VALUES (?, ?, ?, ?, ?)"


class Store:
    """The launch log. Without a disk to write to it takes everything, keeps nothing and says so."""

    def __init__(
        self,
        path: Path,
        connection: sqlite3.Connection | None,
        problem: str,
        wall: Callable[[], float],
        knows: Known = Known(),  # noqa: B008  # nothing in it changes
    ) -> None:
        self._path = path
        self._wall = wall
        self._said = [problem] if problem else []
        self.found: list[str] = []
        """Sentences about what was going on when the launcher went off, for whoever presses next."""
        self.next_number = knows.next_number
        """Of the next press, so that numbers go on over restarts."""
        self.interrupted = knows.unfinished
        """Presses that a power cut ended: `counted` cards or more came out. Whoever keeps the table says what
        they are to it, see `broke_off`."""
        self.hopper = knows.hopper
        """Cards that should be in the hopper by the log's last word; None where nobody knows."""
        self.evening: Evening | None = knows.evening
        """The last evening in the journal, as it was when the file was opened or the evening begun. Moves go
        into it; where it's None, nowhere."""
        self._newest = knows.newest
        self._evenings = knows.evenings
        self._moves = len(self.evening.moves) if self.evening else 0
        self._writer = Writer(connection, path) if connection is not None else None

    @classmethod
    def open(cls, path: Path, wall: Callable[[], float] = time.time) -> "Store":
        """Open or begin the log at `path`. Never raises for what is wrong with file or disk: see `problems`.

        `wall` gives the time of day in seconds since 1970.
        """
        try:
            connection, knows, kept = opened(path, lambda connection: known(connection, wall()))
        except StoreError as error:
            return cls(path, None, str(error), wall)
        except Exception as error:  # whatever a file holds, the launcher starts
            return cls(path, None, _nowhere(path, error), wall)
        return cls(path, connection, _damaged(kept) if kept else "", wall, knows)

    @property
    def problems(self) -> list[str]:
        """Sentences about what isn't as it should be; empty when the log works."""
        error = self._writer.error if self._writer else None
        return [*self._said, _not_now(self._path, error)] if error else list(self._said)

    @property
    def durable(self) -> bool:
        """Whether what happens goes on record as far as is known."""
        return self._writer is not None and self._writer.error is None

    def accepted(self, press: PressAccepted) -> None:
        """A press counts. On the disk before anything comes of it, if the disk is quick."""
        wall = self._wall()
        unset = wall < self._newest - CLOCK_SLACK_S
        if not unset:
            self._newest = max(self._newest, wall)
        self._put(
            _ACCEPTED,
            press.number,
            _iso(wall),
            unset,
            press.profile,
            UNTOLD,
            press.hopper,
            press.hopper_from,
            press.at_most,
        )

    def counted(self, count: CardsCounted) -> None:
        """So many cards so far: only the last word is written where the disk is slower than the cards."""
        self._put(_COUNTED, count.cards, count.number, replaces=count.number)

    def finished(self, press: PressFinished, move: str | None = None) -> None:
        """The press is over; `move` is what it is to the table, in the same transaction."""
        report = press.report
        values = (
            report.ordered,
            report.counted,
            report.certain,
            report.ended,
            report.note,
            press.state,
            press.difference,
            report.doubles,
            report.slips,
            " ".join(str(ms) for ms in report.card_times_ms),
            report.motor_ms,
            press.hopper,
            press.adjusted,
            press.number,
        )
        self._write(Statement(_FINISHED, values), *self._moved(move, press.number))

    def broke_off(self, number: int, move: str | None) -> None:
        """The interrupted press `number` is over: `move` is what it is to the table, None: nothing."""
        self._write(Statement(_BROKE_OFF, (number,)), *self._moved(move, number))

    def begin(self, setup: str) -> None:
        """An evening begins, with this set-up as JSON; all moves are its from now on."""
        self._evenings += 1
        self.evening = Evening(self._evenings, _iso(self._wall()), setup)
        self._moves = 0
        self._put(_BEGUN, self.evening.number, self.evening.begun_at, setup)

    def moved(self, *moves: str) -> None:
        """The table has taken these moves, given as JSON: all of them are on record, or none."""
        self._write(*(statement for move in moves for statement in self._moved(move)))

    def _moved(self, move: str | None, press: int | None = None) -> tuple[Statement, ...]:
        if move is None or self.evening is None:
            return ()
        self._moves += 1
        return (Statement(_MOVED, (self.evening.number, self._moves, _iso(self._wall()), move, press)),)

    def flush(self, timeout_s: float) -> bool:
        """Wait until all of it is on the disk; False when it isn't by then, or can't be."""
        return self._writer is not None and self._writer.flush(timeout_s)

    def settled(self) -> Callable[[], bool]:
        """Whether all that was given by now is on the disk or can't be: to be asked, without waiting."""
        return (lambda: True) if self._writer is None else self._writer.settled()

    def close(self, timeout_s: float = 2.0) -> bool:
        """Write the rest and let go of the file. Nothing may be called after it but `problems`."""
        writer, self._writer = self._writer, None
        return writer is not None and writer.close(timeout_s)

    def _put(self, sql: str, *values: object, replaces: object = None) -> None:
        self._write(Statement(sql, values, replaces))

    def _write(self, *statements: Statement) -> None:
        if self._writer is not None and statements:
            self._writer.put(*statements)


def _iso(wall: float) -> str:
    """A clock may say anything (field note D5); what no calendar has is the beginning of 1970."""
    with contextlib.suppress(ValueError, OverflowError, OSError):
        return _dated(wall)
    return _dated(0.0)


def _dated(wall: float) -> str:
    return datetime.fromtimestamp(wall, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _damaged(kept: Path) -> str:
    found = salvaged(kept)
    if found is None:
        return f"The launch log was damaged: it is kept as {kept}, and a new one was begun."
    return (
        f"The launch log was damaged, and a new one was begun: to have back {found}, stop the launcher and"
        f" call `uno-launcher restore {kept}`."
    )


def _nowhere(path: Path, error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return (
        f"Launches aren't recorded, because {path} can't be written ({reason}): play goes on without; name a "
        "folder that can be written with --state-dir, or see to the disk, and start again."
    )


def _not_now(path: Path, error: Exception) -> str:
    if isinstance(error, sqlite3.Error) and is_damage(error):
        return f"The launch log {path} is damaged ({error}): start again to set it aside and begin a new one."
    if isinstance(error, FileNotFoundError):
        return f"The launch log {path} has gone, so nothing is recorded: start again to begin a new one."
    full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    cure = "make room on it" if full else "see to it"
    return (
        f"Launches can't be written to the disk of {path} just now ({error}): {cure}; until then the last "
        "presses are only kept in memory."
    )
