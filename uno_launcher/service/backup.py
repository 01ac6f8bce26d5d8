"""What an upgrade may change for good is kept as it was: going back must find what the old version can read.

Standard library only. The launcher doesn't run meanwhile.
"""

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path

from uno_launcher.service import layout
from uno_launcher.service.machine import Machine

NAMES = ("launches.db", "launches.db-wal", "settings.json", "web.json")
LOG = "launches.db"


def make(machine: Machine) -> None:
    """A copy of what is on record, in place of the one before."""
    machine.remove(layout.BACKUP)
    for name in NAMES:
        if machine.exists(layout.STATE / name):
            machine.copy(layout.STATE / name, layout.BACKUP / name)


def restore(machine: Machine) -> None:
    """Where the upgrade gave the log another format, the old one comes back; the new one is kept beside it.

    Where it didn't, what was played since stays.
    """
    ours = _format(machine, layout.STATE / LOG)
    theirs = _format(machine, layout.BACKUP / LOG)
    if ours is None or theirs is None or ours == theirs:
        return
    number = 1
    while machine.exists(layout.STATE / f"{LOG}.newer-{number}"):
        number += 1
    for ending in ("-wal", "-shm", ""):
        there = layout.STATE / f"{LOG}{ending}"
        if machine.exists(there):
            machine.copy(there, layout.STATE / f"{LOG}.newer-{number}{ending}")
            machine.remove(there)
    for ending in ("", "-wal"):
        there = layout.BACKUP / f"{LOG}{ending}"
        if machine.exists(there):
            machine.copy(there, layout.STATE / f"{LOG}{ending}")


def _format(machine: Machine, path: Path) -> int | None:
    """The version of a log's tables. None: there is none."""
    if not machine.exists(path):
        return None
    # A copy: whoever opens a log makes files beside it, which here would be root's.
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder, "log")
        shutil.copy(machine.at(path), copied)
        if (journal := machine.at(path.with_name(f"{path.name}-wal"))).exists():
            shutil.copy(journal, Path(folder, "log-wal"))
        try:
            with contextlib.closing(sqlite3.connect(copied)) as connection:
                return int(connection.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.Error:
            return None
