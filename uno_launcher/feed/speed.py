"""How fast the roller turns by what the motor was told: what a card's time in the beam is measured by.

Driven, the speed nears the one of its duty exponentially; undriven it falls likewise, friction on top.
Speeds are in 1/10,000 of the run speed, ways in µs at run speed: a card's way is one transit.
"""

RUN = 10_000
FINE_US = 250
"""Shorter times are kept until there is more: in whole numbers their changes would be lost."""
_SNAP = 20
"""Closer than this to its goal, the speed has got there."""


class Speed:
    """One guess at the speed, by two time constants: `spin` while the motor is driven, `stop` while it isn't.

    With `quicker_pct` the first is taken to be so much smaller; 100: the speed may jump.
    """

    def __init__(self, timing: "Timing", spin: "Constant", stop: "Constant", quicker_pct: int = 0) -> None:
        self._timing = timing
        self._spin = spin
        self._stop = stop
        self._slower_pct = 100 - quicker_pct
        self._direction = 0
        self._duty_pct = 0
        self._drop_ppm = 0  # of the supply
        self._kept_us = 0  # time that wasn't worked out yet
        self._told = 0  # … the way of which was told, as if the speed stayed
        self.now = 0
        """Signed, RUN is the run speed with fresh cells."""

    def rest(self, for_us: int) -> None:
        """It has stood still for so long."""
        self._direction = 0
        self._kept_us = self._told = 0
        self.now = 0
        self._sag(for_us)

    def drive(self, direction: int, duty_pct: int) -> None:
        """What the motor is told from here on: 1, 0 or -1 and the duty."""
        self._work_out()
        self._direction = direction if duty_pct > 0 else 0
        self._duty_pct = duty_pct

    def advance(self, for_us: int) -> int:
        """Let the time pass; the way turned meanwhile, backwards negative."""
        self._kept_us += for_us
        if self._kept_us < FINE_US:
            way = self.now * self._kept_us // RUN - self._told
            self._told += way
            return way
        return self._work_out()

    def _work_out(self) -> int:
        """Let the kept time pass."""
        for_us, way = self._kept_us, -self._told
        self._kept_us = self._told = 0
        timing = self._timing
        drop_ppm = -1
        while for_us > 0 and (self._direction or self.now):
            goal, tau = self._goal()
            there = abs(goal - self.now) < _SNAP
            step = min(for_us, timing.sag_us // 16 if there else max(tau // 8, 500))
            if there and drop_ppm == self._drop_ppm:
                step = for_us  # nothing will change any more
            drop_ppm = self._drop_ppm
            after = goal if there else _nearer(self.now, goal, step, tau)
            if not self._direction and after * self.now <= 0:
                after = 0
            way += (self.now + after) * step // (2 * RUN)
            self.now = after
            self._sag(step)
            for_us -= step
        self._sag(for_us)
        return way

    def _goal(self) -> "tuple[int, int]":
        """The speed it's going to and the time constant."""
        timing = self._timing
        full = timing.duty_pct - timing.friction_pct
        sense = self._direction if not self.now else (1 if self.now > 0 else -1)
        friction = sense * RUN * timing.friction_pct // full
        if self._direction:
            tau = self._spin.us * self._slower_pct // 100
            volts = RUN - self._drop_ppm // 100
            goal = self._direction * volts * self._duty_pct // full - friction
            if not self.now and goal * self._direction < 0:
                goal = 0  # too weak to turn
        else:
            tau = self._stop.us
            goal = -friction * tau // self._spin.us
        return goal, tau

    def _sag(self, for_us: int) -> None:
        """Under load the supply drops, and recovers afterwards."""
        timing = self._timing
        if self._direction:
            self._drop_ppm = _nearer(
                self._drop_ppm, 100 * timing.sag_pct * self._duty_pct, for_us, timing.sag_us
            )
        else:
            self._drop_ppm = _nearer(self._drop_ppm, 0, for_us, 4 * timing.sag_us)


def _nearer(now: int, goal: int, for_us: int, tau: int) -> int:
    """What nears its goal exponentially. In small steps the mean of before and after is the pull."""
    if for_us >= 4 * tau:
        return goal
    return now + (goal - now) * 2 * for_us // (2 * tau + for_us)


TYPE_CHECKING = False
if TYPE_CHECKING:
    from uno_launcher.feed.constant import Constant
    from uno_launcher.feed.timing import Timing
