"""One connection to the page: HTTP by uvicorn, with limits on who, how many and how long."""

import asyncio
import ipaddress
from collections.abc import Callable
from typing import Any

import h11
import msgspec
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from uno_launcher.web.answers import JSON, Problem

MOST, MOST_OF_ONE = 400, 200
"""Connections in all, and of one address."""
REQUEST_S = 10.0
"""A request must have come in so long after its first byte, and the first one after the connection."""
MOST_BYTES = 2_000_000
"""More than that in one request isn't even thrown away."""
WRITE_BUFFER = 16_384
"""Bytes that may wait for a slow phone before whoever writes waits: a few states."""


class Connection(H11Protocol):
    """As uvicorn makes it; `scope["state"]["connection"]` of its requests is this."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, "connection": self}, _loop)
        self.when_lost: Callable[[], object] = lambda: None
        """Called when the other side has gone."""
        self._gone = asyncio.Event()
        self._due: asyncio.TimerHandle | None = None
        self._came = 0
        """Bytes of the request that is coming in."""

    @property
    def lost(self) -> bool:
        """The other side has gone."""
        return self._gone.is_set()

    async def abort(self) -> None:
        """End it at once, whatever the other side still waits for."""
        self.transport.abort()
        await self._gone.wait()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        of_one = sum(isinstance(it, Connection) and it._address == self._address for it in self.connections)
        if not is_near(self._address) or len(self.connections) > MOST or of_one > MOST_OF_ONE:
            transport.abort()
            return
        transport.set_write_buffer_limits(high=WRITE_BUFFER)
        self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        super().connection_lost(exc)
        self._gone.set()
        self.when_lost()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._came += len(data)
        if self._came > MOST_BYTES:
            self.transport.abort()
            return
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._hurry()
        else:
            self._rest()

    def send_400_response(self, _msg: str) -> None:
        """Answer what is no HTTP, or has a head that is too long."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()  # in the middle of an answer
            return
        body = msgspec.json.encode(Problem("This is no request that can be read."))
        headers = [
            (b"content-type", JSON.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"connection", b"close"),
        ]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _hurry(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _rest(self) -> None:
        """The request is here."""
        self._came = 0
        if self._due is not None:
            self._due.cancel()
            self._due = None


def is_near(address: str) -> bool:
    """Whether it is of the local network: nobody else has any business here."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_private or ip.is_link_local or ip.is_loopback
