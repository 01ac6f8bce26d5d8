"""A time constant of this launcher's roller, learned from the cards that pass while it matters."""


class Constant:
    """A first guess, then a running average: single cards correct it, each by what its width says of it."""

    def __init__(self, guess_us: int, transit_us: int) -> None:
        self.us = guess_us
        self._least = guess_us * 2 // 5
        self._most = guess_us * 5 // 2
        self._clip = transit_us // 8
        # Widths differ by 4 % anyhow; the first guess is as good as one that is right to 15 %.
        self._doubt = (transit_us * 4 // 150) ** 2
        self._weight = 0

    @property
    def known(self) -> bool:
        """A few cards have confirmed it."""
        return self._weight > 6 * self._doubt

    def learn(self, miss_us: int, pull_us: int) -> None:
        """A card measured `miss_us` over a transit; were this a tenth smaller, it'd be `pull_us` more."""
        miss = min(max(miss_us, -self._clip), self._clip)
        by = self.us * miss * pull_us // (10 * (self._doubt + self._weight + pull_us * pull_us))
        by = min(max(by, -self.us // 5), self.us // 5)
        self.us = min(max(self.us + by, self._least), self._most)
        self._weight = min(self._weight + pull_us * pull_us, 32 * self._doubt)
