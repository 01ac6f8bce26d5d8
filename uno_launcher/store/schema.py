"""The log's file: its tables, how older ones are brought up to date, and what happens to a broken one."""

import contextlib
import errno
import os
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from uno_launcher.errors import StoreError
from uno_launcher.store.pages import page_size
from uno_launcher.store.wal import forgets

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE launches (
            number INTEGER PRIMARY KEY,
            accepted_at TEXT NOT NULL,
            clock_unset INTEGER NOT NULL,
            profile TEXT NOT NULL,
            ordered INTEGER NOT NULL,
            hopper_before INTEGER,
            hopper_from TEXT NOT NULL,
            counted INTEGER NOT NULL DEFAULT 0,
            certain INTEGER,
            ended TEXT,
            note TEXT NOT NULL DEFAULT '',
            state TEXT NOT NULL DEFAULT '',
            difference TEXT NOT NULL DEFAULT '',
            doubles INTEGER NOT NULL DEFAULT 0,
            slips INTEGER NOT NULL DEFAULT 0,
            card_times_ms TEXT NOT NULL DEFAULT '',
            motor_ms INTEGER NOT NULL DEFAULT 0,
            hopper INTEGER,
            hopper_adjusted INTEGER NOT NULL DEFAULT 0,
            interrupted INTEGER NOT NULL DEFAULT 0
        )
        """,
    ),
    (
        "CREATE TABLE evenings (id INTEGER PRIMARY KEY, begun_at TEXT NOT NULL, setup TEXT NOT NULL)",
        """
        CREATE TABLE moves (
            evening INTEGER NOT NULL,
            n INTEGER NOT NULL,
            made_at TEXT NOT NULL,
            move TEXT NOT NULL,
            press INTEGER,
            PRIMARY KEY (evening, n)
        ) WITHOUT ROWID
        """,
    ),
    ("ALTER TABLE evenings ADD COLUMN taken_up INTEGER NOT NULL DEFAULT 0",),
    ("ALTER TABLE launches ADD COLUMN at_most INTEGER",),
)
"""Statements that lead from each version of the file to the next; `user_version` counts the ones done.

Never change one that was released: add another. `launches` has a row for every accepted press. `ended` is
NULL while its burst runs; a row that a power cut left so is marked `interrupted` when the file is opened
again, and its `counted` means "or more". `ordered` is -1 until the press is over, so that nobody learns from
the file what is still to come. `evenings` has a row for every set-up, `moves` one for every move
that the table took, as JSON; `press` is the launch that a press or a failed press was. The evening with the
highest `taken_up`, of those the one with the highest `id`, is the one that was played last.
"""

EVENINGS_SINCE = 2
"""The version of the file from which on it holds evenings."""
AT_MOST_SINCE = 4
"""The version from which on launches have `at_most`."""

WAIT_S = 1.0
"""How long to wait for another program that has the file locked."""

MODE = 0o640
"""The rights to the file and to what belongs to it."""

_PARTS = ("", "-shm", "-wal")
"""What a file's name is followed by in the names of what belongs to it."""

T = TypeVar("T")


class DamagedError(sqlite3.DatabaseError):
    """The file holds what no program of ours wrote."""


