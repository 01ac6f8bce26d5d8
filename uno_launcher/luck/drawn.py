"""Profiles that draw each press: the chance of cards depends on the dry presses since the last launch, on
nothing else. That count everybody at the table has seen, so nothing but the published odds can be learnt."""

import random
from collections.abc import Mapping, Sequence
from math import inf

from uno_launcher.luck.sizes import Sizes


class Drawn:
    """A profile by its odds.

    `chances[k]` is the chance (0 to 1) that a press brings cards after `k` dry ones; the last one holds for
    all longer streaks. It starts as if cards had just come. With `shows_tension` it publishes how far its
    odds have risen; that needs at least two chances.
    """

    def __init__(
        self,
        name: str,
        chances: Sequence[float],
        sizes: Mapping[int, float],
        sentence: str,
        *,
        shows_tension: bool = False,
    ) -> None:
        self.name = name
        self._chances = tuple(chances)
        self._sizes = Sizes(sizes)
        self._sentence = sentence
        self._shows_tension = shows_tension
        self._dry = 0

    def describe(self) -> str:
        """One sentence for a person, with the odds in words."""
        return self._sentence

    @property
    def tension(self) -> int:
        """0 (cards just came) to 100 (the odds are at their highest); always 0 where odds aren't shown."""
        if not self._shows_tension:
            return 0
        top = len(self._chances) - 1
        return round(100 * min(self._dry, top) / top)

    def press(self, rng: random.Random, at_most: int | None = None) -> int:
        """The cards this press brings, 0 for a dry one; `at_most` cuts large bursts, not the odds of any."""
        chance = self._chances[min(self._dry, len(self._chances) - 1)]
        if rng.random() < chance:
            self._dry = 0
            return self._sizes.draw(rng, at_most)
        self._dry += 1
        return 0

    def lid_opened(self) -> None:
        """Changes nothing: opening the lid must not better anybody's odds."""


def mean_gap(chances: Sequence[float]) -> float:
    """Presses from one launch to the next on average; infinite where none may ever come.

    `chances` as in `Drawn`.
    """
    presses, still_dry = 0.0, 1.0
    for chance in chances[:-1]:
        presses += still_dry
        still_dry *= 1 - chance
    if still_dry == 0:
        return presses
    return presses + still_dry / chances[-1] if chances[-1] > 0 else inf
