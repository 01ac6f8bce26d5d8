"""What a Pico's board.py says. It's read, not run: it's the Pico's code."""

import ast
from pathlib import Path
from typing import NamedTuple

from uno_launcher.errors import InputError
from uno_launcher.pins import NAMED, SIGNALS

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware" / "board.py"

GPIOS = (*range(23), 26, 27, 28)
"""GP numbers that a Pico has a place for."""


class Said(NamedTuple):
    """The pins (signal to GP number, in the order of `uno_launcher.pins`), the driver, and the beam's level
    while a card is in it."""

    signals: dict[str, int]
    driver: str
    blocked: str


def board_file(source: Path = FIRMWARE) -> Said:
    """Reads it. Raises InputError where it can't be wired as it says."""
    try:
        body = ast.parse(source.read_text(encoding="utf-8")).body
        said = {
            name.id: ast.literal_eval(node.value)
            for node in body
            if isinstance(node, ast.Assign)
            for name in node.targets
            if isinstance(name, ast.Name)
        }
        pins = {name: number for name, number in said["PINS"].items() if number is not None}
    except OSError as error:
        raise InputError(f"{source}: the file can't be read: {error.strerror}") from None
    except SyntaxError as error:
        raise InputError(f"{source} line {error.lineno}: this isn't Python: {error.msg}") from None
    except (ValueError, KeyError, AttributeError):
        raise InputError(f"{source}: PINS isn't a plain dict of signals to GP numbers") from None
    mistakes = [
        f"{source}: PINS has no signal {name}; there is {', '.join(NAMED)}"
        for name in pins
        if name not in NAMED
    ]
    driver = said.get("DRIVER", "two-input")
    mistakes += [
        f"{source}: PINS says no GP number for {signal.name}, which no launcher can do without"
        for signal in SIGNALS
        if not signal.optional
        and signal.name not in pins
        and (signal.name, driver) != ("motor_in2", "one-pin")
    ]
    taken: dict[int, str] = {}
    for name, number in pins.items():
        if number not in GPIOS:
            mistakes.append(f"{source}: {name} is on {number!r}, but a Pico has GP 0 to 22 and 26 to 28")
        elif number in taken:
            mistakes.append(
                f"{source}: {name} is on GP {number}, but so is {taken[number]}; give each its own"
            )
        else:
            taken[number] = name
    if mistakes:
        raise InputError(*mistakes)
    blocked = "high" if said.get("BLOCKED_IS_HIGH") else "low"
    return Said({name: pins[name] for name in NAMED if name in pins}, driver, blocked)


def pico_signals(source: Path = FIRMWARE) -> dict[str, int]:
    """The pins alone."""
    return board_file(source).signals
