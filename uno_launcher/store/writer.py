"""A thread that writes, so that nobody else waits for a disk."""

import contextlib
import errno
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

RETRY_S = 5.0
"""How long after a failure the disk is tried again where nothing new comes in."""
STUCK_S = 1.5
"""A disk that hasn't taken something for so long is said not to."""
MOST = 10_000
"""Statements kept in memory while the disk won't have them: some thousand presses."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One change. It takes the place of the one waiting just before it if both have the same `replaces`."""

    sql: str
    values: tuple[object, ...]
    replaces: object = None


class Writer:
    """Owns the connection. `put` never waits for the disk; what was put is committed in its order.

    Statements that fail stay waiting: they're tried again with the next one, or after RETRY_S.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None = None) -> None:
        """`path` is the file's: where another or none is there by and by, writing fails."""
        self._connection = connection
        self._path = path
        self._file = None if path is None else path.stat()
        self._changed = threading.Condition()
        self._waiting: list[Statement] = []
        # Counts of statements put, tried at least once, and on the disk.
        self._put = self._tried = self._durable = 0
        self._closing = False
        self._error: Exception | None = None
        self._began: float | None = None
        """Since when the disk has been at it; None: it isn't."""
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def error(self) -> Exception | None:
        """Why the last attempt failed, or doesn't come to an end; None when it didn't fail."""
        began = self._began
        stuck = began is not None and time.monotonic() > began + STUCK_S
        return TimeoutError("it doesn't answer") if stuck else self._error

    def put(self, *statements: Statement) -> None:
        """Have them written soon, all in one transaction."""
        with self._changed:
            last = self._waiting[-1] if self._waiting else None
            if last is not None and last.replaces is not None and last.replaces == statements[0].replaces:
                self._waiting.pop()
            self._waiting += statements
            self._shed()
            self._put += 1
            self._changed.notify_all()

    def flush(self, timeout_s: float) -> bool:
        """Wait until all that was put is on the disk. False when it failed or isn't done in `timeout_s`."""
        with self._changed:
            wanted = self._put
            self._changed.wait_for(lambda: self._tried >= wanted, timeout_s)
            return self._durable >= wanted

    def settled(self) -> Callable[[], bool]:
        """Whether all that was put by now is on the disk or was tried in vain. Asking again doesn't wait."""
        wanted = self._put
        return lambda: self._tried >= wanted

    def close(self, timeout_s: float) -> bool:
        """Write what is waiting, let go of the file. False when it failed or isn't done in `timeout_s`."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(timeout_s)
        return not self._thread.is_alive() and self._durable == self._put

    def _run(self) -> None:
        while self._turn():
            pass
        self._connection.close()

    def _turn(self) -> bool:
        with self._changed:
            self._changed.wait_for(
                lambda: self._put > self._tried or self._closing, RETRY_S if self._waiting else None
            )
            batch, self._waiting = self._waiting, []
            until = self._put
        self._began = time.monotonic()
        error = self._commit(batch)
        with self._changed:
            self._began, self._error = None, error
            if error is None:
                self._durable = until
            else:
                self._waiting[:0] = batch
                self._shed()
            self._tried = until
            self._changed.notify_all()
            return not self._closing or self._put > self._tried

    def _commit(self, batch: list[Statement]) -> Exception | None:
        if not batch:
            return self._error
        try:
            self._look()
            self._connection.execute("BEGIN IMMEDIATE")
            for statement in batch:
                self._connection.execute(statement.sql, statement.values)
            self._connection.execute("COMMIT")
        except Exception as error:  # whatever it is, this thread outlives it: more presses will come
            with contextlib.suppress(sqlite3.Error):
                self._connection.rollback()
            return error
        return None

    def _look(self) -> None:
        """SQLite writes on into a file that was deleted. Raises FileNotFoundError."""
        if self._path is None or self._file is None:
            return
        if not os.path.samestat(self._path.stat(), self._file):
            raise FileNotFoundError(errno.ENOENT, "another file is there by now", str(self._path))

    def _shed(self) -> None:
        del self._waiting[: max(0, len(self._waiting) - MOST)]
