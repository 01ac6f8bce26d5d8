"""One burst: the motor told what to do, from what the beam says, until the cards are out.

Kick, run, slow before the last card, brake on the count, settle, a short retract. Whatever happens, the motor
is never on for as long as the deadman's expiry without progress, all its time is within a limit, and every
burst ends with one result.
"""

from uno_launcher.feed.beam import Beam
from uno_launcher.feed.coast import Coast
from uno_launcher.feed.drive import (
    BACK,
    CLEARING,
    FULL,
    KICK,
    OUT,
    PAUSE,
    REST,
    RETRACT,
    SETTLE,
    SLOW,
    TEASE,
    Drive,
)
from uno_launcher.feed.speed import RUN
from uno_launcher.feed.timing import Timing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LOOK_US = 10_000
"""The beam is looked at again at least this often (field note G4)."""


class Burst:
    """The controller of one launcher. It learns from burst to burst, so one object does all of them.

    Call `step` when `wait_us` says so. After every call let the motor do what `motor` says.
    """

    def __init__(self, timing: Timing, diff: "Callable[[int, int], int]") -> None:
        """Raises ValueError for a timing with which a phase could outlast the deadman."""
        self._timing = timing
        self._diff = diff
        self._drive = Drive(timing, diff)
        self._fit(True)
        self.running = False
        """A burst was started and has no result yet."""
        self.progress = 0
        """Grows with every proof that the burst gets on."""
        self._reset(0)

    def _fit(self, can_reverse: bool) -> None:
        """Begin to learn about a launcher whose motor can go backwards and be shorted, or neither."""
        self._can_reverse = can_reverse
        self._beam = Beam(self._timing, self._diff, can_reverse)
        self._coast = Coast(self._timing, self._beam.ruler, can_reverse)

    def _reset(self, t: int) -> None:
        self.motor_done = True
        """The motor won't run again in this burst."""
        self.ordered = 0
        self.ended = ""
        """"done", "empty", "jam", "lid", "timeout" or "fault"."""
        self.note = ""
        self.slips = 0
        """Times the motor reversed to free a card or get a grip."""
        self.card_times_us: "list[int]" = []
        """When each card was counted, from the start of the burst."""
        self._drive.start(t)
        self._started = t
        self._looked = t  # when the beam's level was read
        self._idle = t  # since when nothing came
        self._then = KICK  # the phase after CLEARING or REST
        self._stuck = False  # that's why it goes backwards
        self._rest_us = 0  # how long the next REST must be at least
        self._tries = 0
        self._early = True  # the motor may stop before the last card is counted
        self._pauses: "list[tuple[int, int]]" = []
        self._hopper = -1
        self._covered = False  # the beam is blocked before anything has moved

    # What is asked of it.

    def start(
        self,
        t: int,
        blocked: bool,
        cards: int,
        pauses: "tuple[tuple[int, int], ...]" = (),
        tease: bool = False,
        hopper: int = -1,
        can_reverse: bool = True,
    ) -> None:
        """Begin at `t`, the beam being `blocked` or not. `pauses` are (after how many cards, milliseconds).

        `hopper` is how many cards should be in it, -1 where nobody knows. Without `can_reverse` the motor can
        neither go backwards nor be shorted. Raises ValueError while a burst is running.
        """
        if self.running:
            raise ValueError("a burst is running")
        if can_reverse != self._can_reverse:
            self._fit(can_reverse)
        self._reset(t)
        self.ordered = cards
        self._pauses = list(pauses)
        self._hopper = hopper
        self._then = TEASE if tease and can_reverse else KICK
        self.running = True
        self.motor_done = False
        self._covered = blocked
        self._beam.start(t, False)
        self._go(t, CLEARING)
        self._act(t)

    def edge(self, t: int, blocked: bool) -> None:
        """The beam's level changed at `t`, which may be a little while ago."""
        if not self.running:
            return
        if self._drive.phase == CLEARING:
            self._covered = blocked
        else:
            self.progress += blocked != self._beam.blocked
            self._beam.edge(t, blocked)
        self._act(t)

    def level(self, t: int, blocked: bool) -> None:
        """The beam's level as read at `t` (field note G4)."""
        if not self.running:
            return
        self._looked = t
        if self._drive.phase == CLEARING:
            self._covered = blocked
        else:
            self._beam.level(t, blocked)
        self._act(t)

    def step(self, t: int) -> None:
        """Do what is due at `t`."""
        if self.running:
            self._act(t)

    def stop(self, t: int, ended: str, note: str = "") -> None:
        """Motor off for good. A burst that had all its cards stays done, but for a fault."""
        if not self.running:
            return
        if not self.ended or ended == "fault":
            self.ended = ended
            self.note = note
        if self._drive.phase == CLEARING:
            self._finish()
        else:
            self._go(t, OUT)

    def lid(self, t: int) -> None:
        """The lid was opened."""
        self.stop(t, "lid")

    def wait_us(self, t: int) -> "int | None":
        """How long until `step` is due, or None: no burst is running."""
        if not self.running:
            return None
        waits = [max(LOOK_US - self._diff(t, self._looked), LOOK_US // 10)]
        beam_us = self._beam.wait_us(t)
        if beam_us is not None:
            waits.append(beam_us)
        if self._drive.phase == OUT:
            waits.append(self._out_left_us(t))
        elif self._drive.phase not in (FULL, SLOW):
            waits.append(self._drive.left_us(t))
        if self._drive.direction > 0:
            waits.append(self._limit_left_us(t))
            waits.append(self._brake_in_us() if self._beam.blocked else self._empty_left_us(t))
        return max(0, min(waits))

    # What it says.

    @property
    def direction(self) -> int:
        """1 forwards, -1 backwards, 0 off."""
        return self._drive.direction

    @property
    def duty_pct(self) -> int:
        return self._drive.duty_pct

    @property
    def brake(self) -> bool:
        """Short the motor, which is off."""
        return not self._drive.direction

    @property
    def motor(self) -> "tuple[int, int, bool]":
        """What the motor is to do: direction, duty, brake."""
        return self.direction, self.duty_pct, self.brake

    @property
    def want_level(self) -> bool:
        """Read the beam's level and say it with `level`, each time before `step`."""
        return self.running

    @property
    def counted(self) -> int:
        """Cards that came out so far. Never falls while a burst is running."""
        return self._beam.cards

    @property
    def certain(self) -> bool:
        """All that was counted looked like single cards."""
        return self._beam.certain

    @property
    def doubles(self) -> int:
        """Times the beam was blocked for more than one card."""
        return self._beam.doubles

    @property
    def card_out(self) -> bool:
        """The last card counted sticks out."""
        return self._beam.card_out

    @property
    def motor_us(self) -> int:
        """How long the motor was on, up to its last change."""
        return self._drive.ran_before_us

    @property
    def coast_us(self) -> int:
        """How far the last card's tail still is from the beam when the motor stops, learned."""
        return self._coast.usual_us

    # What comes next.

    def _act(self, t: int) -> None:
        self._beam.tick(t)
        self._book(t)
        while self.running and self._next(t):
            pass

    def _book(self, t: int) -> None:
        while len(self.card_times_us) < self._beam.cards:
            self.card_times_us.append(self._diff(t, self._started))
            self.progress += 1
            self._idle = t
            self._tries = 0

    def _go(self, t: int, phase: str, for_us: "int | None" = None) -> None:
        self._drive.go(t, phase, for_us)
        self._beam.motor(t, self._drive.direction, self._drive.duty_pct)
        self.progress += 1
        if phase == KICK:
            self._idle = t
        elif phase == OUT:
            self.motor_done = True

    def _next(self, t: int) -> bool:
        """Go on to the next phase if it's time; False: not yet."""
        phase = self._drive.phase
        over = self._drive.left_us(t) <= 0
        if self._drive.direction > 0:
            return self._forwards(t, over)
        if phase == CLEARING:
            return self._clear(t, over)
        if phase == SETTLE:
            return self._settled(t, over)
        if phase == OUT:
            return self._see_the_last(t)
        if phase == PAUSE and not over:
            return self._tidy(t)
        if over:
            if phase == PAUSE or (phase == REST and self._forwards_next()):
                self._kick(t)
            elif phase == REST:
                self._go(t, BACK)
            elif phase == RETRACT:
                self._go(t, OUT)
            elif phase == TEASE and not self.ordered:
                self.ended = "done"
                self._go(t, OUT)
            else:  # TEASE, BACK
                self._rest_before(t, KICK)
        return over

    def _clear(self, t: int, over: bool) -> bool:
        """Nothing moves while the beam is blocked: it's blind, or what sticks out was counted already."""
        if not self.ordered and self._then == KICK:
            self.ended = "done"
            self._finish()
        elif not self._covered:
            if self._then == KICK:
                self._kick(t)
            else:
                self._go(t, TEASE)
            return True
        elif over:
            self.ended, self.note = "jam", "stuck"
            self._finish()
        return False

    def _forwards(self, t: int, over: bool) -> bool:
        beam = self._beam
        if beam.cards >= self.ordered:
            self.ended = "done"
            self._go(t, SETTLE)
        elif self._limit_left_us(t) <= 0:
            self.ended = "timeout"
            self._go(t, OUT)
        elif self._pauses and beam.cards >= self._pauses[0][0]:
            self._pause(t)
        elif beam.stuck(t):
            self._try_again(t, True)
        elif not beam.blocked and self._empty_left_us(t) <= 0:
            self._try_again(t, False)
        elif beam.blocked and self._brake_in_us() <= 0:
            self._go(t, SETTLE)
        elif self._drive.phase == KICK and over:
            self._go(t, FULL)
        elif self._drive.phase == FULL and self._last():
            self._go(t, SLOW)
        else:
            return False
        return True

    def _settled(self, t: int, over: bool) -> bool:
        beam = self._beam
        if not self.ended and beam.cards >= self.ordered:
            self.ended = "done"
        if not over:
            return False
        if not self.ended:  # it stopped too early, or what it stopped for was no card
            if beam.blocked:
                self._coast.fell_short()
                beam.fell_short()
            self._early = False
            self._kick(t)
            return True
        self._go(t, RETRACT if self._can_reverse else OUT)
        return True

    def _see_the_last(self, t: int) -> bool:
        """The motor is off for good. What still moves is counted; what stays in the beam sticks out."""
        beam = self._beam
        if self._out_left_us(t) <= 0:
            beam.finish(t)
            self._book(t)
            if self.ended == "done" and self.ordered and not beam.doubles:
                if beam.cards > self.ordered:
                    self._coast.went_too_far()
                else:
                    self._coast.went_well()
            self._finish()
        return False

    def _pause(self, t: int) -> None:
        for_us = self._timing.rest_us
        while self._pauses and self._pauses[0][0] <= self._beam.cards:
            for_us = max(for_us, self._pauses.pop(0)[1] * 1000)
        self._go(t, PAUSE, for_us)

    def _tidy(self, t: int) -> bool:
        """A nose that shows in a pause goes back: it would start from rest in the beam, hard to measure."""
        settling = self._drive.in_us(t) < self._timing.settle_us
        if settling or not (self._beam.blocked and self._can_reverse):
            return False
        self._rest_us = self._drive.left_us(t) - self._timing.unjam_us
        self._go(t, BACK)
        return True

    def _try_again(self, t: int, stuck: bool) -> None:
        """What should come doesn't: backwards and forwards again, a few times."""
        left = max(0, self._hopper - self._beam.cards) if self._hopper >= 0 else -1
        if not stuck and left == 0:
            self.ended = "empty"
            self._go(t, OUT)
        elif self._tries < self._timing.unjam_tries:
            self._tries += 1
            self._stuck = stuck
            if self._can_reverse:
                self.slips += 1
            self._rest_before(t, BACK if self._can_reverse else KICK)
        else:
            self.ended = "jam" if stuck or left > 0 else "empty"
            self.note = "stuck" if stuck else ("slipping" if left > 0 else "")
            self._go(t, OUT)

    def _forwards_next(self) -> bool:
        """After a rest: a card that has got a grip after all isn't pushed back."""
        return self._then == KICK or (self._beam.blocked and not self._stuck)

    def _rest_before(self, t: int, phase: str) -> None:
        self._then = phase
        self._go(t, REST, max(self._timing.rest_us, self._rest_us))
        self._rest_us = 0

    def _kick(self, t: int) -> None:
        coast = self._coast
        self._go(t, KICK, coast.slow_kick_us if self._last() else coast.full_kick_us)

    def _finish(self) -> None:
        self.motor_done = True
        self.running = False
        self._coast.tune()

    def _last(self) -> bool:
        """Only one more card is to come."""
        return self._beam.cards >= self.ordered - 1

    def _limit_left_us(self, t: int) -> int:
        """How long the motor may still run."""
        limit = self._timing.limit_us + self.ordered * self._timing.limit_card_us
        return limit - self._drive.ran_us(t)

    def _empty_left_us(self, t: int) -> int:
        """How long something may still take to come."""
        return self._timing.empty_us - self._diff(t, self._idle)

    def _out_left_us(self, t: int) -> int:
        """How long until what still blocks the beam sticks out, or until nothing can come any more."""
        for_us = self._timing.out_us if self._beam.blocked else self._timing.settle_us
        return for_us - self._drive.off_us(t)

    def _brake_in_us(self) -> int:
        """How long until the motor must stop so that the last card, which is in the beam, just coasts out."""
        speed = self._beam.speed
        lead = self._coast.lead_us(speed) if self._last() and self._early else 0
        if not lead:
            return LOOK_US
        return (self._timing.transit_us - lead - self._beam.way_us) * RUN // max(speed, RUN // 10)
