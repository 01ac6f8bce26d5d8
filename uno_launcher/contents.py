"""Files that a person names, read up to a limit: a device never ends."""

import os
import stat
from pathlib import Path

from uno_launcher.errors import InputError

MB = 1_000_000


def contents(path: Path, most: int) -> bytes:
    """What is in a file or comes out of a pipe, at most so many bytes.

    Raises OSError as reading does, and InputError with a sentence for what is longer or no file at all.
    """
    with path.open("rb") as file:
        kind = os.fstat(file.fileno()).st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
            raise InputError(f"{path} can't be read: it is no file but a device; name a file")
        data = file.read(most + 1)
    if len(data) > most:
        limit = f"{most // MB} MB" if most >= MB else f"{most // 1000} kB"
        raise InputError(
            f"{path} can't be read: it is longer than {limit}, so it can't be what is wanted here"
        )
    return data


def split(text: str) -> list[str]:
    """The lines of a text as any editor counts them, without their ends."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]
