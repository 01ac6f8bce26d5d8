"""Between the control thread, which makes snapshots, and phones, which get them as fast as they can take them.

Nobody waits for anybody: the control thread leaves a snapshot and wakes the page's thread, which encodes it
once for all. A phone that is slow gets the latest state next, whatever it has missed; one that was away gets
the last few from its Last-Event-ID on.
"""

import asyncio
import contextlib
import re
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from uno_launcher.snapshot import Snapshot

KEPT = 16
"""States that a phone which was away for a moment is told again."""
QUIET_S = 15.0
"""A stream on which nothing has been said for so long gets a comment, so that a dead one is noticed."""
COMMENT = b": all quiet\n\n"
RETRY_MS = 1000

_ID = re.compile(r"([0-9a-f]{8})-([0-9]{1,12})")


class Event(NamedTuple):
    """One state. `data`: its JSON; `message`: as an event of a stream."""

    n: int
    """Of the snapshot."""
    data: bytes
    message: bytes


class Stream:
    """One phone's place in what has happened."""

    def __init__(self) -> None:
        self.awake = asyncio.Event()


class Hub:
    """`watch` is for the control thread, everything else for the page's."""

    def __init__(self, encode: Callable[[Snapshot], bytes]) -> None:
        """`encode` makes JSON in one line."""
        self.boot = secrets.token_hex(4)
        """Which run of the program the numbers of events belong to."""
        self._encode = encode
        self._loop: asyncio.AbstractEventLoop | None = None
        self._left: deque[Snapshot] = deque(maxlen=KEPT)
        self._called = False
        self._snapshot: Snapshot | None = None
        self._ring: deque[Event] = deque(maxlen=KEPT)
        self._streams: set[Stream] = set()
        self._ended = False

    def watch(self, snapshot: Snapshot) -> None:
        """Take a snapshot from the control thread."""
        self._left.append(snapshot)
        loop = self._loop
        if loop is not None and not self._called:
            self._called = True
            with contextlib.suppress(RuntimeError):  # the page has ended
                loop.call_soon_threadsafe(self._take)

    def begin(self) -> None:
        """Serve on the running loop from now on."""
        self._loop = asyncio.get_running_loop()
        self._take()

    def end(self) -> None:
        """End every stream."""
        self._ended = True
        self._wake()

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

    async def stream(self, last_id: str) -> AsyncIterator[bytes]:
        """What a phone is sent: first what it has missed since the event `last_id` ("" for none), or the
        latest state."""
        stream = Stream()
        self._streams.add(stream)
        try:
            missed = self._since(last_id)
            told = self.latest.n
            yield b"retry: %d\n\n" % RETRY_MS + b"".join(event.message for event in missed)
            while not self._ended:
                try:
                    async with asyncio.timeout(QUIET_S):
                        await stream.awake.wait()
                except TimeoutError:
                    yield COMMENT
                    continue
                stream.awake.clear()
                if (event := self.latest).n != told:
                    told = event.n
                    yield event.message
        finally:
            self._streams.discard(stream)

    @property
    def streams(self) -> int:
        """How many there are."""
        return len(self._streams)

    def _since(self, last_id: str) -> list[Event]:
        found = _ID.fullmatch(last_id)
        latest = self.latest
        if found is None or found[1] != self.boot:
            return [latest]
        n = int(found[2])
        if not self._ring[0].n - 1 <= n <= latest.n:
            return [latest]
        return [event for event in self._ring if event.n > n]

    def _take(self) -> None:
        # The flag goes first: a snapshot that is left meanwhile is found here or wakes this again.
        self._called = False
        came = False
        while self._left:
            snapshot = self._left.popleft()
            data = self._encode(snapshot)
            message = b"id: %s-%d\nevent: state\ndata: %s\n\n" % (self.boot.encode(), snapshot.n, data)
            self._ring.append(Event(snapshot.n, data, message))
            self._snapshot = snapshot
            came = True
        if came:
            self._wake()

    def _wake(self) -> None:
        for stream in self._streams:
            stream.awake.set()
