"""How far the roller has turned, by what the motor was told: the law of `feed.speed`, in floats.

Driven, the speed nears the one of its duty exponentially; undriven it falls likewise, friction on top.
Speed 1 is the run speed, so ways are in µs at run speed, and a card's way is one transit. Pure.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from uno_launcher.calibrate.tape import Changes

_STEP_US = 4_000.0


class Law(NamedTuple):
    """One launcher's roller."""

    duty_pct: float
    """The duty that speed 1 belongs to, with fresh cells."""
    friction_pct: float
    spin_us: float
    """Time constant of the speed while the motor is driven …"""
    stop_us: float
    """… and while it isn't: shorted, or open where there's no brake."""
    sag_pct: float = 6.0
    sag_us: float = 400_000.0


class Place(NamedTuple):
    """Where the roller is at one time."""

    way: float
    speed: float


class Roller:
    """Turns through recordings, one after another: the supply recovers in between."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self._full = law.duty_pct - law.friction_pct
        self._friction = law.friction_pct / self._full
        self._drop = 0.0
        self._speed = 0.0
        self._direction = 0
        self._duty = 0
        self._t: float | None = None

    def places(self, motor: Changes, times: Sequence[int]) -> list[Place]:
        """Where the roller is at each of `times` (in order), its way counted from the first motor change.

        Until then it stands still, at rest since the recording before.
        """
        if not motor:
            return [Place(0.0, 0.0) for _ in times]
        self._begin(motor[0][0])
        way, changes, found = 0.0, list(motor), []
        for t_us in times:
            while changes and changes[0][0] <= t_us:
                at, direction, duty = changes.pop(0)
                way += self._pass(at)
                self._direction, self._duty = direction, duty
            way += self._pass(t_us)
            found.append(Place(way, self._speed))
        for at, direction, duty in changes:
            way += self._pass(at)
            self._direction, self._duty = direction, duty
        return found

    def _begin(self, t_us: int) -> None:
        if self._t is not None:
            self._drop *= math.exp(-max(0.0, t_us - self._t) / (4 * self._law.sag_us))
        self._speed, self._direction, self._duty = 0.0, 0, 0
        self._t = t_us

    def _pass(self, t_us: float) -> float:
        """Let the time pass; the way turned meanwhile."""
        assert self._t is not None
        left, way = t_us - self._t, 0.0
        self._t = max(self._t, t_us)
        while left > 0:
            if not self._direction and not self._speed:
                self._recover(left)
                break
            step = min(left, _STEP_US)
            way += self._step(step)
            left -= step
        return way

    def _step(self, us: float) -> float:
        law, direction, speed = self._law, self._direction, self._speed
        sense = (1 if speed > 0 else -1) if speed else direction
        if direction:
            tau = law.spin_us
            goal = direction * (1 - self._drop) * self._duty / self._full - sense * self._friction
            if not speed and goal * direction < 0:
                return 0.0  # too weak to turn
            target = law.sag_pct / 100 * self._duty / 100
            self._drop = target + (self._drop - target) * math.exp(-us / law.sag_us)
        else:
            tau = law.stop_us
            goal = -sense * self._friction * tau / law.spin_us
            self._recover(us)
            if goal * sense < 0 and (over := tau * math.log(1 - speed / goal)) < us:
                us = over  # it stops within the step
        fade = math.exp(-us / tau)
        after = goal + (speed - goal) * fade
        way = goal * us + (speed - goal) * tau * (1 - fade)
        self._speed = after if direction or after * sense > 1e-9 else 0.0
        return way

    def _recover(self, us: float) -> None:
        self._drop *= math.exp(-us / (4 * self._law.sag_us))


def coast_us(law: Law, duty_pct: float) -> float:
    """How far the roller turns on when it's switched off at the steady speed of `duty_pct`, µs at run
    speed."""
    full = law.duty_pct - law.friction_pct
    speed = max(0.0, duty_pct - law.friction_pct) / full
    against = law.friction_pct / full * law.stop_us / law.spin_us
    if against <= 0:
        return speed * law.stop_us
    stops = law.stop_us * math.log(1 + speed / against)
    return (speed + against) * law.stop_us * (1 - math.exp(-stops / law.stop_us)) - against * stops
