"""The launcher on a Raspberry Pi Pico at the end of a USB cable. firmware/ is what runs there."""

import secrets
import time
from collections.abc import Callable

from uno_launcher.backends.serial.backend import SerialBackend
from uno_launcher.backends.serial.link import Link
from uno_launcher.backends.serial.measures import measures_of
from uno_launcher.backends.serial.ports import at
from uno_launcher.backends.serial.wire import PortWire
from uno_launcher.config import Config
from uno_launcher.traces import Recorder

__all__ = ["SerialBackend", "serial_backend"]


def serial_backend(
    config: Config,
    port: str | None = None,
    clock: Callable[[], float] = time.monotonic,
    recorder: Recorder | None = None,
) -> SerialBackend:
    """The Pico at `port`, or with None at whichever port one answers. Opens nothing yet. `recorder` is told
    what beam and motor did in each burst, when it's over."""
    link = Link(measures_of(config), lambda: secrets.token_hex(4), recorder)
    return SerialBackend(PortWire(link, at(port), clock), clock, lid="lid" in config.fitted())
