"""Least squares with a guess for every unknown: what the measurements don't tell stays as guessed. Pure."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

SPREAD = 0.05
"""Measurements differ by about that, in logarithms: cards of one launcher do, since rubber creeps."""
ROUNDS = 12
CLOSE = 1e-4


class Guess(NamedTuple):
    """One unknown: what it is where the cards don't tell, how sure that is, and its bounds."""

    usual: float
    doubt: float
    least: float
    most: float
    logarithmic: bool


Misses = Callable[[Sequence[float]], tuple[list[float], int]]
"""For values of the unknowns: what is left over of every measurement (in logarithms; infinite where it tells
nothing), then each guess's `strain`; and how many measurements there are."""


def strain(guess: Guess, value: float) -> float:
    if guess.logarithmic:
        return math.log(value / guess.usual) / guess.doubt
    return (value - guess.usual) / guess.doubt


def _weigh(left: list[float], cards: int, outlier: float) -> list[float]:
    """Square roots of the weights: less for a card that is far off, none for what is no single card."""
    found = []
    for miss in left[:cards]:
        off = abs(miss) / SPREAD
        found.append(0.0 if abs(miss) > outlier else min(1.0, math.sqrt(2.0 / max(off, 1e-9))) / SPREAD)
    return [*found, *(1.0 for _ in left[cards:])]


def solved(guesses: Sequence[Guess], misses: Misses, outlier: float) -> tuple[list[float], list[float]]:
    """The unknowns with the least squares, by Levenberg and Marquardt, and the roots of the last weights.

    Whoever is further off than `outlier` counts for nothing.
    """
    values = [guess.usual for guess in guesses]
    damping = 1e-3
    left, cards = misses(values)
    weights = _weigh(left, cards, outlier)
    for _ in range(ROUNDS):
        slopes = _slopes(guesses, values, left, misses)
        before = _cost(left, weights)
        moved = False
        for _ in range(6):
            tried = _moved(guesses, values, _step(slopes, left, weights, damping))
            after, _ = misses(tried)
            if _cost(after, weights) <= before:
                moved = any(
                    abs(strain(g._replace(usual=v), t)) > CLOSE
                    for g, v, t in zip(guesses, values, tried, strict=True)
                )
                values, left, damping = tried, after, damping / 5
                break
            damping *= 8
        weights = _weigh(left, cards, outlier)
        if not moved:
            break
    return values, weights


def _cost(left: Sequence[float], weights: Sequence[float]) -> float:
    return sum(min((miss * weight) ** 2, 1e6) for miss, weight in zip(left, weights, strict=True) if weight)


def _nudge(guess: Guess, value: float, by: float) -> float:
    moved = value * math.exp(by) if guess.logarithmic else value + by
    return min(max(moved, guess.least), guess.most)


def _moved(guesses: Sequence[Guess], values: Sequence[float], steps: Sequence[float]) -> list[float]:
    limits = [0.7 if guess.logarithmic else 6.0 for guess in guesses]
    return [
        _nudge(guess, value, min(max(step, -limit), limit))
        for guess, value, step, limit in zip(guesses, values, steps, limits, strict=True)
    ]


def _slopes(
    guesses: Sequence[Guess], values: Sequence[float], left: Sequence[float], misses: Misses
) -> list[list[float]]:
    """For each unknown, how every miss changes with it."""
    found = []
    for number, guess in enumerate(guesses):
        by = 0.02 if guess.logarithmic else 0.4
        if _nudge(guess, values[number], by) - values[number] < by / 2 and not guess.logarithmic:
            by = -by
        nudged = [*values]
        nudged[number] = _nudge(guess, values[number], by)
        there, _ = misses(nudged)
        found.append(
            [
                (b - a) / by if math.isfinite(a) and math.isfinite(b) else 0.0
                for a, b in zip(left, there, strict=True)
            ]
        )
    return found


def _normal(slopes: Sequence[Sequence[float]], weights: Sequence[float]) -> list[list[float]]:
    return [
        [sum(a * b * w * w for a, b, w in zip(one, other, weights, strict=True)) for other in slopes]
        for one in slopes
    ]


def _step(
    slopes: Sequence[Sequence[float]], left: Sequence[float], weights: Sequence[float], damping: float
) -> list[float]:
    normal = _normal(slopes, weights)
    for number, row in enumerate(normal):
        row[number] *= 1 + damping
    pull = [
        -sum(slope * miss * w * w for slope, miss, w in zip(one, left, weights, strict=True) if w)
        for one in slopes
    ]
    return _linear(normal, pull)


def doubt_of_first(
    guesses: Sequence[Guess], values: Sequence[float], misses: Misses, weights: Sequence[float]
) -> float:
    """Standard error of the first unknown."""
    left, _ = misses(values)
    normal = _normal(_slopes(guesses, values, left, misses), weights)
    return math.sqrt(max(0.0, _linear(normal, [1.0] + [0.0] * (len(guesses) - 1))[0]))


def _linear(matrix: list[list[float]], right: Sequence[float]) -> list[float]:
    """Solve by elimination; `matrix` is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        best = max(range(column, len(rows)), key=lambda at: abs(rows[at][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for at in range(len(rows)):
            if at != column:
                share = rows[at][column] / rows[column][column]
                rows[at] = [a - share * b for a, b in zip(rows[at], rows[column], strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]
