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

LOG = logging.getLogger(__name__)

AGAIN_S = 10.0
"""A port that is taken is tried again after so long."""
CLOSE_S = 2.0
"""The longest that closing takes."""
ACCEPTED_S = 0.01
"""Whoever was let in just before has become a connection by then; asyncio would lose track of it."""
LAST_ANSWERS_S = 1.0
"""The longest that answers which are under way then get."""
HEAD_BYTES = 16_384
BACKLOG = 128
SEND_BUFFER = 32_768
"""Bytes under way to one phone: with more, a slow one would be shown what was long ago."""
UNREAD_MS = 20_000
"""A phone whose system takes nothing for so long is gone."""


class WebServer:
    """Holds its port from the beginning, and serves from `start` to `close`."""

    def __init__(self, *, port: int, local: bool = False, name: str | None = None) -> None:
        """`port` 0 is any that is free. `local`: for this machine alone. `name`: what phones call it."""
        self._host = LOOPBACK if local else "0.0.0.0"
        self._name = None if local else name
        self._port = port
        self.problem = ""
        """One sentence, or "" where all is well."""
        self._socket = self._bound()
        self._stop: Callable[[], object] = lambda: None
        self._closing = threading.Event()
        self._serving = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where phones find the page."""
        host = self._name or (LOOPBACK if self._host == LOOPBACK else lan_ip())
        return f"http://{host}:{self._port}"

    def start(self, app: ASGIApp, begin: Callable[[], None], end: Callable[[], None]) -> None:
        """Serve `app`. `begin` is called on the page's thread first, `end` when it is to let go of phones."""
        assert self._thread is None
        self._thread = threading.Thread(target=self._run, args=(app, begin, end), name="web", daemon=True)
        self._thread.start()

    def wait_until_ready(self, timeout: float) -> bool:
        """Wait until it serves; False when it doesn't by then."""
        return self._serving.wait(timeout)

    def close(self) -> None:
        """End all streams, let go of the port."""
        self._closing.set()
        self._stop()
        if self._thread is not None:
            self._thread.join(CLOSE_S)
        elif self._socket is not None:
            self._socket.close()

    def _bound(self) -> socket.socket | None:
        """A socket that listens, or None with the reason in `problem`."""
        # asyncio sends at once only where the protocol is named: else each answer takes 40 ms longer.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            # Connections have these from it.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((self._host, self._port))
            listening.listen(BACKLOG)
        except OSError as error:
            listening.close()
            self.problem = _sentence(self._port, error)
            return None
        self._port = listening.getsockname()[1]
        self.problem = ""
        return listening

    def _run(self, app: ASGIApp, begin: Callable[[], None], end: Callable[[], None]) -> None:
        try:
            asyncio.run(self._serve(app, begin, end))
        except Exception as error:  # whatever it is, the launcher plays on
            self.problem = f"The page has ended ({type(error).__name__}: {error}): start the launcher again."
            LOG.error("%s", self.problem)

    async def _serve(self, app: ASGIApp, begin: Callable[[], None], end: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_Said().once)
        stop = asyncio.Event()

        def stopping() -> None:
            with contextlib.suppress(RuntimeError):  # it has ended by itself
                loop.call_soon_threadsafe(stop.set)

        self._stop = stopping
        if self._closing.is_set():
            return
        begin()
        while self._socket is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_S):
                    await stop.wait()
            if stop.is_set():
                return
            self._socket = self._bound()
        await _Server(_config(app), self._serving.set, stop, end).serve([self._socket])


class _Server(Server):
    """uvicorn's, but that it sleeps until it is to stop."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        stop: asyncio.Event,
        end: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stop = stop
        self._end = end

    async def main_loop(self) -> None:
        self._ready()
        await self._stop.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answers that are under way get a moment, and nobody waits for idle phones."""
        for listening in sockets or ():
            asyncio.get_running_loop().remove_reader(listening)
        await asyncio.sleep(ACCEPTED_S)
        for server in self.servers:
            server.close()
        self._end()
        state = self.server_state
        for connection in list(state.connections):
            connection.shutdown()
        if state.tasks:
            await asyncio.wait(list(state.tasks), timeout=LAST_ANSWERS_S)
        for connection in list(state.connections):
            if isinstance(connection, Connection):
                await connection.abort()


class _Said:
    """What asyncio complains of, in the log; the same again isn't said again (field note D6)."""

    def __init__(self) -> None:
        self._last = ""

    def once(self, _loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        said = f"{context.get('message')}: {error}" if error else str(context.get("message"))
        if said != self._last:
            self._last = said
            LOG.error("The page: %s", said)


def _short(record: logging.LogRecord) -> bool:
    """uvicorn's own log: what clients do wrong is theirs, and a mistake is a line."""
    error = record.exc_info[1] if record.exc_info else None
    if record.levelno < logging.ERROR or isinstance(error, asyncio.CancelledError):
        return False
    record.msg = f"The page: {record.getMessage().strip()}{f': {error}' if error else ''}"
    record.args = record.exc_info = None
    return True


def _config(app: ASGIApp) -> uvicorn.Config:
    log = logging.getLogger("uvicorn.error")
    if _short not in log.filters:
        log.addFilter(_short)
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
        h11_max_incomplete_event_size=HEAD_BYTES,
    )


def _sentence(port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        why, advice = "is taken by another program", "end that one, or name another port"
    elif error.errno == errno.EACCES:
        why, advice = "is for the system's own programs", "name one from 1024 on"
    else:
        why, advice = f"can't be opened ({error.strerror})", "name another one"
    return (
        f"Port {port} {why}, so there is no page: {advice} in [web] or with --port; it is tried again every"
        f" {AGAIN_S:g} seconds."
    )
