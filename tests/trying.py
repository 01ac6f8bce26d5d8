"""A simulated launcher for the tools that try one out, in virtual time: no thread of its own, no sleep."""

import random
from collections import deque
from dataclasses import replace
from functools import cache

from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.calibrate.session import calibrated
from uno_launcher.config import Config, simulation_config
from uno_launcher.config.feed import FeedSection
from uno_launcher.doctor.ground import Ground


class Stepped:
    """A mailbox in front of a simulation whose time passes while somebody waits for it."""

    def __init__(self, simulation):
        self.simulation = simulation
        self._posted = deque()

    def post(self, raw):
        self._posted.append(raw)

    def take(self, until):
        while not self._posted:
            now, due = self.simulation.now(), self.simulation.next_at()
            if now >= until:
                return None
            self.simulation.step_to(max(now, until if due is None else min(until, due)))
        return self._posted.popleft()


def ground(seed, physics=None, *, hopper=108, faults=(), config=None, wired=None, driver=None, active=None):
    """`wired` is what really is where, signal to GPIO; what the config says where it's left out."""
    config = config or simulation_config(Config())
    more = {} if active is None else {"active": active}
    simulation = Simulation(
        wired or config.fitted(),
        random.Random(f"world {seed}"),
        physics=physics,
        hopper=hopper,
        faults=faults,
        driver=driver or config.motor.driver,
        **more,
    )
    simulation.step_to(1.0)
    return Ground(config, simulation.now, Stepped(simulation), lambda: simulation.factory, None, simulation)


def drawn(seed, transit_ms=None):
    """A launcher out of the published ranges, and of any transit."""
    rng = random.Random(f"launcher {seed}")
    physics = Physics.drawn(rng)
    return replace(physics, transit_ms=transit_ms or rng.uniform(22.0, 55.0))


@cache
def good(seed):
    """The calibration of `drawn(seed)`, and the launcher."""
    return calibration(seed, drawn(seed))


def calibration(seed, physics=None, *, cards=40, feed=None, **more):
    """A whole calibration of a launcher with `physics`; what it found, and the launcher."""
    launcher = ground(seed, physics, **more)

    def hand(_told):
        launcher.simulation.close_lid()
        launcher.simulation.take_card()

    return calibrated(launcher, feed or FeedSection(), cards, hand), launcher
