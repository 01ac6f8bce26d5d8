"""The page's thread: uvicorn on a socket of ours, with a loop of its own."""

import asyncio
import contextlib
import errno
import logging
import socket
import threading
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp
from uvicorn.server import Server

from uno_launcher.web.address import LOOPBACK, lan_ip
from uno_launcher.web.connection import Connection
from uno_launcher.web.hub import Hub

LOG = logging.getLogger(__name__)

AGAIN_S = 10.0
"""A port that is taken is tried again after so long."""
CLOSE_S = 2.0
"""The longest that closing takes."""
HEAD_BYTES = 16_384
BACKLOG = 128
UNREAD_MS = 20_000
"""A phone that doesn't take what it was sent for so long is gone."""


class WebServer:
    """Serves from its making until `close`."""

    def __init__(
        self, app: ASGIApp, hub: Hub, *, port: int, local: bool = False, name: str | None = None
    ) -> None:
        """`port` 0 is any that is free. `local`: for this machine alone. `name`: what phones may call it."""
        self._app = app
        self._hub = hub
        self._port = port
        self._host = LOOPBACK if local else "0.0.0.0"
        self._name = None if local else name
        self.problem = ""
        """One sentence, or "" where all is well."""
        self._closing: Callable[[], object] = lambda: None
        self._closed = threading.Event()
        self._serving = threading.Event()
        self._socket = self._bound()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Where phones find the page."""
        host = self._name or (LOOPBACK if self._host == LOOPBACK else lan_ip())
        return f"http://{host}:{self._port}"

    def wait_until_ready(self, timeout: float) -> bool:
        """Wait until it serves; False when it doesn't by then."""
        return self._serving.wait(timeout)

    def close(self, timeout: float = CLOSE_S) -> None:
        """End all streams and let go of the port."""
        self._closed.set()
        self._closing()
        self._thread.join(timeout)

    def _bound(self) -> socket.socket | None:
        """A socket that listens, or None with the reason in `problem`."""
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
            listening.bind((self._host, self._port))
            listening.listen(BACKLOG)
        except OSError as error:
            listening.close()
            self.problem = _sentence(self._port, error)
            return None
        self._port = listening.getsockname()[1]
        self.problem = ""
        return listening

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:
            self.problem = f"The page has ended ({type(error).__name__}: {error}): start the launcher again."
            LOG.error("%s", self.problem)

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_said_once)
        stop = asyncio.Event()

        def closing() -> None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(stop.set)

        self._closing = closing
        if self._closed.is_set():
            stop.set()
        self._hub.begin()
        while not stop.is_set():
            if self._socket is None:
                self._socket = self._bound()
            if self._socket is None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN_S):
                        await stop.wait()
                continue
            server = _Server(_config(self._app), stop, self._hub, self._serving)
            await server.serve([self._socket])
            return


class _Server(Server):
    """uvicorn's, but for waking up ten times a second."""

    def __init__(
        self, config: uvicorn.Config, stop: asyncio.Event, hub: Hub, serving: threading.Event
    ) -> None:
        super().__init__(config)
        self._stop = stop
        self._hub = hub
        self._serving = serving

    async def main_loop(self) -> None:
        self.server_state.default_headers = []
        self._serving.set()
        await self._stop.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.end()
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection):
                connection.abort()


def _config(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=Connection,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )


def _sentence(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken by another program, so there is no page: end that one, or name another port"
            " in [web] or with --port; it is tried again every 10 seconds."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is for the system's own programs: name one from 1024 on in [web] or with --port."
    return f"Port {port} can't be opened ({error.strerror}), so there is no page."


def _said_once(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    error = context.get("exception")
    LOG.error("The page: %s", error or context.get("message"))
    if isinstance(error, BaseException):
        LOG.debug("it failed here", exc_info=error)
