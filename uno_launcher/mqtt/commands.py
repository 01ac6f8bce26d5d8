"""Moves of the table that come from the broker. Pure.

No move starts the motor, and what only the launcher may say, that it was pressed, isn't taken from here.
"""

from typing import Any, NamedTuple

from uno_launcher.errors import InputError
from uno_launcher.orders import Seen
from uno_launcher.rules.moves import FailedPress, Move, Press, parse_move
from uno_launcher.rules.wire import parse_json

LONGEST = 4096
"""Bytes of a move."""


class Command(NamedTuple):
    move: Move
    seen: Seen | None
    """What whoever sent it was looking at, where they say so."""


def read_command(payload: bytes, *, retained: bool) -> Command:
    """The move in `payload`: JSON as in `table replay`, besides `seen` and `evening` as phones send them.

    Raises InputError with a sentence for whoever sent it.
    """
    if retained:
        raise InputError("A retained move would be made again and again: publish it without the retain flag.")
    if len(payload) > LONGEST:
        raise InputError(f"This is too long for a move: {LONGEST} bytes are the most.")
    line = parse_json(payload)
    seen = _seen(line) if isinstance(line, dict) else None
    move = parse_move(line)
    if isinstance(move, Press | FailedPress):
        raise InputError("Presses come from the launcher alone: a broker can't press.")
    return Command(move, seen)


def _seen(line: dict[str, Any]) -> Seen | None:
    """What the line says of it, which no move knows of and which is taken out."""
    n, evening = line.pop("seen", None), line.pop("evening", None)
    for key, value in (("seen", n), ("evening", evening)):
        if value is not None and type(value) is not int:
            raise InputError(f'this move: "{key}" takes a whole number')
    return None if n is None else Seen(evening, n)
