"""The published odds of every profile, written down a second time, and what follows from them exactly."""

import random
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, chain, pairwise
from operator import mul

from uno_launcher.luck import Luck
from uno_launcher.luck.sizes import BOTH, EARLY, LATER, SMALL, WILD

# Chance in percent after 0, 1, 2 … dry presses; the last holds for longer streaks.
CHANCES = {
    "fair": (22, 33, 44, 55, 60),
    "chance": (35,),
    "rising": (20, 32, 44, 56, 68, 80, 92),
    "gentle": (25, 50, 100),
    "wild": (35,),
}
WEIGHTS = {"fair": BOTH, "classic": EARLY, "chance": BOTH, "rising": LATER, "gentle": SMALL, "wild": WILD}

# The published count of the presses that fire (rules.md section 10).
FIRES = (
    *(2, 6, 9, 13, 17, 21, 24, 26, 27, 29, 32, 36, 37, 41, 44, 47, 48),
    *(51, 54, 57, 58, 62, 66, 69, 72, 73, 77, 81, 84, 85, 88, 92, 93, 96),
)


class Fixed(random.Random):
    """Always draws the same number."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self.value = value

    def random(self) -> float:
        return self.value


def chance_after(dry: int, percents: Sequence[int]) -> Fraction:
    return Fraction(percents[min(dry, len(percents) - 1)], 100)


def gap_shares(percents: Sequence[int], longest: int = 60) -> dict[int, float]:
    """Exactly how often the next launch comes 1, 2, 3 … presses after the last."""
    shares, still_dry = {}, Fraction(1)
    for gap in range(1, longest + 1):
        chance = chance_after(gap - 1, percents)
        shares[gap] = float(still_dry * chance)
        still_dry *= 1 - chance
    return {gap: share for gap, share in shares.items() if share}


def over_time(percents: Sequence[int]) -> list[Fraction]:
    """Exactly how often 0, 1, 2 … dry presses go before a press; the last stands for all longer streaks.

    Flow into each count is flow out of it, which gives all shares from that of 0.
    """
    top = len(percents) - 1
    dry = [1 - chance_after(k, percents) for k in range(top)]
    shares = list(accumulate(dry, mul, initial=Fraction(1)))
    shares[top] /= chance_after(top, percents)  # whoever comes there stays until cards come
    return [share / sum(shares) for share in shares]


def share_over_time(percents: Sequence[int]) -> Fraction:
    """Exactly the launches' share of all presses."""
    return sum(
        (share * chance_after(k, percents) for k, share in enumerate(over_time(percents))), Fraction(0)
    )


def owing_shares(name: str, owed: int) -> dict[int, float]:
    """Exactly how often `owed` presses, begun anywhere, bring 0, 1, 2 … cards together."""
    sizes = size_shares(name)
    if name == "classic":
        places = [(1.0 if place % 96 + 1 in FIRES else 0.0, (place + 1) % 96) for place in range(96)]
        now = {(place, 0): 1 / 96 for place in range(96)}
    else:
        percents = CHANCES[name]
        top = len(percents) - 1
        places = [(float(chance_after(k, percents)), min(k + 1, top)) for k in range(top + 1)]
        now = {(k, 0): float(share) for k, share in enumerate(over_time(percents))}
    for _ in range(owed):
        then: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (place, so_far), share in now.items():
            chance, onward = places[place]
            after = onward if name == "classic" else 0
            if chance < 1:
                then[onward, so_far] += share * (1 - chance)
            if chance > 0:
                for cards, part in sizes.items():
                    then[after, so_far + cards] += share * chance * part
        now = then
    sums: defaultdict[int, float] = defaultdict(float)
    for (_, cards), share in now.items():
        sums[cards] += share
    return sums


def size_shares(name: str) -> dict[int, float]:
    weights = WEIGHTS[name]
    return {cards: weight / sum(weights.values()) for cards, weight in weights.items()}


def gaps_of(brought: Sequence[int]) -> list[int]:
    """Presses from one launch to the next, the first counted from the start."""
    fired = [press for press, cards in enumerate(brought, 1) if cards]
    return [later - earlier for earlier, later in pairwise(chain([0], fired))]


def run(luck: Luck, presses: int, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [luck.press(rng) for _ in range(presses)]
