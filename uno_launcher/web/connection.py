"""One connection to the page: HTTP by uvicorn, with limits on who, how many and how long."""

import asyncio
import ipaddress
from collections import Counter
from typing import Any

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

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

    _of_address: Counter[str] = Counter()

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, {**app_state, "connection": self}, _loop)
        self._due: asyncio.TimerHandle | None = None
        self._came = 0
        self._counted = ""

    def abort(self) -> None:
        """End it at once, whatever the other side still waits for."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not is_near(address) or len(self.connections) > MOST or self._of_address[address] >= MOST_OF_ONE:
            transport.abort()
            return
        self._counted = address
        self._of_address[address] += 1
        transport.set_write_buffer_limits(high=WRITE_BUFFER)
        self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        if self._counted:
            self._of_address[self._counted] -= 1
            if not self._of_address[self._counted]:
                del self._of_address[self._counted]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._came += len(data)
        if self._came > MOST_BYTES:
            self.abort()
            return
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._hurry()
        else:
            self._rest()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is not h11.SEND_BODY:
            self._rest()

    def _hurry(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(REQUEST_S, self.abort)

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
