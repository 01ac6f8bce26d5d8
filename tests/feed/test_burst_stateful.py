"""Whatever the beam says and whenever the host calls: the motor keeps its limits and every burst ends."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from uno_launcher.feed.burst import Burst
from uno_launcher.feed.timing import EXPIRY_US, Timing

MS = 1000
WRAP = 1 << 30
TIMING = Timing()


def pico(a: int, b: int) -> int:
    return ((a - b + WRAP // 2) & (WRAP - 1)) - WRAP // 2


class AnyHost(RuleBasedStateMachine):
    """Edges, levels and stops in any order, on a clock that wraps; steps come when they are due."""

    def __init__(self) -> None:
        super().__init__()
        self.burst = Burst(TIMING, pico)
        self.t = 0
        self.motor = (0, 0, False)
        self.progress = 0
        self.proved = 0
        self.on_us = 0
        self.limit_us = 0
        self.cards = 0
        self.stopped = False
        self.reversible = True
        self.edges = 0

    @initialize(origin=st.integers(0, WRAP - 1))
    def begin(self, origin):
        self.t = self.proved = origin

    @precondition(lambda self: not self.burst.running)
    @rule(
        blocked=st.booleans(),
        cards=st.integers(0, 12),
        pauses=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 1000)), max_size=3).map(sorted),
        tease=st.booleans(),
        hopper=st.integers(-1, 12),
        reversible=st.booleans(),
    )
    def start(self, blocked, cards, pauses, tease, hopper, reversible):
        self.on_us, self.cards, self.stopped, self.reversible = 0, 0, False, reversible
        self.limit_us = TIMING.limit_us + cards * TIMING.limit_card_us + TIMING.retract_us + TIMING.tease_us
        self.burst.start(self.t % WRAP, blocked, cards, tuple(pauses), tease, hopper, reversible)
        self.see()

    @rule(
        for_us=st.one_of(st.integers(0, 50 * MS), st.integers(0, 2000 * MS)),
        read=st.one_of(st.none(), st.booleans()),
    )
    def time_passes(self, for_us, read):
        until = self.t + for_us
        while self.burst.running:
            wait = self.burst.wait_us(self.t % WRAP)
            if self.t + wait > until:
                break
            self.pass_to(self.t + wait)
            if read is not None:
                self.burst.level(self.t % WRAP, read)
            self.burst.step(self.t % WRAP)
            self.see()
        self.pass_to(until)

    @rule(blocked=st.booleans(), late_us=st.integers(0, 5 * MS))
    def edge(self, blocked, late_us):
        self.burst.edge((self.t - late_us) % WRAP, blocked)
        self.see()

    @rule(
        cards=st.integers(1, 4), width_us=st.integers(20 * MS, 60 * MS), gap_us=st.integers(1 * MS, 80 * MS)
    )
    def cards_pass(self, cards, width_us, gap_us):
        for _ in range(cards):
            self.edge(True, 0)
            self.time_passes(width_us, True)
            self.edge(False, 0)
            self.time_passes(gap_us, False)

    @rule(ended=st.sampled_from(("lid", "fault")))
    def stop(self, ended):
        self.burst.stop(self.t % WRAP, ended)
        assert self.burst.direction == 0
        self.see()
        self.stopped = True

    def pass_to(self, t):
        if self.motor[0]:
            self.on_us += t - self.t
            assert t - self.proved < EXPIRY_US, "on for too long without progress"
        self.t = t

    def see(self):
        burst = self.burst
        if burst.progress != self.progress:
            self.progress, self.proved = burst.progress, self.t
        if burst.motor != self.motor:
            before, self.motor = self.motor, burst.motor
            assert before[0] * burst.direction >= 0, "from one direction to the other without a rest"
        if burst.running:
            assert burst.counted >= self.cards, "the count fell"
        self.cards = burst.counted

    @invariant()
    def the_motor_keeps_its_limits(self):
        burst = self.burst
        if burst.direction:
            assert burst.running
            assert not burst.motor_done
            assert not self.stopped
            assert self.reversible or burst.direction > 0
        assert self.on_us <= self.limit_us

    @invariant()
    def a_result_is_whole(self):
        burst = self.burst
        if not burst.running and burst.ended:
            assert burst.motor_done
            assert burst.wait_us(self.t % WRAP) is None
            assert len(burst.card_times_us) == burst.counted
            assert burst.ended in ("done", "empty", "jam", "lid", "timeout", "fault")
            assert burst.ended != "done" or burst.counted >= burst.ordered
            assert not burst.card_out or burst.counted

    def teardown(self):
        self.time_passes(40_000 * MS, None)
        assert not self.burst.running, "it doesn't end"
        self.the_motor_keeps_its_limits()
        self.a_result_is_whole()


TestAnyHost = AnyHost.TestCase
TestAnyHost.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
