"""What can still be had from a log that was set aside, and how it comes back into the new one."""

import contextlib
import itertools
import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from uno_launcher.errors import StoreError
from uno_launcher.store.journal import is_json
from uno_launcher.store.launches import BROKEN_OFF, UNFINISHED
from uno_launcher.store.pages import Row, rows
from uno_launcher.store.schema import MIGRATIONS, beside, opened, set_aside

_MOST = 1 << 31
"""No press, evening or move has a higher number."""


@dataclass(frozen=True, slots=True)
class Salvage:
    """Rows as they were, by number. Of each evening the moves up to the first that is lost."""

    launches: Mapping[int, Row]
    evenings: Mapping[int, Row]
    moves: Mapping[int, tuple[Row, ...]]
    """By evening."""
    cut: Mapping[int, int]
    """Evening -> number of its last known move, where moves before that one are lost."""

    def __str__(self) -> str:
        presses = _number(len(self.launches), "press", "presses")
        if not self.evenings:
            return presses
        moves = sum(len(made) for made in self.moves.values())
        return f"{_number(len(self.evenings), 'evening')} with {_number(moves, 'move')}, and {presses}"


def salvaged(path: Path) -> Salvage | None:
    """What the file at `path` and the journal beside it still hold. None: nothing, or they can't be read."""
    try:
        data, wal = (file.read_bytes() if file.exists() else b"" for file in (path, beside(path, "-wal")))
        found = _sorted(data, wal)
    except OSError:
        return None
    return found if found.launches or found.evenings else None


def restore(path: Path, into: Path) -> Salvage:
    """Put what the file at `path` still holds before what is in the log `into`, and rename the file.

    Presses and evenings keep their numbers, and those in `into` go on from there. The evening that was played
    last in the broken file is the one that goes on. No launcher may run with `into`; if it is made here,
    it belongs to whoever owns the broken file. Raises StoreError.
    """
    found = salvaged(path)
    if found is None:
        raise StoreError(f"Nothing can be read from {path} any more: it stays where it is.")
    try:
        there, owner = into.exists(), path.stat()
        connection, _, _ = opened(into, lambda _connection: None)
        with contextlib.closing(connection):
            connection.execute("BEGIN IMMEDIATE")
            _make_room(connection, max(found.launches, default=0), max(found.evenings, default=0))
            _insert(connection, found)
            connection.execute("COMMIT")
        if not there:
            with contextlib.suppress(PermissionError):
                os.chown(into, owner.st_uid, owner.st_gid)
        set_aside(path, into, "restored")
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} can't be restored into {into} ({error}): see to the disk.") from None
    return found


def _make_room(connection: sqlite3.Connection, presses: int, evenings: int) -> None:
    """Number what is there so that it comes after so many presses and evenings."""
    # By way of negative numbers, since each must be unique at every moment.
    for table, column, by in (
        ("launches", "number", presses),
        ("evenings", "id", evenings),
        ("moves", "evening", evenings),
    ):
        connection.execute(f"UPDATE {table} SET {column} = -({column} + ?)", (by,))
        connection.execute(f"UPDATE {table} SET {column} = -{column}")
    connection.execute("UPDATE moves SET press = press + ?", (presses,))


def _insert(connection: sqlite3.Connection, found: Salvage) -> None:
    (taken_up,) = connection.execute("SELECT coalesce(max(taken_up), 0) FROM evenings").fetchone()
    columns = _columns(connection)
    moves = (row for made in found.moves.values() for row in made)
    for table, values in (
        ("launches", found.launches.values()),
        ("evenings", found.evenings.values()),
        ("moves", moves),
    ):
        for row in values:
            names = [column.name for column in columns[table][: len(row)]]
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", row)
    last = max(found.evenings, default=0)
    connection.execute("UPDATE evenings SET taken_up = taken_up + ? WHERE id <= ?", (taken_up + 1, last))
    # The press that ran when the file broke is for the table to book; older ones are past that.
    last = max(found.launches, default=0)
    connection.execute(f"{BROKEN_OFF} {UNFINISHED} AND number < ?", (last,))


def _sorted(data: bytes, wal: bytes) -> Salvage:
    """Which table a row was in shows in its shape."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statements in MIGRATIONS:
            for statement in statements:
                connection.execute(statement)
        columns = _columns(connection)
    launches: dict[int, Row] = {}
    evenings: dict[int, Row] = {}
    made: dict[int, dict[int, Row]] = {}
    for row in rows(data, wal):
        if not row or not isinstance(row[0], int) or not 0 < row[0] < _MOST:
            continue
        if _fits(row, columns["launches"]):
            launches[row[0]] = row
        elif _fits(row, columns["evenings"]) and is_json(row[2]):
            evenings[row[0]] = row
        elif _fits(row, columns["moves"]) and is_json(row[3]):
            made.setdefault(row[0], {})[row[1]] = row
    moves: dict[int, tuple[Row, ...]] = {}
    cut: dict[int, int] = {}
    for evening in evenings:
        numbered = made.get(evening, {})
        unbroken = next(n for n in itertools.count(1) if n not in numbered)
        moves[evening] = tuple(numbered[n] for n in range(1, unbroken))
        if (last := max(numbered, default=0)) >= unbroken:
            cut[evening] = last
    return Salvage(launches, evenings, moves, cut)


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    kind: type
    may_be_null: bool
    needed: bool
    """Every row has it, whenever it was written."""


def _columns(connection: sqlite3.Connection) -> dict[str, list[_Column]]:
    return {
        table: [
            _Column(
                name, int if kind == "INTEGER" else str, not filled and not key, bool(filled) and not default
            )
            for _, name, kind, filled, default, key in connection.execute(f"PRAGMA table_info({table})")
        ]
        for table in ("launches", "evenings", "moves")
    }


def _fits(row: Row, columns: list[_Column]) -> bool:
    least = max(place for place, column in enumerate(columns, 1) if column.needed)
    return least <= len(row) <= len(columns) and all(
        type(value) is column.kind or (value is None and column.may_be_null)
        for value, column in zip(row, columns, strict=False)
    )


def _number(count: int, one: str, many: str = "") -> str:
    return f"1 {one}" if count == 1 else f"{count} {many or one + 's'}"
