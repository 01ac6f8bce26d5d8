"""The fairness receipt: what everybody's presses of an evening brought, against what the profile promises.

Presses aren't independent, so the promise is found by making them all again, in their order and with the
profiles that decided, many times, and giving each to whoever made it. Somebody who may stop once cards came
makes fewer presses when they come soon; but that betters the odds of no press, so the number of presses is
taken as it was.
"""

import contextlib
import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import msgspec

from uno_launcher.errors import InputError
from uno_launcher.luck.profiles import Luck, names
from uno_launcher.luck.verdict import UNUSUAL, Verdict, no_verdict, notes, off, verdict

BUDGET = 200_000
"""Presses made again in all: a tenth of a second on a desktop, about one on the slowest Pi."""
MOST, FEWEST = 2_000, 100
"""Evenings played again. One of 2,000 presses gets FEWEST."""
SKIP = 8
"""Each evening begins up to so many presses after the one before, so that a fixed order is met everywhere."""


class Drew(NamedTuple):
    """One press that luck decided, in the order of the evening."""

    profile: str | None
    """None: no launch is on record for it."""
    who: int | None = None
    """Seat; None: nobody is named."""
    cards: int | None = None
    """What came out, as corrected since. None: it counts for nobody, but luck has moved on."""
    at_most: int | None = None
    """The most cards that it was allowed."""


class Promise(msgspec.Struct, frozen=True):
    """What as many presses bring. Shares count the evening itself as one more, so they are never 0."""

    launches: float
    """On average, as the cards."""
    cards: float
    low: int
    high: int
    """19 evenings in 20 bring from `low` to `high` cards."""
    as_many: float
    """Share of evenings that bring as many cards, or more."""
    as_few: float


class Line(msgspec.Struct, frozen=True):
    """One player's receipt, or several people's together."""

    who: str | None
    """None: everybody, or whoever isn't named."""
    presses: int
    launches: int
    cards: int
    left_out: int
    """Presses among them that no known profile decided: promise and verdict are without them."""
    promise: Promise | None
    """None where there is nothing to compare."""
    verdict: Verdict
    sentence: str


class Receipt(msgspec.Struct, frozen=True):
    """An evening's. `runs` is how often it was played again."""

    runs: int
    profiles: tuple[str, ...]
    players: tuple[Line, ...]
    unnamed: Line | None
    """Presses for which nobody is named, beside players; None where there are none."""
    total: Line
    somebody: float | None
    """Share of evenings in which somebody is as far off as whoever is furthest here; None: nobody is far."""
    notes: tuple[str, ...]


class _Brought(NamedTuple):
    """Of one seat: the launches of all runs together, the cards of each run."""

    launches: int
    cards: list[int]


_Lucks = dict[str | None, Luck]
_Again = dict[int | None, _Brought]


