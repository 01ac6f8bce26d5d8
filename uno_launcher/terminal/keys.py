"""Single keys from the terminal, without Enter, each given to a function as it comes."""

import codecs
import contextlib
import os
import re
import select
import sys
import termios
import threading
import tty
from collections.abc import Callable, Iterator

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)")
"""What arrows and function keys send: nobody means its letters."""


@contextlib.contextmanager
def reading(take: Callable[[str], None], taken: Callable[[], None]) -> Iterator[None]:
    """Give every key to `take`, on a thread of its own, while the block runs. Standard input is a terminal.

    `taken` is called whenever all keys typed so far are.

    Ctrl-C still raises SIGINT; the terminal is put back as it was however the block ends.
    """
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    woken, wake = os.pipe()
    thread = threading.Thread(target=_read, args=(keyboard, woken, take, taken), name="keys", daemon=True)
    tty.setcbreak(keyboard, termios.TCSANOW)
    thread.start()
    try:
        yield
    finally:
        os.close(wake)
        thread.join(1.0)
        termios.tcsetattr(keyboard, termios.TCSANOW, before)


def _read(keyboard: int, woken: int, take: Callable[[str], None], taken: Callable[[], None]) -> None:
    decode = codecs.getincrementaldecoder("utf-8")(errors="ignore").decode
    with os.fdopen(woken, "rb", buffering=0):
        while True:
            ready, _, _ = select.select([keyboard, woken], [], [])
            if woken in ready:
                return
            typed = os.read(keyboard, 1024)
            if not typed:  # the terminal went away
                return
            for key in _SEQUENCE.sub("", decode(typed)):
                take(key)
            taken()
