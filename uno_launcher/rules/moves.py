"""The moves a table takes, each shaped as its line in a script: `{"press": 3, "by": "Cy"}`.

What a move means is decided elsewhere; here is only what is a move at all.
"""

from typing import Any

import msgspec

from uno_launcher.errors import InputError
from uno_launcher.rules.wire import check_texts, convert


class Move(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False, kw_only=True
):
    """`by`: who did it, or tapped it. None where a move needs somebody means whoever is up."""

    by: str | None = None


class TurnUp(Move, frozen=True, gc=False):
    turn_up: str


class Play(Move, frozen=True, gc=False):
    play: str
    colour: str | None = None
    target: str | None = None
    discards: int = 0
    uno: bool = False
    late: bool = False
    """It lay there before the last press."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    colour: str | None = None
    target: str | None = None


class Choose(Move, frozen=True, gc=False):
    choose: Choice


class Press(Move, frozen=True, gc=False):
    press: int
    """Cards that came out."""


class FailedPress(Move, frozen=True, gc=False):
    failed_press: int
    """Cards that had come out before the launcher failed."""


class Stop(Move, frozen=True, gc=False):
    stop: bool


class Uno(Move, frozen=True, gc=False):
    uno: str


class Catch(Move, frozen=True, gc=False):
    catch: str


class Suggested(Move, frozen=True, gc=False):
    suggested: str


class Reloaded(Move, frozen=True, gc=False):
    reloaded: int | bool
    """What the hopper now holds, or True: all that can be in it."""


class Hand(Move, frozen=True, gc=False):
    hand: dict[str, list[str]]


class Points(Move, frozen=True, gc=False):
    points: dict[str, int]


class CameOut(Move, frozen=True, gc=False):
    came_out: int


class PressWas(Move, frozen=True, gc=False):
    press_was: str


class Turn(Move, frozen=True, gc=False):
    turn: str


class Correct(Move, frozen=True, gc=False):
    correct: dict[str, int]


class ModeIs(Move, frozen=True, gc=False):
    mode: str


class NextRound(Move, frozen=True, gc=False):
    next_round: bool


class Undo(Move, frozen=True, gc=False):
    undo: bool


KINDS: dict[str, type[Move]] = {
    "turn_up": TurnUp,
    "play": Play,
    "choose": Choose,
    "press": Press,
    "failed_press": FailedPress,
    "stop": Stop,
    "uno": Uno,
    "catch": Catch,
    "suggested": Suggested,
    "reloaded": Reloaded,
    "hand": Hand,
    "points": Points,
    "came_out": CameOut,
    "press_was": PressWas,
    "turn": Turn,
    "correct": Correct,
    "mode": ModeIs,
    "next_round": NextRound,
    "undo": Undo,
}

_ONLY_TRUE = frozenset({"stop", "next_round", "undo", "reloaded"})


def parse_move(line: Any) -> Move:
    """The move that a parsed JSON line is. Raises InputError with a sentence where it is none."""
    if not isinstance(line, dict):
        raise InputError('a move is a JSON object like {"press": 3, "by": "Cy"}')
    found = [key for key in line if key in KINDS]
    if len(found) > 1 and "play" in found and "uno" in found:
        found.remove("uno")  # called with the play
    if not found:
        raise InputError(f"this is no move: a move has one of {', '.join(KINDS)}")
    if len(found) > 1:
        raise InputError(f"these are two moves in one line: {found[0]} and {found[1]}")
    if found[0] in _ONLY_TRUE and line[found[0]] is False:
        raise InputError(f'this move: "{found[0]}" can\'t be false')
    check_texts(line, "this move")
    return convert(line, KINDS[found[0]], "this move")
