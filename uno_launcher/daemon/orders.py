"""What people ask of the control loop: posted to it from any thread, carried out on its own.

Each `answer` is called on the control thread and must not wait. It gets None where the order was carried out,
or one sentence that says why not; for a move, what it led to.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from uno_launcher.daemon.settings import Settings
from uno_launcher.errors import InputError
from uno_launcher.rules.moves import Move
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.table import Outcome

Answer = Callable[[str | None], None]

PASSED = "The table has moved on meanwhile: look again, then tap once more."
"""Why an order for a table that looks different by now is refused: two phones that tap the same card, say."""


class Seen(NamedTuple):
    """What somebody was looking at: the evening's number and the table's `n`. None: whichever it is."""

    evening: int | None
    n: int


def take_seen(line: Mapping[str, Any]) -> tuple[dict[str, Any], Seen | None]:
    """`line` without "seen" and "evening", of which no move knows, and what they say. Raises InputError."""
    rest = dict(line)
    n, evening = rest.pop("seen", None), rest.pop("evening", None)
    for name, value in (("seen", n), ("evening", evening)):
        if value is not None and type(value) is not int:
            raise InputError(f'"{name}" takes the number that stands in the state')
    if n is None and evening is not None:
        raise InputError('"evening" goes with "seen": send both, or neither')
    return rest, None if n is None else Seen(evening, n)


@dataclass(frozen=True, slots=True)
class TableMove:
    """Somebody at the table makes a move."""

    move: Move
    answer: Callable[[Outcome], None]
    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class NewEvening:
    """Begin an evening with this set-up; the one before is kept and goes on after `uno-launcher resume`."""

    setup: Setup
    answer: Answer
    seen: Seen | None = None
    profile: str | None = None
    """The luck profile from now on, as `ChangeSettings` would set it. None: the one there is."""


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Play with these settings from the next press on, also after a restart."""

    settings: Settings
    answer: Answer


@dataclass(frozen=True, slots=True)
class CheckLoading:
    """Arm the launcher's button: the next press within `referee.ARMED_S` seconds feeds one card, which is
    nobody's. Whoever asks needs somebody at the launcher: nothing moves before the button is pressed."""

    answer: Answer
