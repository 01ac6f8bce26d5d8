"""Starts that never became ready, counted where a full disk can't stop it, so that safe mode can be the
answer.

A start is noted before anything is tried and forgotten once the launcher is ready. What a kill in the middle
of play interrupts was ready, and doesn't count. Standard library only.
"""

import contextlib
import json
import time
from pathlib import Path
from typing import Any

FILE = "starts.json"
MOST = 5
WITHIN_S = 600.0
"""So many starts in so long that came to nothing: the next one doesn't try the same again."""

KILLED = "it ended without a word"


def boot_id() -> str:
    """Which run of the kernel this is: one minute of another one is no minute of this one."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def since_boot() -> float:
    """Seconds, sleep included. No clock that anybody sets (field note D5)."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Starts:
    """The starts of this boot that came to nothing, in `folder`. None: nothing is kept. Never raises."""

    def __init__(self, folder: Path | None, boot: str, now: float) -> None:
        self._path = None if folder is None else folder / FILE
        self._boot = boot
        self._failed = [each for each in self._read() if 0 <= now - each["at"] <= WITHIN_S]
        self._mine: dict[str, Any] = {"at": now, "why": ""}
        self._ready = False
        self._write([*self._failed, self._mine])

    @property
    def too_many(self) -> bool:
        """Enough of trying."""
        return len(self._failed) >= MOST

    @property
    def why(self) -> str:
        """What the last of them ended with."""
        return (self._failed[-1]["why"] if self._failed else "") or KILLED

    def ready(self) -> None:
        """This one came to something."""
        self._ready = True
        self._write([])

    def failed(self, why: str) -> None:
        """This one ends, for a reason that is known; it didn't come to anything unless it was ready once."""
        if not self._ready:
            self._mine["why"] = why
            self._write([*self._failed, self._mine])

    def _read(self) -> list[dict[str, Any]]:
        if self._path is None:
            return []
        try:
            data = json.loads(self._path.read_bytes())
            starts = data["starts"] if data["boot"] == self._boot else []
            return [{"at": float(each["at"]), "why": str(each["why"])} for each in starts]
        except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            return []

    def _write(self, starts: list[dict[str, Any]]) -> None:
        if self._path is None:
            return
        fresh = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            if starts:
                fresh.write_text(json.dumps({"boot": self._boot, "starts": starts[-2 * MOST :]}))
                fresh.replace(self._path)
            else:
                self._path.unlink(missing_ok=True)
