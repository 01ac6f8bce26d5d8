"""What is wrong between launcher and broker, in a person's words, logged no more often than it helps."""

import logging
import re
import sys
import time
from collections.abc import Callable, Iterator

from uno_launcher.config.sections import MqttSection
from uno_launcher.mqtt.names import Names

LOG = logging.getLogger(__name__)

FIRST_S, LONGEST_S = 1.0, 60.0
"""How long is waited before the broker is tried again: twice as long each time."""

QUIET_S = 3600.0
"""The same sentence is logged once in so long (field note D6)."""
SENTENCES = 20

MISSING = (
    "MQTT needs a package that isn't installed: install it with"
    f" `{sys.executable} -m pip install 'aiomqtt>=2.3,<3'`, then start the launcher again."
)

_TOO_OLD, _BAD_PASSWORD, _NOT_ALLOWED, _TAKEN_OVER = 0x84, 0x86, 0x87, 0x8E
"""MQTT 5, section 2.4."""


def waits() -> Iterator[float]:
    """Seconds before each further try."""
    wait_s = FIRST_S
    while True:
        yield wait_s
        wait_s = min(2 * wait_s, LONGEST_S)


def broker(config: MqttSection) -> str:
    """Which one."""
    return f"MQTT broker at {config.host}:{config.port}"


def sentence(error: BaseException, config: MqttSection, names: Names, *, connected: bool) -> str:
    """Why there is no connection, and what to do. `connected`: there was one.

    Not every broker says that another client has taken our name: Debian's mosquitto just hangs up.
    """
    who = broker(config)
    code = _code(error)
    if code in (_BAD_PASSWORD, _NOT_ALLOWED):
        return f"The {who} doesn't let us in: put [mqtt] user and password right."
    if code == _TAKEN_OVER:
        return f"Another launcher is called {names.shown} at the {who}: give each a [mqtt] name of its own."
    if code == _TOO_OLD:
        return f"The {who} is too old: MQTT needs one that speaks version 5."
    if connected:
        return (
            f"The {who} has hung up and is tried again: should that go on, see that no other launcher is"
            f" called {names.shown}, too ([mqtt] name)."
        )
    return (
        f"The {who} can't be reached ({_reason(error)}): check [mqtt] host and port; play goes on, and it is"
        " tried again."
    )


def _code(error: BaseException | None) -> int | None:
    """The reason code of whatever broke the connection."""
    while error is not None:
        value = getattr(getattr(error, "rc", None), "value", None)
        if isinstance(value, int) and value >= 0x80:
            return value
        error = error.__cause__
    return None


def _reason(error: BaseException) -> str:
    """In few words."""
    source = error.__context__
    words = source.strerror if isinstance(source, OSError) and source.strerror else str(error)
    return re.sub(r"^\[.*?\] ", "", words).rstrip(".") or type(error).__name__


class Told:
    """Writes to the program's log, and not the same thing again and again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: dict[str, float] = {}

    def say(self, text: str) -> None:
        """Log it, unless that was done lately."""
        now = self._clock()
        last = self._last.get(text)
        if last is not None and now - last < QUIET_S:
            return
        if len(self._last) >= SENTENCES:
            self._last.clear()
        self._last[text] = now
        LOG.warning("%s", text)
