"""From how often each value came to what a person wants to know of it."""

from collections.abc import Mapping
from math import sqrt

import msgspec

Z = 1.96
"""For intervals that hold the truth 19 times in 20."""


class Spread(msgspec.Struct, frozen=True):
    """A number that differs from game to game."""

    mean: float
    low: float
    """One in ten is lower."""
    high: float
    """One in ten is higher."""


class Share(msgspec.Struct, frozen=True):
    """A share (0 to 1) and its interval: from `low` to `high`, right 19 times in 20."""

    share: float
    low: float
    high: float


def spread(counts: Mapping[int, int], unit: float = 1.0) -> Spread:
    """Of values in `unit`s. All 0 where there are none."""
    total = sum(counts.values())
    if not total:
        return Spread(0.0, 0.0, 0.0)
    mean = sum(value * count for value, count in counts.items()) / total
    low, high = (_reached(counts, part * total) for part in (0.1, 0.9))
    return Spread(round(mean * unit, 3), round(low * unit, 3), round(high * unit, 3))


def share(count: int, total: int) -> Share:
    """By Wilson's interval, which stays within 0 and 1 for rare things and for small numbers."""
    if not total:
        return Share(0.0, 0.0, 1.0)
    found = count / total
    middle = (found + Z * Z / (2 * total)) / (1 + Z * Z / total)
    reach = Z * sqrt(found * (1 - found) / total + Z * Z / (4 * total * total)) / (1 + Z * Z / total)
    return Share(round(found, 5), round(max(0.0, middle - reach), 5), round(min(1.0, middle + reach), 5))


def shares(counts: Mapping[int, int]) -> dict[int, float]:
    """Each value's, in rising order."""
    total = sum(counts.values())
    return {value: round(counts[value] / total, 5) for value in sorted(counts)}


def part(counts: Mapping[int, int], low: int, high: int) -> float:
    """The share of values from `low` up to, but not including, `high`."""
    total = sum(counts.values())
    return round(sum(count for value, count in counts.items() if low <= value < high) / max(total, 1), 5)


def _reached(counts: Mapping[int, int], wanted: float) -> int:
    """The smallest value that so many don't exceed."""
    so_far = 0
    for value in sorted(counts):
        so_far += counts[value]
        if so_far >= wanted:
            return value
    return max(counts)
