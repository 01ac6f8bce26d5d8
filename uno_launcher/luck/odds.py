"""What a profile brings over many presses, found by making them."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from operator import sub

import msgspec

from uno_launcher.luck.profiles import Luck

OWED = (1, 2, 3, 4, 6)
"""Presses that a card or a stack commonly makes somebody owe."""


class Owing(msgspec.Struct, frozen=True):
    """What a number of owed presses brings, all of them made."""

    mean: float
    """Cards on average."""
    cards: dict[int, float]
    """Cards to their share, 0 is "none at all"."""


class Odds(msgspec.Struct, frozen=True):
    """The odds of a profile. Shares are 0 to 1; each distribution is in rising order."""

    profile: str
    presses: int
    launches: int
    dry: float
    """Share of presses that bring nothing."""
    mean_cards: float
    """Cards a press, dry ones included."""
    longest_dry: int
    """Dry presses in the longest streak."""
    gaps: dict[int, float]
    """Presses from one launch to the next, the first from the start (1: straight after), to their share."""
    sizes: dict[int, float]
    """Cards of a launch to their share."""
    owing: dict[int, Owing]
    """By presses owed, begun anywhere in the run; left out where the whole run is shorter."""


def draw(luck: Luck, presses: int, rng: random.Random) -> list[int]:
    """The cards of each of `presses` presses, without a lid being opened."""
    return [luck.press(rng) for _ in range(presses)]


def odds(luck: Luck, presses: int, rng: random.Random) -> Odds:
    """The odds of a fresh profile, from `presses` (1 or more) presses."""
    brought = draw(luck, presses, rng)
    fired = [press for press, cards in enumerate(brought, start=1) if cards]
    gaps = [later - earlier for earlier, later in zip([0, *fired], fired, strict=False)]
    so_far = list(accumulate(brought, initial=0))
    streaks = [*gaps, presses + 1 - (fired[-1] if fired else 0)]
    return Odds(
        profile=luck.name,
        presses=presses,
        launches=len(fired),
        dry=1 - len(fired) / presses,
        mean_cards=so_far[-1] / presses,
        longest_dry=max(streaks) - 1,
        gaps=_shares(gaps),
        sizes=_shares(cards for cards in brought if cards),
        owing={owed: _owing(owed, so_far) for owed in OWED if owed <= presses},
    )


def _owing(owed: int, so_far: list[int]) -> Owing:
    shares = _shares(map(sub, so_far[owed:], so_far))
    return Owing(mean=sum(cards * share for cards, share in shares.items()), cards=shares)


def _shares(values: Iterable[int]) -> dict[int, float]:
    counts = Counter(values)
    total = counts.total()
    return {value: counts[value] / total for value in sorted(counts)}
