"""How a launcher does over the months: how long a card takes, how often one jams, what to do about it."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from uno_launcher.store import Launch

RECENT = 200
"""Presses that say how the launcher does now."""
FEWEST = 30
"""Fewer presses, or cards, than that say nothing."""
SLOWER = 1.25
"""Cards that take so many times as long as they used to are slipping."""
JAMS_PER_100 = 3.0
"""More than that is no bad luck."""


class Day(msgspec.Struct, frozen=True):
    """One day (UTC) on which the launcher was pressed."""

    day: str
    presses: int
    jams: int
    card_ms: float | None
    """From one card of a burst to the next, the median. None: no burst had two cards."""


class Wear(msgspec.Struct, frozen=True):
    """All of it. Presses of an unset clock are in the sums, but on no day."""

    presses: int
    launches: int
    """Presses that brought cards."""
    cards: int
    jams: int
    jams_per_100: float
    days: list[Day]
    advice: str
    """What to do, one sentence; "" where nothing is to be done."""


def wear(launches: Sequence[Launch]) -> Wear:
    """From the launch log, oldest press first."""
    over = [launch for launch in launches if not launch.running]
    jams = sum(map(_jammed, over))
    by_day: dict[str, list[Launch]] = defaultdict(list)
    for launch in over:
        if launch.accepted_at and not launch.clock_unset:
            by_day[launch.accepted_at[:10]].append(launch)
    return Wear(
        len(over),
        sum(launch.counted > 0 for launch in over),
        sum(launch.counted for launch in over),
        jams,
        _per_100(jams, len(over)),
        [
            Day(day, len(there), sum(map(_jammed, there)), _median(there))
            for day, there in sorted(by_day.items())
        ],
        _advice(over),
    )


def _advice(over: Sequence[Launch]) -> str:
    recent, before = over[-RECENT:], over[:-RECENT]
    jams, presses = sum(map(_jammed, recent)), len(recent)
    if presses >= FEWEST and _per_100(jams, presses) > JAMS_PER_100:
        return (
            f"{jams} of the last {presses} presses jammed: clean the roller with a cloth and rubbing alcohol."
        )
    now, then = _gaps(recent), _gaps(before)
    if min(len(now), len(then)) >= FEWEST:
        times = statistics.median(now) / max(1.0, statistics.median(then))
        if times > SLOWER:
            more = round(100 * (times - 1))
            return (
                f"Cards take {more} % longer than they used to: clean the roller soon, or put in fresh cells."
            )
    return ""


def _jammed(launch: Launch) -> bool:
    return launch.ended == "jam"


def _per_100(jams: int, presses: int) -> float:
    return round(100 * jams / presses, 2) if presses else 0.0


def _median(launches: Iterable[Launch]) -> float | None:
    gaps = _gaps(launches)
    return float(statistics.median(gaps)) if gaps else None


def _gaps(launches: Iterable[Launch]) -> list[int]:
    """Milliseconds between the cards of bursts. Rests are among them, but they are too few for a median."""
    return [later - earlier for launch in launches for earlier, later in pairwise(launch.card_times_ms)]
