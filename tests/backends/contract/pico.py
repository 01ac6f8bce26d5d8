"""The serial backend with a Pico at the other end of its line."""

import random

from tests.backends.contract.stands import OUTPUTS, START, Stand, full_config
from tests.backends.serial.stepped import SteppedLine
from uno_launcher.backends.serial.backend import SerialBackend
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import Simulation


class PicoStand(Stand):
    """What all of them have in common: the simulated launcher on the Pico's pins."""

    simulation: Simulation

    @property
    def motor(self):
        history = self.simulation.world.motor_history
        return history[-1].direction if history else 0

    @property
    def high(self):
        return {name for name in OUTPUTS if self.simulation.output(name) > 0}

    @property
    def expires_in(self):
        expires = self.backend._deadman.expires
        return None if expires is None else expires - self.now

    @property
    def cards_out(self):
        truth = self.simulation.world.truth
        return truth.cards_out + truth.sticking

    def press(self):
        self.simulation.press()

    def press_extra(self, button):
        self.simulation.press_extra(button)

    def open_lid(self):
        self.simulation.open_lid()
        self.step_to(self.now)

    def close_lid(self):
        self.simulation.close_lid()
        self.step_to(self.now)

    def no_cards(self):
        self.simulation.empty()

    def stick(self):
        self.simulation.fault("jam")

    def beam_blocked(self):
        return self.simulation.world.level("beam")


class SteppedPicoStand(PicoStand):
    """In virtual time: the Pico's files under CPython, on a line without a port."""

    def __init__(self, monkeypatch, config=None, seed=1, mangle=None):
        super().__init__()
        self.config = config or full_config()
        pins = self.config.fitted()
        self.simulation = Simulation(pins, random.Random(seed), physics=Physics(free_pct=0.0))
        self.simulation.step_to(START)
        self.line = SteppedLine(self.simulation, pins, mangle=mangle, seed=seed)
        self.backend = SerialBackend(self.line, self.simulation.now)

    @property
    def now(self):
        return self.simulation.now()

    def next_at(self):
        return self.line.next_at()

    def step_to(self, t):
        self.line.step_to(t)

    def hang(self, seconds):
        until = self.now + seconds
        while self.now < until:
            self.step_to(min(until, self.now + 0.01))
            self.backend._deadman.check(self.now)  # its thread's doing, in virtual time
