"""The real MicroPython on an emulated RP2040, in front of the simulated launcher. Time is the chip's.

It runs at half of real time, or as fast as it can. One thread carries it.
"""

import subprocess
import threading
import time
from pathlib import Path

from tests.emulator import image
from tests.firmware.interpreted import fitted
from uno_launcher.backends.gpio.inputs import Input
from uno_launcher.backends.gpio.lines import HIGH
from uno_launcher.backends.serial.simulated import Pty
from uno_launcher.flashing.firmware import files
from uno_launcher.pins import NAMED

QUANTUM_US = 1000
SPEED = 0.5
"""At most so fast: a host that is kept waiting by a busy machine shall not seem to be gone."""


class EmulatedPico:
    """`pins` as the simulation has them; they are the Pico's, too. `board` replaces its board.py, `extra`
    adds files; `flash` are all there are."""

    def __init__(self, simulation, pins, folder, *, board=None, extra=None, flash=None):
        self.simulation = simulation
        self.pins = pins
        self._edges = []
        self._outputs = {}
        self._inputs = []
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
        self.port = str(folder / "usb-MicroPython-Pico")
        self._pty = Pty(Path(self.port))
        self.resets = 0
        self.now_us = 0
        self.history = []
        """(µs, percent by GP number) of the outputs whenever one changed."""
        self._percent = dict.fromkeys(self._outputs, 0)
        self._scheduled = []
        for one in self._inputs:
            self._scheduled.append((one._pin.bcm, int(one._pin.state), 0))
        built = image.build()
        if flash is None:
            flash = files()
            flash["board.py"] = fitted(flash["board.py"].decode() if board is None else board, pins).encode()
            flash.update(extra or {})
        (folder / "files.bin").write_bytes(image.flash(flash))
        self._node = subprocess.Popen(
            [
                "node", str(Path(__file__).parent / "chip.mjs"), str(built / "node_modules"),
                str(built / "firmware.bin"), str(folder / "files.bin"), str(built / "bootrom.bin"),
                ",".join(map(str, self._outputs)), str(self._pty.fd),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(self._pty.fd,),
        )  # fmt: skip
        self._ending = False
        self._lock = threading.Lock()
        self.thread = threading.Thread(target=self._run, name="emulated pico", daemon=True)
        self.thread.start()

    # Time.

    def now(self):
        """Seconds of the chip's time."""
        return self.now_us / 1e6

    def wait_until(self, us):
        """Let the chip's time come to that."""
        while self.now_us < us:
            assert self.thread.is_alive()
            time.sleep(0.001)

    def schedule(self, gpio, level, us):
        """Drive an input at that time, which must be a little ahead. For tests without a world."""
        with self._lock:
            self._scheduled.append((gpio, int(level), us))

    def _edge(self, edge):
        pin = self.simulation.factory.pin(self.pins[edge.name])
        self._edges.append((pin.bcm, int(pin.state), round(edge.t * 1e6)))

    def _run(self):
        began = time.monotonic()
        while not self._ending:
            ahead = self.now_us / 1e6 / SPEED - (time.monotonic() - began)
            if ahead > 0.002:
                time.sleep(ahead - 0.001)
            elif ahead < -0.02:
                began = time.monotonic() - self.now_us / 1e6 / SPEED  # it can't be caught up with
            until = self.now_us + QUANTUM_US
            due = self.simulation.next_at()
            if due is not None:
                until = max(self.now_us + 1, min(until, round(due * 1e6)))
            self._go(until)
            self.simulation.step_to(self.now_us / 1e6)
            self._tell()

    def _go(self, until):
        with self._lock:
            edges, self._edges = self._edges, []
            soon = [one for one in self._scheduled if one[2] <= until]
            self._scheduled = [one for one in self._scheduled if one[2] > until]
        said = [str(until)]
        for gpio, level, us in sorted([*edges, *soon], key=lambda one: one[2]):
            said += [str(gpio), str(level), str(max(us, self.now_us))]
        self._node.stdin.write((" ".join(said) + "\n").encode())
        self._node.stdin.flush()
        now, resets, *values = map(int, self._node.stdout.readline().split())
        self.now_us, self.resets = now, resets
        self._read = dict(zip(values[::2], values[1::2], strict=True))

    def _tell(self):
        """What the outputs have become."""
        if self._read == self._percent:
            return
        self.history.append((self.now_us, self._read))
        for gpio, percent in self._read.items():
            if percent != self._percent[gpio]:
                pin = self._outputs[gpio]
                if percent and pin.frequency is None and percent != 100:
                    pin.frequency = 1000
                pin.state = min(1.0, percent / 100 + 0.001) if percent else 0
        self._percent = self._read

    def percent(self, name):
        """How much of the time an output is high."""
        return self._percent[self.pins[name]]

    def close(self):
        self._ending = True
        self.thread.join()
        self._node.stdin.close()
        self._node.wait(10)
        self._node.stdout.close()
        self._pty.pull()
