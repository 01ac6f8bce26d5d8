"""What a burst left behind, and what passed the beam in it. Pure; times are whole microseconds."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from uno_launcher.launcher.plan import Report

Edges = Sequence[tuple[int, bool]]
"""(t_us, blocked), in order of time."""
Changes = Sequence[tuple[int, int, int]]
"""(t_us, direction, duty in percent) of the motor, in order of time."""

BRIDGE_US = 1_000
"""Shorter than this is chatter, whichever way: nothing of a card is so narrow."""
FLASH_US = 1_500
"""Nearer than this to a card's own edge it's that edge's chatter, further away a flash of light or dirt."""


class Burst(NamedTuple):
    """One burst, as the feeder tells it."""

    report: Report
    edges: Edges
    motor: Changes
    end_us: int
    """When it was over."""


class Passage(NamedTuple):
    """Something blocked the beam from `nose_us` to `tail_us` (None: it still did in the end)."""

    nose_us: int
    tail_us: int | None


class Passed(NamedTuple):
    """All that blocked the beam, and how cleanly it was seen."""

    passages: list[Passage]
    turns: int
    """Noses and tails."""
    bounces: int
    """Edges beside these: chatter at a nose or a tail."""
    flashes: int
    """Short lights and shadows away from any nose or tail."""
    repeats: int
    """Edges told twice."""
    missed: int
    """Edges that weren't told: the level was the same before."""


def passed(edges: Edges) -> Passed:
    """Tell cards from chatter. The beam is taken to be clear before the first edge."""
    real: list[tuple[int, bool]] = []
    repeats = missed = 0
    for t_us, blocked in sorted(edges, key=lambda edge: edge[0]):
        if blocked == (real[-1][1] if real else False):
            near = bool(real) and t_us - real[-1][0] < BRIDGE_US
            repeats += near
            missed += not near
        else:
            real.append((t_us, blocked))
    turns = _without_short(real)
    bounces = flashes = 0
    for t_us, _ in sorted(set(real).difference(turns)):
        near = any(abs(t_us - turn) < FLASH_US for turn, _ in turns)
        bounces += near
        flashes += not near
    passages = [Passage(nose, tail) for (nose, blocked), (tail, _) in pairwise(turns) if blocked]
    if turns and turns[-1][1]:
        passages.append(Passage(turns[-1][0], None))
    return Passed(passages, len(turns), bounces, (flashes + 1) // 2, repeats, missed)


def _without_short(edges: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """The edges whose level holds: the first of a chattering nose or tail stands for it."""
    kept: list[tuple[int, bool]] = []
    at = 0
    while at < len(edges):
        level = kept[-1][1] if kept else False
        end = at  # of the chatter that begins here
        while end + 1 < len(edges) and edges[end + 1][0] - edges[end][0] < BRIDGE_US:
            end += 1
        if edges[end][1] != level:
            kept.append((edges[at][0], edges[end][1]))
        at = end + 1
    return kept
