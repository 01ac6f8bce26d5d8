"""The table: moves in, events out. What it knows is the fold of its events."""

import msgspec
from msgspec.structs import replace

from uno_launcher.rules import presses
from uno_launcher.rules.decide import check_mode, decide
from uno_launcher.rules.draft import Draft, Game, RefusedError, whole
from uno_launcher.rules.events import AnyEvent, Pressed, Seated, WentBack
from uno_launcher.rules.moves import CameOut, FailedPress, Move, NextRound, Play, Press, PressWas, Undo
from uno_launcher.rules.past import Head, Past
from uno_launcher.rules.scoring import begin_round
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.state import State


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What a move led to. `refused`: why it counts for nothing; then there are no events."""

    events: tuple[AnyEvent, ...] = ()
    warnings: tuple[str, ...] = ()
    refused: str | None = None


class Table:
    """One evening with one set-up.

    A table is the same again after the same moves: a journal keeps the set-up and the moves.
    """

    def __init__(self, setup: Setup) -> None:
        self.game = Game(setup)
        draft = Draft(self.game, State())
        draft.emit(Seated(len(setup.players), setup.mode))
        begin_round(draft, setup.dealer)
        self.opening: tuple[AnyEvent, ...] = tuple(draft.events)
        """The events of the set-up."""
        self.state = draft.state
        """Where it stands. Only moves change it."""
        self._head = Head(draft.state)
        self._past = Past(self._head)

    @property
    def setup(self) -> Setup:
        return self.game.setup

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that count: not refused, not taken back."""
        return tuple(self._past.moves)

    def apply(self, move: Move) -> Outcome:
        """Make a move, or refuse it and change nothing."""
        draft = Draft(self.game, self.state)
        try:
            if type(move) is Undo:
                check_mode(draft, move)
                self._undo(draft)
            else:
                head = self._advance(draft, self._head, move, len(self._past.moves))
                self._past.add(move, head)
                self._head = head
        except RefusedError as refused:
            return Outcome(refused=str(refused))
        self.state = draft.state
        return Outcome(tuple(draft.events), tuple(draft.warnings))

    @property
    def last_press(self) -> tuple[int | None, int] | None:
        """(whom its cards were booked to, how many) of the press that a correction would change, or None."""
        head = self._head
        if head.press is None:
            return None
        return head.who, head.press.press if isinstance(head.press, Press) else head.press.failed_press

    def may_press(self, by: str | None = None) -> str | None:
        """Why a press now would be refused, or None. `by` None: whoever's it is."""
        draft = Draft(self.game, self.state)
        try:
            decide(draft, Press(press=0, by=by))
        except RefusedError as refused:
            return str(refused)
        return None

    def at_most(self, by: str | None = None) -> int | None:
        """How many cards that press may bring before its obligation is full (8.1). None: no limit."""
        most = self.game.house.max_cards_per_obligation
        debt = presses.paid_by(Draft(self.game, self.state), by)
        return None if most is None or debt is None else most - debt.cards

    def _advance(self, draft: Draft, head: Head, move: Move, count: int) -> Head:
        """The head after a move that comes after `count` others."""
        if _reaches_back(move):
            return self._reach_back(draft, head, move, count)
        decide(draft, move)
        if isinstance(move, (Press, FailedPress)):
            return Head(draft.state, head.state, move, at=count, who=_booked_to(draft))
        if type(move) is NextRound:
            return Head(draft.state)
        return replace(head, state=draft.state)

    def _reach_back(self, draft: Draft, head: Head, move: Move, count: int) -> Head:
        """Change the last press, or what lay before it, and work out again what came since."""
        check_mode(draft, move)
        before, press, kept = head.before, head.press, head.kept
        if before is None or press is None:
            raise RefusedError("Nobody has pressed in this round.")
        draft.emit(WentBack(before))
        if isinstance(move, CameOut):
            out = whole(move.came_out, "The cards that came out")
            press = (
                replace(press, press=out) if isinstance(press, Press) else replace(press, failed_press=out)
            )
        elif isinstance(move, PressWas):
            draft.seat(move.press_was)
            if before.mode != "game":
                raise RefusedError("Nobody was named when that press was made.")
            press, kept = replace(press, by=move.press_was), True
        else:
            decide(draft, move)
            before, press, kept = draft.state, replace(press, by=None), False
        try:
            presses.press(draft, press, kept=kept)
            draft.settle()
            who = _booked_to(draft)
            for since in self._past.moves[head.at + 1 : count]:
                if not _reaches_back(since):
                    decide(draft, since)
        except RefusedError as refused:
            raise RefusedError(f"What came since would not fit: {refused}") from None
        return Head(draft.state, before, press, kept, head.at, who)

    def _undo(self, draft: Draft) -> None:
        past = self._past
        if not past.moves:
            raise RefusedError("There is nothing to take back.")
        known = past.drop()
        if known is not None:
            for count in range(known, len(past.moves)):
                head = past.heads[count]
                assert head is not None
                again = Draft(self.game, head.state)
                past.heads[count + 1] = self._advance(again, head, past.moves[count], count)
        self._head = past.head
        draft.emit(WentBack(self._head.state))


def _reaches_back(move: Move) -> bool:
    kind = type(move)
    return kind is CameOut or kind is PressWas or (isinstance(move, Play) and move.late)


def _booked_to(draft: Draft) -> int | None:
    """Who got the cards of the press just made."""
    for event in draft.events:
        if isinstance(event, Pressed):
            return event.who
    return None
