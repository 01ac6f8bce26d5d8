"""Motor, gears and roller: how far the roller has turned at any time, in closed form.

Driven, the speed relaxes exponentially towards one that the duty, the supply and the load allow, less
friction. Shorted or open it relaxes towards a speed against its own motion (that is friction) and stops at
zero. The supply sags exponentially, so between two changes the speed is a constant and two exponentials, and
the way its integral.
"""

import math

from uno_launcher.backends.simulated.physics import Physics

_CLOSE_MS = 1e-7
_NEVER = math.inf


class Roller:
    """One roller. Positions in mm, times in whole µs; backwards is negative."""

    def __init__(self, physics: Physics) -> None:
        self._physics = physics
        one_pct = physics.speed_mm_ms / (physics.run_duty_pct - physics.friction_pct)
        self._pull = one_pct  # mm/ms of final speed for each percent of duty
        self._friction = one_pct * physics.friction_pct / physics.spin_ms  # mm/ms²
        self.direction = 0
        self.duty_pct = 0.0
        self.brake = False
        self._cards = 0
        self._supply = 1.0
        self._supply_end = 1.0
        self._supply_ms = physics.recover_ms
        self._sag_pct = physics.sag_pct
        self._t_us = 0
        self._start = 0.0  # speed at _t_us, signed
        self._segment()

    def drive(self, t_us: int, direction: int, duty_pct: float, brake: bool) -> None:
        """What the driver does to the motor from `t_us` on; `brake` shorts it while direction is 0."""
        self._anchor(t_us)
        self.direction = direction if duty_pct > 0 else 0
        self.duty_pct = duty_pct if self.direction else 0.0
        self.brake = brake
        self._segment()

    def load(self, t_us: int, cards: int) -> None:
        """`cards` lie on the roller from `t_us` on."""
        if cards != self._cards:
            self._anchor(t_us)
            self._cards = cards
            self._segment()

    def sag(self, t_us: int, sag_pct: float) -> None:
        """Fresh or tired cells from `t_us` on."""
        self._anchor(t_us)
        self._sag_pct = sag_pct
        self._segment()

    def turn_over(self, t_us: int) -> None:
        """The roller has come to its standstill at `t_us`: what the motor does now starts from rest."""
        self._anchor(t_us)
        self._start = 0.0
        self._segment()

    @property
    def sense(self) -> int:
        """Which way the roller turns: 1, 0 or -1."""
        return self._sense

    @property
    def standstill_us(self) -> int | None:
        """When the roller comes to a stop, or None: it doesn't, or stands already."""
        return None if self._stop_ms == _NEVER else self._t_us + math.ceil(self._stop_ms * 1000)

    def speed(self, t_us: int) -> float:
        """Signed mm/ms at `t_us`, which isn't before the last change."""
        if not self._sense:
            return 0.0
        ms = (t_us - self._t_us) / 1000
        return self._sense * self._speed(ms) if ms < self._stop_ms else 0.0

    def way(self, from_us: int, t_us: int) -> float:
        """Signed mm turned between two times, neither before the last change."""
        if not self._sense or from_us == t_us:
            return 0.0
        first = self._way(min((from_us - self._t_us) / 1000, self._stop_ms)) if from_us != self._t_us else 0.0
        return self._sense * (self._way(min((t_us - self._t_us) / 1000, self._stop_ms)) - first)

    def when(self, from_us: int, way_mm: float) -> int | None:
        """The first whole µs at which the roller has turned `way_mm` further in its sense since `from_us`.

        `way_mm` is positive. None: it stops before.
        """
        if not self._sense:
            return None
        if from_us != self._t_us:
            way_mm += self._way((from_us - self._t_us) / 1000)
        if self._stop_ms != _NEVER:
            if self._way(self._stop_ms) <= way_mm:
                return None
            high = self._stop_ms
        else:
            high = way_mm / max(self._final, 1e-3) + self._tau
            while self._way(high) < way_mm:
                high *= 2
        return self._t_us + math.ceil(self._solve(way_mm, high) * 1000)

    def _solve(self, way_mm: float, high: float) -> float:
        """Newton's method, kept inside a bracket: the way only grows."""
        low = 0.0
        guess = min(high, way_mm / max(self._final, 1e-3))
        for _ in range(80):
            miss = self._way(guess) - way_mm
            if miss >= 0:
                high = guess
            else:
                low = guess
            speed = self._speed(guess)
            better = guess - miss / speed if speed > 0 else low
            if not low < better < high:
                better = (low + high) / 2
            if abs(better - guess) < _CLOSE_MS:
                return better
            guess = better
        return guess

    def _anchor(self, t_us: int) -> None:
        ms = (t_us - self._t_us) / 1000
        self._start = self.speed(t_us)
        self._supply = self._supply_end + (self._supply - self._supply_end) * math.exp(-ms / self._supply_ms)
        self._t_us = t_us

    def _segment(self) -> None:
        """Work out the closed form from here: speed = _c0 + _c1·exp(-t/_supply_ms) + _c2·exp(-t/_tau)."""
        physics = self._physics
        if self.direction:
            self._supply_end = 1 - self._sag_pct / 100 * self.duty_pct / 100
            self._supply_ms = physics.sag_ms
        else:
            self._supply_end = 1.0
            self._supply_ms = physics.recover_ms
        self._stop_ms = _NEVER
        self._c1 = 0.0
        self._tau = (
            physics.spin_ms if self.direction else (physics.brake_ms if self.brake else physics.coast_ms)
        )
        against = self._friction * self._tau
        pull = self._pull * self.duty_pct * (1 - physics.load_pct / 100 * (self._cards - 1))
        if self._start:
            self._sense = 1 if self._start > 0 else -1
        elif self.duty_pct * self._supply >= physics.stiction_pct and pull * self._supply > against:
            self._sense = self.direction
        else:
            self._sense = 0
            return
        speed = abs(self._start)
        if self.direction == self._sense and pull * self._supply_end > against:
            self._c0 = pull * self._supply_end - against
            self._c1 = pull * (self._supply - self._supply_end) / (1 - self._tau / self._supply_ms)
        else:  # the supply hardly changes in so short a time
            self._c0 = pull * self._supply * self.direction * self._sense - against
            if self._c0 < 0:
                self._stop_ms = self._tau * math.log(1 - speed / self._c0)
        self._c2 = speed - self._c0 - self._c1
        self._final = max(self._c0, 0.0)

    def _speed(self, ms: float) -> float:
        speed = self._c0 + self._c2 * math.exp(-ms / self._tau)
        return speed + self._c1 * math.exp(-ms / self._supply_ms) if self._c1 else speed

    def _way(self, ms: float) -> float:
        way = self._c0 * ms - self._c2 * self._tau * math.expm1(-ms / self._tau)
        return way - self._c1 * self._supply_ms * math.expm1(-ms / self._supply_ms) if self._c1 else way
