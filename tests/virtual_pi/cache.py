"""What takes minutes to make is kept, by a checksum of all that goes into it."""

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

OLD_S = 30 * 24 * 3600
"""What nobody has used for so long is thrown away."""


def folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(home, "uno-launcher", "virtual-pi")


def kept(name: str, inputs: Sequence[str], make: Callable[[Path], None]) -> Path:
    """The folder that `make` fills from `inputs`, made only where there is none from the very same."""
    checksum = hashlib.sha256("\0".join(inputs).encode()).hexdigest()[:16]
    there = folder() / f"{name}-{checksum}"
    folder().mkdir(parents=True, exist_ok=True)
    with (folder() / f".{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one worker makes it, the other one has it then
        if not there.exists():
            _forget(name)
            started = time.monotonic()
            with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=folder()) as work:
                fresh = Path(work, "made")
                fresh.mkdir()
                make(fresh)
                fresh.rename(there)
            took = time.monotonic() - started
            print(f"virtual Pi: the {name} was made in {took:.0f} s and is kept in {there}")
        os.utime(there)
    return there


def _forget(name: str) -> None:
    for old in folder().glob(f"{name}-*"):
        if old.stat().st_mtime < time.time() - OLD_S:
            shutil.rmtree(old, ignore_errors=True)
