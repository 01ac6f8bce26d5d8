"""What a press brings and what it pays, in every mode."""

from msgspec.structs import replace

from uno_launcher.rules.draft import Draft
from uno_launcher.rules.events import Pressed
from uno_launcher.rules.state import Debt


def pay(draft: Draft, debt: Debt, out: int) -> Debt | None:
    """What is left of a debt after a press. None: nothing."""
    left = debt.presses if debt.until_cards else debt.presses - 1
    brought = debt.cards + out
    most = draft.game.house.max_cards_per_obligation
    done = out > 0 if debt.until_cards else left == 0
    if done or (most is not None and brought >= most):
        return None
    return replace(debt, presses=left, pressed=True, cards=brought)


def book(draft: Draft, who: int | None, out: int) -> None:
    """What came out is a fact, whatever the hopper should have held."""
    should = draft.state.hopper
    if out > should:
        draft.warnings.append(f"{out} came out, but only {should} should have been in the launcher.")
    draft.emit(Pressed(who, out))
