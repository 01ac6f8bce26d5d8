"""What a calibration found out about a launcher, and what about it looks bad. Pure."""

import statistics
from itertools import pairwise
from typing import NamedTuple

from uno_launcher.calibrate.fit import OUTLIER, Fit, Way, ways
from uno_launcher.calibrate.roller import coast_us
from uno_launcher.calibrate.steps import Taken, learned
from uno_launcher.calibrate.tape import passed
from uno_launcher.config.feed import FeedSection

WIDE = 1.14
"""More than that many transits, and two cards overlapped or one slipped on its way."""
LONG = 4.0
"""Who waits for a card so many times as long as usual waits for one that slips."""
CHATTER = 2.5
"""So many bounces at each edge are too many."""
TIRED_PCT = 11.0
"""A supply that seems to drop by more, at full duty, is weak: fresh cells lose 12 % at most, and what isn't
seen clearly is taken for 6."""
ENOUGH = 10
"""Fewer single cards than that say too little."""


class Found(NamedTuple):
    """All of it. Times are µs; ways, too, at run speed."""

    fit: Fit
    shares: list[float]
    """Of every card: its way through the beam over the transit."""
    cards: int
    """That left the beam forwards, or stick out; two for what is as wide as two."""
    wide: int
    """Times the beam was blocked for longer than by one card."""
    gaps_us: list[float]
    """From one card's tail to the next one's nose in the same burst, as ways."""
    coast_us: float
    """How far the roller turns on from the slow duty."""
    slowest_us: int
    """The longest that a card of a burst as in play was in the beam."""
    longest_wait_us: int
    """The longest that the motor pulled before a nose came."""
    long_waits: int
    """How many waits were much longer than most: the roller slipped."""
    start_pct: int | None
    """The least duty with which the roller started; None: none below the slow duty was tried, or did."""
    stalls_pct: int | None
    """The greatest with which it didn't."""
    slips: int
    jams: int
    turns: int
    bounces: int
    flashes: int
    missed: int
    """Edges of the beam that weren't told."""
    slower: float
    """How much longer cards took in the end than in the beginning, as a share."""


def look_at(taken: list[Taken], feed: FeedSection, can_brake: bool, known: Fit | None = None) -> Found:
    """Everything that the steps tell. `feed` is the config's; `known` saves learning from them anew."""
    known = known or learned(taken, feed, can_brake)
    usual = [one for one in taken if one.step.start_pct is None]
    seen = ways([one.burst for one in usual], known.law)
    shares = [
        way.way / known.transit_us
        for each in seen
        for way in each
        if way.forwards and way.telling and way.way > 0
    ]
    gaps, waits, slowest, cards = [], [], 0, 0
    for one, each in zip(usual, seen, strict=True):
        cards += sum(_cards(way, known.transit_us) for way in each if way.forwards)
        cards += one.burst.report.card_out
        on = [t_us for t_us, direction, _ in one.burst.motor if direction > 0]
        free = 0  # since when nothing is in the beam
        for way in each:
            since = max([free, *(t for t in on if t <= way.passage.nose_us)])
            waits += [way.passage.nose_us - since] if way.telling else []
            free = way.passage.tail_us or free
            if way.telling and way.stopped_at < 0 and way.passage.tail_us is not None:
                slowest = max(slowest, way.passage.tail_us - way.passage.nose_us)
        for first, second in pairwise(each):
            gap = _gap(one, first.passage.tail_us, second.passage.nose_us)
            if gap is not None and first.forwards:
                gaps.append(gap)
    weak = [one.burst for one in taken if one.step.start_pct is not None]
    for burst, each in zip(weak, ways(weak, known.law), strict=True):  # too slow to tell two from one
        cards += sum(way.forwards for way in each) + burst.report.card_out
    clean = [passed(one.burst.edges) for one in taken]
    starts = {one.step.start_pct: one.moved for one in taken if one.step.start_pct is not None}
    return Found(
        known,
        shares,
        cards,
        sum(_wide(way, known.transit_us) for each in seen for way in each),
        gaps,
        coast_us(known.law, feed.slow_duty_pct),
        slowest,
        max(waits, default=0),
        sum(wait > LONG * statistics.median(waits) for wait in waits),
        min((duty for duty, moved in starts.items() if moved), default=None),
        max((duty for duty, moved in starts.items() if not moved), default=None),
        sum(one.burst.report.slips for one in usual),
        sum(one.burst.report.ended == "jam" for one in usual),
        sum(one.turns for one in clean),
        sum(one.bounces for one in clean),
        sum(one.flashes for one in clean),
        sum(one.missed for one in clean),
        _slower(shares),
    )


