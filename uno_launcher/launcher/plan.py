"""What a feeder is asked for, and what it reports: the words between launcher and backends."""

from dataclasses import dataclass
from typing import Literal

Ended = Literal["done", "empty", "jam", "lid", "timeout", "fault"]


@dataclass(frozen=True, slots=True)
class Plan:
    """One burst. `cards` 0 means that only the tease is played."""

    cards: int
    pauses: tuple[tuple[int, int], ...] = ()
    """(after how many cards, milliseconds of rest), in rising order."""
    tease: bool = False
    """A twitch backwards first: it moves no card."""
    hopper: int | None = None
    """Cards the hopper should hold, or None where nobody knows: tells empty from slipping."""


@dataclass(frozen=True, slots=True)
class Report:
    """How one burst went. The feeder gives exactly one for every plan it started."""

    ordered: int
    counted: int
    certain: bool
    ended: Ended
    card_out: bool = False
    """The last counted card sticks out and waits to be taken."""
    doubles: int = 0
    slips: int = 0
    """Times the motor had to reverse to free a card or get a grip."""
    card_times_ms: tuple[int, ...] = ()
    """When each card was counted, in milliseconds from the start of the burst."""
    motor_ms: int = 0
    note: str = ""
    """Which fault or jam: slipping, stuck, beam, deadman, hardware, silent, stopped, link, or nothing."""
