"""One burst after another on a Pico: the beam's proof before it, the controller on the motor, the outcome.

What the host asks for is bounded here by what the board allows, and a motor that runs on without progress is
cut off (field note M8), whatever the host says.
"""

from uno_launcher.feed.burst import Burst
from uno_launcher.feed.tape import Tape
from uno_launcher.feed.timing import EXPIRY_US, Timing
from uno_launcher.feed.words import BLIND, CUT_OFF, NOTHING, OVER, RUNNING, SETTLING, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uno_launcher.feed.board import Board
    from uno_launcher.feed.words import Fire

PROBE_US = 1_000
"""How often the receiver is asked whether it has noticed that the emitter was switched."""
BRAKE_US = 100_000
"""How long the motor stays shorted at most: it has stopped by then, and a driver left on gets warm (M7)."""


class Feeder:
    """`happen` is told letters of `words`. Times are the board's."""

    def __init__(
        self, board: "Board", diff: "Callable[[int, int], int]", happen: "Callable[[str], None]"
    ) -> None:
        self._board = board
        self._diff = diff
        self._happen = happen
        self._can_reverse = board.driver != "one-pin"
        self.number = 0
        """Of the last fire."""
        self.phase = NOTHING
        self.outcome: "Outcome | None" = None
        """Of the last fire, once it's over."""
        self.times_ms: "list[int]" = []
        """When its cards were counted, from its start."""
        self.tape = Tape()
        """What beam and motor did in it."""
        self.switched = False
        """The motor was switched since somebody set this to False: its noise is in the air."""
        self._proof = ""  # "soon", "dark", "lit", or "": over
        self._since = 0  # of this step of the proof
        self._probed = 0
        self._cards = 0
        self._seen = 0
        self._driven = (0, 0, False)
        self._changed = 0  # when the motor was last told something else
        self._ran_us = 0  # how long it was on in this burst before that
        self._proved = 0  # when the burst last got on
        self._progress = 0
        self._beats = "heartbeat" in board.fitted
        self._beat = False
        self._beaten = 0
        self._began = 0
        self._followed = 0  # when the controller was last asked …
        self._burst_us = 0  # … how long it can wait
        self.fit(Timing(), 20_000, 5_000)

    def fit(self, timing: Timing, emitter_us: int, heartbeat_us: int) -> None:
        """Feed by these measures from the next burst on; what was learned is forgotten. Raises ValueError for
        some with which the motor could outlast its expiry."""
        self._burst = Burst(timing, self._diff)
        self._timing = timing
        self._emitter_us = emitter_us
        self._heartbeat_us = heartbeat_us

    @property
    def running(self) -> bool:
        """A fire isn't over yet."""
        return self.phase in (RUNNING, SETTLING)

    @property
    def counted(self) -> int:
        """Cards of the last fire so far."""
        if self.outcome is not None:
            return self.outcome.counted
        return self._seen

    @property
    def direction(self) -> int:
        """Which way the motor turns."""
        return self._driven[0]

    def start(self, t: int, number: int, fire: "Fire") -> None:
        """Begin with the next turn; nothing may be running. Raises ValueError for more cards than the board
        allows."""
        if fire.cards > self._board.most_cards:
            raise ValueError("too many cards")
        self.number = number
        self.phase = RUNNING
        self.outcome = None
        self.times_ms = []
        self.tape.wind_back()
        self._fire = fire
        self._seen = 0
        self._cards = fire.cards
        self._ran_us = 0
        self._prove(t, "soon")

    def edge(self, t: int, blocked: bool, now: int) -> None:
        """The beam's level changed at `t`, a little while before `now`."""
        # Before the burst it's the emitter's doing, or older than the level that was read then.
        since_us = self._diff(t, self._began)
        if self.running and not self._proof and since_us >= 0:
            self.tape.edge(since_us, blocked)
            self._burst.edge(t, blocked)
            self._follow(now)

    def turn(self, t: int) -> None:
        """Do what is due. The level is read each time: edges get lost (field note G4)."""
        if not self.running or self.wait_us(t):
            return
        if self._proof == "soon":
            self._ready(t)
            return
        if self._proof:
            self._probe(t)
            return
        self._beat_on(t)
        self._burst.level(t, self._board.read("beam"))
        self._burst.step(t)
        self._follow(t)

    def stop(self, t: int, ended: str, note: str = "") -> None:
        """Motor off before this returns; the outcome may take until a last card has passed."""
        if not self.running:
            return
        if self._proof:
            self._abandon(ended, note)
            return
        self._burst.stop(t, ended, note)
        self._follow(t)

    def let_go(self, t: int) -> None:
        """The motor is off for good and isn't shorted either: all of its pins are low."""
        if self._driven[0] or self._driven[2]:
            self._board.motor(0, 0, False)
            self._driven = (0, 0, False)
            self._changed = t

    def abandon(self, t: int, note: str) -> None:
        """`stop`, without a brake, and over at once: the beam isn't looked at any more."""
        self.stop(t, "fault", note)
        if self.running:
            self._burst = Burst(self._timing, self._diff)  # the old one waits for the beam
            self._finish(Outcome(self._cards, self._seen, False, "fault", note=note))

    def void(self, number: int, note: str) -> None:
        """That fire, the next one, never begins: it's over as if it was stopped at once. One that has begun
        isn't touched."""
        if number == self.number + 1 and not self.running:
            self.number = number
            self.times_ms = []
            self.tape.wind_back()
            self.outcome = Outcome(0, 0, True, "fault", note=note)
            self.phase = OVER

    def wait_us(self, t: int) -> "int | None":
        """How long until `turn` is due, or None: nothing runs."""
        if not self.running:
            return None
        if self._proof == "soon":
            return 0
        if self._proof:
            return max(0, PROBE_US - self._diff(t, self._probed))
        wait = self._burst_us - self._diff(t, self._followed)
        if self._beats:
            wait = min(wait, self._heartbeat_us - self._diff(t, self._beaten))
        if self._driven[2]:
            wait = min(wait, BRAKE_US - self._diff(t, self._changed))
        return max(0, wait)

    # The beam's proof.

    def _ready(self, t: int) -> None:
        if "emitter" in self._board.fitted:
            self._board.emitter(False)
            self._prove(t, "dark")
        else:
            self._proof = ""
            self._begin(t)

    def _prove(self, t: int, proof: str) -> None:
        self._proof = proof
        self._since = self._probed = t

    def _probe(self, t: int) -> None:
        """With its emitter off the beam must read blocked: tells a dead or sunlit one from an empty
        hopper."""
        self._probed = t
        noticed = self._board.read("beam") == (self._proof == "dark")
        if not noticed and self._diff(t, self._since) < self._emitter_us:
            return
        if self._proof == "lit":
            self._proof = ""
            self._begin(t)
        elif noticed:
            self._board.emitter(True)
            self._prove(t, "lit")
        else:
            self._happen(BLIND)
            self._abandon("fault", "beam")

    def _abandon(self, ended: str, note: str) -> None:
        """Nothing has moved."""
        self._proof = ""
        self._finish(Outcome(self._cards, 0, True, ended, note=note))

    # The burst.

    def _begin(self, t: int) -> None:
        fire = self._fire
        self._began = self._beaten = t
        self._beat = self._beats  # at once, or a driver that waits for its first pulse starts late
        self._board.heartbeat(self._beat)
        self._driven = (0, 0, False)
        self._changed = self._proved = t
        blocked = self._board.read("beam")
        self._burst.start(t, blocked, fire.cards, fire.pauses, fire.tease, fire.hopper, self._can_reverse)
        self._progress = self._burst.progress
        self._follow(t)

    def _follow(self, t: int) -> None:
        """Let the motor do what the controller says, unless it has run for too long."""
        burst = self._burst
        if burst.progress != self._progress:
            self._progress = burst.progress
            self._proved = t
        if self._driven[0]:
            if self._diff(t, self._proved) >= EXPIRY_US:
                self._happen(CUT_OFF)
                burst.stop(t, "fault", "deadman")
            elif (self._ran_us + self._diff(t, self._changed)) // 1000 >= self._board.most_motor_ms:
                burst.stop(t, "timeout")
        self._drive(t)
        self._followed = t
        self._burst_us = burst.wait_us(t) or 0
        self._seen = burst.counted
        if burst.motor_done:
            self.phase = SETTLING
        while len(self.times_ms) < len(burst.card_times_us):
            self.times_ms.append((burst.card_times_us[len(self.times_ms)] + 500) // 1000)
        if not burst.running:
            self._finish(
                Outcome(
                    burst.ordered,
                    burst.counted,
                    burst.certain,
                    burst.ended,
                    burst.card_out,
                    burst.doubles,
                    burst.slips,
                    (burst.motor_us + 500) // 1000,
                    burst.note,
                )
            )

    def _drive(self, t: int) -> None:
        direction, duty_pct, brake = self._burst.motor
        since = self._diff(t, self._changed)
        if not self._driven[0] and since >= BRAKE_US:
            brake = False
        elif not (direction or self._driven[0] or self._driven[2]):
            brake = False  # nothing has turned yet
        wanted = (direction, min(duty_pct, self._board.most_duty_pct), brake)
        if wanted == self._driven:
            return
        if self._driven[0]:
            self._ran_us += since
        self.switched = self.switched or direction != self._driven[0]
        self._board.motor(wanted[0], wanted[1], wanted[2])
        if direction or self._driven[0]:
            self._changed = t
            self.tape.motor(self._diff(t, self._began), wanted[0], wanted[1])
        self._driven = wanted

    def _beat_on(self, t: int) -> None:
        """The charge pump gets its pulses for as long as this is called."""
        if self._beats and self._diff(t, self._beaten) >= self._heartbeat_us:
            self._beat = not self._beat
            self._board.heartbeat(self._beat)
            self._beaten = t

    def _finish(self, outcome: Outcome) -> None:
        self._board.motor(0, 0, False)
        self.switched = self.switched or self._driven[0] != 0
        self._driven = (0, 0, False)
        if self._beats:
            self._board.heartbeat(False)
        if "emitter" in self._board.fitted:
            self._board.emitter(True)
        self.outcome = outcome
        self.phase = OVER
