"""What lamps do, as pure functions of the time since it began. Whole microseconds.

Nothing flashes more than three times a second, whatever the tension (WCAG 2.3.1).
"""

from functools import cache

from uno_launcher.launcher.look import Blink, Colour

SHORT, LONG, GAP, PAUSE = 200_000, 600_000, 200_000, 1_000_000
"""Dots, dashes, what is between them, and what is after the last one."""

_EVEN: dict[Blink, tuple[int, ...]] = {
    "beat": (850_000, 150_000),
    "slow": (500_000, 500_000),
    "fast": (170_000, 170_000),
    "pulse": (100_000, 900_000),
    "wink": (200_000, 2_800_000),
    "dip": (1_400_000, 200_000),
    "lazy": (2_000_000, 2_000_000),
    "many": (SHORT, GAP),
}
"""For how long the lamp is lit and dark by turns."""
SHORTER_PCT = 60
"""How much shorter a beat, and the pause after blinks, are at tempo 100."""

COLOURS: dict[Colour, tuple[bool, bool, bool]] = {
    "off": (False, False, False),
    "red": (True, False, False),
    "green": (False, True, False),
    "blue": (False, False, True),
    "amber": (True, True, False),
    "purple": (True, False, True),
    "white": (True, True, True),
}
"""Which of red, green and blue are lit."""


def lit(blink: Blink, tempo: int, t: int) -> bool:
    """Whether a lamp is lit `t` µs after its rhythm began. `tempo` 0 to 100 quickens it."""
    steps = _steps(blink, tempo)
    return _step(steps, t)[0] if steps else blink == "on"


def next_change(blink: Blink, tempo: int, t: int) -> int | None:
    """When, after `t`, the lamp changes. None: never, so a steady lamp wakes nobody."""
    steps = _steps(blink, tempo)
    return t + _step(steps, t)[1] if steps else None


def _step(steps: tuple[int, ...], t: int) -> tuple[bool, int]:
    """(lit, for how long still)."""
    left = t % sum(steps)
    shown = True
    for step in steps:
        if left < step:
            return shown, step - left
        left -= step
        shown = not shown
    raise AssertionError("unreachable: left is less than all steps")


@cache
def _steps(blink: Blink, tempo: int) -> tuple[int, ...]:
    """For how long it's lit and dark by turns, over and over; () where nothing changes."""
    if blink in ("on", "off"):
        return ()
    left_pct = 100 - SHORTER_PCT * tempo // 100
    if blink == "beat":
        return tuple(step * left_pct // 100 for step in _EVEN[blink])
    if blink in _EVEN:
        return _EVEN[blink]
    steps: list[int] = []
    for stroke in blink:
        steps += [SHORT if stroke == "." else LONG, GAP]
    return (*steps[:-1], PAUSE * left_pct // 100)
