"""A daemon's inside with real threads, queue and log and the simulated launcher; the button is ours."""

import contextlib
import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from tests.rig import TOY
from uno_launcher.backends.gpio import GpioBackend
from uno_launcher.backends.gpio.inputs import Edge
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config
from uno_launcher.config.sections import BackendSection
from uno_launcher.daemon.control import Control
from uno_launcher.daemon.loop import Loop, Quit
from uno_launcher.launcher.events import Event
from uno_launcher.launcher.machine import Launcher
from uno_launcher.luck.exactly import Exactly
from uno_launcher.luck.rhythm import steady
from uno_launcher.store import Store
from uno_launcher.table.referee import Guards, Referee

CONFIG = msgspec.structs.replace(Config(), backend=BackendSection(pin_factory="mock"))
PINS = CONFIG.fitted()
HOLD_S = CONFIG.button.hold_ms / 1000


class Counting(GpioBackend):
    """Counts the edges of the beam that the control loop hands over."""

    taken = 0

    def handle(self, raw: object, now: float) -> Sequence[Event]:
        if isinstance(raw, Edge) and raw.name == "beam":
            self.taken += 1
        return super().handle(raw, now)


class Stand:
    """A running launcher that feeds one card a press, and its pins."""

    def __init__(
        self, simulation: Simulation, control: Control, backend: "Counting", loop: Loop, store: Store
    ) -> None:
        self.simulation = simulation
        self.control = control
        self.backend = backend
        self.loop = loop
        self.store = store

    def button(self, down: bool) -> float:
        """Move the button without a bounce and say when."""
        at = time.monotonic()
        self.simulation.factory.drive(PINS["button"], not down, at)
        return at

    def beam(self, blocked: bool) -> None:
        self.simulation.factory.drive(PINS["beam"], not blocked, time.monotonic())

    def motor_on_after(self, at: float) -> float:
        """When the motor's pin first went up after `at`."""
        pin = self.simulation.factory.pin(PINS["motor_in1"])
        while True:
            for when, level in list(pin.history):
                if when > at and level:
                    return float(when)
            assert time.monotonic() < at + 2.0, "the motor stayed off"
            time.sleep(0.01)

    def wait_until_ready(self) -> None:
        give_up = time.monotonic() + 5.0
        while self.control.snapshot.launcher.state != "ready":
            assert time.monotonic() < give_up, self.control.snapshot
            time.sleep(0.02)


@contextlib.contextmanager
def running(hopper: int = 112) -> Iterator[Stand]:
    """The loop runs on a thread of its own while the block does."""
    simulation = Simulation(PINS, random.Random(1), hopper=hopper, clock=time.monotonic)
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder, "log.db"))
        backend = Counting(CONFIG, simulation.factory)
        referee = Referee(TOY, Guards())
        store.begin("")
        launcher = Launcher(Exactly(1), random.Random(1), rhythm=steady, referee=referee)
        control = Control(launcher, backend, store, referee)
        loop = Loop(control)
        control.open(loop.post, time.monotonic())
        runner, thread = RealTime(simulation), threading.Thread(target=loop.run)
        runner.start()
        thread.start()
        try:
            yield Stand(simulation, control, backend, loop, store)
        finally:
            loop.post(Quit())
            thread.join()
            control.close(time.monotonic())
            runner.stop()
            store.close()
