"""What the launcher can be told: made by backends and people, taken one at a time by `Launcher.handle`."""

from dataclasses import dataclass
from typing import Literal

from uno_launcher.launcher.plan import Report

FaultKind = Literal["link", "beam", "deadman", "inputs", "hardware"]


@dataclass(frozen=True, slots=True)
class Started:
    """The backend has been opened, or found broken, and has said how everything stands. Comes once."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button went down, debounced; or `uno-launcher fire` stands for it."""


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """The button has been down for so long that it's no press any more."""


@dataclass(frozen=True, slots=True)
class ButtonFreed:
    """A stuck button came up."""


@dataclass(frozen=True, slots=True)
class LidOpened:
    """The lid switch opened."""


@dataclass(frozen=True, slots=True)
class LidClosed:
    """The lid switch closed."""


@dataclass(frozen=True, slots=True)
class LidFitted:
    """Whoever has the pins says whether there is a lid switch, which the config didn't know."""

    fitted: bool


@dataclass(frozen=True, slots=True)
class HopperEmpty:
    """The hopper switch sees no card."""


@dataclass(frozen=True, slots=True)
class HopperFilled:
    """The hopper switch sees a card again."""


@dataclass(frozen=True, slots=True)
class Reloaded:
    """A person says that the hopper was filled and now holds `cards` (None: nobody counted)."""

    cards: int | None


@dataclass(frozen=True, slots=True)
class Counted:
    """The running count of the burst: `cards` so far, never smaller than before."""

    cards: int


@dataclass(frozen=True, slots=True)
class MotorStopped:
    """The burst's motor is off for good; a last card may still be passing."""


@dataclass(frozen=True, slots=True)
class FeedEnded:
    """The burst is over."""

    report: Report


@dataclass(frozen=True, slots=True)
class CardInBeam:
    """Something is in the beam although no burst runs and none has reported it: no card is counted for it."""


@dataclass(frozen=True, slots=True)
class CardTaken:
    """The beam is free again: the card that stuck out is gone."""


@dataclass(frozen=True, slots=True)
class FaultFound:
    """Something the launcher can't play without is broken. `detail` is a sentence for a person."""

    kind: FaultKind
    detail: str


@dataclass(frozen=True, slots=True)
class FaultMended:
    """It works again."""

    kind: FaultKind


@dataclass(frozen=True, slots=True)
class SwitchedOff:
    """Somebody wants everything off and nothing restarted: `uno-launcher off`, or the daemon ends."""


Event = (
    Started
    | Pressed
    | ButtonStuck
    | ButtonFreed
    | LidOpened
    | LidClosed
    | LidFitted
    | HopperEmpty
    | HopperFilled
    | Reloaded
    | Counted
    | MotorStopped
    | FeedEnded
    | CardInBeam
    | CardTaken
    | FaultFound
    | FaultMended
    | SwitchedOff
)
