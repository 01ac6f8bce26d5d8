"""Small files that are written anew each time."""

import contextlib
import os
from pathlib import Path


def keep(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Put `data` in the place of what is in `path`. A power cut leaves the old or the new, whole.

    `mode` says who may read it, less what the umask forbids. Raises OSError; the old file is still there.
    """
    new = path.with_suffix(".new")
    try:
        with contextlib.suppress(FileNotFoundError):
            new.unlink()
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink()
        raise
