"""What one card measures in this launcher: how far the roller turns while it blocks the beam.

Three ways are told of everything that blocked the beam, in µs at run speed: `way` as the roller should have
turned, `quick_way` if it got up to speed a tenth quicker, and `idle_way`, the part of `way` without power.
"""

from uno_launcher.feed.constant import Constant
from uno_launcher.feed.timing import Timing

MEMORY = 50
"""So many cards back the average transit reaches."""


class Ruler:
    """Begins with the timing. Every single card corrects a little what belongs to it."""

    def __init__(self, timing: Timing, can_brake: bool, jumps: bool) -> None:
        transit = timing.transit_us
        self._timing = timing
        self._jumps = jumps
        self.spin = Constant(timing.spin_us, transit)
        """The speed's time constant while the motor is driven …"""
        self.stop = Constant(timing.brake_us if can_brake else timing.coast_us, transit)
        """… and while it isn't."""
        self.transit_us = transit
        """What a card measures on average: within 5 % of the timing's transit."""
        self._seen = 5  # the timing's transit is worth so many cards

    def cards(self, way: int) -> int:
        """How many have passed on this way: the nearest whole number, at least one."""
        return max(1, (way + self.transit_us // 2) // self.transit_us)

    def single(self, way: int, quick_way: int, idle_way: int) -> bool:
        """One card may measure that, and two can't, unless they overlap by more than three quarters."""
        least = self._timing.single_min_pct * self.transit_us // 100
        most = self._timing.single_max_pct * self.transit_us // 100
        if self._jumps:
            return least <= quick_way < most
        further = way
        if not self.spin.known:
            further += 2 * (quick_way - way)
        if not self.stop.known:
            further += idle_way
        return least <= way and further < most

    def cards_so_far(self, way: int) -> int:
        """How many are out or in the beam when the tail of the last is still to come."""
        late = way * 100 - self._timing.single_max_pct * self.transit_us
        return 1 if late < 0 else 2 + late // (100 * self.transit_us)

    def first(self, way: int, idle_way: int) -> bool:
        """What sticks out has come so little that it's one card, the first.

        A second one may lie over it, unless there isn't enough of it; but recordings take it for one until it
        should be out.
        """
        if self._jumps:
            return way * 100 < self._timing.single_min_pct * self.transit_us
        return (way if self.stop.known else way + idle_way) * 4 < self.transit_us

    def learn(self, way: int, quick_way: int, idle_way: int) -> None:
        """One card has measured that."""
        if self._jumps:
            return
        nominal = self._timing.transit_us
        miss = way - self.transit_us
        if idle_way * 20 >= nominal:
            self.stop.learn(miss, -idle_way // 10)
            return
        self.spin.learn(miss, quick_way - way)
        if abs(quick_way - way) * 50 < nominal:
            self._seen = min(self._seen + 1, MEMORY)
            mean = self.transit_us + min(max(miss, -nominal // 8), nominal // 8) // self._seen
            self.transit_us = min(max(mean, nominal * 19 // 20), nominal * 21 // 20)
