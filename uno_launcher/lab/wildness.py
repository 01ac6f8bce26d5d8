"""How wild a profile is: from 0, every press like the last one, to 5, one press may change everything."""

from collections.abc import Mapping
from math import sqrt

MOST = 5
A_CARD = 1.2
"""For each card that presses differ by (their standard deviation). So `wild` is a 5, `fair` 3, `gentle` 1."""


def wildness(dry: float, sizes: Mapping[int, float]) -> float:
    """Of a profile with this share of dry presses, and with bursts of so many cards to their share.

    May be more than 5: `level` is for people.
    """
    often = 1 - dry
    mean = often * sum(cards * share for cards, share in sizes.items())
    squares = often * sum(cards * cards * share for cards, share in sizes.items())
    return A_CARD * sqrt(max(0.0, squares - mean * mean))


def level(wild: float) -> int:
    """0 to 5."""
    return min(MOST, round(wild))
