"""Setting right what nobody tapped, reloading, and changing the mode."""

from typing import cast

from uno_launcher.rules.draft import Draft, RefusedError, in_play, whole
from uno_launcher.rules.events import HandCorrected, HopperFilled, ModeChanged, TurnCorrected
from uno_launcher.rules.moves import Correct, ModeIs, Reloaded, Turn
from uno_launcher.rules.setup import MODES
from uno_launcher.rules.state import Mode


def turn(draft: Draft, move: Turn) -> None:
    """Somebody is up, whatever was owed or to be chosen."""
    in_play(draft)
    seat = draft.seat(move.turn)
    if draft.state.out is not None:
        raise RefusedError(f"{draft.name(draft.state.out)} laid the last card: only its presses are left.")
    draft.emit(TurnCorrected(seat))


def correct(draft: Draft, move: Correct) -> None:
    """What somebody holds, counted by hand."""
    if draft.state.stage != "turn-up":
        in_play(draft)
    if not move.correct:
        raise RefusedError("Say whose hand it is.")
    for name, cards in move.correct.items():
        seat = draft.seat(name)
        if whole(cards, "A hand") == 0:
            raise RefusedError(f"{name} can't hold 0 cards: laying the last one ends the round.")
        if seat == draft.state.out:
            raise RefusedError(f"{name} laid the last card: take that back first.")
        draft.emit(HandCorrected(seat, cards))
    if sum(draft.state.hands) >= draft.game.deck:
        raise RefusedError(f"There are only {draft.game.deck} cards in the box, and one lies on the pile.")


def reloaded(draft: Draft, move: Reloaded) -> None:
    """7.6: the hopper can hold all cards but the hands and the top one."""
    most = max(0, draft.game.deck - sum(draft.state.hands) - 1)
    if move.reloaded is True:
        draft.emit(HopperFilled(most))
        return
    if whole(move.reloaded, "The launcher") > most:
        raise RefusedError(f"Only {most} cards can be in the launcher now.")
    draft.emit(HopperFilled(move.reloaded))


def mode(draft: Draft, move: ModeIs) -> None:
    if move.mode not in MODES:
        raise RefusedError(f'There is no mode "{move.mode}": there are {", ".join(MODES)}.')
    if move.mode == "game" and not draft.game.players:
        raise RefusedError("Nobody is named yet: set a table up with players to play a game.")
    draft.emit(ModeChanged(cast(Mode, move.mode)))
