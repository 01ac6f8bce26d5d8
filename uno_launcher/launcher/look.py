"""How the launcher shows itself on its lamps: what a backend's `show` is given."""

from dataclasses import dataclass
from typing import Literal

Blink = Literal["off", "on", "slow", "fast", "pulse"]
Colour = Literal["off", "green", "blue", "amber", "red", "white", "purple"]


@dataclass(frozen=True, slots=True)
class Look:
    """The button lamp's pattern and the RGB lamp's colour and pattern."""

    lamp: Blink = "off"
    colour: Colour = "off"
    blink: Blink = "off"
    tempo: int = 0
    """0 to 100: patterns quicken with the tension."""
