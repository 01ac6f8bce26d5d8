"""What the launcher wants done. The control loop carries these out, in order."""

from dataclasses import dataclass
from typing import Literal

from uno_launcher.launcher.plan import Plan, Report

HopperFrom = Literal["start", "counting", "reload", "switch", "lid", "button"]
"""Who said what the hopper holds: "reload" a person, "switch" the hopper switch; "lid" and "button" mean that
somebody filled it without counting."""

SoundName = Literal["ding", "lid", "refused", "tension", "jam", "cards"]


@dataclass(frozen=True, slots=True)
class StartFeed:
    """Run this burst."""

    plan: Plan


@dataclass(frozen=True, slots=True)
class StopFeed:
    """Motor off, now. The feeder still reports."""


@dataclass(frozen=True, slots=True)
class PressAccepted:
    """A press counts. On its way to the record before the motor starts; `ordered` 0 is a dry press."""

    number: int
    profile: str
    ordered: int
    hopper: int | None = None
    """Cards the hopper should hold before it (None: nobody knows)."""
    hopper_from: HopperFrom = "counting"
    """Why `hopper` isn't what the press before left, where it isn't."""
    at_most: int | None = None
    """The most cards that it was allowed; None is no cap."""


@dataclass(frozen=True, slots=True)
class CardsCounted:
    """The running count of press `number`, for the record should the power fail now."""

    number: int
    cards: int


@dataclass(frozen=True, slots=True)
class PressFinished:
    """Press `number` is over; `hopper` is what should be left (None: nobody knows)."""

    number: int
    profile: str
    report: Report
    hopper: int | None
    adjusted: int = 0
    """What the books were put right by: hopper = hopper before - counted + adjusted, where both are known."""
    difference: str = ""
    """Why ordered, counted and the hopper's books don't agree, in words; "" where they do."""
    state: str = "ready"
    """Where the launcher went from there."""


@dataclass(frozen=True, slots=True)
class PressRefused:
    """A press that doesn't count, and the sentence that says why: it stands in the view, too."""

    reason: str


@dataclass(frozen=True, slots=True)
class EventRefused:
    """An event that can't happen in this state; nothing has changed. `reason` is for the program's log."""

    reason: str


@dataclass(frozen=True, slots=True)
class Sound:
    """One sound. `pitch` 0 to 100 rises with the tension."""

    name: SoundName
    pitch: int = 0


Effect = (
    StartFeed | StopFeed | PressAccepted | CardsCounted | PressFinished | PressRefused | EventRefused | Sound
)
