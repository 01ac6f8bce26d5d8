"""A whole launcher with its page on a port of loopback, and people who talk to it."""

import contextlib
import json
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from msgspec.structs import replace

from uno_launcher.config import Config
from uno_launcher.config.sections import BackendSection, WebSection
from uno_launcher.daemon.assembly import Assembly, assembled
from uno_launcher.daemon.loop import Quit
from uno_launcher.rules.setup import Setup
from uno_launcher.web import Web, serving

PIN = "482913"
WAIT_S = 10.0
"""The longest that anything may take on a busy machine."""


class Phone(httpx.Client):
    """Somebody with a browser. Every answer has what every answer has."""

    def send(self, request: httpx.Request, **how: Any) -> httpx.Response:
        answer = super().send(request, **how)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "cache-control" in answer.headers
        return answer

    def join(self, code: str) -> "Phone":
        assert self.post("/api/join", json={"code": code}).status_code == 204
        return self

    def open_parent(self) -> "Phone":
        assert self.post("/api/parent", json={"pin": PIN}).status_code == 204
        return self

    def state(self) -> dict[str, Any]:
        return dict(self.get("/api/state").raise_for_status().json())

    def move(self, seen: int | None = None, **move: Any) -> httpx.Response:
        return self.post("/api/moves", json=move if seen is None else {**move, "seen": seen})


class Stand:
    """`launcher` runs on threads of its own."""

    def __init__(self, launcher: Assembly, web: Web, stack: contextlib.ExitStack) -> None:
        self.launcher = launcher
        self.web = web
        self._stack = stack

    @property
    def url(self) -> str:
        return self.web.address

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def code(self) -> str:
        return self.web.invitation.rpartition("=")[2]

    def stranger(self, **headers: str) -> Phone:
        """A phone that hasn't joined."""
        return self._stack.enter_context(
            Phone(base_url=self.url, headers=headers, timeout=WAIT_S, trust_env=False, verify=False)
        )

    def guest(self) -> Phone:
        return self.stranger().join(self.code)

    def parent(self) -> Phone:
        return self.guest().open_parent()

    def connect(self, receive: int | None = None) -> socket.socket:
        """A bare connection, for whoever is no browser. `receive`: bytes that it takes unread."""
        connection = self._stack.enter_context(contextlib.closing(socket.socket()))
        if receive is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        connection.settimeout(WAIT_S)
        connection.connect(("127.0.0.1", self.port))
        return connection

    def listen(self, phone: Phone, last_id: str = "") -> "Listening":
        """A phone with an event stream."""
        headers = {"last-event-id": last_id} if last_id else {}
        answer = self._stack.enter_context(phone.stream("GET", "/api/events", headers=headers))
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"] == "text/event-stream"
        return Listening(answer)


class Listening:
    """What comes on a stream."""

    def __init__(self, answer: httpx.Response) -> None:
        self.lines = answer.iter_lines()
        self.close = answer.close

    def event(self) -> tuple[str, dict[str, Any]]:
        """(id, state) of the next one. Raises StopIteration where the stream has ended."""
        fields: dict[str, str] = {}
        while True:
            line = next(self.lines)
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif "data" in fields:
                assert fields["event"] == "state"
                return fields["id"], json.loads(fields["data"])
            else:
                fields = {}

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> tuple[str, dict[str, Any]]:
        """The next one like that."""
        while True:
            id_, state = self.event()
            if wanted(state):
                return id_, state


@contextlib.contextmanager
def stand(
    *,
    kind: str = "simulated",
    setup: Setup | None = None,
    folder: Path | None = None,
    hung: bool = False,
    seed: int | None = 1,
    ready: bool = True,
    **web: Any,
) -> Iterator[Stand]:
    """`kind` "none" has no launcher. `hung`: the control loop doesn't run. `ready`: wait until phones are
    answered. `web`: the config's section."""
    config = replace(Config(), web=replace(WebSection(serve="local", port=0, pin=PIN), **web))
    if kind == "none":
        config = replace(config, backend=BackendSection(kind="none"))
    with contextlib.ExitStack() as stack:
        state = folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        simulated = kind == "simulated"
        launcher = stack.enter_context(
            assembled(
                config,
                simulated=simulated,
                seed=seed if simulated else None,
                state_dir=str(state),
                setup=setup,
            )
        )
        if not hung:
            loop = threading.Thread(target=launcher.loop.run)
            loop.start()
            stack.callback(loop.join)
            stack.callback(lambda: launcher.loop.post(Quit()))
        served = stack.enter_context(serving(launcher, config))
        assert not ready or served.wait_until_ready(WAIT_S)
        yield Stand(launcher, served, stack.enter_context(contextlib.ExitStack()))


def wait_until(there: Callable[[], bool]) -> None:
    """For what another thread does and tells nobody of."""
    give_up = time.monotonic() + WAIT_S
    while not there():
        assert time.monotonic() < give_up
        time.sleep(0.005)


def has_ended(connected: socket.socket) -> bool:
    """Whether the other side ends it, after whatever it says."""
    try:
        while connected.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True
