"""The files that go on a Pico, and the name of exactly these.

firmware/ lies beside the package where it was checked out, and in the environment where it was installed.
"""

import sys
import zlib
from pathlib import Path

import uno_launcher
from uno_launcher.errors import HardwareError
from uno_launcher.flashing.boardfile import mistake

PACKAGE = Path(uno_launcher.__file__).parent
PLACES = (PACKAGE.parent / "firmware", Path(sys.prefix, "share", "uno-launcher", "firmware"))
OWN = ("main.py", "board.py", "hardware.py")
OWN_BOARD = "-own"
"""At the end of a release's name: its board.py isn't the usual one."""


def folder() -> Path:
    """Where main.py and board.py are. Raises HardwareError where they can't be found."""
    for place in PLACES:
        if all((place / name).is_file() for name in OWN):
            return place
    raise HardwareError(
        "The Pico's own files aren't here: run this in a copy of the project that has its firmware folder."
    )


def files(board: Path | None = None) -> dict[str, bytes]:
    """Path on the Pico -> content, folders before what is in them. `board` is a board.py of your own.

    release.py names them all, so that a Pico says in its greeting which ones it has. Raises HardwareError.
    """
    here = folder()
    found = {name: (here / name).read_bytes() for name in OWN}
    if board is not None:
        try:
            found["board.py"] = board.read_bytes()
        except OSError as error:
            raise HardwareError(f"{board} can't be read ({error.strerror}): name your board.py.") from None
        _check(board, found["board.py"], (here / "board.py").read_bytes())
    found["uno_launcher/__init__.py"] = (PACKAGE / "__init__.py").read_bytes()
    for path in sorted((PACKAGE / "feed").glob("*.py")):
        found[f"uno_launcher/feed/{path.name}"] = path.read_bytes()
    found["release.py"] = f'RELEASE = "{release(found)}"\n'.encode()
    return found


def _check(board: Path, content: bytes, example: bytes) -> None:
    try:
        wrong = mistake(content.decode(), example.decode())
    except UnicodeDecodeError:
        wrong = "it isn't text"
    if wrong:
        raise HardwareError(f"{board} won't do: {wrong}.")


def release(found: dict[str, bytes]) -> str:
    """The name of exactly these files: the words' version, a checksum, and whether board.py is one's own."""
    from uno_launcher.feed.words import VERSION

    checksum = 0
    for name, content in sorted(found.items()):
        if name != "release.py":
            checksum = zlib.crc32(content, zlib.crc32(name.encode(), checksum))
    usual = found["board.py"] == (folder() / "board.py").read_bytes()
    return f"{VERSION}-{checksum:08x}{'' if usual else OWN_BOARD}"
