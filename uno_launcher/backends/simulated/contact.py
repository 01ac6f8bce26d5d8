"""A contact that bounces: how one signal's level changes on the way from one state to the other."""

import random
from collections import deque
from collections.abc import Iterable


class Contact:
    """One signal. `level` is what it shows now; `settled` where it goes when the bouncing is over."""

    def __init__(self, level: bool = False) -> None:
        self.level = level
        self.settled = level
        self._coming: deque[tuple[int, bool]] = deque()

    def turn(self, t_us: int, level: bool, gaps_us: Iterable[int] = ()) -> None:
        """Go to `level` at `t_us`, then change once after each further gap. What was to come is dropped."""
        self.settled = level
        self._coming.clear()
        self._coming.append((t_us, level))
        self.flicker(t_us, gaps_us)

    def flicker(self, t_us: int, gaps_us: Iterable[int]) -> None:
        """Leave the settled level after each odd gap, return after each even one (their number is even)."""
        level = self.settled
        for gap in gaps_us:
            t_us += gap
            level = not level
            self._coming.append((t_us, level))

    @property
    def quiet(self) -> bool:
        """Nothing more will change by itself."""
        return not self._coming

    @property
    def next_us(self) -> int | None:
        """When the next change is due."""
        return self._coming[0][0] if self._coming else None

    def change(self) -> bool:
        """Let the next change happen, and say whether it changed anything."""
        _, level = self._coming.popleft()
        changed = level != self.level
        self.level = level
        return changed


def bounces(rng: random.Random, longest_us: int) -> list[int]:
    """Gaps of one bouncing of a switch that lasts between a fifth of `longest_us` and all of it."""
    if longest_us <= 0:
        return []
    lasts = rng.randint(max(1, longest_us // 5), longest_us)
    times = [*sorted(rng.randint(0, lasts) for _ in range(2 * rng.randint(1, 4) - 1)), lasts]
    return [later - earlier for earlier, later in zip([0, *times[:-1]], times, strict=True)]