def _wide(way: Way, transit_us: float) -> bool:
    return way.forwards and way.stopped_at < 0 and way.way > WIDE * transit_us


def _cards(way: Way, transit_us: float) -> int:
    """How many passed. Where one came to rest in the beam, the next pushes it out: that takes any way."""
    share = way.way / transit_us
    if share <= WIDE:
        return 1
    return 2 if way.stopped_at >= 0 else max(1, round(share))


def _gap(one: Taken, tail_us: int | None, nose_us: int) -> float | None:
    """Between two cards while the motor ran on at full duty; None where it didn't."""
    if tail_us is None or nose_us < tail_us:
        return None
    duty, direction = 0, 0
    for t_us, way, pct in one.burst.motor:
        if tail_us < t_us < nose_us:
            return None
        if t_us <= tail_us:
            direction, duty = way, pct
    return float(nose_us - tail_us) if direction > 0 and duty == one.step.feed.duty_pct else None


def _slower(shares: list[float]) -> float:
    singles = [share for share in shares if abs(share - 1) < OUTLIER]
    third = len(singles) // 3
    if third < 4:
        return 0.0
    return statistics.median(singles[-third:]) / statistics.median(singles[:third]) - 1


def warnings(found: Found, feed: FeedSection) -> list[str]:
    """What looks bad, and what to do about it: one sentence each."""
    said = []
    chatters = found.turns > 0 and found.bounces / found.turns > CHATTER
    if chatters:
        said.append(
            f"The beam's edges chatter ({found.bounces / found.turns:.0f} times each): aim emitter and"
            " receiver at each other, put a 100 nF capacitor at the receiver, keep its wire away from the"
            " motor's."
        )
    elif found.turns and found.flashes / found.turns > 0.15:
        said.append(
            f"Light or dirt flickers in the beam ({found.flashes} times in {found.turns // 2} cards): shade"
            " the receiver, and clean both of its ends."
        )
    if found.turns and found.missed / found.turns > 0.02:
        said.append(
            f"{found.missed} edges of the beam weren't told: bring the system up to date, use lgpio, and see"
            " what else keeps this computer busy."
        )
    tried = max(1, len(found.shares))
    slips = max(found.slips, found.long_waits)
    if found.jams or slips / tried > 0.08:
        said.append(
            f"Cards slipped or got stuck {slips + found.jams} times in {tried}: clean the roller with a"
            " cloth and rubbing alcohol, and see that the hopper's spring presses the pile on it."
        )
    elif found.fit.spread > 0.08 and tried >= ENOUGH:
        said.append(
            f"The cards' times differ by {100 * found.fit.spread:.0f} %, where 4 is usual: clean the roller"
            " with a cloth and rubbing alcohol."
        )
    if found.wide / tried > 0.1:
        said.append(
            f"{found.wide} of {tried} times the beam was blocked for longer than by one card: cards come out"
            " together, or slip on their way; riffle them, and set the gap that lets one card through."
        )
    if found.fit.law.sag_pct > TIRED_PCT or found.slower > 0.1:
        said.append(
            "The motor loses speed while it runs: put in fresh cells or use a stronger supply, then calibrate"
            " again."
        )
    if found.start_pct is not None and found.start_pct > 0.75 * feed.slow_duty_pct:
        said.append(
            f"The roller needs {found.start_pct} % of duty to start: put in fresh cells, and look for what"
            " rubs."
        )
    return said
