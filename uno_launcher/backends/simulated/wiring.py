"""What the levels of the motor's wires make the motor do: the driver chip and the charge pump before it.

- two-input: the inputs' difference turns the motor; both high short it (DRV8833, L9110).
- phase-enable: in1 is enable, in2 is phase, low is forwards; enable low shorts the motor (DRV8835, DRV8838).
- one-pin: a MOSFET; in1 turns the motor forwards, and low leaves it open.

A driver that isn't enabled, or whose heartbeat has stopped, leaves the motor open.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

Driver = Literal["two-input", "phase-enable", "one-pin"]

PUMP_US = 200_000
"""How long the charge pump holds the driver enabled after the heartbeat's last change."""

SIGNALS = ("motor_in1", "motor_in2", "motor_enable", "heartbeat")


class Demand(NamedTuple):
    """What the driver does to the motor."""

    direction: int
    duty_pct: int
    brake: bool


OPEN = Demand(0, 0, False)


class Wiring:
    """The wires among `SIGNALS` that are in `fitted`, all low at first."""

    def __init__(self, driver: Driver, fitted: Collection[str]) -> None:
        self._driver = driver
        self._pct = {name: 0 for name in SIGNALS if name in fitted}
        self._empty_us: int | None = None  # when the pump runs empty; None: it is

    def write(self, t_us: int, signal: str, level: float) -> None:
        """One of the wires is high for the share `level` (0 to 1) of the time from `t_us` on."""
        pct = round(level * 100)
        if signal == "heartbeat" and pct != self._pct["heartbeat"]:
            self._empty_us = t_us + PUMP_US
        self._pct[signal] = pct

    def next_us(self) -> int | None:
        """When the pump runs empty while the motor is driven."""
        return self._empty_us if "heartbeat" in self._pct and self._inputs() != OPEN else None

    def demand(self, t_us: int) -> Demand:
        """What the driver does at `t_us`."""
        if "heartbeat" in self._pct:
            if self._empty_us is not None and t_us >= self._empty_us:
                self._empty_us = None
            if self._empty_us is None:
                return OPEN
        return self._inputs()

    def _inputs(self) -> Demand:
        first, second = self._pct.get("motor_in1", 0), self._pct.get("motor_in2", 0)
        if not self._pct.get("motor_enable", 100):
            return OPEN
        if self._driver == "one-pin":
            return Demand(1, first, False) if first else OPEN
        if self._driver == "phase-enable":
            return Demand(-1 if second else 1, first, False) if first else Demand(0, 0, True)
        if first == second:
            return Demand(0, 0, first > 0)
        return Demand(1 if first > second else -1, abs(first - second), False)
