"""What keeps systemd from killing the launcher: proof that the control loop turns *and* that inputs reach it.

A ping that a thread of its own sent would prove nothing (field note D1). Here it's the loop that pings, and
only while the way that edges come is proved to be open. While the motor may turn, systemd is asked to be
impatient: who doesn't feed it for BURST_S then gets a SIGABRT. That the motor may turn is known where the
deadman is armed.
"""

import threading
from collections.abc import Callable
from typing import Protocol

from uno_launcher.safety.deadman import SecondGuard

BURST_S = 0.45
"""How long the loop may hang while the motor turns. Less than the deadman's expiry."""

TIMES = 4
"""The watchdog is fed so many times in the time it allows."""


class Inputs(Protocol):
    """The way that edges come."""

    def __call__(self) -> bool:
        """It was open since the last time this was asked. Asks it anew. Never waits."""


class Watchdog:
    """`turned` is the control loop's; `arm` and `disarm` may come from any thread."""

    def __init__(self, tell: Callable[..., None], idle_s: float | None) -> None:
        """`idle_s` is the time that systemd allows while nothing turns; None: nobody watches."""
        self._tell = tell
        self._idle_s = idle_s
        self._inputs: Inputs = lambda: True
        self._lock = threading.Lock()
        self._burst = self._impatient = False
        """The motor may turn; systemd knows it."""
        self._due = 0.0

    def listen_to(self, inputs: Inputs) -> None:
        """What must be open besides the loop."""
        self._inputs = inputs

    def over(self, guard: SecondGuard) -> SecondGuard:
        """`guard`, whose motor is this watchdog's business too."""
        return guard if self._idle_s is None else _Overheard(guard, self)

    @property
    def due(self) -> float | None:
        """When `turned` must be called next, by the loop's clock; None: whenever."""
        return None if self._idle_s is None else self._due

    def turned(self, now: float) -> None:
        """The loop has come round."""
        if self._idle_s is None or now < self._due:
            return
        alive = self._inputs()
        with self._lock:
            self._due = now + (BURST_S if self._burst else self._idle_s) / TIMES
            if self._burst and not self._impatient:
                self._allow(BURST_S)
        if alive:
            self._tell("WATCHDOG=1")

    def arm(self) -> None:
        """The motor is about to turn. It doesn't wait for systemd to hear of it: the loop tells it as soon as
        it comes round, and until then deadman and guard are armed."""
        with self._lock:
            if not self._burst:
                self._burst = True
                self._due = 0.0

    def disarm(self) -> None:
        """It's off: disks and phones may take their time."""
        with self._lock:
            if self._burst:
                self._burst = False
                self._due = 0.0
                if self._impatient and self._idle_s is not None:
                    self._allow(self._idle_s)

    def _allow(self, seconds: float) -> None:
        """Setting it starts the time anew."""
        self._impatient = self._burst
        self._tell(f"WATCHDOG_USEC={round(seconds * 1e6)}")


class _Overheard:
    """A guard, and the watchdog that hears of every word to it."""

    def __init__(self, guard: SecondGuard, watchdog: Watchdog) -> None:
        self._guard = guard
        self._watchdog = watchdog

    @property
    def alive(self) -> bool:
        return self._guard.alive

    def arm(self) -> None:
        self._watchdog.arm()
        self._guard.arm()

    def disarm(self) -> None:
        self._guard.disarm()
        self._watchdog.disarm()
