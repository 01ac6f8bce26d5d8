"""The table page: what phones around the launcher see and tap, over HTTP on the local network."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from uno_launcher import luck
from uno_launcher.assembly import Assembly
from uno_launcher.config import Config
from uno_launcher.errors import InputError
from uno_launcher.snapshot import Snapshot
from uno_launcher.web.address import own_names
from uno_launcher.web.app import application
from uno_launcher.web.asking import Asking
from uno_launcher.web.doors import Doors
from uno_launcher.web.gate import Gate
from uno_launcher.web.hub import Hub
from uno_launcher.web.joining import Joining
from uno_launcher.web.keys import KeyRing
from uno_launcher.web.pages import Pages
from uno_launcher.web.play import Play
from uno_launcher.web.server import WebServer
from uno_launcher.web.simulated import Simulated
from uno_launcher.web.state import state_view

__all__ = ["Web", "serving"]


@dataclass(frozen=True, slots=True)
class Web:
    """The page while it is served."""

    server: WebServer
    keys: KeyRing
    pages: Pages

    @property
    def invitation(self) -> str:
        """The address that lets people in."""
        return f"{self.server.address}/?code={self.keys.code}"

    @property
    def problems(self) -> tuple[str, ...]:
        """Sentences about what doesn't work."""
        return tuple(filter(None, (self.server.problem, self.keys.problem)))


@contextlib.contextmanager
def serving(
    launcher: Assembly, config: Config, folder: Path | None, *, local: bool = False, port: int | None = None
) -> Iterator[Web]:
    """Serve the page of `launcher` while the block runs.

    `folder` keeps the keys and has the journal; None: neither. `local` and `port` go before the config's.
    Nothing is raised where it can't be served: see `Web.problems`.
    """
    section = config.web
    lucks = {name: luck.profile(name, config.profiles) for name in luck.names(config.profiles)}
    local = local or section.serve == "local"
    keys = KeyRing(folder, section.pin)
    gate = Gate(keys, time.monotonic)
    web: Web | None = None

    def invitation() -> str:
        return web.invitation if web else ""

    def encode(snapshot: Snapshot) -> bytes:
        says = lucks[snapshot.profile].describe() if snapshot.profile in lucks else ""
        return msgspec.json.encode(state_view(snapshot, says, web.server.address if web else ""))

    hub = Hub(encode)
    pages = Pages(gate)
    asking = Asking(launcher.loop.post)
    play = Play(hub, gate, asking, lucks)
    simulated = Simulated(launcher.simulation, asking)
    joining = Joining(gate, invitation)
    operations = [*pages.operations(), *play.operations(), *joining.operations(), *simulated.operations()]
    app = Doors(application(operations, gate, pages.static), own_names(section.name))
    launcher.control.watch(hub.watch)
    server = WebServer(app, hub, port=section.port if port is None else port, local=local, name=section.name)
    web = Web(server, keys, pages)
    try:
        yield web
    finally:
        server.close()
