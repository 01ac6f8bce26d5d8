"""Single keys from the terminal, without Enter, each given to a function as it comes."""

import contextlib
import os
import select
import sys
import termios
import threading
import tty
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def reading(take: Callable[[str], None]) -> Iterator[None]:
    """Give every key to `take`, on a thread of its own, while the block runs. Standard input is a terminal.

    Ctrl-C still raises SIGINT; the terminal is put back as it was however the block ends.
    """
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    woken, wake = os.pipe()
    thread = threading.Thread(target=_read, args=(keyboard, woken, take), name="keys", daemon=True)
    tty.setcbreak(keyboard, termios.TCSANOW)
    thread.start()
    try:
        yield
    finally:
        os.close(wake)
        thread.join(1.0)
        termios.tcsetattr(keyboard, termios.TCSANOW, before)


def _read(keyboard: int, woken: int, take: Callable[[str], None]) -> None:
    with os.fdopen(woken, "rb", buffering=0):
        while True:
            ready, _, _ = select.select([keyboard, woken], [], [])
            if woken in ready:
                return
            typed = os.read(keyboard, 64)
            if not typed:  # the terminal went away
                return
            for key in typed.decode("utf-8", errors="ignore"):
                take(key)
