"""Files that `off` opens are what they should be: a pipe in their place would keep it waiting for ever."""

import errno
import os
import stat
from pathlib import Path

MOST = 1 << 20
"""Bytes; no file that is read here comes near."""


def open_regular(path: Path | str, flags: int) -> int:
    """A descriptor of the regular file at `path`, mode 644 if `flags` has it made. Never waits.

    Raises OSError, also for pipes, sockets, folders and devices.
    """
    fd = os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, 0o644)
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
    except OSError:
        os.close(fd)
        raise
    return fd


def read_regular(path: Path) -> bytes:
    """What is in the file, or its first MOST bytes. Raises OSError."""
    with open(open_regular(path, os.O_RDONLY), "rb") as file:
        return file.read(MOST)
