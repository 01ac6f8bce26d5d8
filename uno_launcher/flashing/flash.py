"""Puts the Pico's files on a Pico, and makes sure that it then answers with exactly these."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from uno_launcher.backends.serial.greeting import greeted
from uno_launcher.errors import HardwareError
from uno_launcher.flashing.firmware import OWN_BOARD, files, folder, release

HELLO_S = 3.0
"""How long a Pico that plays gets to say so. A new one says nothing."""
BACK_S = 30.0
"""How long it may take to start again, and to read its new files."""
COPY_S = 120.0

Say = Callable[[str], None]
NOT_FOUND = "No Pico was found: plug it in; a new one needs MicroPython first (firmware/README.md)."
NO_MPREMOTE = "mpremote is missing: `sudo make install EXTRA=flash`, or in a venv `pip install mpremote`."
AGAIN = "unplug the Pico, plug it in and try again"


class Flashed(NamedTuple):
    """What came of it."""

    port: str
    release: str
    copied: int
    """Files; 0 where it had them all."""


def flash(
    ports: Callable[[], Sequence[str]], board: Path | None, say: Say, *, again: bool = False
) -> Flashed:
    """Copy the files to the first Pico of `ports` if it has others, and check that it answers. `again`:
    whatever it has.

    Raises HardwareError, or BusyError where another program holds the port.
    """
    if importlib.util.find_spec("mpremote") is None:
        raise HardwareError(NO_MPREMOTE)
    found = files(board)
    wanted = release(found)
    port = _first(ports)
    say(f"The Pico at {port}:")
    hello = greeted(port, HELLO_S, restart=False)
    if hello is not None and hello.release.endswith(OWN_BOARD) and board is None:
        usual = folder() / "board.py"
        raise HardwareError(
            f"The Pico has a board.py of its own: name it with --board, or {usual} for the usual pins."
        )
    if hello is not None and hello.release == wanted and not again:
        say(f"it has these files already ({wanted}).")
        return Flashed(port, wanted, 0)
    if hello is None:
        say("it doesn't know the launcher's words yet.")
    else:
        say(f"it has other files ({hello.release}), and is told to start again.")
        greeted(port, HELLO_S, restart=True)
        time.sleep(1.0)
    port = _back(ports)
    say(f"copying {len(found)} files …")
    _copy(port, found)
    time.sleep(1.0)
    port = _back(ports)
    hello = greeted(port, BACK_S)
    if hello is None:
        raise HardwareError(f"The files were copied, but nobody answers at {port}: {AGAIN}.")
    if hello.release != wanted:
        raise HardwareError(f"The Pico answers with {hello.release} instead of {wanted}: try again.")
    say(f"it answers: {wanted}.")
    return Flashed(port, wanted, len(found))


def _first(ports: Callable[[], Sequence[str]]) -> str:
    named = ports()
    for port in named:
        if os.path.exists(port):
            return port
    raise HardwareError(
        f"There is no port {named[0]}: leave --port out to take any Pico." if named else NOT_FOUND
    )


def _back(ports: Callable[[], Sequence[str]]) -> str:
    """Where it is after it was started again."""
    until = time.monotonic() + BACK_S
    while True:
        try:
            return _first(ports)
        except HardwareError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def _copy(port: str, found: dict[str, bytes]) -> None:
    """main.py comes last: a Pico with half of its files starts none of them."""
    with tempfile.TemporaryDirectory(prefix="pico-") as folder:
        words = [sys.executable, "-m", "mpremote", "connect", f"port:{port}"]
        words += ["exec", _folders(found)]
        for name in sorted(found, key=lambda name: name == "main.py"):
            path = Path(folder, name.replace("/", "-"))
            path.write_bytes(found[name])
            words += ["+", "fs", "cp", str(path), f":{name}"]
        words += ["+", "reset"]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=COPY_S, check=False)
        except subprocess.TimeoutExpired:
            raise HardwareError(f"Copying took too long: {AGAIN}.") from None
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["mpremote says nothing"]
        raise HardwareError(f"Copying failed ({last[0]}): {AGAIN}; a new one needs MicroPython first.")


def _folders(found: dict[str, bytes]) -> str:
    """What makes the folders, where they aren't there."""
    names = {str(parent) for name in found for parent in Path(name).parents if str(parent) != "."}
    tries = "".join(f"try:\n os.mkdir({name!r})\nexcept OSError:\n pass\n" for name in sorted(names))
    return f"import os\n{tries}"
