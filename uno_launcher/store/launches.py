"""Reading the launch log, also while a launcher writes it."""

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import msgspec

from uno_launcher.errors import StoreError
from uno_launcher.store.schema import (
    AT_MOST_SINCE,
    EVENINGS_SINCE,
    DamagedError,
    read_only,
    refuse_odd,
    version_of,
)

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
    """None while the burst runs, when it's nobody's business what is still to come, and where it was
    interrupted."""
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
    at_most: int | None = None
    """The most cards that it was allowed; None: no cap, or an older version's press."""
    broken: tuple[str, ...] = ()
    """Names of fields whose value in the file is none of this program's: they stand here as empty."""

    @property
    def running(self) -> bool:
        """Not over, or not known to be: nobody has opened the log since a power cut."""
        return not (self.ended or self.interrupted or "ended" in self.broken)


_KINDS: dict[str, Any] = {name: kind for name, kind in get_type_hints(Launch).items() if name != "broken"}
_EMPTY: dict[Any, object] = {str: "", int: 0, bool: False, tuple[int, ...]: ()}
"""Kind of field -> its value where nothing can be read; None in all others."""
COLUMNS = tuple(_KINDS)
_TIME = re.compile("[0-9]{1,9}")
LARGEST = (1 << 63) - 1
"""The largest number that SQLite takes."""
_SOMETHING = ("launches", "moves", """evenings WHERE setup NOT LIKE '%"players":[]%'""")
UNTOLD = -1
"""What stands for the ordered cards until a press is over."""
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
    """The last `last` presses (all where None), oldest first. Raises sqlite3.Error."""
    older = version_of(connection) < AT_MOST_SINCE
    columns = ", ".join("NULL" if older and name == "at_most" else name for name in COLUMNS)
    rows = _rows(
        connection,
        f"SELECT {columns} FROM launches ORDER BY number DESC LIMIT ?",
        -1 if last is None else min(last, LARGEST),
    )
    return [_launch(row) for row in reversed(rows)]


def unfinished(connection: sqlite3.Connection) -> tuple[Launch, ...]:
    """Presses that a power cut left open, as what they are now: interrupted. Raises sqlite3.Error."""
    columns = ", ".join(_INTERRUPTED.get(name, name) for name in COLUMNS)
    rows = _rows(connection, f"SELECT {columns} FROM launches WHERE {UNFINISHED} ORDER BY number")
    return tuple(_launch(row) for row in rows)


def _rows(connection: sqlite3.Connection, sql: str, *values: object) -> list[tuple[object, ...]]:
    """With text that is no UTF-8 as bytes, which no field takes."""
    usual, connection.text_factory = connection.text_factory, _text
    try:
        return connection.execute(sql, values).fetchall()
    finally:
        connection.text_factory = usual


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


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
        refuse_odd(path)
        with contextlib.closing(read_only(path)) as connection:
            yield connection
    except OSError as error:
        raise StoreError(f"The launch log {path} can't be read ({error.strerror}): see to it.") from None
    except (sqlite3.Error, UnicodeDecodeError) as error:  # complaints of SQLite's may quote the file
        raise StoreError(
            f"The launch log {path} can't be read ({error}): the next `uno-launcher run` checks it, and sets "
            "it aside if it's damaged."
        ) from None


def begun(path: Path) -> bool:
    """Whether there is a log with anything in it, or one that can't be read.

    A launcher that finds no hardware leaves one with nothing but an evening of nobody.
    """
    if not path.exists():
        return False
    try:
        with reading(path) as connection:
            version = version_of(connection)
            return version > 0 and any(
                connection.execute(f"SELECT 1 FROM {some} LIMIT 1").fetchall()
                for some in _SOMETHING[: 1 if version < EVENINGS_SINCE else None]
            )
    except StoreError:
        return True


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
    """The row with what can be read of it."""
    value = dict(zip(COLUMNS, row, strict=True))
    value["ended"] = "" if value["ended"] is None else value["ended"]
    value["ordered"] = None if value["ordered"] == UNTOLD else value["ordered"]
    value["certain"] = value["certain"] or 0
    value["card_times_ms"] = _times(value["card_times_ms"])
    known: dict[str, Any] = {}
    broken = []
    for name, kind in _KINDS.items():
        try:
            known[name] = msgspec.convert(value[name], kind, strict=kind is not bool)
        except msgspec.ValidationError:
            known[name] = _EMPTY.get(kind)
            broken.append(name)
    try:
        datetime.fromisoformat(known["accepted_at"])
    except ValueError:
        known["accepted_at"] = ""
        broken.append("accepted_at")
    launch = Launch(**known, broken=tuple(dict.fromkeys(broken)))
    return replace(launch, ordered=None) if launch.running else launch


def _times(text: object) -> object:
    """What is no list of whole numbers is left as it is."""
    words = text.split() if isinstance(text, str) else [""]
    return [int(word) for word in words] if all(_TIME.fullmatch(word) for word in words) else text
