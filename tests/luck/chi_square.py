"""A small chi-square test: do counts agree with shares, or with other counts?

The limit is the value that true agreement exceeds once in a thousand, by Wilson and Hilferty's approximation.
Seeds are fixed, so a test that passes once passes always.
"""

from collections.abc import Mapping

FEWEST = 5  # expected in a cell; cells with fewer are pooled with their neighbour


def limit(freedom: int) -> float:
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.0902 * spread**0.5) ** 3


def agrees(counts: Mapping[int, int], shares: Mapping[int, float]) -> bool:
    """Whether `counts` could be drawn with `shares`, which add up to 1 or leave out only a rare tail."""
    total = sum(counts.values())
    cells = _pooled({n: (counts.get(n, 0), total * share) for n, share in sorted(shares.items())})
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    return counts.keys() <= shares.keys() and statistic <= limit(max(1, len(cells) - 1))


def agree(one: Mapping[int, int], other: Mapping[int, int]) -> bool:
    """Whether both counts could be drawn with the same shares."""
    ratio = sum(other.values()) / sum(one.values())
    values = sorted(one.keys() | other.keys())
    cells = _pooled({n: (one.get(n, 0), float(other.get(n, 0))) for n in values})
    statistic = sum((a * ratio**0.5 - b / ratio**0.5) ** 2 / (a + b) for a, b in cells)
    return statistic <= limit(max(1, len(cells) - 1))


def _pooled(cells: Mapping[int, tuple[int, float]]) -> list[tuple[int, float]]:
    pooled: list[tuple[int, float]] = []
    seen, expected = 0, 0.0
    for more_seen, more_expected in cells.values():
        seen, expected = seen + more_seen, expected + more_expected
        if expected >= FEWEST:
            pooled.append((seen, expected))
            seen, expected = 0, 0.0
    if pooled:
        last_seen, last_expected = pooled.pop()
        return [*pooled, (last_seen + seen, last_expected + expected)]
    return [(seen, expected)]
