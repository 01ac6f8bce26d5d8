"""A daemon's inside on hand-driven mock pins: real threads, real queue, real log, no physics."""

import contextlib
import random
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from uno_launcher.backends.gpio import GpioBackend
from uno_launcher.backends.simulated.factory import SimFactory, SimPin
from uno_launcher.config import Config
from uno_launcher.config.sections import BackendSection
from uno_launcher.control import Control
from uno_launcher.daemon import Loop, Quit
from uno_launcher.launcher.machine import Launcher
from uno_launcher.luck import profile
from uno_launcher.luck.custom import CustomProfile
from uno_launcher.store import Store

CONFIG = msgspec.structs.replace(Config(), backend=BackendSection(pin_factory="mock"))
PINS = CONFIG.fitted()


class Stand:
    """Press, block and clear by hand; `motor_on` is set with the time when the motor's pin goes up."""

    def __init__(self) -> None:
        self.motor_on = threading.Event()
        self.motor_on_at = 0.0
        self.factory = SimFactory(time.monotonic, self._written)
        for name in ("button", "beam"):
            self.factory.drive(PINS[name], True, time.monotonic())

    def _written(self, pin: SimPin) -> None:
        if pin.bcm == PINS["motor_in1"] and pin.state and not self.motor_on.is_set():
            self.motor_on_at = time.monotonic()
            self.motor_on.set()

    def button(self, down: bool) -> float:
        at = time.monotonic()
        self.factory.drive(PINS["button"], not down, at)
        return at

    def beam(self, blocked: bool) -> None:
        self.factory.drive(PINS["beam"], not blocked, time.monotonic())


@contextlib.contextmanager
def running() -> Iterator[tuple[Stand, Control]]:
    """The loop runs on a thread of its own while the block does; every press orders one card."""
    stand = Stand()
    luck = profile("one", {"one": CustomProfile(chance=1.0, sizes={"1": 1.0})})
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder, "log.db"))
        backend = GpioBackend(CONFIG, stand.factory)
        control = Control(
            Launcher(luck, random.Random(1), rhythm=lambda _cards, _rng: ((), False)), backend, store
        )
        loop = Loop(control)
        control.open(loop.post, time.monotonic())
        thread = threading.Thread(target=loop.run)
        thread.start()
        try:
            yield stand, control
        finally:
            loop.post(Quit())
            thread.join()
            control.close(time.monotonic())
            store.close()
