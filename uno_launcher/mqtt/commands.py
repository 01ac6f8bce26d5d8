"""Moves of the table that come from the broker. Pure.

No move starts the motor, and what only the launcher may say, that it was pressed, isn't taken from here.
"""

from typing import NamedTuple

from uno_launcher.daemon.orders import Seen, take_seen
from uno_launcher.errors import InputError
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
    seen = None
    if isinstance(line, dict):
        line, seen = take_seen(line)
    move = parse_move(line)
    if isinstance(move, Press | FailedPress):
        raise InputError(
            "A broker can't press: press the launcher's button, or without one type presses on the page."
        )
    return Command(move, seen)
