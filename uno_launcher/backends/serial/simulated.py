"""A simulated Pico that can be plugged in: its own files under CPython, behind the end of a pseudo terminal.

It's what `run --simulated --via-serial` plays on, and the launcher's physics are behind it. One thread is the
Pico. A real port's other end looks just the same.
"""

import contextlib
import os
import random
import select
import tempfile
import threading
import tty
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from uno_launcher.backends.serial.bench import BenchPico
from uno_launcher.backends.simulated.simulation import Simulation

MOST_PENDING = 4096
"""Bytes that wait for a host that doesn't read; a Pico drops what is beyond, too."""


class Pty:
    """A pseudo terminal whose far end is found at `path`, also when it's another one after `plug`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fd = -1
        self._far = -1
        self.plug()

    def plug(self) -> None:
        """There is a port."""
        if self.fd >= 0:
            return
        near, self._far = os.openpty()  # the far end is kept open: a host may come and go
        tty.setraw(self._far)
        os.set_blocking(near, False)
        new = self.path.with_suffix(".new")
        new.symlink_to(os.ttyname(self._far))
        new.replace(self.path)
        self.fd = near

    def pull(self) -> None:
        """There is none: whoever has it open finds that out."""
        if self.fd < 0:
            return
        self.path.unlink()
        fd, self.fd = self.fd, -1
        os.close(fd)
        os.close(self._far)


class SimulatedPico:
    """A thread that is a Pico on the pins of `simulation`, whose clock must be a real one."""

    def __init__(
        self,
        simulation: Simulation,
        pins: Mapping[str, int],
        path: Path,
        driver: str = "two-input",
        rng: random.Random | None = None,
    ) -> None:
        self.simulation = simulation
        self.bench = BenchPico(simulation, pins, driver, rng)
        self.bench.board.ring = self._wake
        self._pty = Pty(path)
        self.port = str(path)
        """Where the host finds it."""
        self._ear, self._bell = os.pipe()
        os.set_blocking(self._ear, False)
        os.set_blocking(self._bell, False)
        self._calls: list[tuple[Callable[[], None], threading.Event]] = []
        self._powered = True
        self._pending = b""
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="simulated pico", daemon=True)
        self._thread.start()

    def pull(self, power: bool = True) -> None:
        """Out with the cable. With its power gone the Pico forgets everything; else it runs on."""

        def act() -> None:
            self._pty.pull()
            self._pending = b""
            if power:
                self._powered = False
                self.bench.board.off()

        self._do(act)

    def plug(self) -> None:
        """The cable is back."""

        def act() -> None:
            if not self._powered:
                self._powered = True
                self.bench.boot(self.simulation.now())
            self._pty.plug()

        self._do(act)

    def close(self) -> None:
        """No power, no port. May be called twice."""
        self._ending = True
        self._wake()
        self._thread.join()
        if self._ear >= 0:
            self._pty.pull()
            os.close(self._ear)
            os.close(self._bell)
            self._ear = -1

    def _do(self, act: Callable[[], None]) -> None:
        """On the Pico's thread, before this returns."""
        done = threading.Event()
        self._calls.append((act, done))
        self._wake()
        done.wait()

    def _wake(self) -> None:
        with contextlib.suppress(OSError):
            os.write(self._bell, b"!")

    def _run(self) -> None:
        try:
            while not self._ending:
                self._turn()
        finally:
            self.bench.board.off()

    def _turn(self) -> None:
        while self._calls:
            act, done = self._calls.pop(0)
            act()
            done.set()
        now = self.simulation.now()
        wait = 1.0
        if self._powered:
            sent = self.bench.turn(now)
            if self._pty.fd >= 0 and len(self._pending) < MOST_PENDING:
                self._pending += sent
            wait = max(0.0, self.bench.due(now) - now)
        fd = self._pty.fd
        there = [fd] if fd >= 0 else []
        ready, writable, _ = select.select([*there, self._ear], there if self._pending else [], [], wait)
        with contextlib.suppress(BlockingIOError):
            if self._ear in ready:
                os.read(self._ear, 4096)
            if fd in writable:
                self._pending = self._pending[os.write(fd, self._pending) :]
            if fd in ready:
                data = os.read(fd, 4096)
                if self._powered:
                    self.bench.hear(self.simulation.now(), data)


@contextlib.contextmanager
def plugged_in(
    simulation: Simulation,
    pins: Mapping[str, int],
    driver: str = "two-input",
    rng: random.Random | None = None,
) -> Iterator[SimulatedPico]:
    """A simulated Pico on the pins of `simulation` until the block ends. `.port` is where it's plugged in;
    the hands at it are the simulation's."""
    with tempfile.TemporaryDirectory(prefix="pico-") as folder:
        pico = SimulatedPico(simulation, pins, Path(folder, "usb-simulated-Pico"), driver, rng)
        try:
            yield pico
        finally:
            pico.close()
