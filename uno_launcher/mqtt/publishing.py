"""Puts a launcher on a broker while a block runs."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterator

from uno_launcher.config.sections import MqttSection
from uno_launcher.daemon.control import Control
from uno_launcher.mqtt.names import names_of
from uno_launcher.mqtt.outbox import Outbox
from uno_launcher.mqtt.troubles import MISSING

LOG = logging.getLogger(__name__)

JOIN_S = 2.0
"""The longest that the end of the program waits for a broker."""

ENDED = (
    "MQTT has ended by a mistake in this program: play goes on without it until you start the launcher again."
)


class Publisher:
    """How it goes."""

    def __init__(self, outbox: Outbox) -> None:
        self.problem = ""
        """One sentence for a person; "" where all is well, or MQTT is off."""
        self._outbox = outbox

    @property
    def lost(self) -> int:
        """Events that the broker wasn't there for in time."""
        return self._outbox.lost

    def report(self, problem: str) -> None:
        """It goes so from now on."""
        self.problem = problem


@contextlib.contextmanager
def publishing(config: MqttSection, control: Control, post: Callable[[object], None]) -> Iterator[Publisher]:
    """Tell the broker that `config` names of everything `control` shows, until the block ends.

    `post` puts an order in the control loop's queue. What is wrong with broker or package isn't raised but
    stands in `Publisher.problem`, and the control loop never waits.
    """
    outbox = Outbox()
    publisher = Publisher(outbox)
    if not config.host:
        yield publisher
        return
    try:
        from uno_launcher.mqtt.link import Link
    except ImportError:
        publisher.problem = MISSING
        LOG.warning("%s", MISSING)
        yield publisher
        return
    control.watch(outbox.watch)
    names = names_of(config, control.snapshot.simulated)
    link = Link(config, names, outbox, post, publisher.report)

    def serve() -> None:
        try:
            asyncio.run(link.run())
        except Exception:
            publisher.problem = ENDED
            LOG.exception("%s", ENDED)

    thread = threading.Thread(target=serve, name="mqtt", daemon=True)
    thread.start()
    try:
        yield publisher
    finally:
        link.end()
        thread.join(JOIN_S)
