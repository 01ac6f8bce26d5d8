"""`machine` for MicroPython on a computer: pins at the far end of a pipe, in lines of text.

To the test: "O gpio level", "W gpio duty frequency", "D milliseconds" (a watchdog is set), "F" (it was fed),
"R" (reset). From it: "E gpio level µs", an edge with its time. MicroPython finds this file before its own
module.
"""

import os
import select
import sys

import utime

PIPE = open(int(os.getenv("PINS")), "r+b", buffering=0)  # noqa: SIM115
WAITING = select.poll()
WAITING.register(PIPE, select.POLLIN)
WRAP = (1 << 30) - 1
FED_EVERY_MS = 20

levels = {}
watched = {}
edge_at = None
"""The time while a handler runs: a hard interrupt's is the edge's."""
_rest = b""


def say(*words):
    PIPE.write((" ".join([str(word) for word in words]) + "\n").encode())


def pump(for_ms=0):
    """Take the edges that have come."""
    global _rest, edge_at
    if edge_at is not None or not WAITING.poll(for_ms):
        return
    data = PIPE.read(512)
    if not data:
        sys.exit(0)  # the test is gone
    *lines, _rest = (_rest + data).split(b"\n")
    for line in lines:
        _, gpio, level, us = line.split()
        gpio, level = int(gpio), int(level)
        if levels.get(gpio) == level:
            continue
        levels[gpio] = level
        pin, handler = watched.get(gpio, (None, None))
        if handler is not None:
            edge_at = int(us) & WRAP
            handler(pin)
            edge_at = None


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1
    IRQ_RISING, IRQ_FALLING = 8, 4

    def __init__(self, number, mode, pull=None, value=None):
        self.number = number
        if mode == self.OUT:
            self.value(value)
        else:
            levels.setdefault(number, 1)

    def value(self, level=None):
        if level is None:
            pump()
            return levels[self.number]
        levels[self.number] = level
        say("O", self.number, level)
        return None

    def irq(self, handler, trigger, hard):
        assert hard
        assert trigger == self.IRQ_RISING | self.IRQ_FALLING
        watched[self.number] = self, handler


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self.pin = pin
        self.hz = freq
        self.duty_u16(duty_u16)

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        say("W", self.pin.number, duty, self.hz)


class WDT:
    def __init__(self, timeout):
        assert timeout <= 8388
        self.fed = utime.ticks_ms()
        say("D", timeout)

    def feed(self):
        if utime.ticks_ms() - self.fed >= FED_EVERY_MS:
            self.fed = utime.ticks_ms()
            say("F")


class Timer:
    PERIODIC = 1

    def __init__(self, number, period, mode, callback):
        say("T", period)


def reset():
    say("R")
    sys.exit(0)
