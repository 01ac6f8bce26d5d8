"""A simulated Pico on the pins of a simulated launcher: the Pico's own files under CPython, without a line.

Time is stepped from outside; its clock has whole microseconds and wraps as a Pico's does.
"""

import binascii
import random
from collections import deque
from collections.abc import Callable, Mapping
from typing import cast

from uno_launcher.backends.gpio.factory import Pin
from uno_launcher.backends.gpio.inputs import Edge, Input, InputName
from uno_launcher.backends.gpio.lines import HIGH
from uno_launcher.backends.gpio.motor import duty
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.feed.board import Board
from uno_launcher.feed.drivers import levels
from uno_launcher.feed.pico import Pico
from uno_launcher.feed.words import LAMPS, WRAP
from uno_launcher.pins import NAMED

MOTOR_HZ = 1000


def diff(later: int, earlier: int) -> int:
    """`time.ticks_diff` of a Pico."""
    half = WRAP // 2
    return ((later - earlier + half) & (WRAP - 1)) - half


class BenchBoard(Board):
    """`pins` is signal name to BCM number, as the simulation has it. Claims them all, outputs low."""

    release = "simulated"

    def __init__(
        self, simulation: Simulation, pins: Mapping[str, int], driver: str, rng: random.Random
    ) -> None:
        self.driver = driver
        self.fitted = tuple(name for name in pins if not name.startswith("motor_"))
        self.edges: deque[Edge] = deque()
        self.ring: Callable[[], None] = lambda: None
        """Called, by whichever thread, when there is an edge."""
        self.restarts = 0
        self._rng = rng
        self._outputs: dict[str, Pin] = {}
        self._inputs: dict[str, Input] = {}
        for name, bcm in pins.items():
            if NAMED[name].output:
                self._outputs[name] = pin = simulation.factory.pin(bcm)
                pin.output_with_state(0)
            else:
                wire = cast(InputName, name)
                one = Input(wire, simulation.factory, bcm, HIGH.get(wire, False), self._edge, simulation.now)
                self._inputs[name] = one
                one.watch()

    def read(self, name: str) -> bool:
        """See `Board.read`."""
        return self._inputs[name].read()

    def motor(self, direction: int, duty_pct: int, brake: bool) -> None:
        """See `Board.motor`."""
        told = levels(self.driver, direction, duty_pct, brake)
        for name, percent in zip(("in1", "in2", "enable"), told, strict=True):
            pin = self._outputs.get(f"motor_{name}")
            if pin is None:
                continue
            if percent and name != "enable" and pin.frequency is None:
                pin.frequency = MOTOR_HZ
            pin.state = duty(percent)

    def emitter(self, on: bool) -> None:
        """See `Board.emitter`."""
        self._write("emitter", on)

    def heartbeat(self, high: bool) -> None:
        """See `Board.heartbeat`."""
        self._write("heartbeat", high)

    def outputs(self, lamps: int, hz: int) -> None:
        """See `Board.outputs`."""
        for bit, name in enumerate(LAMPS):
            self._write(name, bool(lamps >> bit & 1))
        buzzer = self._outputs.get("buzzer")
        if buzzer is not None:
            buzzer.frequency = hz or None
            buzzer.state = 0.5 if hz else 0

    def chance(self) -> bytes:
        """See `Board.chance`."""
        return self._rng.randbytes(8)

    def restart(self) -> None:
        """See `Board.restart`; whoever steps it looks at `restarts`."""
        self.restarts += 1

    def off(self) -> None:
        """The pins of a Pico that has no power, or resets."""
        self.motor(0, 0, False)
        self.outputs(0, 0)
        self._write("heartbeat", False)
        self._write("emitter", False)

    def _edge(self, raw: object) -> None:
        self.edges.append(cast(Edge, raw))
        self.ring()

    def _write(self, name: str, high: bool) -> None:
        pin = self._outputs.get(name)
        if pin is not None:
            pin.state = 1 if high else 0


class BenchPico:
    """The board with the Pico's files on it. `t` is in seconds of the simulation."""

    def __init__(
        self,
        simulation: Simulation,
        pins: Mapping[str, int],
        driver: str = "two-input",
        rng: random.Random | None = None,
    ) -> None:
        self.board = BenchBoard(simulation, pins, driver, rng or random.Random())
        self._offset_us = self.board._rng.randrange(WRAP)
        self.boot(simulation.now())

    def boot(self, t: float) -> None:
        """Power comes, or it was reset: nothing is remembered."""
        self.board.off()
        self.board.edges.clear()
        self.board.restarts = 0
        self.pico = Pico(self.board, diff, binascii.crc32)
        self.pico.start(self._ticks(t))

    def hear(self, t: float, data: bytes) -> None:
        """Bytes came over the line."""
        self.pico.hear(self._ticks(t), data)

    def turn(self, t: float) -> bytes:
        """One round of its main loop at `t`; what it sends."""
        now = self._ticks(t)
        while self.board.edges:
            edge = self.board.edges.popleft()
            self.pico.edge(self._ticks(edge.t), edge.name, edge.level, now)
        self.pico.turn(now)
        sent = bytes(self.pico.out)
        self.pico.out = bytearray()
        if self.board.restarts:
            self.boot(t)
        return sent

    def due(self, t: float) -> float:
        """When `turn` is wanted, if nothing comes."""
        return t + self.pico.wait_us(self._ticks(t)) / 1e6

    def _ticks(self, t: float) -> int:
        return (round(t * 1e6) + self._offset_us) % WRAP
