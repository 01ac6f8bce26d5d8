"""Between the control thread, which makes snapshots, and phones, which get them as fast as they take them.

Nobody waits for anybody: the control thread leaves a snapshot and wakes the page's thread, which encodes it
once for all. A phone that is slow gets the latest state next, whatever it has missed; one that was away gets
the last few, from its Last-Event-ID on.
"""

import asyncio
import contextlib
import re
import secrets
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from uno_launcher.daemon.snapshot import Snapshot

KEPT = 16
"""States that a phone which was away for a moment is told again."""

_ID = re.compile(r"([0-9a-f]{8})-([0-9]{1,12})")


class Event(NamedTuple):
    """One state. `data`: its JSON, in one line; `message`: as an event of a stream."""

    n: int
    """Of the snapshot."""
    data: bytes
    message: bytes


class Hub:
    """`watch` is for the control thread, everything else for the page's."""

    def __init__(self, encode: Callable[[Snapshot], bytes]) -> None:
        """`encode` makes JSON in one line."""
        self.boot = secrets.token_hex(4)
        """Which run of the program the numbers of events belong to."""
        self.listeners: set[Callable[[], None]] = set()
        """Called when there is another state."""
        self._encode = encode
        self._loop: asyncio.AbstractEventLoop | None = None
        self._left: deque[Snapshot] = deque(maxlen=KEPT)
        self._called = False
        self._snapshot: Snapshot | None = None
        self._ring: deque[Event] = deque(maxlen=KEPT)

    def watch(self, snapshot: Snapshot) -> None:
        """Take a snapshot from the control thread."""
        self._left.append(snapshot)
        if self._loop is not None and not self._called:
            self._called = True
            with contextlib.suppress(RuntimeError):  # the page has ended
                self._loop.call_soon_threadsafe(self._take)

    def begin(self) -> None:
        """Serve on the running loop from now on. A snapshot must have been left before."""
        self._loop = asyncio.get_running_loop()
        self._take()

    @property
    def snapshot(self) -> Snapshot:
        """The latest one."""
        self._take()
        assert self._snapshot is not None
        return self._snapshot

    @property
    def latest(self) -> Event:
        """The latest state."""
        self._take()
        return self._ring[-1]

    def since(self, last_id: str) -> list[Event]:
        """What a phone has missed whose last event was `last_id`; the latest state where nobody knows."""
        latest = self.latest
        found = _ID.fullmatch(last_id)
        if found is None or found[1] != self.boot or not self._ring[0].n - 1 <= int(found[2]) <= latest.n:
            return [latest]
        return [event for event in self._ring if event.n > int(found[2])]

    def _take(self) -> None:
        # The flag goes first: a snapshot that is left meanwhile is found here, or calls this again.
        self._called = False
        came = False
        while self._left:
            self._snapshot = self._left.popleft()
            data = self._encode(self._snapshot)
            n = self._snapshot.n
            message = b"id: %s-%d\nevent: state\ndata: %s\n\n" % (self.boot.encode(), n, data)
            self._ring.append(Event(n, data, message))
            came = True
        if came:
            for listener in list(self.listeners):
                listener()
