"""Reading evenings for people who want to see what there is: a broken row costs nothing but itself."""

import sqlite3
from pathlib import Path

from uno_launcher.errors import StoreError
from uno_launcher.store.journal import Evening, Made, read_evening, read_evenings
from uno_launcher.store.launches import reading


def evenings(path: Path) -> list[Evening]:
    """Every evening in the file, oldest first; broken rows come as empty or as they are.

    Raises StoreError where there is no file, or none that can be read.
    """
    try:
        return read_evenings(path)
    except StoreError:
        with reading(path) as connection:
            return [_evening(connection, number) for number in _numbers(connection)]


def one_evening(path: Path, number: int | None = None) -> Evening | None:
    """Evening `number`, or the last one; None: there is no such evening. Otherwise as `evenings`."""
    try:
        return read_evening(path, number)
    except StoreError:
        with reading(path) as connection:
            numbers = _numbers(connection)
            wanted = number if number is not None else max(numbers, default=None)
            return _evening(connection, wanted) if wanted in numbers and wanted is not None else None


def numbers(path: Path) -> list[int]:
    """Of every evening in the file, oldest first. Otherwise as `evenings`."""
    with reading(path) as connection:
        return _numbers(connection)


def setups(path: Path, last: int) -> list[str]:
    """The set-ups (JSON) of the `last` evenings, newest first. Otherwise as `evenings`."""
    with reading(path) as connection:
        wanted = _numbers(connection)[-last:]
        sql = "SELECT COALESCE(CAST(setup AS TEXT), '') FROM evenings WHERE id = ?"
        return [connection.execute(sql, (number,)).fetchone()[0] for number in reversed(wanted)]


def _numbers(connection: sqlite3.Connection) -> list[int]:
    """None where the file is from before there were evenings."""
    connection.text_factory = lambda text: text.decode(errors="replace")
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'evenings'").fetchall():
        return []
    return [number for (number,) in connection.execute("SELECT id FROM evenings ORDER BY id")]


def _evening(connection: sqlite3.Connection, number: int) -> Evening:
    begun_at, setup = connection.execute(
        "SELECT COALESCE(CAST(begun_at AS TEXT), ''), COALESCE(CAST(setup AS TEXT), '')"
        " FROM evenings WHERE id = ?",
        (number,),
    ).fetchone()
    rows = connection.execute(
        "SELECT COALESCE(CAST(made_at AS TEXT), ''), COALESCE(CAST(move AS TEXT), ''),"
        " CASE typeof(press) WHEN 'integer' THEN press END, n FROM moves WHERE evening = ? ORDER BY n",
        (number,),
    ).fetchall()
    complete = [n for *_, n in rows] == list(range(1, len(rows) + 1))
    return Evening(number, begun_at, setup, tuple(Made(*made) for *made, _ in rows), complete)
