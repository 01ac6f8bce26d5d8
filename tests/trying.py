"""A simulated launcher for the tools that try one out, in virtual time: no thread of its own, no sleep."""

import itertools
import random
from collections import deque
from dataclasses import replace
from functools import cache

from tests.backends.serial.stepped import SteppedLine
from uno_launcher.backends.serial.backend import SerialBackend
from uno_launcher.backends.serial.link import Link
from uno_launcher.backends.serial.measures import measures_of
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.calibrate.session import calibrated
from uno_launcher.config import Config, simulation_config
from uno_launcher.config.feed import FeedSection
from uno_launcher.doctor.ground import Ground


class Stepped:
    """A mailbox in front of a simulation whose time passes while somebody waits for it. What is at the end of
    `line` is stepped along."""

    def __init__(self, simulation, line=None):
        self.simulation = simulation
        self._stepped = line or simulation
        self._posted = deque()

    def post(self, raw):
        self._posted.append(raw)

    def take(self, until):
        while not self._posted:
            now, due = self.simulation.now(), self._stepped.next_at()
            if now >= until:
                return None
            self._stepped.step_to(max(now, until if due is None else min(until, due)))
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


def on_a_pico(launcher, mangle=None):
    """The same launcher with a Pico between."""
    config, simulation = launcher.config, launcher.simulation
    driver = config.motor.driver
    line = SteppedLine(simulation, config.fitted(), mangle=mangle, driver=driver)
    nonces = itertools.count(1)

    def backend(config, recorder):
        line.carry(Link(measures_of(config), lambda: f"{next(nonces):08x}", recorder))
        return SerialBackend(line, simulation.now, lid=True)

    return replace(launcher, mailbox=Stepped(simulation, line), backend=backend)


def drawn(seed, transit_ms=None):
    """A launcher out of the published ranges, and of any transit."""
    rng = random.Random(f"launcher {seed}")
    physics = Physics.drawn(rng)
    return replace(physics, transit_ms=transit_ms or rng.uniform(22.0, 55.0))


@cache
def good(seed, pico=False):
    """The calibration of `drawn(seed)`, and the launcher."""
    return calibration(seed, drawn(seed), pico=pico)


def calibration(seed, physics=None, *, cards=40, feed=None, pico=False, **more):
    """A whole calibration of a launcher with `physics`; what it found, and the launcher."""
    launcher = ground(seed, physics, **more)
    if pico:
        launcher = on_a_pico(launcher)

    def hand(_told):
        launcher.simulation.close_lid()
        launcher.simulation.take_card()

    return calibrated(launcher, feed or FeedSection(), cards, hand), launcher
