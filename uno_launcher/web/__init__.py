"""The table page: what phones around the launcher see and tap, over HTTP on the local network."""

import contextlib
import sys
import time
from collections.abc import Iterator

import msgspec

from uno_launcher.config import Config
from uno_launcher.daemon.assembly import Assembly
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.luck import names, profile
from uno_launcher.store import FILE_NAME, SIMULATED_FILE_NAME
from uno_launcher.web.address import own_names
from uno_launcher.web.app import application
from uno_launcher.web.asking import Asking
from uno_launcher.web.choosing import Choosing
from uno_launcher.web.doors import Doors
from uno_launcher.web.gate import Gate
from uno_launcher.web.hub import Hub
from uno_launcher.web.joining import Joining
from uno_launcher.web.keys import KeyRing
from uno_launcher.web.operations import Operation
from uno_launcher.web.pages import Pages
from uno_launcher.web.parents import Parents
from uno_launcher.web.past import Past
from uno_launcher.web.play import Play
from uno_launcher.web.server import WebServer
from uno_launcher.web.shelf import Shelf
from uno_launcher.web.simulated import Simulated
from uno_launcher.web.state import state_view
from uno_launcher.web.stream import Streams

__all__ = ["Web", "serving"]

SWITCH_S = 0.0005
"""The longest that the control thread waits for its turn while another one counts a receipt, say. The usual
5 ms are a seventh of a card."""


class KeysChanged:
    """Posted to the control loop, to which it means nothing: but after all that it takes, it looks at what
    doesn't work."""


class Web:
    """The page while it is served."""

    def __init__(self, server: WebServer, keys: KeyRing, streams: Streams) -> None:
        self._server = server
        self._keys = keys
        self._streams = streams

    @property
    def address(self) -> str:
        """Where phones find the page."""
        return self._server.address

    @property
    def invitation(self) -> str:
        """The address that lets people in: it holds the join code. "" where the page isn't served."""
        return "" if self._server.problem else f"{self.address}/?code={self._keys.code}"

    @property
    def pin(self) -> str:
        """What opens the parents' page."""
        return self._keys.pin

    @property
    def listening(self) -> int:
        """Phones that hear of every change."""
        return len(self._streams.listening)

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences about what doesn't work; they change while the launcher runs."""
        return tuple(filter(None, (self._server.problem, self._keys.problem)))

    def wait_until_ready(self, timeout: float) -> bool:
        """Wait until phones are answered; False when they aren't by then."""
        return self._server.wait_until_ready(timeout)


@contextlib.contextmanager
def serving(
    launcher: Assembly, config: Config, *, local: bool = False, port: int | None = None
) -> Iterator[Web]:
    """Serve the page of `launcher` while the block runs.

    The keys are kept in its state folder, beside the journal. `local` and `port` go before the config's.
    Nothing is raised where it can't be served: see `Web.problems`.
    """
    section = config.web
    keys = KeyRing(launcher.state, section.pin)
    server = WebServer(
        port=section.port if port is None else port,
        local=local or section.serve == "local",
        name=section.name,
    )
    says = {name: profile(name, config.profiles).describe() for name in names(config.profiles)}

    def encode(snapshot: Snapshot) -> bytes:
        return msgspec.json.encode(
            state_view(snapshot, says.get(snapshot.settings.profile, ""), server.address)
        )

    hub = Hub(encode)
    streams = Streams(hub)
    web = Web(server, keys, streams)
    shelf = Shelf()
    launcher.control.watch(hub.watch)
    gate = Gate(keys, time.monotonic)
    pages = Pages(gate)
    operations = [
        *pages.operations(),
        *Joining(
            gate, streams, lambda: web.invitation, lambda: launcher.loop.post(KeysChanged())
        ).operations(),
        *_table(launcher, config, hub, streams, shelf),
    ]
    endless = {operation.path for operation in operations if operation.endless}
    app = Doors(application(operations, gate, pages.static), own_names(section.name), endless)
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    server.start(app, hub.begin, streams.end)
    try:
        yield web
    finally:
        server.close()
        shelf.close()
        sys.setswitchinterval(usual)


def _table(launcher: Assembly, config: Config, hub: Hub, streams: Streams, shelf: Shelf) -> list[Operation]:
    """What has to do with the table and its launcher."""
    asking = Asking(launcher.loop.post)
    journal = launcher.state / (FILE_NAME if launcher.simulation is None else SIMULATED_FILE_NAME)
    own = config.profiles
    past = Past(journal, shelf, lambda name: profile(name, own), lambda: hub.snapshot.evening)
    return [
        *Play(hub, streams, asking, names(own)).operations(),
        *Choosing(hub, past, shelf, own).operations(),
        *past.operations(),
        *Parents(hub, asking, shelf, journal, names(own)).operations(),
        *Simulated(launcher.simulation, asking).operations(),
    ]
