"""The Pico's lamps and buzzer as pins of a `Panel`: what is written goes over the line when it changes."""

from collections.abc import Callable
from typing import Any

from uno_launcher.feed.words import LAMPS


class FarPins:
    """`send` is given lamps (the sum of their bits) and hertz. Any thread."""

    def __init__(self, names: tuple[str, ...], send: Callable[[int, int], None]) -> None:
        self._send = send
        self.pins: dict[str, Any] = {name: FarPin(self) for name in names}
        self._told = (0, 0)

    def changed(self) -> None:
        """One of them was written."""
        lamps = sum(bool(self.pins[name].state) << bit for bit, name in enumerate(LAMPS) if name in self.pins)
        buzzer = self.pins.get("buzzer")
        hz = round(buzzer.frequency or 0) if buzzer is not None and buzzer.state else 0
        if (lamps, hz) != self._told:
            self._told = (lamps, hz)
            self._send(lamps, hz)


class FarPin:
    """One output, as gpiozero's pins are written."""

    def __init__(self, pins: FarPins) -> None:
        self._pins = pins
        self._state = 0.0
        self.frequency: float | None = None

    @property
    def state(self) -> float:
        """0 to 1."""
        return self._state

    @state.setter
    def state(self, level: float) -> None:
        self._state = level
        self._pins.changed()
