"""Standard output where nobody takes it: closed, a full disk, a reader who left. Standard library only."""

import contextlib
import errno
import os
import sys


def hold_streams() -> None:
    """Put something in the place of closed standard streams, so that no other file gets their number.

    What is written to standard output then fails as it does on a full disk, and not with a mistake.
    """
    for number, way in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        with contextlib.suppress(OSError):
            try:
                os.fstat(number)
            except OSError:
                os.open(os.devnull, way)
    if sys.stdout is None:
        with contextlib.suppress(OSError):
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)


def refusal(error: Exception) -> str:
    """Why standard output wasn't written, where `error` came from it; "" where it didn't."""
    if not isinstance(error, OSError) or error.filename is not None:
        return ""
    return {errno.EBADF: "standard output is closed", errno.ENOSPC: "the disk is full"}.get(
        error.errno or 0, ""
    )


def forget() -> None:
    """Have what is written from now on go nowhere: Python flushes standard output once more at exit."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
