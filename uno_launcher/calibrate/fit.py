"""The roller and the transit that explain best what passed the beam. Pure.

Every single card has the same length, so whatever law makes all ways through the beam alike is the right one:
cards at full and at slow duty tell the friction, early ones the spin-up, late ones the sagging supply, and
those that came to rest in the beam and went on tell how far the roller turns on without power. What the cards
don't tell stays as it was.
"""

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from uno_launcher.calibrate.least import Guess, doubt_of_first, solved, strain
from uno_launcher.calibrate.roller import Law, Roller
from uno_launcher.calibrate.tape import Burst, Passage, passed

OUTLIER = 0.25
"""Further off than this, in logarithms, it's no single card."""
ON_THE_ROLLER = 0.86
"""So much of its way through the beam a card is on the roller."""
FLIES = 0.7
"""A card that has come so far through the beam soon leaves the roller: what that does then tells nothing."""


class Fit(NamedTuple):
    """What was learned, in the units of `Law`."""

    transit_us: float
    law: Law
    transit_doubt: float
    """Standard error of the transit, as a share of it."""
    spread: float
    """Standard deviation of single cards' ways, as a share."""
    used: int
    """Cards that told something."""


class Way(NamedTuple):
    """One passage as the roller saw it."""

    passage: Passage
    way: float
    """From nose to tail, or as far as it came."""
    forwards: bool
    """It left the beam forwards."""
    telling: bool
    """It says something on the roller: nothing but forwards and pauses happened in it."""
    stopped_at: float
    """How far it had come when the motor stopped in it; below 0 where it didn't."""
    coasted: bool
    """It left the beam without power."""


def ways(bursts: Sequence[Burst], law: Law) -> list[list[Way]]:
    """All passages of each burst, by `law`."""
    roller = Roller(law)
    return [_ways(burst, roller) for burst in bursts]


def _ways(burst: Burst, roller: Roller) -> list[Way]:
    passages = passed(burst.edges).passages
    stops = [t_us for t_us, direction, _ in burst.motor if direction == 0]
    times = sorted({t for one in passages for t in (one.nose_us, one.tail_us or burst.end_us)} | {*stops})
    places = dict(zip(times, roller.places(burst.motor, times), strict=True))
    found = []
    for one in passages:
        tail_us = one.tail_us or burst.end_us
        nose, tail = places[one.nose_us], places[tail_us]
        within = [t for t in stops if one.nose_us < t < tail_us]
        last = [direction for t, direction, _ in burst.motor if direction and t < tail_us]
        now = [direction for t, direction, _ in burst.motor if t <= tail_us][-1:]
        coasted = bool(within) and now == [0]
        out = tail.speed > 0 or (tail.speed == 0 and last[-1:] != [-1])  # a card flies on without the roller
        back = any(d < 0 and one.nose_us < t < tail_us for t, d, _ in burst.motor)
        found.append(
            Way(
                one,
                tail.way - nose.way,
                one.tail_us is not None and out,
                one.tail_us is not None and not back and nose.speed > 0.05 and (coasted or tail.speed > 0.02),
                places[within[0]].way - nose.way if within else -1.0,
                coasted,
            )
        )
    return found


def fit(bursts: Sequence[Burst], law: Law, transit_us: float) -> Fit:
    """Begin with a guess at both. Where hardly any card passed, it stays."""
    first = [one.way for each in ways(bursts, law) for one in each if one.telling]
    if not first:
        return Fit(transit_us, law, 1.0, 0.0, 0)
    most_friction = max(law.friction_pct, min(30.0, 0.7 * law.duty_pct))
    guesses = [
        Guess(statistics.median(first), 3.0, 3_000, 300_000, True),
        Guess(law.friction_pct, 4.0, 1.0, most_friction, False),
        Guess(law.spin_us, 0.5, 2_000, 300_000, True),
        Guess(law.stop_us, 0.7, 2_000, 1_000_000, True),
        Guess(law.sag_pct, 5.0, 0.0, 45.0, False),
    ]

    def misses(values: Sequence[float]) -> tuple[list[float], int]:
        """What is left over of each card, in standard deviations, then of each guess; and how many cards."""
        made = _law(law, values)
        left = []
        for each in ways(bursts, made):
            for one in each:
                tells = one.telling and one.way > 0 and one.stopped_at < FLIES * values[0]
                left.append(_miss(one, values[0]) if tells else math.inf)
        return [*left, *map(strain, guesses, values)], len(left)

    values, weights = solved(guesses, misses, OUTLIER)
    left, cards = misses(values)
    singles = [miss for miss in left[:cards] if abs(miss) < OUTLIER]
    spread = statistics.pstdev(singles) if len(singles) > 1 else 0.0
    doubt = doubt_of_first(guesses, values, misses, weights)
    return Fit(values[0], _law(law, values), doubt, spread, len(singles))


def _miss(one: Way, transit_us: float) -> float:
    """What is left over, in logarithms. Who coasts out flies the last bit without the roller; and however
    much too soon the roller would have stopped, it says so."""
    miss = math.log(one.way / transit_us)
    if not one.coasted or miss > 0:
        return miss
    short = max(0.0, math.log(ON_THE_ROLLER) - miss)
    return -short / (1 + short / OUTLIER)


def _law(law: Law, values: Sequence[float]) -> Law:
    return law._replace(friction_pct=values[1], spin_us=values[2], stop_us=values[3], sag_pct=values[4])
