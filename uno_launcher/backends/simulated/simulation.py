"""A launcher in front of gpiozero's pins: outputs turn its motor, its sensors drive the inputs.

The same code steers it that steers a Pi's pins. Time is stepped (`step_to`), or comes from a clock and
somebody calls `step_to` as it passes (see `realtime`).
"""

import random
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from uno_launcher.backends.feeder import EXTRA_BUTTONS, ExtraButton
from uno_launcher.backends.simulated.factory import SimFactory, SimPin
from uno_launcher.backends.simulated.mirror import Mirror
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.wiring import OPEN, SIGNALS, Driver, Wiring
from uno_launcher.backends.simulated.world import Edge, Sensor, World

ACTIVE: Final[Mapping[Sensor, bool]] = {
    "beam": False,
    "button": False,
    "lid": True,
    "hopper": True,
    **dict.fromkeys(EXTRA_BUTTONS, False),
}
"""Sensor -> the pin's level (True is high) while the beam is blocked, a button down, the lid open, the hopper
empty: a receiver that pulls low in the dark, and switches to ground that are closed by a finger, by the
closed lid and by a card."""

MISSED_SHARE = 0.1
"""How many edges of the beam the faults of telling touch."""


class Simulation:
    """`pins` is signal name -> BCM number (names as in `uno_launcher.pins`); what isn't there isn't fitted.

    `clock` gives seconds; without one time stands still but for `step_to` and starts at 0. What the pins are
    driven to also goes to `mirror`. Hands and pins may be used from any thread, `step_to` from one.
    """

    def __init__(
        self,
        pins: Mapping[str, int],
        rng: random.Random,
        *,
        driver: Driver = "two-input",
        active: Mapping[Sensor, bool] = ACTIVE,
        physics: Physics | None = None,
        hopper: int = 108,
        faults: Iterable[str] = (),
        clock: Callable[[], float] | None = None,
        mirror: Mirror | None = None,
    ) -> None:
        self.changed = threading.Condition(threading.RLock())
        """Held while the world is touched; notified when something is due earlier than it was."""
        self.now: Callable[[], float] = clock or (lambda: self._stepped)
        self._stepped = 0.0
        self._signals = {bcm: name for name, bcm in pins.items()}
        self._mirror = mirror
        self._wiring = Wiring(driver, pins)
        self._demand = OPEN
        self._active = active
        self._sensors: dict[Sensor, int] = {name: pins[name] for name in active if name in pins}
        self._telling = random.Random(rng.getrandbits(64))
        self.world = World(rng, physics, hopper, faults, lit="emitter" not in pins)
        self.factory = SimFactory(self.now, self._written)
        for name, bcm in self._sensors.items():
            self.factory.drive(bcm, self.world.level(name) == active[name], self.now())

    # Time.

    def next_at(self) -> float | None:
        """When, in seconds, something will happen next if nothing changes; None: everything rests."""
        with self.changed:
            due = [self.world.next_us(), self._wiring.next_us()]
        return min((time / 1e6 for time in due if time is not None), default=None)

    def step_to(self, t: float) -> None:
        """Let time pass until `t` seconds. Pins are driven, and their callbacks called, on this thread."""
        while (due := self.next_at()) is not None and due <= t:
            self._step(due)
        self._step(t)

    def _step(self, t: float) -> None:
        self._stepped = max(self._stepped, t)
        with self.changed:
            t_us = _us(t)
            self._drive_motor(t_us)
            told = [(edge, self._times(edge)) for edge in self.world.advance(t_us)]
        for edge, times in told:  # not under the lock: callbacks may wait for another thread
            bcm = self._sensors.get(edge.sensor)
            if bcm is not None:
                self.factory.drive(bcm, edge.level == self._active[edge.sensor], edge.t_us / 1e6, times)

    def _times(self, edge: Edge) -> int:
        """How often an edge is told."""
        if edge.sensor == "beam":
            for fault, times in (("lost_edges", 0), ("repeated_edges", 2)):
                if fault in self.world.faults and self._telling.random() < MISSED_SHARE:
                    self.world.truth.troubles.append((edge.t_us, fault))
                    return times
        return 1

    # What is written.

    def output(self, signal: str) -> float:
        """The present level of a signal's line, 0 to 1."""
        for bcm, name in self._signals.items():
            if name == signal:
                return float(self.factory.pin(bcm).state)
        return 0.0

    def _written(self, pin: SimPin) -> None:
        """Runs on the thread that wrote. Levels are read again here, so that the last writer wins."""
        signal = self._signals.get(pin.bcm)
        with self.changed:
            level = float(pin.state)
            if self._mirror:
                self._mirror.write(pin.bcm, round(level * 100))
            if signal in SIGNALS:
                t_us = _us(self.now())
                self._wiring.write(t_us, signal, level)
                if self._drive_motor(t_us):
                    self.changed.notify_all()
            elif signal == "emitter":
                self.world.emitter(_us(self.now()), level > 0)
                self.changed.notify_all()

    def _drive_motor(self, t_us: int) -> bool:
        demand = self._wiring.demand(t_us)
        if demand == self._demand:
            return False
        self._demand = demand
        self.world.motor(t_us, *demand)
        return True

    # Hands.

    def press(self, hold: float = 0.15) -> None:
        """Press the button for `hold` seconds."""
        self._hand(lambda world, t_us: world.press(t_us, _us(hold)))

    def press_extra(self, button: ExtraButton, hold: float = 0.15) -> None:
        """Press one of the extra buttons for `hold` seconds."""
        self._hand(lambda world, t_us: world.press(t_us, _us(hold), button))

    def open_lid(self) -> None:
        """Open the lid."""
        self._hand(lambda world, t_us: world.open_lid(t_us))

    def close_lid(self) -> None:
        """Pull out what is stuck and close the lid."""
        self._hand(lambda world, t_us: world.close_lid(t_us))

    def take_card(self) -> None:
        """Pull out what sticks out of the slot."""
        self._hand(lambda world, t_us: world.take_card(t_us))

    def reload(self, cards: int) -> None:
        """Fill the hopper, so that it holds `cards`."""
        self._hand(lambda world, t_us: world.reload(cards, t_us))

    def empty(self) -> None:
        """Take all cards out of the hopper."""
        self.reload(0)

    def fault(self, name: str, on: bool = True) -> None:
        """Switch a trouble of `faults.FAULTS` on, or mend it. Raises UsageError for one that isn't known."""
        self._hand(lambda world, t_us: world.fault(name, on, t_us))

    def _hand(self, act: Callable[[World, int], None]) -> None:
        with self.changed:
            act(self.world, _us(self.now()))
            self.changed.notify_all()


def _us(seconds: float) -> int:
    return round(seconds * 1e6)
