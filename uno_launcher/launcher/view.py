"""What a watcher may see of the launcher. It holds nothing that would tell what a running burst brings."""

from dataclasses import dataclass

from uno_launcher.launcher.facts import StateName
from uno_launcher.launcher.plan import Ended


@dataclass(frozen=True, slots=True)
class LastPress:
    """How the last press went that is over. Cards but for `slips` (times) and `doubles` (times)."""

    number: int
    profile: str
    ordered: int
    counted: int
    certain: bool
    ended: Ended
    doubles: int
    slips: int
    difference: str
    """Why the numbers don't agree, in words; "" where they do."""


@dataclass(frozen=True, slots=True)
class LauncherView:
    """The launcher at one moment. Plain data, so it goes out as JSON as it is."""

    state: StateName
    why: str
    """Why it's in this state, half a sentence for a person."""
    advice: str
    """What to do about it; "" where nothing is to be done."""
    hopper: int | None
    """Cards the hopper should hold; None: nobody knows."""
    number: int
    """Of the last press that was accepted; the log goes on from there."""
    counted: int
    """Cards of the running burst so far; 0 while none runs."""
    last: LastPress | None
    tension: int
    """0 to 100, for profiles that publish it. It moves when a press is over, never before."""
    refused: int
    """Presses refused since the start: grows, so that the same refusal twice is seen twice."""
    refusal: str
    """Why the last of them was refused, one sentence."""
    refusing: bool
    """True for a moment after a refusal, for the lamps."""
    button_stuck: bool
