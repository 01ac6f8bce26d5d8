"""The seam between the control loop and whatever feeds cards.

A backend may use threads to notice things, but these only put raw events in the queue with `post`. Every
method here is called by the control loop's thread, but for `emergency_off`. Times are seconds of the
monotonic clock.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import Event
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.plan import Plan

Post = Callable[[object], None]
"""Puts one raw event in the control loop's queue. Safe from any thread; never raises, never blocks."""


ExtraButton = Literal["plus_one", "hit_1", "hit_2", "attack", "stop"]
EXTRA_BUTTONS: tuple[ExtraButton, ...] = get_args(ExtraButton)


@dataclass(frozen=True, slots=True)
class Tapped:
    """One of the extra buttons on the launcher was pressed."""

    button: ExtraButton


class Backend(Protocol):
    """A launcher's hardware: feeder, buttons, lid, hopper switch and lamps."""

    def open(self, post: Post, now: float) -> Sequence[Event]:
        """Claim the hardware with every output safe, and say how it stands (lid open, card in the beam …).

        Raises HardwareError or BusyError; then nothing stays claimed.
        """

    def handle(self, raw: object, now: float) -> Sequence[Event | Tapped]:
        """Take one raw event that this backend posted and say what it means, oldest first.

        Tapped is for the table: the launcher knows nothing of the extra buttons.
        """

    def tick(self, now: float) -> Sequence[Event | Tapped]:
        """Do what is due. May be called at any time; must be called when `deadline()` has come."""

    def deadline(self) -> float | None:
        """When `tick` wants to be called next, or None: nothing is due until something is posted."""

    def start(self, plan: Plan, now: float) -> Sequence[Event]:
        """Begin a burst. Counted events, one MotorStopped and one FeedEnded follow, from here or later.

        Raises HardwareError when a burst is already running.
        """

    def stop(self, now: float) -> Sequence[Event]:
        """Motor off before this returns. The running burst still reports; without one nothing happens."""

    def show(self, look: Look, now: float) -> None:
        """Lamps from now on. Does nothing where there are none."""

    def play(self, sound: Sound, now: float) -> None:
        """One sound. Does nothing where there is no buzzer."""

    def emergency_off(self) -> bool:
        """Motor off before this returns, from any thread, whatever the control loop does. Never raises.

        Says whether every pin of the motor took it.
        """

    def close(self, now: float) -> None:
        """Outputs to their safe levels, then let go of everything. May be called twice."""
