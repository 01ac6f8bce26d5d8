"""How simulated players choose. Each is simple enough to be said in a sentence, and none cheats: they see
their own hand and how many cards the others hold."""

import random
from collections.abc import Sequence
from typing import Protocol

from uno_launcher.errors import UsageError
from uno_launcher.lab.deck import Deck
from uno_launcher.rules.cards import COLOURS


class Strategy(Protocol):
    """`options` are faces of the hand that can be laid now, at least one. None means: press the launcher."""

    def lay(self, options: Sequence[int], hand: Sequence[int], rng: random.Random) -> int | None:
        """What to lay on one's turn."""

    def answer(self, options: Sequence[int], hand: Sequence[int], rng: random.Random) -> int | None:
        """What to answer a hit with (5.1)."""

    def goes_on(self, rng: random.Random) -> bool:
        """Whether to press on where one may stop (4.2)."""

    def colour(self, hand: Sequence[int], rng: random.Random) -> int:
        """A place in COLOURS, with what is left in the hand."""

    def target(self, seat: int, hands: Sequence[Sequence[int]], rng: random.Random) -> int:
        """Another seat, to swap hands with or to be hit."""


class Random:
    """Anything that is allowed, all alike, pressing included."""

    def __init__(self, _: Deck) -> None: ...

    def lay(self, options: Sequence[int], _hand: Sequence[int], rng: random.Random) -> int | None:
        chosen = int(rng.random() * (len(options) + 1))
        return options[chosen] if chosen < len(options) else None

    answer = lay

    def goes_on(self, rng: random.Random) -> bool:
        return rng.random() < 0.5

    def colour(self, _: Sequence[int], rng: random.Random) -> int:
        return int(rng.random() * len(COLOURS))

    def target(self, seat: int, hands: Sequence[Sequence[int]], rng: random.Random) -> int:
        other = int(rng.random() * (len(hands) - 1))
        return other + (other >= seat)


class Greedy:
    """Lays what rids the hand of the most points, answers every hit, stops pressing as soon as that is
    allowed, names the colour it holds most of, and goes for whoever holds the fewest cards."""

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        self._liked = self._likes(deck)

    def _likes(self, deck: Deck) -> list[int]:
        """For each face, how gladly it is laid."""
        return deck.points

    def lay(self, options: Sequence[int], hand: Sequence[int], _rng: random.Random) -> int | None:
        deck, liked = self._deck, self._liked
        best = max(options, key=liked.__getitem__)
        if deck.takes_colour.isdisjoint(options):
            return best
        return max(options, key=lambda face: liked[face] + _along(deck, face, hand))

    def answer(self, options: Sequence[int], _hand: Sequence[int], _rng: random.Random) -> int | None:
        return max(options, key=self._liked.__getitem__)

    def goes_on(self, _: random.Random) -> bool:
        return False

    def colour(self, hand: Sequence[int], _rng: random.Random) -> int:
        return self._deck.colour_held_most(hand)

    def target(self, seat: int, hands: Sequence[Sequence[int]], _rng: random.Random) -> int:
        return min(
            (other for other in range(len(hands)) if other != seat), key=lambda other: len(hands[other])
        )


class HitFirst(Greedy):
    """Like `greedy`, but lays a hit whenever one can be laid."""

    def _likes(self, deck: Deck) -> list[int]:
        return [points + 1000 * (face in deck.hits) for face, points in enumerate(deck.points)]


class KeepHits(Greedy):
    """Like `greedy`, but keeps hits to answer with, until nothing else can be laid."""

    def _likes(self, deck: Deck) -> list[int]:
        return [points - 1000 * (face in deck.hits) for face, points in enumerate(deck.points)]


STRATEGIES: dict[str, type[Random] | type[Greedy]] = {
    "random": Random,
    "greedy": Greedy,
    "hit-first": HitFirst,
    "keep-hits": KeepHits,
}


def strategy(name: str, deck: Deck) -> Strategy:
    """By its name. Raises UsageError."""
    if name not in STRATEGIES:
        raise UsageError(f'there is no strategy "{name}"; choose one of {", ".join(STRATEGIES)}')
    return STRATEGIES[name](deck)


def _along(deck: Deck, face: int, hand: Sequence[int]) -> int:
    """Points of the other cards that go along with a Discard All."""
    if face not in deck.takes_colour:
        return 0
    colour = deck.colours[face]
    return sum(deck.points[other] for other in hand if deck.colours[other] == colour) - deck.points[face]
