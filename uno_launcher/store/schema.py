"""The log's file: its tables, how older ones are brought up to date, and what happens to a broken one."""

import contextlib
import sqlite3
from pathlib import Path
from urllib.parse import quote

from uno_launcher.errors import StoreError

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
)
"""Statements that lead from each version of the file to the next; `user_version` counts the ones done.

Never change one that was released: add another. `launches` has a row for every accepted press. `ended` is
NULL while its burst runs; a row that a power cut left so is marked `interrupted` when the file is opened
again, and its `counted` means "or more". `evenings` has a row for every set-up, `moves` one for every move
that the table took, as JSON; `press` is the launch that a press or a failed press was.
"""

WAIT_S = 1.0
"""How long to wait for another program that has the file locked."""


class _DamagedError(sqlite3.DatabaseError):
    """The integrity check found something."""


def opened(path: Path) -> tuple[sqlite3.Connection, str]:
    """The file ready to be written, and a sentence where a broken one was set aside ("" where not).

    Raises StoreError for a file that a newer program wrote, OSError or sqlite3.Error where the disk refuses.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        if path.exists():
            with contextlib.suppress(sqlite3.OperationalError):  # opening it to write says why more clearly
                _check(path)
        return _connected(path), ""
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
    kept = _set_aside(path)
    return _connected(path), f"The launch log was damaged: it is kept as {kept}, and a new one was begun."


def read_only(path: Path) -> sqlite3.Connection:
    """The file as it is; neither it nor the journal beside it is touched."""
    uri = f"file:{quote(str(path.absolute()))}?mode=ro"
    connection = sqlite3.connect(uri, timeout=WAIT_S, uri=True)
    try:
        connection.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.OperationalError as error:
        connection.close()
        # Reading in WAL mode needs a file beside the log, which a reader without the right to write can't
        # make. Where nobody else has made one either, the log alone is complete; beside a writer it isn't.
        refused = error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
        if not refused or _beside(path, "-wal").exists():
            raise
        return sqlite3.connect(f"{uri}&immutable=1", timeout=WAIT_S, uri=True)
    return connection


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken, rather than the disk full, locked or write-protected."""
    if isinstance(error, _DamagedError):
        return True
    # An SQL error in our own fixed statements means that the file has other tables than its version says.
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def _check(path: Path) -> None:
    # A connection that may write tidies the journal of a broken file away, and with it what could be rescued.
    with contextlib.closing(read_only(path)) as connection:
        found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise _DamagedError(found)


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # A launcher is switched off at the plug: what was committed must be on the disk (field note D4).
        connection.execute("PRAGMA synchronous = FULL")
        _migrate(connection, path)
        connection.execute("SELECT number, interrupted FROM launches LIMIT 1")
    except BaseException:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
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


def _set_aside(path: Path) -> Path:
    """Rename a broken file and what belongs to it; nothing is deleted, so an expert may still get at it."""
    tries = 1
    while any(_beside(path, f".broken-{tries}{part}").exists() for part in ("", "-wal", "-shm")):
        tries += 1
    kept = _beside(path, f".broken-{tries}")
    for part in ("-wal", "-shm", ""):
        source = _beside(path, part)
        if source.exists():
            source.rename(_beside(kept, part))
    return kept


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
