"""What a table remembers: every move that counted, and where each one led.

Undo has any depth, and a correction works out again what came since the last press. So each move keeps a
Head; but only the newest and one in every block stay in memory, and the others are worked out again from
there when an undo reaches them.
"""

import msgspec

from uno_launcher.rules.moves import FailedPress, Move, Press
from uno_launcher.rules.state import State

BLOCK = 256


class Head(msgspec.Struct, frozen=True, gc=False):
    """Where a table stands after a move, and what a correction needs to reach back to the last press."""

    state: State
    before: State | None = None
    """Before the round's last press; None where nobody has pressed."""
    press: Press | FailedPress | None = None
    """That press, as corrected."""
    kept: bool = False
    """A correction said whose it was: the cards are theirs even where they had none to make."""
    at: int = 0
    """Its place among the moves."""
    who: int | None = None
    """Whom its cards were booked to; None: nobody."""


class Past:
    """Moves and heads in step: `heads[n]` is after n moves."""

    def __init__(self, head: Head) -> None:
        self.moves: list[Move] = []
        self.heads: list[Head | None] = [head]

    @property
    def head(self) -> Head:
        head = self.heads[-1]
        assert head is not None
        return head

    def add(self, move: Move, head: Head) -> None:
        self.moves.append(move)
        self.heads.append(head)
        count = len(self.moves)
        if count % BLOCK == 0 and count >= 2 * BLOCK:
            start = count - 2 * BLOCK
            self.heads[start + 1 : start + BLOCK] = [None] * (BLOCK - 1)

    def drop(self) -> int | None:
        """Forget the last move. Returns from which count on heads must be worked out again, or None."""
        self.moves.pop()
        self.heads.pop()
        if self.heads[-1] is not None:
            return None
        known = len(self.heads) - 1
        while self.heads[known] is None:
            known -= 1
        return known
