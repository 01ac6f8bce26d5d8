"""The controller against the simulated physics, in virtual time, without pins and threads.

`python -m tests.feed.campaign 20000` plays so many bursts of each kind and says what came of them.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from uno_launcher.backends.simulated.world import Physics, World
from uno_launcher.feed.burst import Burst
from uno_launcher.feed.timing import EXPIRY_US, Timing
from uno_launcher.launcher.plan import Plan
from uno_launcher.luck.rhythm import rhythm

CALM_US = 3_000_000
"""Between two bursts."""
EVENING = 100
"""Bursts that one launcher plays, from the first that its controller ever sees."""
INVISIBLE = 0.75
"""Two cards that overlap by more than this may look like one."""


@dataclass
class Rig:
    """One launcher, its controller and the lag of a host between them. Watches what must always hold."""

    world: World
    burst: Burst
    rng: random.Random
    lag_us: int = 500
    """Edges come this late at most, and wake-ups."""
    lost: float = 0.0
    """Share of the beam's edges that aren't told."""
    can_reverse: bool = True
    t: int = 0
    motor: tuple[int, int, bool] = (0, 0, True)
    progress: int = 0
    proved: int = 0
    broken: list[str] = field(default_factory=list)

    def run(self, plan: Plan, meanwhile: Sequence[tuple[int, Callable[[], None]]] = ()) -> None:
        """One burst to its end. `meanwhile` happens so long after its start."""
        burst, world = self.burst, self.world
        self.wait(CALM_US)
        begun, counted = self.t, 0
        hopper = -1 if plan.hopper is None else plan.hopper
        blocked = world.level("beam")
        burst.start(self.t, blocked, plan.cards, plan.pauses, plan.tease, hopper, self.can_reverse)
        acts = sorted(((begun + at, act) for at, act in meanwhile), key=lambda one: one[0])
        told: list[tuple[int, int, bool]] = []
        while burst.running:
            self.drive()
            wait = burst.wait_us(self.t)
            assert wait is not None
            due = self.t + wait + self.rng.randint(0, self.lag_us)
            stops = [due, *(at for at, _, _ in told[:1]), *(at for at, _ in acts[:1])]
            happens = world.next_us()
            self.t = max(self.t, min(stops if happens is None else [*stops, happens]))
            for edge in world.advance(self.t):
                if edge.sensor == "beam" and self.rng.random() >= self.lost:
                    at = self.t + self.rng.randint(0, self.lag_us)
                    told.append((max(at, told[-1][0] if told else 0), edge.t_us, edge.level))
            while acts and acts[0][0] <= self.t:
                acts.pop(0)[1]()
            while told and told[0][0] <= self.t:
                burst.edge(*told.pop(0)[1:])
                self.drive()
            if self.t >= due:
                if burst.want_level and not told:
                    burst.level(self.t, world.level("beam"))
                burst.step(self.t)
            self.expect(burst.counted >= counted, "the count fell")
            counted = burst.counted
            if self.t - begun > 60_000_000:
                self.expect(False, "a burst doesn't end")
                break
        self.drive()
        self.expect(not self.motor[0], "the motor is on after the burst")
        self.expect(len(burst.card_times_us) == burst.counted, "a card without its time")
        self.expect(burst.ended != "done" or burst.counted >= burst.ordered, "done too early")

    def drive(self) -> None:
        """Let the motor do what the controller says."""
        burst = self.burst
        if self.motor[0]:
            self.expect(self.t - self.proved < EXPIRY_US, "the motor outlasted its expiry")
        if burst.progress != self.progress:
            self.progress, self.proved = burst.progress, self.t
        if burst.motor != self.motor:
            self.expect(
                burst.direction * self.motor[0] >= 0, "from one direction to the other without a rest"
            )
            self.expect(not (burst.direction and burst.motor_done), "the motor is on after it was done")
            self.motor = burst.motor
            direction, duty_pct, brake = burst.motor
            self.world.motor(self.t, direction, duty_pct, brake and self.can_reverse)

    def lid(self) -> None:
        """Somebody opens the lid."""
        self.world.open_lid(self.t)
        self.burst.lid(self.t)
        self.expect(not self.burst.direction, "the motor runs under an open lid")
        self.drive()

    def fault(self) -> None:
        """The host stops everything."""
        self.burst.stop(self.t, "fault", "deadman")
        self.expect(not self.burst.direction, "the motor runs on after a fault")
        self.drive()

    def look_after(self) -> None:
        """Somebody opens the lid, pulls out what sticks and closes it."""
        self.wait(CALM_US)
        self.world.open_lid(self.t)
        self.world.close_lid(self.t + 1)
        self.wait(CALM_US)

    def wait(self, for_us: int) -> None:
        """Nothing runs."""
        self.t += for_us
        self.world.advance(self.t)

    def expect(self, holds: bool, what: str) -> None:
        if not holds:
            self.broken.append(what)


@dataclass
class Tally:
    """What came of many bursts."""

    bursts: int = 0
    uncertain: int = 0
    short: int = 0
    """Bursts of one to three cards."""
    short_uncertain: int = 0
    as_ordered: int = 0
    slips: int = 0
    doubles: int = 0
    invisible: int = 0
    """Doubles that overlapped by more than INVISIBLE."""
    fooled: int = 0
    """Counts called certain that were wrong because of those."""
    wrong: list[str] = field(default_factory=list)
    """Counts called certain that were wrong without such an excuse."""
    broken: list[str] = field(default_factory=list)
    ended: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (
            f"{self.bursts} bursts: {self.uncertain / self.bursts:.2%} uncertain"
            f" ({self.short_uncertain / max(1, self.short):.2%} of the short ones),"
            f" {self.as_ordered / self.bursts:.2%} as ordered; {self.doubles} doubles, {self.invisible} of"
            f" them overlapped by more than {INVISIBLE:.0%}, which made {self.fooled} counts wrong though"
            f" called certain; {len(self.wrong)} wrong without that excuse; {len(self.broken)} limits broken;"
            f" ended {dict(self.ended)}"
        )

    def play(
        self, rig: Rig, plan: Plan, name: str, **options: Sequence[tuple[int, Callable[[], None]]]
    ) -> None:
        """One more burst, judged by what really happened."""
        truth, burst = rig.world.truth, rig.burst
        out, overlaps = truth.cards_out, len(truth.overlaps)
        rig.run(plan, **options)
        came = truth.cards_out - out + truth.sticking
        hidden = [overlap for overlap in truth.overlaps[overlaps:] if overlap > INVISIBLE]
        self.bursts += 1
        self.uncertain += not burst.certain
        if 1 <= plan.cards <= 3:
            self.short += 1
            self.short_uncertain += not burst.certain
        self.as_ordered += came == plan.cards
        self.slips += burst.slips
        self.doubles += len(truth.overlaps) - overlaps
        self.invisible += len(hidden)
        if burst.certain and burst.counted != came:
            self.fooled += bool(hidden)
            if not hidden:
                self.wrong.append(f"{name}: {burst.counted} counted of {came}, {burst.ended} {burst.note}")
        self.broken += [f"{name}: {what}" for what in rig.broken]
        self.ended[burst.ended] += 1
        rig.broken.clear()


def healthy(bursts: int, seed: str, drawn: bool) -> Tally:
    """Launchers without trouble: all like the usual one, or `drawn` from the published ranges and unknown to
    their controllers."""
    tally = Tally()
    for launcher in range(bursts // EVENING):
        rng = random.Random(f"healthy {seed} {launcher}")
        physics = Physics.drawn(rng) if drawn else Physics()
        world = World(random.Random(rng.random()), physics, hopper=108)
        rig = Rig(world, Burst(Timing(), lambda a, b: a - b), rng)
        for burst in range(EVENING):
            if world.truth.in_hopper < 20:
                world.reload(108)
            cards = rng.randint(1, 8)
            pauses, tease = rhythm(cards, rng)
            plan = Plan(cards, pauses, tease, world.truth.in_hopper)
            tally.play(rig, plan, f"healthy {seed} {launcher}.{burst}")
            if rig.burst.card_out:
                rig.look_after()
    return tally


def troubled(bursts: int, seed: str) -> Tally:
    """Launchers drawn from the published ranges with every kind of trouble."""
    tally = Tally()
    for launcher in range(bursts // EVENING):
        rng = random.Random(f"troubled {seed} {launcher}")
        physics = replace(
            Physics.drawn(rng),
            double_pct=rng.choice((0, 2, 6)),
            slip_pct=rng.choice((0, 3, 10)),
            jam_pct=rng.choice((0, 0, 2)),
        )
        world = World(random.Random(rng.random()), physics, hopper=rng.choice((0, 5, 108)))
        for name in ("chatter", "spikes", "weak_spring", "sag"):
            if rng.random() < 0.15:
                world.fault(name)
        rig = Rig(world, Burst(Timing(), lambda a, b: a - b), rng)
        rig.lost = rng.choice((0, 0, 0.05, 0.1))
        rig.lag_us = rng.choice((500, 500, 5_000))
        rig.can_reverse = rng.random() < 0.85
        for burst in range(EVENING):
            if world.truth.in_hopper < 3 and rng.random() < 0.7:
                world.reload(rng.choice((5, 20, 108)))
            acts = ((0.1, rig.lid), (0.05, rig.fault), (0.05, world.empty))
            meanwhile = [(rng.randint(0, 800_000), act) for chance, act in acts if rng.random() < chance]
            cards = rng.randint(0, 12)
            pauses, tease = rhythm(cards, rng)
            plan = Plan(cards, pauses, tease, rng.choice((world.truth.in_hopper, None)))
            tally.play(rig, plan, f"troubled {seed} {launcher}.{burst}", meanwhile=meanwhile)
            rig.look_after()
    return tally


if __name__ == "__main__":
    for title, tally in (
        ("The usual launcher", healthy(int(sys.argv[1]), "said", drawn=False)),
        ("Launchers over the whole range", healthy(int(sys.argv[1]), "said", drawn=True)),
        ("Troubled launchers", troubled(int(sys.argv[1]), "said")),
    ):
        print(f"{title}: {tally}")
