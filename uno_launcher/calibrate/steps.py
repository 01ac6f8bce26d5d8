"""Which cards are fed with which measures, one burst after another, and when there have been enough. Pure.

First a few single cards, for a rough transit. Then single cards for whom the motor stops too early: they
come to rest in the beam, which tells how far the roller turns on. Then bursts at full duty. In the end single
cards with ever less duty, until the roller doesn't start any more.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from uno_launcher.calibrate.fit import Fit, fit
from uno_launcher.calibrate.roller import Law
from uno_launcher.calibrate.tape import Burst, passed
from uno_launcher.config.feed import MOTOR_MS, FeedSection

FEWEST, USUAL, MOST = 15, 40, 100
"""Cards."""
FIRST = 3
STARTS_PCT = (30, 24, 20, 17, 14)
"""Duties with which the roller may still start."""
BURST = 12
FRESH_S = 3.0
"""Before a burst the supply rests for so long, so that its early cards show it fresh and its late ones
not."""
PATIENT_MS = 600.0
"""Nothing is called stuck or missing sooner than the deadman allows."""
EARLY_MS = 60.0
"""A brake as weak as that has the motor stopped early."""

assert PATIENT_MS < MOTOR_MS


class Step(NamedTuple):
    """One burst."""

    cards: int
    feed: FeedSection
    rest_s: float = 0.0
    """Before it."""
    start_pct: int | None = None
    """It's a try whether the roller starts with this duty."""


class Taken(NamedTuple):
    """A step that was made."""

    step: Step
    burst: Burst

    @property
    def moved(self) -> bool:
        """Something came into the beam."""
        return bool(passed(self.burst.edges).passages)


class Sofar(NamedTuple):
    """Steps that were made, and what was learned at the last look back."""

    taken: list[Taken]
    known: Fit | None


def law_of(feed: FeedSection, can_brake: bool) -> Law:
    """The roller as the config has it."""
    stop_ms = feed.brake_ms if can_brake else feed.coast_ms
    return Law(
        feed.duty_pct,
        feed.friction_pct,
        feed.spin_ms * 1000,
        stop_ms * 1000,
        feed.sag_pct,
        feed.sag_ms * 1000,
    )


def learned(taken: list[Taken], feed: FeedSection, can_brake: bool) -> Fit:
    """From all that ran with the config's duty."""
    bursts = [one.burst for one in taken if one.step.start_pct is None]
    return fit(bursts, law_of(feed, can_brake), feed.transit_ms * 1000)


Feed = Callable[[Step], Burst]


def calibrating(feed: FeedSection, cards: int, can_brake: bool, make: Feed) -> Iterator[Sofar]:
    """Make one step after another; yields how far it is, after each. `feed` is the config's.

    Ends early where two bursts in a row bring nothing.
    """
    taken: list[Taken] = []
    known: Fit | None = None

    def make_step(step: Step) -> bool:
        """Make it, and say whether there's reason to go on."""
        taken.append(Taken(step, make(step)))
        return len(taken) < 2 or any(one.moved for one in taken[-2:])

    probes = max(5, cards // 5)
    starts = len(STARTS_PCT) if cards >= USUAL // 2 else 0
    left = cards
    for number in range(FIRST + probes):
        if number % 4 == FIRST or number == 0:
            known = learned(taken, feed, can_brake) if taken else None
            probe = _probe(feed, known, can_brake)
        going = make_step(Step(1, probe))
        yield Sofar(taken, known)
        left -= 1
        if not going:
            return
    known = learned(taken, feed, can_brake)
    usual = _usual(feed, known)
    while left > starts:
        burst = min(BURST, left - starts)
        going = make_step(Step(burst, usual, FRESH_S))
        yield Sofar(taken, known)
        left -= burst
        if not going:
            return
    if starts:
        known = learned(taken, feed, can_brake)
        for duty_pct in STARTS_PCT:
            step = Step(1, _weak(feed, known, duty_pct), start_pct=duty_pct)
            make_step(step)
            yield Sofar(taken, known)
            if not taken[-1].moved:  # it may have slipped
                make_step(step)
                yield Sofar(taken, known)
            if not taken[-1].moved:
                return


def _transit_ms(known: Fit | None, feed: FeedSection) -> float:
    return round(min(max(known.transit_us / 1000, 5.0), 150.0), 1) if known else feed.transit_ms


def _probe(feed: FeedSection, known: Fit | None, can_brake: bool) -> FeedSection:
    """For single cards that are to come to rest in the beam."""
    early = {"brake_ms": EARLY_MS} if can_brake else {"coast_ms": max(100.0, feed.coast_ms)}
    return msgspec.structs.replace(
        feed,
        transit_ms=_transit_ms(known, feed),
        friction_pct=1,
        jam_ms=PATIENT_MS,
        empty_ms=PATIENT_MS,
        **early,
    )


def _usual(feed: FeedSection, known: Fit) -> FeedSection:
    """For cards as in play."""
    law = known.law
    return msgspec.structs.replace(
        feed,
        transit_ms=_transit_ms(known, feed),
        spin_ms=round(min(max(law.spin_us / 1000, 1.0), 300.0), 1),
        jam_ms=PATIENT_MS,
        empty_ms=PATIENT_MS,
        limit_card_ms=1000.0,
    )


def _weak(feed: FeedSection, known: Fit, duty_pct: int) -> FeedSection:
    """For a single card with that duty alone."""
    friction = known.law.friction_pct
    slower = (feed.duty_pct - friction) / max(1.0, duty_pct - friction)
    return msgspec.structs.replace(
        feed,
        transit_ms=round(min(150.0, max(5.0, known.transit_us / 1000 * slower)), 1),
        friction_pct=1,
        duty_pct=duty_pct,
        slow_duty_pct=duty_pct,
        kick_duty_pct=duty_pct,
        brake_ms=5.0,
        coast_ms=5.0,
        unjam_tries=0,
        jam_ms=PATIENT_MS,
        empty_ms=PATIENT_MS,
    )
