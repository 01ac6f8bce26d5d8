"""Reading the journal of evenings: set-ups and moves as JSON, which is all it takes to play them again."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from uno_launcher.store.launches import reading


@dataclass(frozen=True, slots=True)
class Made:
    """One move that the table took. `press`: number of the launch, for a press that the launcher made."""

    at: str
    """UTC, ISO 8601 with milliseconds."""
    move: str
    """JSON, as in `rules.moves`."""
    press: int | None = None


@dataclass(frozen=True, slots=True)
class Evening:
    """One set-up (JSON of `rules.setup.Setup`) and its moves in order."""

    number: int
    begun_at: str
    setup: str
    moves: tuple[Made, ...] = ()


def evening(connection: sqlite3.Connection, number: int | None = None) -> Evening | None:
    """Evening `number`, or the last one. None: there is no such evening."""
    rows = connection.execute(
        "SELECT id, begun_at, setup FROM evenings WHERE ? IS NULL OR id = ? ORDER BY id DESC LIMIT 1",
        (number, number),
    ).fetchall()
    if not rows:
        return None
    found, begun_at, setup = rows[0]
    moves = connection.execute(
        "SELECT made_at, move, press FROM moves WHERE evening = ? ORDER BY n", (found,)
    )
    return Evening(found, begun_at, setup, tuple(Made(*row) for row in moves))


def read_evening(path: Path, number: int | None = None) -> Evening | None:
    """The same from a file, which a launcher may be writing. Raises StoreError where there is no journal."""
    with reading(path) as connection:
        return evening(connection, number)


def read_evenings(path: Path) -> list[Evening]:
    """Every evening in the file, oldest first. Raises StoreError where there is no journal."""
    with reading(path) as connection:
        numbers = [number for (number,) in connection.execute("SELECT id FROM evenings ORDER BY id")]
        return [found for number in numbers if (found := evening(connection, number)) is not None]
