"""Ctrl-C, SIGTERM and SIGHUP end a tool where it waits, and only there.

Raised anywhere else, an exception out of a signal's handler can leave a lock taken for ever: the tool would
hang while it cleans up, with lamps and pins as they were.
"""

import contextlib
import signal
from collections.abc import Iterator

_asked: int | None = None
"""The signal that came and hasn't ended anything yet."""
_waiting = False


@contextlib.contextmanager
def listening() -> Iterator[None]:
    """A signal that asks to end, ends this block; once, so that a second one doesn't disturb cleaning up.

    Main thread only. Raises KeyboardInterrupt, or SystemExit with the status that shells give.
    """
    global _asked
    _asked = None
    asking = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # nohup
        asking.append(signal.SIGHUP)
    before = {number: signal.signal(number, _ask) for number in asking}
    try:
        yield
        _end()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def waiting() -> Iterator[None]:
    """A signal may end this block at once: it waits for somebody, and holds nothing."""
    global _waiting
    _waiting = True
    try:
        _end()
        yield
    finally:
        _waiting = False


def _ask(number: int, _frame: object) -> None:
    global _asked
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    _asked = number
    if _waiting:
        _end()


def _end() -> None:
    global _asked
    number, _asked = _asked, None
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    if number is not None:
        raise SystemExit(128 + number)
