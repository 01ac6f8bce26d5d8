"""A profile of one's own from two numbers: how often cards come, and how many at a time.

The rest is shaped like `fair`: each dry press raises the odds, and most bursts are about as large as the mean
one, with a large one now and then.
"""

from collections.abc import Callable, Sequence
from math import exp

from uno_launcher.luck.custom import CustomProfile
from uno_launcher.luck.drawn import mean_gap
from uno_launcher.luck.sizes import MOST_CARDS

RISING = (0.22, 0.33, 0.44, 0.55, 0.60)
"""The odds of `fair` after 0, 1, 2 … dry presses."""
SURE = 0.95
"""No press is surer than that."""
PEAKED = 4
"""Of a gamma distribution: its spread is then half of its mean, as that of `fair`."""


def shaped(often: float, size: float) -> CustomProfile:
    """`often`: the share of presses that bring cards, 0.03 to 0.9; `size`: cards on average then, 1 to 14."""
    return CustomProfile(chance=rising(often), sizes=peaked(size))


def rising(often: float) -> list[float]:
    """Chances after 0, 1, 2 … dry presses, in hundredths."""
    factor = _root(lambda factor: 1 / mean_gap(_chances(factor)) - often, 0.001, 20.0)
    return [round(chance, 2) for chance in _chances(factor)]


def _chances(factor: float) -> Sequence[float]:
    return [min(SURE, factor * chance) for chance in RISING]


def peaked(mean: float) -> dict[str, float]:
    """Cards to their share, in hundredths; what rounding leaves over goes to the commonest size."""
    if mean <= 1:
        return {"1": 1.0}
    theta = _root(lambda theta: _mean(_weights(theta)) - mean, 0.1, 100.0)
    weights = _weights(theta)
    hundredths = {cards: round(100 * weight / sum(weights.values())) for cards, weight in weights.items()}
    hundredths[max(hundredths, key=hundredths.__getitem__)] += 100 - sum(hundredths.values())
    return {str(cards): share / 100 for cards, share in hundredths.items() if share}


def _weights(theta: float) -> dict[int, float]:
    return {cards: cards ** (PEAKED - 1) * exp(-cards * PEAKED / theta) for cards in range(1, MOST_CARDS + 1)}


def _mean(weights: dict[int, float]) -> float:
    return sum(cards * weight for cards, weight in weights.items()) / sum(weights.values())


def _root(rises: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that rises is nearest to 0."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if rises(middle) > 0 else (middle, high)
    return (low + high) / 2
