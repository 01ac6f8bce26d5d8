"""Games that go as a test wants them: dealt cards, luck and players are given."""

import random
from collections.abc import Sequence
from itertools import chain

from uno_launcher import luck
from uno_launcher.lab.cards import Cards
from uno_launcher.lab.deck import Deck
from uno_launcher.lab.evenings import NAMES
from uno_launcher.lab.game import Game, Manners
from uno_launcher.lab.strategies import strategy
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.setup import Setup

POLITE = Manners(forgets=0)


class Written:
    """Luck that brings what is written down, then nothing."""

    name = "written"
    tension = 0

    def __init__(self, *brings: int) -> None:
        self._brings = list(brings)
        self.lids = 0

    def describe(self) -> str:
        return "As written."

    def press(self, rng: random.Random, at_most: int | None = None) -> int:
        cards = self._brings.pop(0) if self._brings else 0
        return cards if at_most is None else min(cards, at_most)

    def lid_opened(self) -> None:
        self.lids += 1


class Dealt(Cards):
    """The first round is dealt as written: hands, the card that is turned up, what comes out first."""

    def write(self, hands: Sequence[Sequence[str]], top: str, comes: Sequence[str]) -> None:
        face = {word: number for number, word in enumerate(self._deck.words)}
        rest = list(self._deck.cards)
        written = [[face[word] for word in hand] for hand in hands]
        coming = [face[word] for word in reversed(comes)]
        for card in [*chain(*written), face[top], *coming]:
            rest.remove(card)
        self._written = [*map(bytearray, written)], bytearray([face[top]]), bytearray(rest + coming)

    def deal(self, players: int, each: int) -> None:
        self.hands, self.pile, self.hopper = self._written


def dealt(game: Game, hands: Sequence[Sequence[str]], top: str, comes: Sequence[str] = ()) -> Game:
    """The game, with its first round dealt so."""
    game.cards = Dealt(game._deck, game._rng)
    game.cards.write(hands, top, comes)
    return game


def setup_of(players: int, box: str = "mega-hit-2020", **changes: object) -> Setup:
    kind = BOXES[box]
    return Setup(kind, kind.house, NAMES[:players], dealer=players - 1, **changes)  # type: ignore[arg-type]


def game_of(
    setup: Setup,
    *,
    play: str = "greedy",
    brings: object = "fair",
    seed: int = 1,
    manners: Manners = POLITE,
) -> Game:
    """A careful game. `brings` is a profile's name, or luck itself."""
    deck = Deck(setup.box)
    chosen = luck.profile(brings) if isinstance(brings, str) else brings
    players = [strategy(play, deck)] * len(setup.players)
    return Game(setup, deck, players, chosen, random.Random(seed), manners, careful=True)  # type: ignore[arg-type]
