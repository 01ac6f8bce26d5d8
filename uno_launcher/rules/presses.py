"""The button, as the rules see it: whose press it is, what it pays, when an obligation is over (4.1–4.4)."""

from typing import cast

from uno_launcher.rules import pad
from uno_launcher.rules.debts import book, pay
from uno_launcher.rules.draft import Draft, RefusedError, in_play, owes_first, whole
from uno_launcher.rules.events import DebtEnded, PartPaid, TurnGoesTo, UnoClosed
from uno_launcher.rules.moves import FailedPress, Press, Stop
from uno_launcher.rules.state import Debt
from uno_launcher.rules.turns import chooses_first


def press(draft: Draft, move: Press | FailedPress, *, kept: bool = False) -> None:
    """A press and what came out. `kept`: by somebody who had none to make; the cards are theirs anyway."""
    failed, out = (True, move.failed_press) if isinstance(move, FailedPress) else (False, move.press)
    whole(out, "The cards that came out")
    before, said = draft.state, len(draft.events)
    if before.mode != "game" and not (before.mode == "stack" and before.owes):
        pad.press(draft, out, failed=failed)
        return
    try:
        seat = presser(draft, draft.maybe_seat(move.by) if before.mode == "game" else None)
    except RefusedError:
        if not kept or move.by is None:
            raise
        book(draft, draft.seat(move.by), out)
        return
    if failed and not out:
        draft.state = before  # 4.3: still owed, and nobody has stopped
        del draft.events[said:]
        return
    book(draft, seat, out)
    owes = draft.state.owes
    if (not owes or owes[0].why != "penalty") and draft.state.uno_open is not None:
        draft.emit(UnoClosed("over"))  # 6.2
    if owes:
        debt = pay(draft, owes[0], out)
        draft.emit(DebtEnded("paid") if debt is None else PartPaid(debt))
    else:
        draft.emit(TurnGoesTo(draft.after(seat)))  # 3.2


def presser(draft: Draft, by: int | None) -> int:
    """Whose press it would be. Whoever would be up next says that the one before has stopped (4.2)."""
    in_play(draft)
    if draft.state.owes:
        debt = draft.state.owes[0]
        if by is None or by == debt.who:
            return cast(int, debt.who)
        if not draft.may_stop(debt) or by != draft.next_up():
            raise owes_first(draft, debt)
        draft.emit(DebtEnded("stopped"))
        return by
    state = draft.state
    if state.pending is not None:
        raise chooses_first(draft, state.pending)
    if by not in (None, state.turn):
        raise RefusedError(f"It's {draft.name(state.turn)}'s turn.")
    return state.turn


def stop(draft: Draft, move: Stop) -> None:
    """Presses still owed are left."""
    if draft.state.mode == "stack" and not draft.state.owes:
        pad.stop(draft)
        return
    in_play(draft)
    by = draft.maybe_seat(move.by)
    if not draft.state.owes:
        raise RefusedError("Nobody owes a press, so there is nothing to stop.")
    debt = draft.state.owes[0]
    if draft.state.mode == "game" and by not in (None, debt.who):
        raise owes_first(draft, debt)
    if not draft.may_stop(debt):
        raise owes_first(draft, debt)
    draft.emit(DebtEnded("stopped"))


def paid_by(draft: Draft, by: str | None) -> Debt | None:
    """The obligation that a press would pay, or None."""
    state = draft.state
    if state.mode == "stack" and not state.owes:
        return state.pad.debt if state.pad else None
    if state.mode == "toy":
        return None
    try:
        presser(draft, draft.maybe_seat(by) if state.mode == "game" else None)
    except RefusedError:
        return None
    return draft.state.owes[0] if draft.state.owes else None
