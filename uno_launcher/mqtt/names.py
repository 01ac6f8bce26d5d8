"""What a launcher is called at the broker: its topics, and the one word that Home Assistant knows it by."""

import hashlib
import re
import socket
from dataclasses import dataclass

from uno_launcher.config.sections import MqttSection

LONGEST = 64
"""Letters of one level of a topic."""
SIMULATED = "-simulated"
PREFIX = "uno-launcher"
NAME = "launcher"

_WILD = "+#/"
_WORD = re.compile(r"[a-zA-Z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Names:
    """A simulated launcher has names of its own, so that nobody takes it for a real one (field note D7)."""

    shown: str
    """For people: "kitchen"."""
    base: str
    """What its topics begin with: "uno-launcher/kitchen"."""
    id: str
    """Letters, digits, "_" and "-": the client at the broker, the device in Home Assistant."""
    simulated: bool = False

    @property
    def availability(self) -> str:
        """`online` or `offline`, retained; the broker itself says `offline` when the launcher is gone."""
        return f"{self.base}/availability"

    @property
    def state(self) -> str:
        """How everything stands, retained."""
        return f"{self.base}/state"

    @property
    def event(self) -> str:
        """What has just happened."""
        return f"{self.base}/event"

    @property
    def move(self) -> str:
        """Where moves of the table may be sent to."""
        return f"{self.base}/move"

    @property
    def refused(self) -> str:
        """Moves that weren't taken, and why."""
        return f"{self.base}/refused"


def names_of(config: MqttSection, simulated: bool) -> Names:
    """The names that `config` gives. What can't stand in a topic becomes a hyphen."""
    levels = [_level(level) for level in config.prefix.split("/")]
    prefix = "/".join(level for level in levels if level) or PREFIX
    if prefix.startswith("$"):  # such topics are the broker's own
        prefix = f"-{prefix[1:]}"
    name = _level(config.name or "") or _level(socket.gethostname()) or NAME
    if simulated:
        name += SIMULATED
    base = f"{prefix}/{name}"
    return Names(name, base, _word(base), simulated)


def _level(text: str) -> str:
    """`text` as one level of a topic."""
    safe = (letter if letter.isprintable() and letter not in _WILD else "-" for letter in text.strip())
    return "".join(safe)[:LONGEST]


def _word(base: str) -> str:
    """The same word for the same topics, and another one for others."""
    word = base.replace("/", "_")
    if _WORD.fullmatch(word):
        return word
    return f"{re.sub(r'[^a-zA-Z0-9_-]', '_', word)}_{hashlib.sha256(base.encode()).hexdigest()[:8]}"
