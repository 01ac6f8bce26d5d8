"""In the guest: the lines of the simulated chip, from outside, and the kernel's own record of what drives
them.

Standard library only.
"""

import contextlib
import os
import re
import time
from pathlib import Path

CHIP = Path("/run/virtual-pi/gpio")
TRACING = Path("/sys/kernel/tracing")
MOTOR = (12, 13)
_CHANGE = re.compile(rb"(\d+)\.(\d{6}): gpio_value: (\d+) +set ([01])")


def first_line() -> int:
    """The number that the kernel counts line 0 by."""
    found = re.search(r"GPIOs (\d+)-", Path("/sys/kernel/debug/gpio").read_text())
    assert found, "no simulated chip"
    return int(found[1])


def now_us() -> int:
    return time.monotonic_ns() // 1000


def value(bcm: int) -> int:
    """What the line reads."""
    return int((CHIP / f"sim_gpio{bcm}" / "value").read_text())


class Pull:
    """What hangs on an input pulls it."""

    def __init__(self, bcm: int) -> None:
        self._file = os.open(CHIP / f"sim_gpio{bcm}" / "pull", os.O_WRONLY)

    def __call__(self, high: bool) -> None:
        os.pwrite(self._file, b"pull-up" if high else b"pull-down", 0)


class Record:
    """Every level that is driven, with the kernel's time of it. `name` tells one record from another; `only`
    is what else the kernel's filter asks for."""

    def __init__(self, name: str, only: str = "") -> None:
        self._there = TRACING / "instances" / name
        self._first = first_line()
        self._rest = b""
        with contextlib.suppress(FileExistsError):
            self._there.mkdir()
        for file, text in (
            ("trace_clock", "mono"),
            ("buffer_size_kb", "8192"),
            ("buffer_percent", "0"),
            ("events/gpio/gpio_value/filter", f"get == 0{only}"),
            ("events/gpio/gpio_value/enable", "1"),
        ):
            (self._there / file).write_text(text)
        self.pipe = os.open(self._there / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)

    def read(self) -> list[tuple[int, int, int]]:
        """(time in microseconds of the monotonic clock, BCM number, level) of all changes since the last
        time."""
        data = self._rest
        with contextlib.suppress(BlockingIOError):
            while came := os.read(self.pipe, 65536):
                data += came
        *lines, self._rest = data.split(b"\n")
        return [
            (int(found[1]) * 1_000_000 + int(found[2]), int(found[3]) - self._first, int(found[4]))
            for line in lines
            if (found := _CHANGE.search(line))
        ]

    def close(self) -> None:
        os.close(self.pipe)
        with contextlib.suppress(OSError):
            self._there.rmdir()
