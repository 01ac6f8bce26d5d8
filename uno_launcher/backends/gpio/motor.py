"""The motor through its driver: on with a deadman behind it, off from any thread.

Levels are whole percent of PWM duty, one a pin. With lgpio PWM is a thread, which finds a new duty at the
end of the running cycle but a *first* one only after up to 20 ms of sleep, and which leaves the pin as it
happens to be when PWM ends. So a pin that goes on fully is set by a plain write first, and so is every pin of
a motor at rest that may have full power: no press waits for PWM. PWM stays set while the motor turns or is
shorted, and off means: PWM ended, then written low.
"""

import math
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from uno_launcher.backends.gpio.factory import Pin
from uno_launcher.errors import HardwareError
from uno_launcher.safety.deadman import Deadman, SecondGuard

LOCK_S = 0.05
"""The longest an emergency waits for a write in progress before it writes all the same."""


class Levels(NamedTuple):
    """What the driver's pins are told, in percent; `enable` 0 lets the driver sleep."""

    in1: int = 0
    in2: int = 0
    enable: int = 0


OFF = Levels()
_IN_ORDER = (1, 0, 2)
"""in2, which is the phase of some drivers; in1; the enable."""

STUCK = "The motor's pins can't be driven low: switch off its supply."


class MotorHeldError(HardwareError):
    """An emergency keeps the motor off."""


class Driver(Protocol):
    """How a driver is told what the motor does."""

    def __call__(self, direction: int, duty_pct: int, brake: bool) -> Levels: ...


def two_input(direction: int, duty_pct: int, brake: bool) -> Levels:
    """in1 forward, in2 reverse, both: brake."""
    if direction > 0:
        return Levels(duty_pct, 0, 100)
    if direction < 0:
        return Levels(0, duty_pct, 100)
    return Levels(100, 100, 100) if brake else OFF


def phase_enable(direction: int, duty_pct: int, brake: bool) -> Levels:
    """in1 is enable, in2 is phase (low: forward). Without enable the motor is shorted; asleep it coasts."""
    if direction:
        return Levels(duty_pct, 0 if direction > 0 else 100, 100)
    return Levels(0, 0, 100) if brake else OFF


def one_pin(direction: int, duty_pct: int, brake: bool) -> Levels:  # noqa: ARG001
    """in1 is the gate of one MOSFET: forward or nothing."""
    return Levels(duty_pct, 0, 100) if direction > 0 else OFF


DRIVERS: dict[str, Driver] = {"two-input": two_input, "phase-enable": phase_enable, "one-pin": one_pin}


class Motor:
    """Whoever controls the burst calls everything but `emergency_off`, which any thread may call at any time.

    After an emergency the motor can't be turned on again before `allow`. `fired` is told, on the deadman's
    thread, when it had to act.
    """

    def __init__(
        self,
        driver: Driver,
        in1: Pin,
        in2: Pin | None,
        enable: Pin | None,
        frequency_hz: int,
        fired: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
        guard: SecondGuard | None = None,
        *,
        full: bool = False,
    ) -> None:
        """`full`: from rest the motor may have full power for as long as PWM takes to begin."""
        self._driver = driver
        self._pins = (in1, in2, enable)
        self._frequency_hz = frequency_hz
        self._full = full
        self._levels = OFF
        self._direction = 0
        self._hold = self._allowed = object()
        self._lock = threading.RLock()
        self.deadman = Deadman(self.emergency_off, fired, clock, guard)

    @property
    def hold(self) -> object:
        """Which emergency was the last, for `allow`."""
        return self._hold

    @property
    def held(self) -> bool:
        """An emergency keeps the motor off."""
        return self._hold is not self._allowed

    @property
    def on(self) -> bool:
        """Some pin of the driver is driven."""
        return self._levels != OFF

    def allow(self, hold: object) -> None:
        """A new start may run the motor in spite of the emergency `hold`, but not of one that came after
        it."""
        self._allowed = hold

    def drive(self, now: float, direction: int, duty_pct: int, brake: bool = False) -> None:
        """Turn forwards (1), backwards (-1), or not (0; `brake` shorts the motor).

        Raises HardwareError, with the motor off, when nobody guards it, a pin refuses, or an emergency
        holds it.
        """
        levels = self._driver(direction, duty_pct, brake)
        if levels == OFF:
            if not self.off():
                raise HardwareError(STUCK)
            return
        with self._lock:
            try:
                if self.held:
                    raise MotorHeldError("The motor is held off: an emergency came first.")
                if self._levels == OFF or (direction and not self._direction):
                    self.deadman.arm(now)
                if self._direction * direction < 0:
                    self._write(Levels(enable=levels.enable))  # zero between directions (field note M7)
                self._write(levels)
                self._levels, self._direction = levels, direction
                if self.held:  # it came while this wrote: whose write was the last?
                    raise MotorHeldError("The motor is held off: an emergency came meanwhile.")
            except Exception as error:
                self.emergency_off()
                if isinstance(error, HardwareError):
                    raise
                raise HardwareError(f"The motor's pins refuse: {error}.") from error

    def progress(self, now: float) -> None:
        """The burst moved on. Raises HardwareError, with the motor off, when nobody guards it any more."""
        try:
            self.deadman.renew(now)
        except HardwareError:
            self.emergency_off()
            raise

    def off(self) -> bool:
        """PWM ended and every pin low before this returns; says whether every pin took it. Never raises."""
        done = self._low()
        if done:
            self.deadman.disarm()
        return done

    def emergency_off(self) -> bool:
        """`off`, and held off until `allow`. Any thread, at any time."""
        self._hold = object()
        return self._low()

    def _low(self) -> bool:
        locked = self._lock.acquire(timeout=LOCK_S)
        try:
            # The enable first, so that inputs which fall one by one turn nothing.
            taken = [_end(pin) for pin in reversed(self._pins) if pin is not None]
            if all(taken):
                self._levels, self._direction = OFF, 0
            return locked and all(taken)
        finally:
            if locked:
                self._lock.release()

    def _write(self, levels: Levels) -> None:
        """Pins that go low first (field note M7): both inputs of a driver are never on by accident. Then the
        one that is up already, so that on the way to a brake the motor never feels the other direction; and
        a phase before the power that it steers."""
        changes = [(self._pins[n], self._levels[n], levels[n]) for n in _IN_ORDER]
        wanted = [(pin, before, level) for pin, before, level in changes if pin is not None]
        for pin, _, level in sorted(wanted, key=lambda each: (each[2] > 0, -each[1])):
            self._put(pin, level, pwm=pin is not self._pins[2])

    def _put(self, pin: Pin, level: int, pwm: bool) -> None:
        if not pwm:
            pin.state = 1 if level else 0
            return
        if level and pin.frequency is None:
            if level == 100 or (self._full and self._levels == OFF):
                pin.state = 1
            pin.frequency = self._frequency_hz
        pin.state = duty(level)


def duty(percent: int) -> float:
    """The share that lgpio's factory, which cuts to whole percent, takes for `percent` (field note G15)."""
    share = percent / 100
    return share if int(share * 100) == percent else math.nextafter(share, 1.0)


def _end(pin: Pin) -> bool:
    """PWM ended, level low. Says whether the pin took it."""
    try:
        try:
            pin.frequency = None
        finally:
            pin.state = 0
    except Exception:
        return False
    return True
