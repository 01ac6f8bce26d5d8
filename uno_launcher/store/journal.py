"""Reading the journal of evenings: set-ups and moves as JSON, which is all it takes to play them again."""

import contextlib
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from uno_launcher.errors import StoreError
from uno_launcher.store.launches import LARGEST, checked, reading
from uno_launcher.store.schema import EVENINGS_SINCE, DamagedError, opened, version_of


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
    complete: bool = True
    """None of the moves between the first and the last is missing."""


def evening(connection: sqlite3.Connection, number: int | None = None) -> Evening | None:
    """Evening `number`, or the one that was played last. None: there is no such evening.

    Raises DamagedError where what is read isn't what this program writes.
    """
    if number is not None and number > LARGEST:
        return None
    rows = connection.execute(
        "SELECT id, begun_at, setup FROM evenings WHERE ? IS NULL OR id = ?"
        " ORDER BY taken_up DESC, id DESC LIMIT 1",
        (number, number),
    ).fetchall()
    if not rows:
        return None
    made = connection.execute(
        "SELECT made_at, move, press, n FROM moves WHERE evening = ? ORDER BY n", (rows[0][0],)
    ).fetchall()
    moves = tuple(checked(Made, ("at", "move", "press"), row[:3]) for row in made)
    complete = [row[3] for row in made] == list(range(1, len(made) + 1))
    found = replace(
        checked(Evening, ("number", "begun_at", "setup"), rows[0]), moves=moves, complete=complete
    )
    for text in (found.setup, *(move.move for move in moves)):
        if not is_json(text):
            raise DamagedError(f"evening {found.number} holds what is no JSON")
    return found


def read_evening(path: Path, number: int | None = None) -> Evening | None:
    """The same from a file, which a launcher may be writing. Raises StoreError where there is no journal."""
    with reading(path) as connection:
        return evening(connection, number) if version_of(connection) >= EVENINGS_SINCE else None


def read_evenings(path: Path) -> list[Evening]:
    """Every evening in the file, oldest first. Raises StoreError where there is no journal."""
    with reading(path) as connection:
        if version_of(connection) < EVENINGS_SINCE:
            return []
        numbers = [number for (number,) in connection.execute("SELECT id FROM evenings ORDER BY id")]
        return [found for number in numbers if (found := evening(connection, number)) is not None]


def is_json(text: str) -> bool:
    """Whether it is a JSON object, as set-ups and moves are."""
    try:
        msgspec.json.decode(text, type=dict)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True


def take_up(path: Path, number: int) -> None:
    """Make evening `number` the one that was played last. No launcher may run with the file.

    Raises StoreError where it can't be written.
    """
    try:
        connection, *_ = opened(path, lambda _connection: None)
        with contextlib.closing(connection):
            connection.execute(
                "UPDATE evenings SET taken_up = (SELECT max(taken_up) + 1 FROM evenings) WHERE id = ?",
                (number,),
            )
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path} can't be written ({error}): see to the disk.") from None
