"""What would keep a board.py from running, found before it's on the Pico, where nobody sees what it says.

It's read, not run: what isn't written out there is taken on trust.
"""

import ast
from typing import Any

DRIVERS = ("two-input", "phase-enable", "one-pin")
MOST_GP = 29
NEEDED = ("motor_in1", "button", "beam")


def mistake(text: str, example: str) -> str:
    """What is wrong with `text`, by the names of `example`, a board.py that works; "" where nothing is."""
    try:
        said, known = _said(text), _said(example)
    except SyntaxError as error:
        return f"line {error.lineno} isn't Python: {error.msg}"
    for name in known:
        if name not in said:
            return f"{name} isn't there: copy it from firmware/board.py"
    pins = said["PINS"]
    return _pins(pins, known["PINS"], said["DRIVER"]) if isinstance(pins, dict) else ""


def _pins(pins: dict[object, object], known: dict[str, object], driver: object) -> str:
    needed = NEEDED if driver == "one-pin" else (*NEEDED, "motor_in2")
    claimed: dict[object, object] = {}
    if driver is not None and driver not in DRIVERS:
        return f"DRIVER must be one of {', '.join(DRIVERS)}"
    for name in (*known, *pins):
        if name not in pins:
            return f'"{name}" isn\'t in PINS: copy its line from firmware/board.py'
        if name not in known:
            return f'"{name}" in PINS is no signal'
        number = pins[name]
        if number is None:
            if name in needed:
                return f'"{name}" in PINS needs a pin'
            continue
        if type(number) is not int or not 0 <= number <= MOST_GP:
            return f'"{name}" in PINS must be a GP number from 0 to {MOST_GP}, or None'
        if claimed.setdefault(number, name) != name:
            return f'"{name}" and "{claimed[number]}" in PINS are both at GP{number}'
    for motor in ("motor_in1", "motor_in2"):
        a, b = pins["buzzer"], pins[motor]
        if isinstance(a, int) and isinstance(b, int) and (a >> 1) & 7 == (b >> 1) & 7:
            return f'"buzzer" in PINS shares a PWM with "{motor}": move it'
    return ""


def _said(text: str) -> dict[str, Any]:
    """What is assigned at the top, None where it isn't written out. Raises SyntaxError."""
    said: dict[str, Any] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                said[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                said[node.targets[0].id] = None
    return said
