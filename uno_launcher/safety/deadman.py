"""The deadman: a motor goes off by itself unless it is proved, again and again, that it should run.

Enforced by a thread of its own, so a stalled control loop, an exception or a dead input thread end with the
motor off (field note M8; Klipper's max_duration, made mandatory). What a thread can't survive, a killed or
stopped process or an interpreter that hangs, is the matter of `uno_launcher.safety.guard`.
"""

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Protocol

from uno_launcher.errors import HardwareError
from uno_launcher.feed.timing import EXPIRY_US

EXPIRY_S = EXPIRY_US / 1e6
"""A motor-on without proof of progress ends after this long. No setting changes it."""

AGAIN_S = 0.1
"""Between two tries at pins that refuse to go off."""


class SecondGuard(Protocol):
    """The deadman outside this process: see `uno_launcher.safety.guard.Guard`."""

    def arm(self) -> None:
        """The motor is about to run, or made progress. Raises HardwareError when nobody guards."""

    def disarm(self) -> None:
        """The motor is off."""

    @property
    def alive(self) -> bool:
        """Somebody guards."""


class Deadman:
    """One per motor. `off` turns it off, from any thread, and says whether it could; `fired` is told then.

    `arm`, `renew` and `disarm` are called by whoever drives the motor, with seconds of `clock`.
    """

    def __init__(
        self,
        off: Callable[[], bool],
        fired: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        guard: SecondGuard | None = None,
    ) -> None:
        self._off = off
        self._fired = fired
        self._clock = clock
        self._guard = guard
        self._changed = threading.Condition()
        self._expires: float | None = None
        self._acted = False
        self._closed = False
        self._thread = threading.Thread(target=self._watch, name="deadman", daemon=True)

    @property
    def expires(self) -> float | None:
        """When the motor goes off unless progress is shown, or None: it's off."""
        return self._expires

    @property
    def alive(self) -> bool:
        """The thread runs, so that the motor may."""
        return self._thread.is_alive()

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def arm(self, now: float) -> None:
        """Call before the motor goes on. Raises HardwareError when nobody watches: then it must stay off."""
        if not self._thread.is_alive():
            raise HardwareError(
                "The deadman's thread has ended and the motor stays off: restart uno-launcher."
            )
        with self._changed:
            if self._guard is not None:
                self._guard.arm()
            self._expires = now + EXPIRY_S
            self._acted = False
            self._changed.notify()

    def renew(self, now: float) -> None:
        """The burst made progress: the motor may run on for EXPIRY_S from `now`. Raises as `arm` does."""
        with self._changed:
            if self._expires is None:
                return
            if self._guard is not None:
                self._guard.arm()
            self._expires = (
                now + EXPIRY_S
            )  # no wake-up: the thread sleeps until the old expiry and looks again

    def disarm(self) -> None:
        """The motor is off."""
        with self._changed:
            self._expires = None
            if self._guard is not None:
                self._guard.disarm()

    def check(self, now: float) -> bool:
        """Turn the motor off if its time is up by `now`; says whether it was. Any thread."""
        with self._changed:
            if self._expires is None or now < self._expires:
                return False
            again = self._expires = now + AGAIN_S
            first, self._acted = not self._acted, True
        off = False
        with contextlib.suppress(Exception):
            off = self._off()
        with self._changed:
            # What the pins refuse is tried again, and the guard stays armed: it can do what this process
            # can't.
            if off and self._expires == again:
                self._expires = None
                if self._guard is not None:
                    self._guard.disarm()
        if first:
            self._fired()
        return True

    def close(self) -> None:
        """Stop watching. The motor must be off."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def _watch(self) -> None:
        while True:
            with self._changed:
                if self._closed:
                    return
                if self._expires is None:
                    self._changed.wait()
                elif (left := self._expires - self._clock()) > 0:
                    self._changed.wait(left)
            with contextlib.suppress(Exception):  # this thread outlives whatever its callers did wrong
                self.check(self._clock())
