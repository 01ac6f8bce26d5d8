"""Calling UNO, catching who forgot, and suggesting cards (6)."""

from uno_launcher.rules.draft import Draft, RefusedError, in_play
from uno_launcher.rules.events import Owed, UnoClosed
from uno_launcher.rules.moves import Catch, Suggested, Uno
from uno_launcher.rules.state import Debt


def uno(draft: Draft, move: Uno) -> None:
    """6.1: put right by the player, before anybody else spoke."""
    seat = draft.seat(move.uno)
    if draft.state.uno_open != seat:
        raise RefusedError(f"{move.uno} has no UNO to call now.")
    draft.emit(UnoClosed("called"))


def catch(draft: Draft, move: Catch) -> None:
    """6.2: a missing call, caught by an opponent in time."""
    seat = draft.seat(move.catch)
    by = draft.maybe_seat(move.by)
    if by is None:
        raise RefusedError(f"Say who caught {move.catch}.")
    if by == seat:
        raise RefusedError(f"{move.catch} can't catch themselves.")
    penalty = draft.game.house.uno_penalty
    if draft.state.uno_open != seat or not penalty:
        raise RefusedError(f"There is nothing to catch {move.catch} for now.")
    draft.emit(UnoClosed("caught"))
    draft.emit(Owed(Debt(seat, penalty, why="penalty"), before_others=True))


def suggested(draft: Draft, move: Suggested) -> None:
    """6.4: somebody told another player what to lay."""
    in_play(draft)
    seat = draft.seat(move.suggested)
    penalty = draft.game.house.suggestion_penalty
    if not penalty:
        raise RefusedError("Suggesting a card costs nothing in this game.")
    draft.emit(Owed(Debt(seat, penalty, why="penalty"), before_others=True))
