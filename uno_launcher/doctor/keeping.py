"""The folder in which a launcher keeps what outlives a run: is there room, and is all of it readable?"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from uno_launcher.contents import MB
from uno_launcher.daemon.settings import FILE_NAME as SETTINGS
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.machine import may_open
from uno_launcher.errors import StoreError
from uno_launcher.safety.regular import read_regular
from uno_launcher.store import FILE_NAME, SIMULATED_FILE_NAME
from uno_launcher.store.launches import reading

ROOM_MB = 50
"""With less than that it's time to make some."""


def checks_of_files(state: Path, simulated: bool, player: str = "") -> Iterator[Finding]:
    """The disk, then each file that is there. `player` is who is to write them, "" for whoever runs this."""
    yield _disk(state)
    log = state / (SIMULATED_FILE_NAME if simulated else FILE_NAME)
    others = [file for file in (state, log) if player and file.exists() and not may_open(file, player)]
    if others:
        yield Finding(
            "owner",
            "fault",
            f"{others[0]} may not be written to by the service's user {player}, so launches aren't recorded:"
            f" `sudo chown -R {player}: {state}`, then `sudo systemctl restart uno-launcher`.",
        )
    if log.exists():
        yield _log(log)
    for name in (SETTINGS, "web.json"):
        if (state / name).exists():
            yield from _json(state / name)


def _disk(state: Path) -> Finding:
    folder = state
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        room = os.statvfs(folder)
        _probe(folder)
    except OSError as error:
        return Finding(
            "disk",
            "fault",
            f"{folder} can't be written to ({error.strerror}): launches aren't recorded; make room, or name"
            " another folder with --state-dir.",
        )
    free = room.f_bavail * room.f_frsize // MB
    if free < ROOM_MB or (room.f_files and room.f_favail < 100):
        return Finding("disk", "warning", f"Only {free} MB are free on the disk of {folder}: make some room.")
    return Finding("disk", "ok", f"{folder} can be written to, {free} MB are free.")


def _probe(folder: Path) -> None:
    probe = folder / f".doctor-{os.getpid()}"
    try:
        with probe.open("xb") as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()


def _log(log: Path) -> Finding:
    broken = (
        f"{log} is damaged: it's set aside at the next start, and `uno-launcher restore` saves what it can."
    )
    try:
        with reading(log) as connection:
            (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except (StoreError, sqlite3.Error) as error:
        return Finding("log", "fault", f"{log} can't be read ({str(error).rstrip('.')}).")
    return Finding("log", "ok", f"{log} is sound.") if said == "ok" else Finding("log", "fault", broken)


def _json(file: Path) -> Iterator[Finding]:
    import msgspec

    try:
        msgspec.json.decode(read_regular(file))
    except OSError as error:
        yield Finding(file.stem, "warning", f"{file} can't be read ({error.strerror}): see to it.")
    except (msgspec.MsgspecError, UnicodeError) as error:
        yield Finding(file.stem, "warning", f"{file} can't be read ({error}): it's made anew.")
