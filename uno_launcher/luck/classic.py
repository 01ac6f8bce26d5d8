"""The toy's own luck: a fixed sequence of presses that fire, to be learnt by heart."""

import random

from uno_launcher.luck.sizes import EARLY, Sizes

# As published, counted from switch-on or from closing the lid (rules.md section 10). A disc with uneven
# detents makes it (US 5,114,153), so after the last detent comes the first again: press 97 is press 1.
# fmt: off
LAUNCHES = frozenset({
    2, 6, 9, 13, 17, 21, 24, 26, 27, 29, 32, 36, 37, 41, 44, 47, 48,
    51, 54, 57, 58, 62, 66, 69, 72, 73, 77, 81, 84, 85, 88, 92, 93, 96,
})
# fmt: on
ROUND = 96


class Classic:
    """Which presses fire is fixed; only the number of cards is drawn."""

    name = "classic"
    tension = 0

    def __init__(self) -> None:
        self._presses = 0
        self._sizes = Sizes(EARLY)

    def describe(self) -> str:
        """One sentence for a person, with the odds in words."""
        return (
            "The old toy's fixed order: 34 of 96 presses bring cards, usually 3 to 8, with at most 3 dry "
            "presses in a row, and as it starts over when the lid is opened, it can be learnt by heart."
        )

    def press(self, rng: random.Random, at_most: int | None = None) -> int:
        """The cards this press brings, 0 for a dry one. `at_most` cuts large bursts, not the sequence."""
        self._presses = self._presses % ROUND + 1
        return self._sizes.draw(rng, at_most) if self._presses in LAUNCHES else 0

    def lid_opened(self) -> None:
        """The sequence starts over, as in the toy."""
        self._presses = 0
