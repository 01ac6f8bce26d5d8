"""The pins, the clock and the line of a Pico, for `uno_launcher.feed`. Nothing is decided here."""

import os
import select
import sys
import time
from array import array

from board import (
    BLOCKED_IS_HIGH,
    DRIVER,
    MOST_CARDS,
    MOST_DUTY_PCT,
    MOST_MOTOR_MS,
    MOTOR_HZ,
    PINS,
)
from machine import PWM, WDT, Pin, Timer, reset

from uno_launcher.feed.board import Board
from uno_launcher.feed.drivers import levels
from uno_launcher.feed.words import LAMPS

try:
    from release import RELEASE  # `uno-launcher firmware flash` writes it
except ImportError:
    RELEASE = "by-hand"

INPUTS = ("button", "beam", "lid", "hopper", "plus_one", "hit_1", "hit_2", "attack", "stop")
RING = 64
"""Edges of one input that are kept until they're looked at. A power of two."""
READ, WRITTEN = 32, 16
"""Bytes of the line in one round, at most."""
HUNG_MS = 500
"""The watchdog resets a main loop that hasn't come round for so long."""
LONGEST_MS = 8388
FED_MS = 200
LEAD_US = 4000
"""What a turn decides is done about so much later: measured in an emulated Pico, 3.7 to 4.1 ms."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ticks_us: "Callable[[], int]" = time.ticks_us  # type: ignore[assignment]
ticks_add: "Callable[[int, int], int]" = time.ticks_add  # type: ignore[assignment]
ticks_diff: "Callable[[int, int], int]" = time.ticks_diff
"""Whole microseconds that wrap, and how far one of them is after another."""


class Input:
    """One pin, pulled up, and a ring of its edges with their times. `high` says which level is True."""

    def __init__(self, name: str, number: int, high: bool) -> None:
        self.name = name
        self._high = high
        self._pin = Pin(number, Pin.IN, Pin.PULL_UP)
        self._times = array("I", [0] * RING)
        self._levels = bytearray(RING)
        self._last = self._pin.value()  # the level that was told last
        self._head = 0
        self._tail = 0
        self._handler = self._edge  # made once: in a hard interrupt nothing may be made (field note P3)
        self._pin.irq(self._handler, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def _edge(self, pin: Pin) -> None:
        level = pin.value()
        if level == self._last:
            return  # there and back, before this was called: an edge that bounces
        head = self._head
        following = (head + 1) & (RING - 1)
        if following != self._tail:  # else it's lost; levels are read again (field note G4)
            self._times[head] = ticks_us()
            self._levels[head] = self._last = level
            self._head = following

    def waits(self) -> bool:
        """There is an edge to take."""
        return self._tail != self._head

    def take(self) -> "tuple[int, bool]":
        """The oldest edge: its time and level."""
        tail = self._tail
        edge = self._times[tail], bool(self._levels[tail]) == self._high
        self._tail = (tail + 1) & (RING - 1)
        return edge

    def read(self) -> bool:
        """The level now."""
        return bool(self._pin.value()) == self._high


class Hardware(Board):
    """Claims every pin that board.py names, outputs low, the motor's first."""

    def __init__(self) -> None:
        pins = [self._output("motor_in1"), self._output("motor_in2")]
        self._enable = self._output("motor_enable")
        self._pwm = [None if pin is None else PWM(pin, freq=MOTOR_HZ, duty_u16=0) for pin in pins]
        self._told = [0, 0, 0]  # percent of in1, in2 and enable
        self._others: dict[str, Pin | None] = {}
        for name in ("heartbeat", "emitter", "button_lamp", "red", "green", "blue"):
            self._others[name] = self._output(name)
        self._apart("buzzer", "motor_in1")
        self._apart("buzzer", "motor_in2")
        self._buzzer = self._output("buzzer")
        self._tone = None if self._buzzer is None else PWM(self._buzzer, freq=MOTOR_HZ, duty_u16=0)
        self.inputs: list[Input] = []
        for name in INPUTS:
            number = PINS[name]
            if number is not None:
                high = BLOCKED_IS_HIGH if name == "beam" else name in ("lid", "hopper")
                self.inputs.append(Input(name, number, high))
        self._by_name = {one.name: one for one in self.inputs}
        self.fitted = tuple([name for name in PINS if PINS[name] is not None and name[:6] != "motor_"])
        self.driver = DRIVER
        self.most_cards = MOST_CARDS
        self.most_duty_pct = MOST_DUTY_PCT
        self.most_motor_ms = MOST_MOTOR_MS
        self.release = RELEASE

    def _apart(self, one: str, other: str) -> None:
        """Two pins that share a PWM have one frequency. Raises ValueError."""
        a, b = PINS[one], PINS[other]
        if a is not None and b is not None and (a >> 1) & 7 == (b >> 1) & 7:
            raise ValueError("board.py: " + one + " and " + other + " share a PWM, so move " + one)

    def _output(self, name: str) -> "Pin | None":
        number = PINS[name]
        return None if number is None else Pin(number, Pin.OUT, value=0)

    def read(self, name: str) -> bool:
        """See `Board.read`."""
        return self._by_name[name].read()

    def motor(self, direction: int, duty_pct: int, brake: bool) -> None:
        """What goes down goes first, so that both inputs are never up by accident (field note M7); and a
        phase goes up before the power that it steers."""
        wanted = levels(DRIVER, direction, duty_pct, brake)
        for down in (True, False):
            for which in (2, 1, 0):
                if (wanted[which] < self._told[which]) == down and wanted[which] != self._told[which]:
                    self._tell(which, wanted[which])

    def _tell(self, which: int, percent: int) -> None:
        self._told[which] = percent
        if which == 2:
            if self._enable is not None:
                self._enable.value(1 if percent else 0)
            return
        pwm = self._pwm[which]
        if pwm is not None:
            pwm.duty_u16(percent * 65535 // 100)

    def off(self) -> None:
        """Every output low, whatever was told before."""
        for which in (2, 0, 1):
            self._tell(which, 0)
        self.heartbeat(False)
        self.outputs(0, 0)

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
        if self._tone is not None:
            if hz:
                self._tone.freq(max(hz, 10))
            self._tone.duty_u16(32768 if hz else 0)

    def _write(self, name: str, high: bool) -> None:
        pin = self._others[name]
        if pin is not None:
            pin.value(1 if high else 0)

    def chance(self) -> bytes:
        """See `Board.chance`."""
        return os.urandom(8) + str(ticks_us()).encode()

    def restart(self) -> None:
        """See `Board.restart`."""
        self.off()
        reset()


class Line:
    """The USB port. Bytes go one by one, as poll allows: more might wait for the host (field note P1)."""

    def __init__(self) -> None:
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)

    def read(self) -> bytes:
        """What has come, some of it."""
        data = b""
        while len(data) < READ and self._readable.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            data += byte
        return data

    def write(self, out: bytearray) -> int:
        """Send some of it; how much."""
        sent = 0
        while sent < len(out) and sent < WRITTEN and self._writable.poll(0):
            self._out.write(out[sent : sent + 1])
            sent += 1
        return sent


class Watchdog:
    """Nothing stops it once it runs (field note P5)."""

    def __init__(self) -> None:
        self._watchdog = WDT(timeout=HUNG_MS)
        self._timer: Timer | None = None

    def feed(self) -> None:
        """The main loop has come round."""
        self._watchdog.feed()

    def calm(self) -> None:
        """The main loop ends and a person takes over: the prompt shall live, the motor being off."""
        self._watchdog = WDT(timeout=LONGEST_MS)
        self._timer = Timer(-1, period=FED_MS, mode=Timer.PERIODIC, callback=self._fed)

    def _fed(self, _timer: Timer) -> None:
        self._watchdog.feed()
