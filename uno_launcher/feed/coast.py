"""When to stop for the last card: the roller turns on for a while, and the next card shall not come with it.

All in µs at run speed: a card is one transit long.
"""

from uno_launcher.feed.speed import RUN, Speed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uno_launcher.feed.ruler import Ruler
    from uno_launcher.feed.timing import Timing


class Coast:
    """Begins with what brake and friction should do, then corrects itself a little with each burst."""

    def __init__(self, timing: "Timing", ruler: "Ruler", can_reverse: bool) -> None:
        transit = timing.transit_us
        self._timing = timing
        self._ruler = ruler
        self._step = transit // 10
        self._most = transit * 3 // 4
        # A nose that comes into the beam by less than this is safely pulled back.
        self._harmless = transit // 4 if can_reverse else 0
        self._learned = 0
        self.tune()

    def tune(self) -> None:
        """Work out anew how far the roller turns on from the slow speed, and how long a kick has to be."""
        timing = self._timing
        self.full_kick_us, _ = self._kick(timing.duty_pct)
        self.slow_kick_us, roller = self._kick(timing.slow_duty_pct)
        roller.drive(1, timing.slow_duty_pct)
        roller.advance(10 * self._ruler.spin.us)
        self._slow = max(1, roller.now)
        roller.drive(0, 0)
        self._way = roller.advance(1_000_000)

    def lead_us(self, speed: int) -> int:
        """How far the last card's tail is still from the beam when the motor must stop, at this speed."""
        return min(max(self._due_us(speed), 0), self._most)

    def _due_us(self, speed: int) -> int:
        way = self._way * (speed * 100 // self._slow) ** 2 // 10_000  # friction takes the energy out
        gap = self._timing.transit_us // 12  # the next card is at least so much behind
        return way + self._timing.bridge_us - gap - self._harmless + self._learned

    @property
    def usual_us(self) -> int:
        """The same at the slow speed."""
        return self.lead_us(self._slow)

    def went_well(self) -> None:
        """After a stop on the count no further card came out: a little later may do as well."""
        if self._learned > 0:
            self._shift(-(self._step // 300))

    def went_too_far(self) -> None:
        """A further card came out or sticks out."""
        self._shift(self._step + max(0, -self._due_us(self._slow)))

    def fell_short(self) -> None:
        """The last card stayed in the beam: the motor stopped too early."""
        self._shift(-self._step)

    def _shift(self, by: int) -> None:
        self._learned = min(max(self._learned + by, -self._most), self._most)

    def _kick(self, duty_pct: int) -> "tuple[int, Speed]":
        """How long to kick until the roller is as fast as it will be at `duty_pct`."""
        timing = self._timing
        roller = Speed(timing, self._ruler.spin, self._ruler.stop)
        goal = RUN * (duty_pct - timing.friction_pct) // (timing.duty_pct - timing.friction_pct)
        roller.drive(1, timing.kick_duty_pct)
        for_us = 0
        while roller.now < goal and for_us < timing.kick_us:
            roller.advance(500)
            for_us += 500
        return for_us, roller
