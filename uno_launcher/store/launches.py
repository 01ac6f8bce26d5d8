"""Reading the launch log, also while a launcher writes it."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from uno_launcher.errors import StoreError
from uno_launcher.store.schema import DamagedError, read_only

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Launch:
    """One accepted press, in cards; times are in ms, `doubles` and `slips` say how often it happened."""

    number: int
    accepted_at: str
    """UTC, ISO 8601 with milliseconds."""
    clock_unset: bool
    """The clock looked as if it hadn't been set yet (field note D5)."""
    profile: str
    ordered: int | None
    """None while the burst runs: it's nobody's business what is still to come."""
    counted: int
    """Cards that came out; "or more" where `interrupted`."""
    certain: bool
    ended: str
    """done, empty, jam, lid, timeout or fault; "" while the burst runs and where it was interrupted."""
    note: str
    state: str
    difference: str
    doubles: int
    slips: int
    card_times_ms: tuple[int, ...]
    motor_ms: int
    hopper_before: int | None
    hopper_from: str
    hopper: int | None
    hopper_adjusted: int
    interrupted: bool
    """The power or the program went off before its end."""

    @property
    def running(self) -> bool:
        """Not over, or not known to be: nobody has opened the log since a power cut."""
        return not self.ended and not self.interrupted


COLUMNS = tuple(Launch.__dataclass_fields__)
UNFINISHED = "ended IS NULL AND NOT interrupted"
_INTERRUPTED = {
    "interrupted": "1",
    "certain": "0",
    "difference": "'the power or the program went off'",
}
"""What a press is that a power cut left unfinished."""
BROKEN_OFF = f"UPDATE launches SET {', '.join(f'{name} = {to}' for name, to in _INTERRUPTED.items())} WHERE"
"""An SQL statement that lacks its condition."""


def launches(connection: sqlite3.Connection, last: int | None = None) -> list[Launch]:
    """The last `last` presses (all where None), oldest first. Raises DamagedError."""
    rows = connection.execute(
        f"SELECT {', '.join(COLUMNS)} FROM launches ORDER BY number DESC LIMIT ?",
        (-1 if last is None else last,),
    ).fetchall()
    return [_launch(row) for row in reversed(rows)]


def unfinished(connection: sqlite3.Connection) -> tuple[Launch, ...]:
    """Presses that a power cut left open, as what they are now: interrupted. Raises DamagedError."""
    columns = ", ".join(_INTERRUPTED.get(name, name) for name in COLUMNS)
    rows = connection.execute(f"SELECT {columns} FROM launches WHERE {UNFINISHED} ORDER BY number")
    return tuple(_launch(row) for row in rows.fetchall())


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, to be read while the block runs. Raises StoreError where there is none, or none that can be
    read."""
    if not path.exists():
        raise StoreError(
            f"There is no launch log in {path.parent} yet: it begins with the first `uno-launcher run`; "
            "name the folder with --state-dir if that one keeps its log elsewhere."
        )
    try:
        with contextlib.closing(read_only(path)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise StoreError(
            f"The launch log {path} can't be read ({error}): the next `uno-launcher run` checks it, and sets "
            "it aside if it's damaged."
        ) from None


def read(path: Path, last: int | None = None) -> list[Launch]:
    """The last `last` presses (all where None) in the file, oldest first. Changes nothing in it.

    Raises StoreError as `reading` does.
    """
    with reading(path) as connection:
        return launches(connection, last)


def checked(kind: type[T], names: Iterable[str], values: Iterable[object]) -> T:
    """A row as `kind`. Raises DamagedError where a value isn't what this program writes."""
    try:
        return msgspec.convert(dict(zip(names, values, strict=True)), kind)
    except msgspec.ValidationError as error:
        raise DamagedError(str(error)) from None


def _launch(row: tuple[object, ...]) -> Launch:
    value = dict(zip(COLUMNS, row, strict=True))
    ended, interrupted = value["ended"] or "", bool(value["interrupted"])
    try:
        times = [int(time) for time in str(value["card_times_ms"]).split()]
    except ValueError as error:
        raise DamagedError(str(error)) from None
    value |= {
        "clock_unset": bool(value["clock_unset"]),
        "certain": bool(value["certain"]),
        "ended": ended,
        "card_times_ms": times,
        "interrupted": interrupted,
        "ordered": value["ordered"] if ended or interrupted else None,
    }
    return checked(Launch, value.keys(), value.values())
