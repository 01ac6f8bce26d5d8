"""Between the control thread, which never waits, and the broker's, which may wait for ever.

However long a broker is away this holds one state and a few events.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.mqtt.happenings import Happening, happened

EVENTS = 100
"""Events that wait for the broker; then the oldest go."""
SNAPSHOTS = 1000
"""Snapshots that wait to be looked at: more than any busy moment brings."""


class Waiting(NamedTuple):
    """An event for the broker."""

    what: Happening
    at: float
    """When it happened, by a steady clock."""


class Outbox:
    """`watch` is for the control thread, everything else for the broker's."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: seconds, steady."""
        self._clock = clock
        self._came: deque[tuple[Snapshot, float]] = deque(maxlen=SNAPSHOTS)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._called = False
        self.awake = asyncio.Event()
        """Set when something is there that may be new."""
        self.latest: Snapshot | None = None
        self.events: deque[Waiting] = deque()
        """The oldest first."""
        self.lost = 0
        """Events that the broker wasn't there for in time."""

    def watch(self, snapshot: Snapshot) -> None:
        """Leave a snapshot and wake whoever looks at it."""
        self._came.append((snapshot, self._clock()))
        loop = self._loop
        if loop is not None and not self._called:
            self._called = True
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self.look)

    def begin(self) -> None:
        """Be woken on the running loop from now on."""
        self._loop = asyncio.get_running_loop()
        self.look()

    def look(self) -> None:
        """Look at the snapshots that have come."""
        # The flag goes first: a snapshot that is left meanwhile is found here or wakes this again.
        self._called = False
        while self._came:
            snapshot, at = self._came.popleft()
            if self.latest is not None:
                self.events.extend(Waiting(what, at) for what in happened(self.latest, snapshot))
            self.latest = snapshot
        while len(self.events) > EVENTS:
            self.events.popleft()
            self.lost += 1
        self.awake.set()

    def age_s(self, event: Waiting) -> int:
        """Whole seconds since it happened."""
        return max(0, int(self._clock() - event.at))

    def done(self, event: Waiting) -> None:
        """The broker has it."""
        if self.events and self.events[0] is event:
            self.events.popleft()
