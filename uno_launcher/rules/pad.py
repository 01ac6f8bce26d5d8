"""Playing without names: stack mode, where tapped hits add up to one obligation, and toy mode."""

from msgspec.structs import replace

from uno_launcher.rules.debts import book, pay
from uno_launcher.rules.draft import Draft, RefusedError, owes_first
from uno_launcher.rules.events import PadChanged
from uno_launcher.rules.moves import Play
from uno_launcher.rules.state import Debt, Pad

PLUS_ONE = "+1"
"""What the "+1" button plays, in any box: once for Hit 1, twice for Hit 2 or Attack-Attack."""


def play(draft: Draft, move: Play) -> None:
    """A hit, tapped by anybody. The first one after a press starts anew: what was left then has lapsed."""
    if move.play == PLUS_ONE:
        added = Debt(None, 1)
    else:
        effect = draft.card(move.play).effect
        if not effect.hits or effect.target == "everyone else":
            raise RefusedError("Only hits are tapped in stack mode.")
        added = Debt(None, effect.presses, effect.until_cards)
    pad = draft.state.pad
    if pad is None or pad.debt.pressed:
        draft.emit(PadChanged(Pad(added, added.presses)))
        return
    if pad.debt.until_cards or added.until_cards:
        raise owes_first(draft, pad.debt)
    total = pad.total + added.presses
    draft.emit(PadChanged(Pad(replace(pad.debt, presses=total), total, pad.hits + 1)))


def press(draft: Draft, out: int, *, failed: bool) -> None:
    """Anybody's press: it pays what was tapped, or is just a press."""
    if failed and not out:
        return
    book(draft, None, out)
    pad = draft.state.pad
    if draft.state.mode == "stack" and pad is not None:
        debt = pay(draft, pad.debt, out)
        draft.emit(PadChanged(None if debt is None else replace(pad, debt=debt)))


def stop(draft: Draft) -> None:
    pad = draft.state.pad
    if pad is None:
        raise RefusedError("Nobody owes a press, so there is nothing to stop.")
    if not draft.may_stop(pad.debt):
        raise owes_first(draft, pad.debt)
    draft.emit(PadChanged(None))
