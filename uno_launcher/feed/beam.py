"""Timed edges of the break-beam in, cards out.

What counts is the time from a card's nose to its tail, measured by the way the roller should have turned
meanwhile (`speed`): so a card is one transit long during spin-up and slow-down too, and what is longer is
more than one card. Nothing is counted by parity: a lost or repeated edge costs certainty, not a card (field
note G4).
"""

from uno_launcher.feed.ruler import Ruler
from uno_launcher.feed.speed import RUN, Speed
from uno_launcher.feed.timing import Timing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Beam:
    """Counts the cards of one burst or recording. Tell it everything in the order in which it happened; an
    edge may come a little late.

    `can_brake`: the motor is shorted while it's off. `jumps`: it may be at any speed at once.
    """

    def __init__(
        self,
        timing: Timing,
        diff: "Callable[[int, int], int]",
        can_brake: bool = True,
        jumps: bool = False,
    ) -> None:
        self._timing = timing
        self._diff = diff
        self._jumps = jumps
        self.ruler = Ruler(timing, can_brake, jumps)
        self._pace = Speed(timing, self.ruler.spin, self.ruler.stop)
        self._quick = Speed(timing, self.ruler.spin, self.ruler.stop, 100 if jumps else 10)
        self._t = 0
        self._way = 0  # turned since something began to block the beam
        self._quick_way = 0  # … were the roller a tenth quicker to get up to speed
        self._idle_way = 0  # … of it without power
        self._end = (0, 0, 0)  # these three when it ended
        self._end_speed = 0
        self._chatters = False
        self.start(0, False)

    def start(self, t: int, blocked: bool) -> None:
        """Count from zero. The motor rests. Whatever blocks the beam already is counted when it comes out, as
        an uncertain card."""
        rested = self._diff(t, self._t)
        if rested < 0:  # long ago on a clock that wraps
            rested = 4_000_000
        self._pace.rest(rested)
        self._quick.rest(rested)
        self._t = t
        self.cards = 0
        """Cards that are out. Never falls."""
        self.certain = True
        """All of it is what single cards look like."""
        self.doubles = 0
        """Times the beam was blocked for more than one card."""
        self.ignored = 0
        """Times it was blocked by no card: light, dirt, a nose that was pulled back."""
        self.card_out = False
        """The last card counted sticks out."""
        self.jam = False
        """Some card was stuck while the motor pulled."""
        self.blocked = blocked
        self.direction = 0
        self._switched = t  # when the motor got its direction
        self._backwards = False  # the last direction that wasn't 0
        # Since when it's clear, while that's too short to be sure that a card has ended.
        self._clear: "int | None" = None
        self._suspect: "int | None" = None  # since when the level read differs from the last edge's
        self._flipped = t
        self._open(t, blocked)

    def motor(self, t: int, direction: int, duty_pct: int) -> None:
        """From `t` on the motor is told to go forwards (1), backwards (-1) or not (0)."""
        self.tick(t)
        if direction != self.direction:
            self.direction = direction
            self._switched = t
            if direction:
                self._backwards = direction < 0
            if direction < 0:
                self._doubted = True  # how much of it comes back depends on the grip
        self._pace.drive(direction, duty_pct)
        self._quick.drive(direction, duty_pct)

    def edge(self, t: int, blocked: bool) -> None:
        """The beam's level changed at `t`."""
        self._suspect = None
        if blocked != self.blocked:
            self._flip(t, blocked)
        elif self._wide(t, self._flipped):
            self._missed(t)

    def level(self, t: int, blocked: bool) -> None:
        """The level as read at `t`. Edges from before may still be on their way."""
        if blocked == self.blocked:
            self._suspect = None
        elif self._suspect is None:
            self._suspect = t
        elif self._diff(t, self._suspect) >= self._timing.reread_us:
            self.found(self._suspect, blocked)

    def found(self, t: int, blocked: bool) -> None:
        """The level is this since `t` or earlier, and the edge was lost."""
        self._suspect = None
        self._flip(t, blocked)
        self._doubted = True
        if not (blocked or self._pace.now):  # it may have left long ago, and the motor ran on
            self._end = (min(self._end[0], self._timing.transit_us), 0, 0)

    def tick(self, t: int) -> None:
        """Nothing but time has passed."""
        self._pass(t)
        if self._clear is not None and self._diff(t, self._clear) >= self._timing.bridge_us:
            self._close(self._clear)
        if self.stuck(t):
            self._was_stuck = True
            self.jam = True
            self.certain = False

    def wait_us(self, t: int) -> "int | None":
        """How long until `tick` may change something, or None: not before an edge or the motor."""
        if self._clear is not None:
            return max(0, self._timing.bridge_us - self._diff(t, self._clear))
        if self._suspect is not None:  # the level must be read again
            return max(1_000, self._timing.reread_us - self._diff(t, self._suspect))
        if self.blocked and self.direction > 0 and not self.stuck(t):
            return self._stuck_left(t)
        return None

    def stuck(self, t: int) -> bool:
        """The motor has pulled for long enough at what is in the beam."""
        return self.blocked and self.direction > 0 and self._stuck_left(t) <= 0

    def finish(self, t: int) -> "tuple[int, bool]":
        """The recording or the burst ends at `t`: cards and whether that's certain.

        What still blocks the beam sticks out and counts, unless the motor still runs: then nobody knows.
        """
        self.tick(t)
        if self._clear is not None:
            self._close(self._clear)
        if self.blocked:
            self.card_out = self.direction == 0
            cards = 1 if self._was_stuck else self.ruler.cards_so_far(self._way)
            first = self.ruler.first(self._way, self._idle_way)
            self._count(cards, first and self.card_out and not self._doubted)
            self.blocked = False
        return self.cards, self.certain

    def fell_short(self) -> None:
        """The card in the beam was to coast out and didn't: it hasn't come as far as it should."""
        self._way = min(self._way, self._timing.transit_us * 3 // 4)
        self._doubted = True

    @property
    def way_us(self) -> int:
        """How far the card that's in the beam has come, in µs at run speed."""
        return self._way

    @property
    def speed(self) -> int:
        """How fast the roller should be, RUN being the run speed."""
        return self._pace.now

    def _pass(self, t: int) -> int:
        """Let the time pass up to `t`. Returns the way turned since an edge told late, below 0."""
        late = self._diff(t, self._t)
        if late > 0:
            way = self._pace.advance(late)
            self._way += way
            self._quick_way += self._quick.advance(late)
            if self.direction == 0:
                self._idle_way += way
            self._t = t
            return 0
        return self._pace.now * late // RUN

    def _flip(self, t: int, blocked: bool) -> None:
        since = self._pass(t)
        bridge_us = self._timing.bridge_us
        self.blocked = blocked
        if not blocked:
            if not (self._chatters and self._diff(t, self._flipped) < bridge_us):
                self._end = (self._way + since, self._quick_way + since, self._idle_way)
                self._end_speed = self._pace.now
            self._clear = t
            self._flipped = t
            return
        self._flipped = t
        if self._clear is not None:
            if self._diff(t, self._clear) < bridge_us:
                self._clear = None
                self._chatters = True
                return
            self._close(self._clear)
        self._open(t, False)
        self._way = self._quick_way = -since

    def _open(self, t: int, doubted: bool) -> None:
        """Something begins to block the beam."""
        self._since = t
        self._way = 0
        self._quick_way = 0
        self._idle_way = 0
        self._was_stuck = False
        self._doubted = doubted
        self._chatters = False  # it was clear for a moment: the first such moment is its end, if it's the end

    def _missed(self, t: int) -> None:
        """An edge to the level that it has: the one between was lost, and the true width with it."""
        if self.blocked:
            self._flip(t, False)
            self._doubted = True
            self._end = (0, 0, 0)
            self._close(t)
            self._flip(t, True)
        else:
            self.tick(t)
            self._flipped = t
            if self._pace.now >= 0:
                self._count(1, False)

    def _close(self, gone: int) -> None:
        """What blocked the beam is gone since `gone`: was it a card, or two?"""
        self._clear = None
        if not self._wide(gone, self._since) or self._pulled_back(gone):
            self.ignored += 1
            return
        lost = self._doubted or (self.direction < 0 and self._end_speed >= 0)
        cards = 1 if self._was_stuck else self.ruler.cards(self._end[0])
        self._count(cards, not lost and self.ruler.single(*self._end))
        if cards == 1 and not (lost or self._was_stuck):
            self.ruler.learn(*self._end)

    def _count(self, cards: int, certain: bool) -> None:
        self.cards += cards
        self.certain = self.certain and certain
        if cards > 1:
            self.doubles += 1

    def _wide(self, t: int, since: int) -> bool:
        """A card may have passed between the two times."""
        return self._diff(t, since) * 100 >= self._timing.chatter_pct * self._timing.transit_us

    def _pulled_back(self, gone: int) -> bool:
        """It went backwards when it left the beam."""
        if self._end_speed:
            return self._end_speed < 0
        ran_on = 4 * self._timing.brake_us
        return self._backwards and self.direction == 0 and self._diff(gone, self._switched) < ran_on

    def _stuck_left(self, t: int) -> int:
        """How long until what is in the beam is stuck, if the motor pulls."""
        return self._timing.jam_us - min(self._diff(t, self._since), self._diff(t, self._switched))
