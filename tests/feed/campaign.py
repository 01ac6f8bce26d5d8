"""The controller against the simulated physics, in virtual time, without pins and threads."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from uno_launcher.backends.simulated.world import World
from uno_launcher.feed.burst import Burst
from uno_launcher.feed.timing import EXPIRY_US
from uno_launcher.launcher.plan import Plan

CALM_US = 3_000_000


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
    off_since: int = 0
    broken: list[str] = field(default_factory=list)

    def run(self, plan: Plan, meanwhile: Sequence[tuple[int, Callable[[], None]]] = ()) -> None:
        """One burst to its end. `meanwhile` happens at those times after its start."""
        burst, world = self.burst, self.world
        self.t += CALM_US
        world.advance(self.t)
        begun = self.t
        hopper = -1 if plan.hopper is None else plan.hopper
        burst.start(
            self.t, world.level("beam"), plan.cards, plan.pauses, plan.tease, hopper, self.can_reverse
        )
        counted = 0
        self.proved = self.t
        acts = sorted(((begun + at, act) for at, act in meanwhile), key=lambda one: one[0])
        told: list[tuple[int, int, bool]] = []
        while burst.running:
            self._drive()
            wait = burst.wait_us(self.t)
            assert wait is not None
            due = self.t + wait + self.rng.randint(0, self.lag_us)
            stops = [due, *(at for at, _, _ in told[:1]), *(at for at, _ in acts[:1])]
            happens = world.next_us()
            self.t = max(self.t, min(stops if happens is None else [*stops, happens]))
            for edge in world.advance(self.t):
                if edge.sensor == "beam" and self.rng.random() >= self.lost:
                    at = max(self.t + self.rng.randint(0, self.lag_us), told[-1][0] if told else 0)
                    told.append((at, edge.t_us, edge.level))
            while acts and acts[0][0] <= self.t:
                acts.pop(0)[1]()
            while told and told[0][0] <= self.t and burst.running:
                _, t_us, level = told.pop(0)
                burst.edge(t_us, level)
                self._drive()
            if self.t >= due and burst.running:
                if burst.want_level and not told:
                    burst.level(self.t, world.level("beam"))
                burst.step(self.t)
            if burst.counted < counted:
                self.broken.append("the count fell")
            counted = burst.counted
            if self.t - begun > 60_000_000:
                self.broken.append("it doesn't end")
                break
        self._drive()
        if self.motor[0]:
            self.broken.append("the motor is on after the burst")

    def _drive(self) -> None:
        burst = self.burst
        if burst.progress != self.progress:
            self.progress, self.proved = burst.progress, self.t
        if self.motor[0] and self.t - self.proved >= EXPIRY_US:
            self.broken.append("the motor outlasted its expiry")
        if burst.motor != self.motor:
            if burst.direction and self.motor[0] and burst.direction != self.motor[0]:
                self.broken.append("from one direction to the other without a rest")
            if burst.direction and burst.motor_done:
                self.broken.append("the motor is on after it was done")
            self.motor = burst.motor
            direction, duty_pct, brake = burst.motor
            self.world.motor(self.t, direction, duty_pct, brake and self.can_reverse)
