"""Scripts for the simulation: presses, faults and moves of the table with their times, one a line.

    # seconds since the start, then what happens
    0.5  press
    3    fault jam        # the next card gets stuck
    3.5  press
    6    open-lid
    7    close-lid
    8    move {"play": "hit-2", "by": "Ann"}
    8.5  button hit_1     # one of the extra buttons
    9    end

Without `end` a script ends two seconds after its last line. Times may not go backwards.
"""

import json
import math
from dataclasses import dataclass
from pathlib import Path

from uno_launcher.backends.feeder import EXTRA_BUTTONS
from uno_launcher.contents import MB, contents, split
from uno_launcher.errors import InputError
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.wire import parse_json

AFTERWARDS_S = 2.0
LONGEST_S = 86_400.0
MOST_CARDS = 112


@dataclass(frozen=True, slots=True)
class Step:
    """One line: `action` with its `argument`, `at` seconds after the start.

    The argument is "" where there is none, and of a move its JSON.
    """

    at: float
    action: str
    argument: str = ""


ACTIONS = (
    "press",
    "open-lid",
    "close-lid",
    "take-card",
    "button",
    "empty",
    "reload",
    "fault",
    "mend",
    "move",
    "end",
)


def read(path: Path, faults: frozenset[str]) -> tuple[Step, ...]:
    """Read a script; `faults` are the names that `fault` and `mend` take.

    Raises InputError with a sentence for every wrong line.
    """
    try:
        lines = split(contents(path, 10 * MB).decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise InputError(f"{path} can't be read: {reason}.") from None
    steps: list[Step] = []
    mistakes: list[str] = []
    for number, line in enumerate(lines, start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        try:
            step = _step(words, faults, line)
            if steps and step.at < steps[-1].at:
                raise ValueError(f"its time {step.at:g} is before the line above, {steps[-1].at:g}")
            steps.append(step)
        except ValueError as error:
            mistakes.append(f"{path} line {number}: {error}.")
    if mistakes:
        raise InputError(*mistakes)
    if not steps or steps[-1].action != "end":
        steps.append(Step((steps[-1].at if steps else 0.0) + AFTERWARDS_S, "end"))
    return tuple(steps)


def _step(words: list[str], faults: frozenset[str], line: str) -> Step:
    try:
        at = float(words[0])
    except ValueError:
        raise ValueError(f"{words[0]!r} is no number of seconds; write a time, then an action") from None
    if not (math.isfinite(at) and 0 <= at <= LONGEST_S):
        raise ValueError(f"the time {words[0]} is not between 0 and {LONGEST_S:g} seconds")
    if len(words) < 2:
        raise ValueError("there is a time but no action; say what happens then")
    action, argument = words[1], " ".join(words[2:])
    if action not in ACTIONS:
        raise ValueError(f"{action!r} is no action; use one of {', '.join(ACTIONS)}")
    if action in ("fault", "mend"):
        if argument not in faults:
            raise ValueError(f"{action} wants one of {', '.join(sorted(faults))}")
    elif action == "reload":
        if not (
            argument.isascii() and argument.isdigit() and len(argument) < 9 and int(argument) <= MOST_CARDS
        ):
            raise ValueError(f"reload wants a number of cards from 0 to {MOST_CARDS}")
    elif action == "button":
        if argument not in EXTRA_BUTTONS:
            raise ValueError(f"button wants one of {', '.join(EXTRA_BUTTONS)}")
    elif action == "move":
        argument = _move(line.partition("move")[2].strip())
    elif argument:
        raise ValueError(f"{action} takes nothing after it, but {argument!r} stands there")
    return Step(at, action, argument)


def _move(text: str) -> str:
    """The JSON of a move, up to a comment: a name in it may hold spaces and a #."""
    try:
        end = json.JSONDecoder().raw_decode(text)[1]
    except (ValueError, RecursionError):
        end = len(text)
    if text[end:].strip()[:1] not in ("", "#"):
        end = len(text)
    try:
        parse_move(parse_json(text[:end].encode()))
    except InputError as error:
        raise ValueError(error) from None
    return text[:end]
