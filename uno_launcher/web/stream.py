"""Server-sent events to phones: who listens, for how long, and what becomes of one that doesn't take them."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from uno_launcher.web.answers import ProblemError
from uno_launcher.web.connection import Connection
from uno_launcher.web.hub import Hub

EVENTS = "text/event-stream"
MOST, MOST_OF_ONE = 200, 100
"""Streams in all, and of one address: a whole club behind one router is within it."""
QUIET_S = 15.0
"""A stream on which nothing was said for so long gets a comment: each side notices when the other is gone."""
STUCK_S = 15.0
"""A phone that takes nothing for so long is let go."""
COMMENT = b": nothing new\n\n"
RETRY = b"retry: 1000\n\n"
"""Milliseconds until a phone that lost its stream asks for another."""

Tell = Callable[[bytes], Awaitable[None]]


class Streams:
    """All streams there are."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.listening: dict[asyncio.Event, str] = {}
        """What wakes a stream, to the address that it goes to."""
        self.ended = 0
        """How often all of them were ended."""
        hub.listeners.add(self._wake)

    def open(self, address: str, last_id: str) -> Response:
        """A stream for a phone whose last event was `last_id` ("" for none). Raises ProblemError."""
        there = Counter(self.listening.values())
        if len(self.listening) >= MOST or there[address] >= MOST_OF_ONE:
            raise ProblemError(503, "Too many pages listen already: close some, then try again.", 5)
        return _Stream(self, address, last_id)

    def end(self) -> None:
        """End all that there are: phones may ask for new ones."""
        self.ended += 1
        self._wake()

    def _wake(self) -> None:
        for awake in self.listening:
            awake.set()


class _Stream(Response):
    """One of them, as the answer to a request."""

    def __init__(self, streams: Streams, address: str, last_id: str) -> None:
        super().__init__(media_type=EVENTS)
        self._streams = streams
        self._address = address
        self._last_id = last_id

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        connection: Connection = scope["state"]["connection"]
        awake = asyncio.Event()
        connection.when_lost = awake.set

        async def tell(data: bytes, *, more: bool = True) -> None:
            async with asyncio.timeout(STUCK_S):
                await send({"type": "http.response.body", "body": data, "more_body": more})

        self._streams.listening[awake] = self._address
        try:
            headers = [(b"content-type", EVENTS.encode()), (b"x-accel-buffering", b"no")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            if scope["method"] != "HEAD":
                await self._tell_all(tell, awake, connection)
            await tell(b"", more=False)
        except TimeoutError:
            await connection.abort()
        finally:
            del self._streams.listening[awake]

    async def _tell_all(self, tell: Tell, awake: asyncio.Event, connection: Connection) -> None:
        """What the phone has missed, then every state that there is once it has taken the one before."""
        streams, hub = self._streams, self._streams.hub
        ended, told = streams.ended, hub.latest.n
        await tell(RETRY + b"".join(event.message for event in hub.since(self._last_id)))
        while streams.ended == ended and not connection.lost:
            latest = hub.latest
            if latest.n != told:
                told = latest.n
                await tell(latest.message)
                continue
            awake.clear()
            try:
                async with asyncio.timeout(QUIET_S):
                    await awake.wait()
            except TimeoutError:
                await tell(COMMENT)
