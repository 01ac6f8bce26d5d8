"""The serial backend with a Pico at the other end of its line."""

import random
import tempfile
import threading
import time
from pathlib import Path

import msgspec

from tests.backends.contract.stands import OUTPUTS, START, Stand, full_config
from tests.backends.serial.stepped import SteppedLine
from tests.firmware.interpreted import InterpretedPico
from uno_launcher.backends.serial import serial_backend
from uno_launcher.backends.serial.backend import SerialBackend
from uno_launcher.backends.serial.simulated import SimulatedPico
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation

LOOK_S = 0.002


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

    def __init__(self, monkeypatch, config=None, seed=1, mangle=None, physics=None, lid=None):
        super().__init__()
        self.config = config or full_config()
        pins = self.config.fitted()
        physics = physics or Physics(free_pct=0.0)
        self.simulation = Simulation(pins, random.Random(seed), physics=physics)
        self.simulation.step_to(START)
        self.line = SteppedLine(self.simulation, pins, mangle=mangle, seed=seed)
        lid = "lid" in pins if lid is None else lid
        self.backend = SerialBackend(self.line, self.simulation.now, lid=lid)

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


class RealPicoStand(PicoStand):
    """In real time, over a pseudo terminal. `make` is given simulation, pins and a folder."""

    SLACK = 0.25

    def __init__(self, make, seed=1):
        super().__init__()
        self.config = full_config()
        pins = self.config.fitted()
        physics = Physics(free_pct=0.0)
        self.simulation = Simulation(pins, random.Random(seed), physics=physics, clock=time.monotonic)
        self.runner = RealTime(self.simulation)
        self.runner.start()
        self._folder = tempfile.TemporaryDirectory(prefix="pico-")
        self.pico = make(self.simulation, pins, Path(self._folder.name))
        self.backend = serial_backend(self.config, self.pico.port)
        self._posted = threading.Event()

    @property
    def now(self):
        return time.monotonic()

    def next_at(self):
        return None

    def post(self, raw):
        super().post(raw)
        self._posted.set()

    def step_to(self, t):
        self._posted.wait(max(0.0, t - self.now))
        self._posted.clear()

    def turn(self, until):
        # In little steps: what a test waits for may be in the world, which says nothing.
        super().turn(min(until, self.now + LOOK_S))

    def hang(self, seconds):
        time.sleep(seconds)

    def open_lid(self):
        self.simulation.open_lid()
        time.sleep(0.05)

    def close_lid(self):
        self.simulation.close_lid()

    @property
    def high(self):
        time.sleep(0.02)  # pins may be told a little later than the line
        return super().high

    def close(self):
        super().close()
        if self.runner.alive:
            self.last_high = self.high
            self.pico.close()
            self.runner.stop()
            self._folder.cleanup()


def on_a_pty(monkeypatch):
    """The Pico's files under CPython."""
    return RealPicoStand(lambda simulation, pins, folder: SimulatedPico(simulation, pins, folder / "Pico"))


def interpreted(monkeypatch):
    """An unchanged main.py under MicroPython."""
    return RealPicoStand(InterpretedPico)


class EmulatedPicoStand(RealPicoStand):
    """The real image on an emulated chip. Its seconds are the chip's, and longer than ours."""

    SLACK = 0.15

    def __init__(self, seed=1, board=None, feed=None, recorder=None):
        Stand.__init__(self)
        from tests.emulator.emulated import EmulatedPico

        self.config = emulated_config(feed or {})
        pins = self.config.fitted()
        self.simulation = Simulation(pins, random.Random(seed), physics=Physics(free_pct=0.0))
        self._folder = tempfile.TemporaryDirectory(prefix="pico-")
        self.pico = EmulatedPico(self.simulation, pins, Path(self._folder.name), board=board)
        self.pico.wait_until(2_500_000)
        self.backend = serial_backend(self.config, self.pico.port, self.pico.now, recorder)
        self._posted = threading.Event()

    @property
    def now(self):
        return self.pico.now()

    def step_to(self, t):
        while self.now < t and not self._posted.wait(0.0005):
            pass
        self._posted.clear()

    def hang(self, seconds):
        self.pico.wait_until(self.pico.now_us + seconds * 1e6)

    def open_lid(self):
        self.simulation.open_lid()
        self.hang(0.05)

    def close(self):
        Stand.close(self)
        if self.pico.thread.is_alive():
            self.pico.close()
            self._folder.cleanup()


def emulated_config(feed):
    """Everything fitted but the heartbeat, whose 200 ticks a second only cost an emulated chip its time."""
    config = full_config()
    config = msgspec.structs.replace(config, feed=msgspec.structs.replace(config.feed, **feed))
    return msgspec.structs.replace(config, pins=msgspec.structs.replace(config.pins, heartbeat=None))


def emulated(monkeypatch):
    """The real MicroPython on an emulated RP2040."""
    return EmulatedPicoStand()