def opened(path: Path, learn: Callable[[sqlite3.Connection], T]) -> tuple[sqlite3.Connection, T, Path | None]:
    """The file ready to be written, what `learn` makes of it, and where a broken one was set aside.

    `learn` only reads, and raises what sqlite3 raises. Raises StoreError for a file that a newer program
    wrote, OSError or sqlite3.Error where the disk refuses.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    refuse_odd(path)
    try:
        _check_pair(path)
        if path.exists():
            try:
                _check(path, learn)
            except sqlite3.OperationalError as error:
                if is_damage(error):
                    raise
                # Opening it to write says why more clearly.
        return *_connected(path, learn), None
    except UnicodeDecodeError:  # a complaint of SQLite's that quotes the file
        pass
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
    kept = set_aside(path, path)
    return *_connected(path, learn), kept


def read_only(path: Path) -> sqlite3.Connection:
    """The file as it is; neither it nor the journal beside it is touched. Raises sqlite3.Error."""
    _check_pair(path)
    uri = f"file:{quote(str(path.absolute()))}?mode=ro"
    connection = sqlite3.connect(uri, timeout=WAIT_S, uri=True)
    try:
        connection.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.OperationalError as error:
        connection.close()
        # Reading in WAL mode needs a file beside the log, which a reader without the right to write can't
        # make. Where nobody else has made one either, the log alone is complete; beside a writer it isn't.
        refused = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
        if not refused or beside(path, "-wal").exists():
            raise
        return sqlite3.connect(f"{uri}&immutable=1", timeout=WAIT_S, uri=True)
    except BaseException:
        connection.close()
        raise
    return connection


def refuse_odd(path: Path) -> None:
    """Raises OSError where something else than a file has the name of the log, or of what belongs to it:
    whoever opens a pipe waits for ever."""
    for part in _PARTS:
        file = beside(path, part)
        if file.exists() and not file.is_file():
            raise OSError(errno.EINVAL, f"{file.name} is no regular file")


def version_of(connection: sqlite3.Connection) -> int:
    """How many of MIGRATIONS were done."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken, rather than the disk full, locked or write-protected."""
    if isinstance(error, DamagedError):
        return True
    # Without a code it comes from Python's side: a text that is no UTF-8.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    # An SQL error in our own fixed statements means that the file has other tables than its version says.
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def beside(path: Path, ending: str) -> Path:
    """A file that belongs to `path`."""
    return path.with_name(path.name + ending)


def _check_pair(path: Path) -> None:
    # SQLite deletes the journal beside a file that is missing or empty, whoever opens it. A single byte is
    # nothing to it either.
    if _size(path) <= 1 and _size(beside(path, "-wal")):
        raise DamagedError("there is nothing in it, but in the journal beside it")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _check(path: Path, learn: Callable[[sqlite3.Connection], object]) -> None:
    # A connection that may write tidies the journal of a broken file away, and with it what could be rescued.
    with contextlib.closing(read_only(path)) as connection:
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if found != ("ok",):
            raise DamagedError(found[0] if found else "it can't be checked")
        if _forgets(path):
            raise DamagedError("the journal beside it is broken")
        if version_of(connection) == len(MIGRATIONS):
            learn(connection)


def _forgets(path: Path) -> bool:
    """Whether commits that were done are lost to SQLite. Somebody has just read the file with it."""
    wal, index = beside(path, "-wal"), beside(path, "-shm")
    if not _size(wal) or not _size(index):
        return False
    with path.open("rb") as file:
        size = page_size(file.read(18))
    read = int.from_bytes(index.read_bytes()[16:20], sys.byteorder)  # mxFrame of the WAL-index
    return forgets(wal.read_bytes(), size, read)


def _connected(path: Path, learn: Callable[[sqlite3.Connection], T]) -> tuple[sqlite3.Connection, T]:
    _keep_private(path)
    connection = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # A launcher is switched off at the plug: what was committed must be on the disk (field note D4).
        connection.execute("PRAGMA synchronous = FULL")
        _migrate(connection, path)
        return connection, learn(connection)
    except BaseException:
        connection.close()
        raise


def _keep_private(path: Path) -> None:
    """Nobody but owner and group reads along. SQLite gives what belongs to the file the same rights."""
    with contextlib.suppress(OSError):  # opening it says why more clearly
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE))
    for part in _PARTS:
        file = beside(path, part)
        with contextlib.suppress(OSError):
            file.chmod(file.stat().st_mode & MODE)


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = version_of(connection)
    if version > len(MIGRATIONS):
        raise StoreError(
            f"Launches aren't recorded, because {path} was written by a newer version of this program (format"
            f" {version}, this one knows {len(MIGRATIONS)}): update it, or choose another folder with"
            " --state-dir."
        )
    for done, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {done}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def set_aside(path: Path, name: Path, word: str = "broken") -> Path:
    """Rename a file and what belongs to it to `name` with `word` and a number, and say to what.

    Nothing is deleted, so an expert may still get at it. Raises OSError.
    """
    tries = 1
    while any(beside(name, f".{word}-{tries}{part}").exists() for part in _PARTS):
        tries += 1
    kept = beside(name, f".{word}-{tries}")
    for part in reversed(_PARTS):
        source = beside(path, part)
        if source.exists():
            source.rename(beside(kept, part))
    return kept