def receipt(
    presses: Iterable[Drew], players: Sequence[str], profile: Callable[[str], Luck], rng: random.Random
) -> Receipt:
    """The receipt of an evening with these presses and players.

    `profile` gives a fresh profile by its name, or raises InputError. The same `rng` gives the same receipt.
    """
    drew = list(presses)
    lucks = _lucks(drew, profile)
    known = [press for press in drew if press.profile in lucks]
    runs = max(FEWEST, min(MOST, BUDGET // len(known))) if known else 0
    again = _played_again(known, lucks, len(players), runs, rng)
    lines = [_line(name, [seat], drew, lucks, again) for seat, name in enumerate(players)]
    unnamed = _line(None, [None], drew, lucks, again)
    somebody = _somebody(lines, again)
    booked = [press for press in drew if press.cards is not None]
    left_out = Counter(press.profile for press in booked if press.profile not in lucks)
    used = [name for name in lucks if name is not None]
    own = [name for name in used if name not in names()]
    return Receipt(
        runs,
        tuple(used),
        tuple(lines),
        unnamed if unnamed.presses and players else None,
        _line(None, [*range(len(players)), None], drew, lucks, again),
        somebody,
        tuple(notes(runs, somebody, len(drew) - len(booked), left_out, own)),
    )


def _lucks(presses: Iterable[Drew], profile: Callable[[str], Luck]) -> _Lucks:
    """Every profile that decided and is known, in the order of the evening."""
    lucks: _Lucks = {}
    for name in dict.fromkeys(press.profile for press in presses):
        if name is not None:
            with contextlib.suppress(InputError):
                lucks[name] = profile(name)
    return lucks


def _played_again(
    presses: Sequence[Drew], lucks: _Lucks, players: int, runs: int, rng: random.Random
) -> _Again:
    """By seat (None: whoever isn't named) what the presses bring, in `runs` evenings."""
    nameless, nobody = players, players + 1
    plan = []
    for press in presses:
        place = nobody if press.cards is None else nameless if press.who is None else press.who
        plan.append((lucks[press.profile].press, place, press.at_most))
    launches = [0] * (players + 2)
    cards: list[list[int]] = [[] for _ in launches]
    for _ in range(runs):
        for luck in lucks.values():
            for _ in range(rng.randrange(SKIP)):
                luck.press(rng)
        came = [0] * len(launches)
        for draw, place, at_most in plan:
            if out := draw(rng, at_most):
                launches[place] += 1
                came[place] += out
        for each, out in zip(cards, came, strict=True):
            each.append(out)
    seats = [*range(players), None]
    return {seat: _Brought(launches[place], cards[place]) for place, seat in enumerate(seats)}


def _line(
    name: str | None, seats: Sequence[int | None], drew: Iterable[Drew], lucks: _Lucks, again: _Again
) -> Line:
    """The line for all of `seats` together."""
    mine = [press for press in drew if press.cards is not None and press.who in seats]
    booked = [press.cards or 0 for press in mine]
    compared = [press.cards or 0 for press in mine if press.profile in lucks]
    promise = _promise([again[seat] for seat in seats], sum(compared)) if compared else None
    if promise is None:
        said = no_verdict(len(booked))
    else:
        said = verdict(promise.as_many, promise.as_few, len(again[None].cards))
    launches = sum(out > 0 for out in booked)
    return Line(name, len(booked), launches, sum(booked), len(booked) - len(compared), promise, *said)


def _promise(brought: Sequence[_Brought], came: int) -> Promise:
    """What several seats bring together, and how many runs bring as many cards as `came`, and as few."""
    cards = sorted(map(sum, zip(*(each.cards for each in brought), strict=True)))
    runs = len(cards)
    outside = int(runs * UNUSUAL / 2)
    return Promise(
        sum(each.launches for each in brought) / runs,
        sum(cards) / runs,
        cards[outside],
        cards[-1 - outside],
        *_tails(cards, came),
    )


def _tails(cards: list[int], came: int) -> tuple[float, float]:
    """(share of the runs, in rising order, that bring as many as `came`, share that brings as few)."""
    runs = len(cards)
    return (runs - bisect_left(cards, came) + 1) / (runs + 1), (bisect_right(cards, came) + 1) / (runs + 1)


def _somebody(lines: Sequence[Line], again: _Again) -> float | None:
    """How often the one who is furthest off is as far off as here: the more players, the more often."""
    promises = {seat: line.promise for seat, line in enumerate(lines) if line.promise}
    if len(promises) < 2:
        return None
    furthest = min(off(promise.as_many, promise.as_few) for promise in promises.values())
    if furthest > UNUSUAL:
        return None
    each = [_offs(again[seat].cards) for seat in promises]
    as_far: list[bool] = [min(offs) <= furthest for offs in zip(*each, strict=True)]
    return (sum(as_far) + 1) / (len(as_far) + 1)


def _offs(cards: list[int]) -> list[float]:
    """How far off each run is among all of them."""
    rising = sorted(cards)
    shares = {came: off(*_tails(rising, came)) for came in set(cards)}
    return [shares[came] for came in cards]
