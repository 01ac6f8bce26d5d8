"""One move against one state: which rule it is for, and whether the mode takes it at all."""

from collections.abc import Callable
from typing import Any

from uno_launcher.rules import corrections, pad, presses, scoring, turns, uno
from uno_launcher.rules.draft import Draft, RefusedError
from uno_launcher.rules.moves import (
    CameOut,
    Catch,
    Choose,
    Correct,
    FailedPress,
    Hand,
    ModeIs,
    Move,
    NextRound,
    Play,
    Points,
    Press,
    Reloaded,
    Stop,
    Suggested,
    Turn,
    TurnUp,
    Undo,
    Uno,
)

_RULES: dict[type[Move], Callable[[Draft, Any], None]] = {
    TurnUp: turns.turn_up,
    Play: turns.play,
    Choose: turns.choose,
    Press: presses.press,
    FailedPress: presses.press,
    Stop: presses.stop,
    Uno: uno.uno,
    Catch: uno.catch,
    Suggested: uno.suggested,
    Reloaded: corrections.reloaded,
    Hand: scoring.hand,
    Points: scoring.points,
    Turn: corrections.turn,
    Correct: corrections.correct,
    ModeIs: corrections.mode,
    NextRound: scoring.next_round,
}

_TOY = frozenset({Press, FailedPress, Reloaded, ModeIs, Undo})
_STACK = _TOY | {Play, Stop, CameOut}


def check_mode(draft: Draft, move: Move) -> None:
    """Refuse what this mode doesn't know, and names that nobody here bears."""
    mode = draft.state.mode
    if mode == "toy" and type(move) not in _TOY:
        raise RefusedError("In toy mode a press is just a press: switch to stack or game first.")
    if mode == "stack" and type(move) not in _STACK:
        raise RefusedError("Only hits, presses and stops are tapped in stack mode: switch to game first.")
    if move.by is not None and move.by not in draft.game.seats:
        raise RefusedError(f"Nobody called {move.by} plays here.")


def decide(draft: Draft, move: Move) -> None:
    """Add the events of this move. Raises RefusedError; the draft is worth nothing then."""
    check_mode(draft, move)
    if draft.state.mode == "stack" and type(move) is Play:
        pad.play(draft, move)
        return
    _RULES[type(move)](draft, move)
    if draft.state.out is not None:
        draft.settle()
