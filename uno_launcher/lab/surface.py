"""Minutes of a game by how often cards come and how many at a time, between places where they are known."""

from bisect import bisect_right
from collections.abc import Sequence
from math import exp, inf, isinf, log

OFTEN = (0.1, 0.2, 0.35, 0.55, 0.8)
"""Shares of presses that bring cards."""
SIZES = (1.0, 1.8, 3.0, 4.5, 7.0, 11.0)
"""Cards on average then."""


class Surface:
    """`minutes` by place in OFTEN, then by place in SIZES; infinite where games have no end."""

    def __init__(self, minutes: Sequence[Sequence[float]]) -> None:
        self._logs = [[log(each) for each in row] for row in minutes]

    def minutes(self, often: float, size: float, *, wary: bool = False) -> float:
        """About so many; outside of what is known, as at its edge.

        Infinite where most of what is around has no end; if `wary`, where anything has none.
        """
        row, down = _between(OFTEN, often)
        column, right = _between(SIZES, size)
        corners = (
            (row, column, (1 - down) * (1 - right)),
            (row, column + 1, (1 - down) * right),
            (row + 1, column, down * (1 - right)),
            (row + 1, column + 1, down * right),
        )
        ending = [(self._logs[r][c], part) for r, c, part in corners if not isinf(self._logs[r][c])]
        parts = sum(part for _, part in ending)
        if parts < (0.999 if wary else 0.5):
            return inf
        return exp(sum(each * part for each, part in ending) / parts)


def _between(known: Sequence[float], value: float) -> tuple[int, float]:
    """The place below `value`, and how far it is to the next one (0 to 1, by ratio)."""
    inside = min(max(value, known[0]), known[-1])
    below = min(bisect_right(known, inside), len(known) - 1) - 1
    return below, log(inside / known[below]) / log(known[below + 1] / known[below])
