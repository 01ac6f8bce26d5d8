"""`time` as on a Pico: ticks that wrap at 2³⁰, and the time of an edge while its interrupt is handled."""

import machine
import utime
from machine import WRAP


def ticks_us():
    machine.pump()
    return utime.ticks_us() & WRAP if machine.edge_at is None else machine.edge_at


def ticks_ms():
    return utime.ticks_ms() & WRAP


def ticks_diff(later, earlier):
    assert 0 <= later <= WRAP
    assert 0 <= earlier <= WRAP
    half = (WRAP + 1) // 2
    return ((later - earlier + half) & WRAP) - half


def ticks_add(ticks, more):
    assert 0 <= ticks <= WRAP
    return (ticks + more) & WRAP


def sleep_ms(ms):
    until = utime.ticks_us() + ms * 1000
    while True:
        left = until - utime.ticks_us()
        if left <= 0:
            return
        machine.pump(1 if left >= 500 else 0)
