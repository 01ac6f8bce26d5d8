"""Moves typed in words: `press_was Bo`, `came_out 3`, or one in JSON as `table replay` takes it."""

from collections.abc import Sequence
from typing import Any, Final

from uno_launcher.errors import InputError
from uno_launcher.rules.cards import COLOURS
from uno_launcher.rules.moves import FailedPress, Move, Press, parse_move
from uno_launcher.rules.wire import parse_json

EXAMPLES: Final = (
    "press_was Bo · came_out 3 · turn Bo · correct Bo 5 · suggested Bo",
    "play hit-1 by Bo late · points Bo 57 · hand Bo: red 7, wild · reloaded 60",
)

_PLAIN = ("stop", "next_round", "undo")
_NUMBER = ("came_out", "reloaded", "press", "failed_press")
_NAME = ("uno", "catch", "suggested", "press_was", "turn")
_NAME_AND_NUMBER = ("correct", "points")


def typed(text: str, players: Sequence[str]) -> Move:
    """The move that `text` says. A name may be cut short, or be the number of a seat.

    Raises InputError with a sentence where it says none.
    """
    text = text.strip()
    line = parse_json(text.encode()) if text.startswith("{") else _line(text, players)
    move = parse_move(line)
    if isinstance(move, Press | FailedPress):
        raise InputError("a press comes from the launcher's button alone")
    return move


def _line(text: str, players: Sequence[str]) -> dict[str, Any]:
    word, _, rest = text.partition(" ")
    kind, rest = word.replace("-", "_"), rest.strip()
    more: dict[str, Any] = {}
    if kind == "play" and rest.endswith(" late"):
        rest, more["late"] = rest.removesuffix(" late"), True
    if kind in ("play", "catch", "stop") and " by " in f" {rest}":
        rest, _, by = f" {rest}".rpartition(" by ")
        rest, more["by"] = rest.strip(), _name(by, players)
    return {kind: _value(kind, rest, players), **more}


def _value(kind: str, rest: str, players: Sequence[str]) -> Any:
    if kind in _PLAIN or (kind == "reloaded" and not rest):
        return True
    if kind in _NUMBER:
        return _number(rest)
    if kind in _NAME:
        return _name(rest, players)
    if kind in _NAME_AND_NUMBER:
        name, _, number = rest.rpartition(" ")
        return {_name(name, players): _number(number)}
    if kind == "hand":
        name, _, cards = rest.partition(":")
        return {_name(name, players): [card.strip() for card in cards.split(",") if card.strip()]}
    if kind == "choose":
        first, _, second = rest.partition(" ")
        colour = first if first in COLOURS else None
        target = rest if colour is None else second
        return {"colour": colour} | ({"target": _name(target, players)} if target else {})
    return rest


def _number(word: str) -> int | str:
    """What is no number stays as it is: whoever takes the move says so."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word


def _name(word: str, players: Sequence[str]) -> str:
    word = word.strip()
    if word in players:
        return word
    if word.isascii() and word.isdigit() and 1 <= int(word) <= len(players):
        return players[int(word) - 1]
    fits = [name for name in players if name.casefold().startswith(word.casefold())]
    return fits[0] if len(fits) == 1 else word
