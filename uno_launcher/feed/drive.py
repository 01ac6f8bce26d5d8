"""The phases of a burst: what the motor is told in each, and for how long it's that and was on at all."""

from uno_launcher.feed.timing import EXPIRY_US, Timing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

CLEARING = "clearing"
"""Something is in the beam before anything has moved."""
TEASE = "tease"
KICK = "kick"
FULL = "full"
SLOW = "slow"
PAUSE = "pause"
REST = "rest"
"""Between two directions (field note M7)."""
BACK = "back"
"""To free a card, to get a grip, or to bring back a nose that shows in a pause."""
SETTLE = "settle"
RETRACT = "retract"
OUT = "out"
"""Does what is in the beam stick out?"""


class Drive:
    """Which phase it is since when, and the motor that goes with it."""

    def __init__(self, timing: Timing, diff: "Callable[[int, int], int]") -> None:
        """Raises ValueError for a timing with which a phase could outlast the deadman."""
        for name in ("kick_us", "empty_us", "jam_us", "retract_us", "tease_us", "unjam_us"):
            if not 0 < getattr(timing, name) < EXPIRY_US:
                raise ValueError(name + " must be above 0 and below " + str(EXPIRY_US))
        self._diff = diff
        # Phase -> direction, duty, how long (FULL and SLOW end by what the beam says).
        self._orders = {
            CLEARING: (0, 0, timing.settle_us),
            TEASE: (-1, timing.reverse_duty_pct, timing.tease_us),
            KICK: (1, timing.kick_duty_pct, timing.kick_us),
            FULL: (1, timing.duty_pct, timing.empty_us),
            SLOW: (1, timing.slow_duty_pct, timing.empty_us),
            PAUSE: (0, 0, timing.rest_us),
            REST: (0, 0, timing.rest_us),
            BACK: (-1, timing.reverse_duty_pct, timing.unjam_us),
            SETTLE: (0, 0, timing.settle_us),
            RETRACT: (-1, timing.reverse_duty_pct, timing.retract_us),
            OUT: (0, 0, timing.settle_us),
        }
        self.start(0)

    def start(self, t: int) -> None:
        """Off, and nothing has run yet."""
        self.phase = OUT
        self.direction = 0
        self.duty_pct = 0
        self._since = t
        self._off = t
        self._for_us = 0
        self.ran_before_us = 0
        """How long the motor was on before this phase."""

    def go(self, t: int, phase: str, for_us: "int | None" = None) -> None:
        """Begin a phase, for as long as usual or for `for_us`."""
        self.ran_before_us = self.ran_us(t)
        if self.direction:
            self._off = t
        self.phase = phase
        self.direction, self.duty_pct, self._for_us = self._orders[phase]
        if for_us is not None:
            self._for_us = for_us
        self._since = t

    def in_us(self, t: int) -> int:
        """How long it has been in this phase."""
        return self._diff(t, self._since)

    def left_us(self, t: int) -> int:
        """How long this phase still lasts."""
        return self._for_us - self._diff(t, self._since)

    def off_us(self, t: int) -> int:
        """How long ago the motor went off."""
        return self._diff(t, self._off)

    def ran_us(self, t: int) -> int:
        """How long the motor was on since the start."""
        return self.ran_before_us + (max(0, self._diff(t, self._since)) if self.direction else 0)
