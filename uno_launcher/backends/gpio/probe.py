"""Is the way open that edges come by? A word of our own goes through the same pipe to the same thread.

lgpio writes edges into a pipe, and one thread of Python reads it and calls back. Should that thread hang,
every input is dead while all else works, and no exception says so (field notes G1, D1). The word names a chip
and a line that there are none of, so nobody but the probe hears it.
"""

import os
import struct
import sys
from typing import Any

from uno_launcher.backends.gpio.factory import Factory

NOBODY = 255
"""A chip and a line that don't exist."""
_WORD = struct.pack("QBBBBI", 0, NOBODY, NOBODY, 0, 0, 0)
"""Time, chip, line, level, flags, filler, as lgpio writes them."""


class Probe:
    """`thread` is lgpio's. Called by the control loop's thread alone."""

    chip = gpio = NOBODY

    def __init__(self, thread: Any) -> None:
        """Raises OSError or AttributeError where this lgpio is another one than it was made for."""
        self._thread = thread
        self._sent = self._came = 0
        # A second end of the same pipe, wherever it lies and whether it still has a name.
        self._pipe = os.open(
            f"/proc/self/fd/{thread._file.fileno()}", os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC
        )
        thread.append(self)

    def __call__(self) -> bool:
        """The last word came back; another one is under way. Never waits."""
        if self._pipe < 0:
            return True
        if self._came != self._sent:
            return False
        self._sent += 1  # before the word is there to come back
        try:
            os.write(self._pipe, _WORD)
        except OSError:  # full: nobody has read for a long time
            self._sent -= 1
            return False
        return True

    def func(self, _chip: int, _gpio: int, _level: int, _ticks: int) -> None:
        """Called back by lgpio, on its thread, as for an edge."""
        self._came = self._sent

    def close(self) -> None:
        """No more words, and nothing to complain of."""
        self._thread.remove(self)
        os.close(self._pipe)
        self._pipe = -1


def probe_of(factory: Factory) -> Probe | None:
    """A probe of the thread that brings this factory's edges; None where that isn't lgpio's, or another lgpio
    than this was made for."""
    # rpi-lgpio stands in for RPi.GPIO on new boards, and edges come the same way.
    if type(factory).__name__ not in ("LGPIOFactory", "RPiGPIOFactory"):
        return None
    try:
        return Probe(sys.modules["lgpio"]._notify_thread)
    except (OSError, AttributeError, KeyError):
        return None
