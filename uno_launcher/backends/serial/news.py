"""What the line has to tell the control loop. The link makes these, and the backend says what they mean."""

from collections.abc import Sequence
from typing import NamedTuple

from uno_launcher.feed.hello import Hello
from uno_launcher.feed.words import Outcome, Status

GONE = "the Pico is gone: check the cable"
SILENT = "nobody answers at the Pico's port: plug it in again, or run `uno-launcher firmware flash`"
OLD_PICO = "the files on the Pico are too old for this uno-launcher: run `uno-launcher firmware flash`"
OLD_HOST = "uno-launcher is too old for the files on the Pico: update uno-launcher"


def denied(path: str) -> str:
    """Why the port isn't opened: it's there, and not for us."""
    return f"{path} may not be opened: add yourself to the group dialout and log in again"


def held(path: str) -> str:
    """Why the port isn't opened: somebody else has it."""
    return f"another program holds {path}: end it"


def no_port(path: str) -> str:
    """Why the port isn't opened: what has that name is something else."""
    return f"{path} is no serial port: correct `port` in the config"


def missing(path: str, others: Sequence[str]) -> str:
    """Why the port isn't opened: there never was one of that name. `others`: where a Pico may be."""
    if others:
        return f"there is no port {path}, but {', '.join(others)}: correct `port` in the config"
    return f"there is no port {path}: check the cable, and `port` in the config"


class Up(NamedTuple):
    """The Pico answers and has its measures. `again`: it wasn't started since it was last there."""

    hello: Hello
    status: Status
    again: bool


class Down(NamedTuple):
    """It can't be played with. `why` is a sentence for a person."""

    why: str


class Heard(NamedTuple):
    """Something has changed there."""

    status: Status


class Over(NamedTuple):
    """The fire that was out has ended. `certain` is the Pico's word for it."""

    number: int
    outcome: Outcome
    times_ms: tuple[int, ...]


class Lost(NamedTuple):
    """The fire that was out has ended, and nobody knows how: the Pico was started meanwhile."""

    number: int


class Refused(NamedTuple):
    """The Pico won't carry it out; it ends at once. `why` is one of the protocol's words."""

    number: int
    why: str


News = Up | Down | Heard | Over | Lost | Refused
