"""A switch's bouncing level in, presses out. For the button, the lid and the hopper switch.

Lost edges do no harm as long as the level is read again from time to time and handed to `edge` too (field
notes G3, G4, G7, G16).
"""

PRESSED = 1
RELEASED = 2
STUCK = 3
"""It has been down for so long that it's no press any more. Said once."""
FREED = 4
"""A stuck one came up."""

LATE_US = 1_000_000
"""Edges come no later than this; a time further back is a wrapped clock's."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Debounce:
    """A level counts once it has held for `hold_us`; a press only when the release is `rearm_us` ago.

    `stuck_us` is how long it may be down before it's called stuck (None: as long as it likes). A switch that
    is down at the start gives no press before it was up.
    """

    def __init__(
        self,
        diff: "Callable[[int, int], int]",
        hold_us: int = 25_000,
        rearm_us: int = 50_000,
        stuck_us: "int | None" = 10_000_000,
    ) -> None:
        self._diff = diff
        self._hold_us = hold_us
        self._rearm_us = rearm_us
        self._stuck_us = stuck_us
        self.start(0, False)

    def start(self, t: int, down: bool) -> None:
        """The level at time `t`, taken as it is: nothing is said about it."""
        self.down = down
        """The level that counts."""
        self._level = down
        self._changed = t
        self._settled = t
        # A wrapping clock can't tell old times from new ones, so these are forgotten once they're used up.
        self._pressed: "int | None" = t if down else None
        self._released: "int | None" = None
        self._blanked: "int | None" = None
        self._blank_us = 0
        self._said: "list[int]" = []

    def edge(self, t: int, down: bool) -> None:
        """The level at time `t`: an edge, or read again.

        News that comes late, older than what was said already, counts from then on and must hold anew.
        """
        if -LATE_US < self._diff(t, self._settled) < 0:
            t = self._settled
        self._settle(t)
        if down != self._level:
            self._level = down
            self._changed = t

    def blank(self, t: int, for_us: int) -> None:
        """From `t` on the level can't be trusted for `for_us`: what it is afterwards must hold anew."""
        self._settle(t)
        if self._blanked is None or for_us > self._blank_us - self._diff(t, self._blanked):
            self._blanked = t
            self._blank_us = for_us

    def poll(self, t: int) -> "int | None":
        """What happened up to `t`, oldest first: PRESSED, RELEASED, STUCK, FREED, or None when that's all."""
        self._settle(t)
        return self._said.pop(0) if self._said else None

    def wait_us(self, t: int) -> "int | None":
        """How long until `poll` must be called again if the level stays, or None: not before it changes."""
        self._settle(t)
        if self._said:
            return 0
        waits = [self._left(t, self._blanked, self._blank_us + self._hold_us)]
        waits.append(self._left(t, self._released, self._rearm_us))
        if self._stuck_us is not None:
            waits.append(self._left(t, self._pressed, self._stuck_us))
        if self._level != self.down:
            waits.append(self._hold_left(t))
        due = [wait for wait in waits if wait > 0]
        return min(due) if due else None

    def _left(self, t: int, since: "int | None", for_us: int) -> int:
        return 0 if since is None else for_us - self._diff(t, since)

    def _hold_left(self, t: int) -> int:
        """How long until the changed level counts, if it stays."""
        left = self._left(t, self._changed, self._hold_us)
        left = max(left, self._left(t, self._blanked, self._blank_us + self._hold_us))
        if self._level:
            left = max(left, self._left(t, self._released, self._rearm_us))
        return left

    def _settle(self, t: int) -> None:
        """Say what the level that has been there until `t` amounts to."""
        self._settled = t
        if self._level != self.down and self._hold_left(t) <= 0:
            self.down = self._level
            if self.down:
                self._said.append(PRESSED)
                self._pressed = t
            else:
                self._said.append(RELEASED if self._pressed is not None else FREED)
                self._pressed = None
                self._released = t
        stuck_us = self._stuck_us
        if stuck_us is not None and self._pressed is not None and self._left(t, self._pressed, stuck_us) <= 0:
            self._said.append(STUCK)
            self._pressed = None
        if self._left(t, self._blanked, self._blank_us + self._hold_us) <= 0:
            self._blanked = None
        if self._left(t, self._released, self._rearm_us) <= 0:
            self._released = None
