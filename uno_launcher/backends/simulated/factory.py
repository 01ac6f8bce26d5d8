"""gpiozero's mock pins with a clock of our own, a listener for what is written, and levels from outside.

Where the mock is kinder than lgpio on a Pi, these pins follow lgpio: an output is claimed low (field note
M5), a closed pin floats and keeps its level (M4), PWM comes in whole percent, rounded down (G15), and a
callback is told the time of the edge, not of the call (G6).
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin, PinState

REVISION = "a03111"
"""A Raspberry Pi 4B."""
REMEMBERED = 4096
"""Changes of level that a pin remembers: a launcher may be simulated for days."""


class SimPin(MockPWMPin):  # type: ignore[misc]
    """One pin. `history` holds (seconds, level) of each change, the oldest first."""

    _state: float
    _frequency: float | None

    def __init__(self, factory: "SimFactory", info: Any) -> None:
        super().__init__(factory, info)
        self._state = factory.outside.get(self.bcm, self._state)
        self.clear_states()

    def close(self) -> None:
        """Become an input that nothing drives."""
        self.when_changed = None
        self.function = "input"
        self._frequency = None

    def clear_states(self) -> None:
        """Forget the history."""
        self._last_change = self._factory.ticks()
        self.history: deque[tuple[float, float]] = deque([(self._last_change, self._state)], REMEMBERED)

    @property
    def states(self) -> list[Any]:
        """The history as the mock tells it: seconds since the change before, and the level."""
        before = [t for t, _ in self.history]
        before.insert(0, before[0])
        return [PinState(t - last, level) for last, (t, level) in zip(before, self.history, strict=False)]

    @property
    def bcm(self) -> int:
        """Its BCM number."""
        return int(self._number)

    def outside(self, level: bool, t: float, times: int) -> None:
        """What is connected pulls an input to `level` at `t`; the callback is called so many times."""
        if self._function != "input" or not self._change_state(level, t):
            return
        if self._edges not in ("both", "rising" if level else "falling"):
            return
        for _ in range(times):
            weak = self._when_changed
            callback = weak and weak()
            if callback:
                callback(t, level)

    def _change_state(self, value: float, t: float | None = None) -> bool:
        if self._state == value:
            return False
        self._last_change = self._factory.ticks() if t is None else t
        self._state = value
        self.history.append((self._last_change, value))
        if self.bcm not in self._factory.outside:
            self._factory.tell(self)
        return True

    def _set_state(self, value: float) -> None:
        super()._set_state(int(value * 100) / 100 if self._frequency else bool(value))

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        if value == "output" and not self._change_state(0.0):
            self._factory.tell(self)  # the line is ours now, whatever somebody left on it

    def _set_frequency(self, value: float | None) -> None:
        if bool(value) != bool(self._frequency):
            self._change_state(0.0)
        self._frequency = value or None

    def _set_pull(self, value: str) -> None:
        if self.bcm in self._factory.outside:  # what is connected is stronger
            self._pull = value
        else:
            super()._set_pull(value)


class SimFactory(MockFactory):  # type: ignore[misc]
    """Makes SimPins. `clock` gives seconds; `listener` is told of each pin whose line changed by itself."""

    def __init__(self, clock: Callable[[], float], listener: Callable[[SimPin], None]) -> None:
        super().__init__(REVISION, SimPin)
        self.ticks = clock
        self.tell = listener
        self.outside: dict[int, bool] = {}
        """BCM number -> level of each line that something outside drives, whether or not a pin reads it."""

    def drive(self, bcm: int, level: bool, t: float, times: int = 1) -> None:
        """What is connected to line `bcm` pulls it to `level` at `t` seconds.

        `times` is how often the pin's callback is called for it: 0 when the edge is lost on its way, 2 when
        it is told twice (field note G4).
        """
        self.outside[bcm] = level
        for pin in list(self.pins.values()):
            if pin.bcm == bcm:
                pin.outside(level, t, times)
