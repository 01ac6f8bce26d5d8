"""Beam traces with the truth, made up at random: the same kinds as the recorded ones in traces/."""

import random
from itertools import pairwise
from typing import NamedTuple

KINDS = (
    "plain",
    "chatter",
    "spikes",
    "double",
    "lost",
    "lost levels",
    "repeated",
    "tight",
    "out",
    "jam",
    "retract",
    "mixed",
    "nothing",
)


class Trace(NamedTuple):
    beam: list[tuple[int, bool]]
    motor: list[tuple[int, int, int]]
    transit_us: int
    cards: int
    troubles: int
    """Doubles, lost edges and jams; without any, the count must be exact and certain."""
    card_out: bool
    jam: bool


def made(kind: str, rng: random.Random) -> Trace:
    """One trace of that kind."""
    transit = rng.choice((20_000, 28_000, 35_000, 35_000, 45_000, 60_000))
    edges: list[int] = []  # nose, tail, nose, tail …
    t = 50_000
    cards = troubles = 0
    for _ in range(0 if kind == "nothing" else rng.randint(1, 8)):
        edges.append(t)
        t += _width(rng, transit)
        cards += 1
        if kind in ("double", "mixed") and rng.random() < 0.3:
            t += round(_width(rng, transit) * (1 - rng.uniform(0.1, 0.7)))
            cards += 1
            troubles += 1
        edges.append(t)
        t += (
            rng.randint(2_500, 9_000)
            if kind == "tight"
            else rng.randint(max(12_000, transit * 3 // 10), 60_000)
        )
    t = edges[-1] if edges else 50_000
    off = t + rng.randint(5_000, 60_000)
    motor = [(0, 1, 60)]
    end_level = False
    if kind in ("out", "jam"):
        nose = t + rng.randint(10_000, 60_000)
        edges.append(nose)
        cards += 1
        end_level = True
        troubles += kind == "jam"
        off = nose + (rng.randint(900_000, 1_400_000) if kind == "jam" else rng.randint(0, transit // 3))
    motor.append((off, 0, 0))
    end = off + 400_000
    if kind == "retract":
        nose = off + rng.randint(0, 20_000)
        back = nose + rng.randint(20_000, 60_000)
        edges += [nose, back + rng.randint(10_000, 90_000)]
        motor += [(back, -1, 60), (back + 100_000, 0, 0)]
        end = back + 500_000
    rows = [(edge, i % 2 == 0) for i, edge in enumerate(edges)]
    if kind == "lost" and cards > 2:
        # Two tails that follow each other: the recorder told the levels from the order of the edges.
        first = rng.randrange(cards - 2)
        gone = {2 * first + 1, 2 * first + 3}
        kept = [edge for i, edge in enumerate(edges) if i not in gone]
        rows = [(edge, i % 2 == 0) for i, edge in enumerate(kept)]
        troubles += 2
    elif kind == "lost levels":
        # No two in a row: a card that nobody told of, or a gap, can't be missed.
        kept_rows = rows[:1]
        for before, row in pairwise(rows):
            if kept_rows[-1] != before or rng.random() > 0.15:
                kept_rows.append(row)
        troubles += len(rows) - len(kept_rows)
        rows = kept_rows
    elif kind == "repeated":
        rows = [again for t, level in rows for again in _told_again(rng, t, level)]
    if kind in ("chatter", "mixed"):
        rows = [bounce for t, level in rows for bounce in _bounces(rng, t, level)]
    if kind in ("spikes", "mixed", "nothing"):
        rows = _spiked(rng, rows, end)
    return Trace(
        [*rows, (end, end_level)], motor, transit, cards, troubles, kind in ("out", "jam"), kind == "jam"
    )


def _width(rng: random.Random, transit: int) -> int:
    return round(transit * (1 + 0.04 * max(-4.0, min(4.0, rng.gauss(0, 1)))))


def _told_again(rng: random.Random, t: int, level: bool) -> list[tuple[int, bool]]:
    return [(t, level), (t + rng.randint(15, 60), level)] if rng.random() < 0.6 else [(t, level)]


def _bounces(rng: random.Random, t: int, level: bool) -> list[tuple[int, bool]]:
    rows = [(t, level)]
    for _ in range(2 * rng.randint(0, 5)):
        t += rng.randint(40, 350)
        level = not level
        rows.append((t, level))
    return rows


def _spiked(rng: random.Random, rows: list[tuple[int, bool]], end: int) -> list[tuple[int, bool]]:
    """Shadows of up to 0.9 ms where the beam is clear for long enough."""
    spiked = []
    for (t, level), (until, _) in zip(rows, [*rows[1:], (end, False)], strict=False):
        spiked.append((t, level))
        if not level and until - t > 8_000 and rng.random() < 0.4:
            spike = rng.randint(t + 3_000, until - 3_000)
            spiked += [(spike, True), (spike + rng.randint(60, 900), False)]
    if not rows:
        for i in range(rng.randint(1, 6)):
            at = 50_000 + i * 60_000 + rng.randint(0, 50_000)
            spiked += [(at, True), (at + rng.randint(60, 900), False)]
    return spiked
