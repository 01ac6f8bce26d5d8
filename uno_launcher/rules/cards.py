"""Card words and what they mean: "red 7", "hit-2", "wild-attack-attack".

A kind is one row of a box; a card is a kind in a colour. People may also tap only the kind ("hit-2", or
"number" for any number card): such a card has no known colour.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

COLOURS = ("red", "yellow", "green", "blue")

Target = Literal["none", "next", "chosen", "everyone else", "self"]


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """What laying a card does, composed from the words of rules 4 and 8.2."""

    presses: int = 0
    until_cards: bool = False
    target: Target = "none"
    """Who presses."""
    skip: bool = False
    """The chosen player, or else the next one, loses the turn."""
    reverse: bool = False
    choose_colour: bool = False
    swap_hands: bool = False
    """With a player of one's choice; never the last card."""
    discard_colour: bool = False
    """All cards of its colour may go along."""
    answers_hit: bool = False
    """Answers a hit, and can be answered, where stacking is on (5.1)."""
    turn_again: bool = False
    """As the first card it is put back and another is turned (2.4)."""

    @property
    def hits(self) -> bool:
        """Somebody has to press because of it."""
        return self.presses > 0 or self.until_cards

    @property
    def wants_target(self) -> bool:
        """Whoever lays it picks a player."""
        return self.swap_hands or self.target == "chosen"


class Kind(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One row of a box. `count` is per colour, or in all for a card without a colour (`wild`)."""

    name: str
    count: int
    points: int
    effect: Effect = Effect()
    wild: bool = False
    source: str = ""
    """Where the row is from, where that isn't plain."""

    @property
    def cards(self) -> int:
        """How many of them are in the box."""
        return self.count if self.wild else self.count * len(COLOURS)

    @property
    def is_number(self) -> bool:
        return self.name.isdigit()


class Card(msgspec.Struct, frozen=True, gc=False):
    """What a card word stands for. `colour` None: a wild, or only the kind was tapped."""

    word: str
    kind: str
    effect: Effect
    colour: str | None = None
    points: int | None = None
    """None: only "number" was tapped."""


def card_words(kinds: Iterable[Kind]) -> dict[str, Card]:
    """Every word that names a card made of these kinds."""
    words: dict[str, Card] = {}
    for kind in kinds:
        if not kind.wild:
            for colour in COLOURS:
                word = f"{colour} {kind.name}"
                words[word] = Card(word, kind.name, kind.effect, colour, kind.points)
        if kind.is_number:
            words["number"] = Card("number", "number", Effect())
        else:
            words[kind.name] = Card(kind.name, kind.name, kind.effect, None, kind.points)
    return words
