"""Where the cards of a box are: in hands, in the hopper, on the pile."""

import random

from uno_launcher.errors import LauncherError
from uno_launcher.lab.deck import Deck
from uno_launcher.rules.state import State


class DisagreementError(LauncherError):
    """The table and the hands don't tell the same story: a mistake in one of them."""


class Cards:
    """All of them, as faces. Nothing is kept of what a table counts."""

    def __init__(self, deck: Deck, rng: random.Random) -> None:
        self._deck = deck
        self._rng = rng
        self.hands: list[bytearray] = []
        """By seat."""
        self.hopper = bytearray()
        """The last one comes out first."""
        self.pile = bytearray()
        """The last one lies on top."""

    def deal(self, players: int, each: int) -> None:
        """2.2, and 2.4: a card that can't lie first is put back, and another is turned. Where no other is
        left, all of them are dealt again."""
        rng, effects = self._rng, self._deck.effects
        cards = bytearray()
        while all(effects[face].turn_again for face in cards):
            cards = shuffled(self._deck.cards, rng)
            self.hands = []
            for _ in range(players):
                self.hands.append(cards[-each:])
                del cards[-each:]
        while effects[cards[-1]].turn_again:
            cards.insert(int(rng.random() * len(cards)), cards.pop())
        self.pile = bytearray([cards.pop()])
        self.hopper = cards

    def come_out(self, seat: int, cards: int) -> None:
        """So many go from the hopper into a hand."""
        self.hands[seat] += self.hopper[-cards:]
        del self.hopper[-cards:]

    def take_along(self, hand: bytearray, face: int) -> int:
        """All cards of a Discard All's colour go from the hand to the pile, below it. How many these are."""
        colours = self._deck.colours
        along = bytes(other for other in hand if colours[other] == colours[face])
        hand[:] = hand.translate(None, along)
        self.pile += along
        return len(along)

    def swap(self, seat: int, other: int) -> None:
        self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]

    def reload(self) -> None:
        """7.6: the pile but its top card goes into the hopper, shuffled with what was left there."""
        top = self.pile.pop()
        self.hopper = shuffled(self.pile + self.hopper, self._rng)
        self.pile = bytearray([top])

    def compare(self, state: State) -> None:
        """Raise DisagreementError unless the table counts these hands, and no card is lost or there twice."""
        held = tuple(map(len, self.hands))
        if held != state.hands or len(self.hopper) != state.hopper:
            raise DisagreementError(
                f"the hands hold {held} and the hopper {len(self.hopper)}, but the table counts"
                f" {state.hands} and {state.hopper}"
            )
        everywhere = self.hopper + self.pile
        for hand in self.hands:
            everywhere += hand
        if bytes(sorted(everywhere)) != self._deck.cards:
            raise DisagreementError(
                f"{len(everywhere)} cards are somewhere, not the {len(self._deck.cards)} of the box"
            )


def shuffled(cards: bytes | bytearray, rng: random.Random) -> bytearray:
    """In any order, all alike."""
    draw = rng.random
    return bytearray(sorted(cards, key=lambda _: draw()))
