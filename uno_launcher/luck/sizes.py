"""How many cards a launch brings: weights for each number of cards, and drawing from them.

The published facts are words, not counts (rules.md section 10); the weights are our reading of them.
"""

import random
from collections.abc import Mapping
from itertools import accumulate

EARLY = {
    1: 20,
    2: 40,
    3: 130,
    4: 160,
    5: 170,
    6: 160,
    7: 130,
    8: 100,
    9: 40,
    10: 25,
    11: 12,
    12: 8,
    16: 5,
}
"""The toy as first described: "usually 3 to 8", up to 12, 16 once. Here 3 to 8 are 85 %, 16 is 0.5 %."""

LATER = {1: 15, 2: 25, 3: 30, 4: 20, 5: 10}
"""Later reviews: 1 to 5."""

BOTH = {1: 80, 2: 150, 3: 210, 4: 180, 5: 140, 6: 85, 7: 60, 8: 45, 9: 20, 10: 15, 11: 10, 12: 5}
"""Between the two descriptions: mostly 2 to 5, every now and then a big one, 12 at most. 4.2 on average."""

SMALL = {1: 50, 2: 30, 3: 20}
"""For small hands, from no description."""

WILD = dict.fromkeys(range(1, 13), 51) | dict.fromkeys(range(13, 31), 1)
"""Anything up to 12 alike; one launch in 35 (18 of 630) is a flood of 13 to 30, at most about a third of the
83 cards in the hopper when four people start."""

MOST_CARDS = 30
"""No profile orders more than this at once."""


class Sizes:
    """Draws numbers of cards. `weights`: cards (1 or more) to a weight of 0 or more, not all 0."""

    def __init__(self, weights: Mapping[int, float]) -> None:
        self._cards = list(weights)
        self._cumulative = list(accumulate(weights.values()))

    def draw(self, rng: random.Random, at_most: int | None = None) -> int:
        """Cards of one launch; what is more than `at_most` becomes `at_most` (0 where that is less)."""
        cards = rng.choices(self._cards, cum_weights=self._cumulative)[0]
        return cards if at_most is None else max(0, min(cards, at_most))
