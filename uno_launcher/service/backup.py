"""What an upgrade may change for good is kept as it was: going back must find what the old version can read.

Standard library only. The launcher doesn't run meanwhile.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from uno_launcher.places import MEMORY
from uno_launcher.service import layout
from uno_launcher.service.machine import InstallError, Machine

NAMES = ("launches.db", "launches.db-wal", "settings.json", "web.json")
LOG = "launches.db"


def make(machine: Machine) -> None:
    """A copy of what is on record, in place of the one before, which goes only when this one is whole. Raises
    InstallError where it can't be made."""
    fresh = layout.BACKUP.with_name(f"{layout.BACKUP.name}.new")
    machine.remove(fresh)
    try:
        for name in NAMES:
            if machine.exists(layout.STATE / name):
                machine.copy(layout.STATE / name, fresh / name)
    except OSError as error:
        machine.remove(fresh)
        raise InstallError(
            f"What is on record can't be copied to {layout.BACKUP} ({error.strerror or error}), and without"
            " that no upgrade is made: make room, or see to the disk."
        ) from None
    except BaseException:
        machine.remove(fresh)
        raise
    machine.remove(layout.BACKUP)
    if machine.exists(fresh):
        machine.move(fresh, layout.BACKUP)


@contextlib.contextmanager
def restored(machine: Machine) -> Iterator[None]:
    """Where the upgrade gave the log another format, the old one comes back; the new one is kept beside it.

    Where it didn't, what was played since stays. Where the block fails, the log is the one it was. Nothing is
    copied: the disk may be full.
    """
    with contextlib.ExitStack() as undo:
        for source, to in _moves(machine):
            machine.move(source, to)
            undo.callback(machine.move, to, source)
        yield
        undo.pop_all()


def _moves(machine: Machine) -> list[tuple[Path, Path]]:
    theirs = _format(machine, layout.BACKUP / LOG)
    # Without a log a way back was cut short between two moves.
    if theirs is None or (machine.exists(layout.STATE / LOG) and _kept(machine, theirs)):
        return []
    number = 1
    while machine.exists(layout.STATE / f"{LOG}.newer-{number}"):
        number += 1
    away = [(layout.STATE / f"{LOG}{end}", layout.STATE / f"{LOG}.newer-{number}{end}") for end in _ENDINGS]
    back = [(layout.BACKUP / f"{LOG}{end}", layout.STATE / f"{LOG}{end}") for end in ("", "-wal")]
    return [(source, to) for source, to in (*away, *back) if machine.exists(source)]


_ENDINGS = ("-wal", "-shm", "")


def _kept(machine: Machine, theirs: int) -> bool:
    """The log is one that the old version can read, or that none can."""
    return _format(machine, layout.STATE / LOG) in (None, theirs)


def _format(machine: Machine, path: Path) -> int | None:
    """The version of a log's tables. None: there is none."""
    if not machine.exists(path):
        return None
    # A copy: whoever opens a log makes files beside it, which here would be root's.
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        copied = Path(folder, "log")
        shutil.copy(machine.at(path), copied)
        if (journal := machine.at(path.with_name(f"{path.name}-wal"))).exists():
            shutil.copy(journal, Path(folder, "log-wal"))
        try:
            with contextlib.closing(sqlite3.connect(copied)) as connection:
                return int(connection.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.Error:
            return None
