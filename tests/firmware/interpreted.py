"""An unchanged main.py under MicroPython on this computer, its line a pseudo terminal, its pins the simulated
launcher's. One folder is the Pico's flash."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from uno_launcher.backends.gpio.inputs import Input
from uno_launcher.backends.gpio.lines import HIGH
from uno_launcher.backends.serial.simulated import Pty
from uno_launcher.flashing.firmware import files
from uno_launcher.pins import NAMED

PORT = Path(__file__).parent / "port"
MICROPYTHON = shutil.which("micropython", path=str(Path(sys.executable).parent)) or "micropython"


def fitted(board, pins):
    """The text of board.py with everything on `pins`."""
    for name in NAMED:
        board = re.sub(rf'"{name}": \w+,', f'"{name}": {pins.get(name)},', board)
    return board


def flashed(folder, pins, changes):
    """Lay the files out in `folder`, with a board.py that has everything on `pins`; what they are."""
    found = files()
    found["board.py"] = fitted(found["board.py"].decode(), pins).encode()
    found.update(changes)
    for name, content in found.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return files()


class InterpretedPico:
    """As `SimulatedPico`: `port`, `pull`, `plug`, `close`. What it was told is in `said`."""

    def __init__(self, simulation, pins, folder, changes=None):
        self.simulation = simulation
        self.pins = pins
        self.flash = folder / "flash"
        self.files = flashed(self.flash, pins, changes or {})
        self.port = str(folder / "usb-MicroPython-Pico")
        self._pty = Pty(Path(self.port))
        self._outputs = {}
        self._inputs = []
        self._lock = threading.Lock()
        self._life = threading.RLock()
        self._ending = False
        self._pipe = None
        self._process = None
        self.watchdog_s = None
        self._fed = 0.0
        self.resets = 0
        self.said = []
        for name, bcm in pins.items():
            if NAMED[name].output:
                self._outputs[bcm] = pin = simulation.factory.pin(bcm)
                pin.output_with_state(0)
            else:
                self._inputs.append(
                    Input(name, simulation.factory, bcm, HIGH.get(name, False), self._edge, simulation.now)
                )
        for one in self._inputs:
            one.watch()
        self.boot()

    def boot(self):
        """Power comes."""
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)  # MicroPython's read waits for all that it's asked for
        os.set_blocking(self._pty.fd, True)
        self.watchdog_s = None
        with self._lock:
            self._pipe = ours
            self._process = subprocess.Popen(
                [MICROPYTHON, "-X", "heapsize=512k", str(self.flash / "main.py")],
                stdin=self._pty.fd,
                stdout=self._pty.fd,
                stderr=subprocess.PIPE,
                env={"MICROPYPATH": f"{PORT}:{self.flash}", "PINS": str(theirs.fileno())},
                pass_fds=(theirs.fileno(),),
            )
        theirs.close()
        threading.Thread(target=self._listen, args=(ours, self._process), daemon=True).start()
        for one in self._inputs:
            self._tell(one._pin.bcm, one._pin.state, self.simulation.now())

    @property
    def process(self):
        """What runs now."""
        return self._process

    def kill(self):
        """No power: the pins fall."""
        with self._lock:
            process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None:
            process.kill()
            self.errors = process.communicate()[1]
            pipe.close()
        self._dark()

    def pull(self, power=True):
        if power:
            with self._life:
                self.kill()
        self._pty.pull()

    def plug(self):
        self._pty.plug()
        with self._life:
            if self._process is None:
                self.boot()

    def close(self):
        with self._life:
            self._ending = True
            self.kill()
        self._pty.pull()

    def _dark(self):
        for pin in self._outputs.values():
            pin.frequency = None
            pin.state = 0

    def _edge(self, edge):
        self._tell(self.pins[edge.name], self.simulation.factory.pin(self.pins[edge.name]).state, edge.t)

    def _tell(self, bcm, level, t):
        with self._lock:
            if self._pipe is not None:
                with contextlib.suppress(OSError):
                    self._pipe.sendall(f"E {bcm} {int(level)} {round(t * 1e6)}\n".encode())

    def _listen(self, pipe, process):
        rest = b""
        self._fed = time.monotonic()
        pipe.settimeout(0.05)
        while True:
            try:
                data = pipe.recv(65536)
            except TimeoutError:
                if self.watchdog_s is not None and time.monotonic() > self._fed + self.watchdog_s:
                    return self._reset(process)
                continue
            except OSError:
                return None
            if not data:
                return None
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                kind, *numbers = line.decode().split()
                self.said.append((kind, *map(int, numbers)))
                self._fed = time.monotonic()
                if kind == "O":
                    self._outputs[int(numbers[0])].state = int(numbers[1])
                elif kind == "W":
                    pin, duty, hz = self._outputs[int(numbers[0])], int(numbers[1]) / 65535, int(numbers[2])
                    if duty and pin.frequency is None:
                        pin.frequency = hz
                    pin.state = min(1.0, duty + 0.001) if duty else 0
                elif kind == "D":
                    self.watchdog_s = int(numbers[0]) / 1000
                elif kind == "R":
                    return self._reset(process)

    def _reset(self, process):
        with self._life:
            self.resets += 1
            if process is self._process and not self._ending:
                self.kill()
                self.boot()
