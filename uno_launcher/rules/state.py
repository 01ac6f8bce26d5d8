"""What a table knows between two moves. Nothing here changes; events make new ones."""

from typing import Literal

import msgspec

Mode = Literal["toy", "stack", "game"]
Stage = Literal["turn-up", "play", "scoring", "round-over", "game-over"]
Why = Literal["hit", "penalty"]


class Debt(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Presses that somebody owes the launcher. `who` is a seat; None where nobody is named."""

    who: int | None
    presses: int = 0
    """Left to make; 0 where it is until cards come out."""
    until_cards: bool = False
    why: Why = "hit"
    answerable: bool = False
    pressed: bool = False
    cards: int = 0
    """Came out for it so far."""


class Pending(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A card that lies, waiting for its colour or its target."""

    who: int
    card: str
    wants_colour: bool = False
    wants_target: bool = False
    target: int | None = None
    first: bool = False
    """It was turned up, not laid."""


class Stack(msgspec.Struct, frozen=True, gc=False):
    """Hits that answer each other; one alone is the beginning of a stack."""

    first: int
    """Who laid the first one."""
    total: int
    """Presses of all of them."""
    hits: int = 1


class Pad(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What was tapped in stack mode. `total` is the sum of its `hits` cards."""

    debt: Debt
    total: int
    hits: int = 1


class Tally(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What somebody's presses brought in an evening."""

    presses: int = 0
    launches: int = 0
    cards: int = 0


class State(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Players are seats, 0 first, clockwise."""

    mode: Mode = "game"
    stage: Stage = "turn-up"
    dealer: int = 0
    direction: int = 1
    """1 is clockwise ("left"), -1 counter-clockwise."""
    turn: int = 0
    """Whose turn it is once nothing is owed or to be chosen."""
    hands: tuple[int, ...] = ()
    hopper: int = 0
    top: str | None = None
    kind: str | None = None
    """Of the top card."""
    colour: str | None = None
    """To be followed. None: everything matches."""
    owes: tuple[Debt, ...] = ()
    """In the order they are to be made."""
    pending: Pending | None = None
    stack: Stack | None = None
    uno_open: int | None = None
    out: int | None = None
    """Who laid the last card."""
    entered: tuple[int | None, ...] = ()
    """Points entered for each hand after the round."""
    scores: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    """Scores when the round began."""
    eliminated: tuple[int, ...] = ()
    benched: tuple[int, ...] = ()
    """Who was eliminated when the round began: not dealt in."""
    winners: tuple[int, ...] = ()
    pad: Pad | None = None
    tallies: tuple[Tally, ...] = ()

    def with_hand(self, seat: int, more: int) -> tuple[int, ...]:
        """The hands when one of them has so many cards more."""
        hands = list(self.hands)
        hands[seat] += more
        return tuple(hands)

    def tallied(self, seat: int, cards: int) -> tuple[Tally, ...]:
        """The tallies after one more press."""
        tallies = list(self.tallies)
        old = tallies[seat]
        tallies[seat] = Tally(old.presses + 1, old.launches + (cards > 0), old.cards + cards)
        return tuple(tallies)
