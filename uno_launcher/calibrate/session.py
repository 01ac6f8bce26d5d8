"""A calibration from the first card to the proposal; what is shown meanwhile is somebody else's."""

from collections.abc import Callable
from typing import NamedTuple

from uno_launcher.calibrate.feeding import BackendFeeder
from uno_launcher.calibrate.found import ENOUGH, Found, look_at, warnings
from uno_launcher.calibrate.proposal import changes, proposed
from uno_launcher.calibrate.steps import Step, Taken, calibrating
from uno_launcher.calibrate.tape import Burst
from uno_launcher.config.feed import FeedSection
from uno_launcher.doctor.ground import Ground
from uno_launcher.errors import LauncherError

NOTHING = (
    "No card came out: see that cards are in the hopper and the motor has power, then let `uno-launcher"
    " doctor` find out why."
)
TOO_FEW = "Only {} cards came out one by one, too few to learn from, so nothing is proposed."


class Calibration(NamedTuple):
    """How it went."""

    found: Found
    changes: dict[str, tuple[float, float]]
    """Key of [feed] -> (old, new)."""
    warnings: list[str]


def calibrated(
    ground: Ground,
    feed: FeedSection,
    cards: int,
    hand: Callable[[str], None],
    show: Callable[[Found], None] | None = None,
) -> Calibration:
    """Feed `cards` on `ground`, beginning with the measures `feed`. `hand` is told what somebody has to do;
    `show` is called between bursts, while the motor is off.

    Raises LauncherError, with the motor off, where nothing can be learned.
    """
    can_brake = ground.config.motor.driver != "one-pin"
    feeder = BackendFeeder(ground, hand)

    def make(step: Step) -> Burst:
        feeder.rest(step.rest_s)
        return feeder.feed(step.cards, step.feed)

    taken: list[Taken] = []
    try:
        for taken, known in calibrating(feed, cards, can_brake, make):
            if show is not None:
                show(look_at(taken, feed, can_brake, known))
    finally:
        feeder.close()
    found = look_at(taken, feed, can_brake)
    if not found.shares:
        raise LauncherError(NOTHING)
    said = warnings(found, feed)
    if found.fit.used < ENOUGH:
        raise LauncherError(" ".join([TOO_FEW.format(found.fit.used), *said]))
    return Calibration(found, changes(feed, proposed(feed, found, can_brake)), said)
