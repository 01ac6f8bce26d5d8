"""The daemon's loop: one thread that waits for the queue and the next deadline, and hands both to `Control`.

Whatever must happen although this thread hangs has a thread of its own: the deadman, the control socket and
`signals.Signals` each turn the motor off.
"""

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from uno_launcher.backends.feeder import Backend
from uno_launcher.daemon.control import Control
from uno_launcher.errors import HardwareError
from uno_launcher.launcher.events import Event, SwitchedOff
from uno_launcher.service.watchdog import Watchdog

AWAKE_S = 0.0002
"""The last bit before a deadline is waited awake: whoever sleeps is woken late, and slow at first."""

MOST_AT_ONCE = 1000
"""Things taken from the queue before deadlines are looked at again."""

LAST_CARDS_S = 1.5
"""How long a stopped burst gets to count its last cards, and a slow disk to take what somebody waits to see,
before the daemon ends all the same."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Posted to end the loop in an orderly way."""


@dataclass(frozen=True, slots=True)
class Again:
    """Posted to end the loop once no burst runs, so that the launcher can be put together anew."""


class SwitchOff:
    """Drives everything safe for somebody outside, from whatever thread calls it.

    The motor is off at once; the rest is the loop's. Raises TimeoutError when the loop doesn't get to it, and
    HardwareError when the motor's pins refuse: whoever asked shall end the process and drive the lines
    itself.
    """

    WITHIN_S = 0.2

    def __init__(self, backend: Backend, post: Callable[[object], None]) -> None:
        self._backend = backend
        self._post = post

    def __call__(self) -> None:
        off = self._backend.emergency_off()
        handled = threading.Event()
        self._post(Asked(SwitchedOff(), handled))
        if not handled.wait(self.WITHIN_S):
            raise TimeoutError
        # A write in progress may have been in the way of the first one.
        if not off and not self._backend.emergency_off():
            raise HardwareError("The motor's pins can't be driven low from here.")


@dataclass(frozen=True, slots=True)
class Asked:
    """Posted like `event`; `handled` is set once it has been."""

    event: Event
    handled: threading.Event


class Loop:
    """The queue everything is posted to, and the thread that empties it."""

    def __init__(
        self,
        control: Control,
        clock: Callable[[], float] = time.monotonic,
        watchdog: Watchdog | None = None,
    ) -> None:
        self._control = control
        self._clock = clock
        self._watchdog = watchdog or Watchdog(lambda *_: None, None)
        self._queue: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.ended = threading.Event()
        self.again = False
        """The launcher shall be put together anew once this loop has ended."""

    @property
    def post(self) -> Callable[[object], None]:
        """Put something in the queue, from any thread."""
        return self._queue.put

    def run(self) -> None:
        """Serve until Quit is posted, and until a running burst is stopped and reported and all is answered.

        The hardware is open; whoever called closes it.
        """
        try:
            while self._turn():
                pass
            now = self._clock()
            if self._control.busy:
                self._control.handle(SwitchedOff(), now)
            while (self._control.busy or self._control.behind) and self._clock() < now + LAST_CARDS_S:
                self._turn()
        finally:
            self.ended.set()

    def _turn(self) -> bool:
        """Wait for something in the queue or a deadline, take all that has come, then do what is due."""
        # All that has come is older than a deadline that has passed meanwhile: half a bounce doesn't hold.
        taken = 0
        with contextlib.suppress(queue.Empty):
            raw = self._next(self._deadline())
            while self._take(raw):
                taken += 1
                if taken == MOST_AT_ONCE:
                    break
                raw = self._queue.get_nowait()
            else:
                return False
        now = self._clock()
        deadline = self._control.deadline()
        if deadline is not None and deadline <= now:
            self._control.tick(now)
        self._watchdog.turned(now)
        return not (self.again and not self._control.busy)

    def _deadline(self) -> float | None:
        """When something is due, the watchdog's meal included."""
        times = (self._control.deadline(), self._watchdog.due)
        return min((at for at in times if at is not None), default=None)

    def _next(self, deadline: float | None) -> object:
        """The next thing from the queue. Raises queue.Empty when the deadline has come first."""
        if deadline is None:
            return self._queue.get()
        with contextlib.suppress(queue.Empty):
            return self._queue.get(timeout=max(0.0, deadline - AWAKE_S - self._clock()))
        while self._clock() < deadline:
            with contextlib.suppress(queue.Empty):
                return self._queue.get_nowait()
        raise queue.Empty

    def _take(self, raw: object) -> bool:
        """One thing from the queue; False when it's time to end."""
        if isinstance(raw, Quit):
            return False
        now = self._clock()
        if isinstance(raw, Again):
            self.again = True
        elif isinstance(raw, Asked):
            self._control.handle(raw.event, now)
            raw.handled.set()
        else:
            self._control.handle(raw, now)
        return True
