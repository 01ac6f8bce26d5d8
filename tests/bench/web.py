"""A table full of phones: what they wait for, and what the launcher waits for because of them."""

import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from rich.console import Console
from rich.table import Table

from tests.bench.process import _resident_mb as resident_mb
from tests.bench.stand import CONFIG, HOLD_S, Stand, running
from uno_launcher.config.sections import WebSection
from uno_launcher.daemon.assembly import Assembly
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.web import Web, serving

RUN = ("--simulated", "--local", "--port", "0")
PRESSES = 60
CROWDED_S = 5.0
PAGE = replace(CONFIG, web=WebSection(serve="local", port=0))


class Crowd(NamedTuple):
    """Seconds, each time."""

    press_to_motor: list[float]
    """Beyond debounce."""
    event_to_phone: list[float]
    lasted: float


def crowd(presses: int) -> Crowd:
    """Fifty phones listen and twenty moves a second are made while the button is pressed."""
    made: dict[int, float] = {}

    def watch(snapshot: Snapshot) -> None:
        made[snapshot.n] = time.monotonic()

    with running() as stand, _served(stand) as web:
        stand.control.watch(watch)
        with _phones(*web.invitation.split("/?code=")) as came:
            start = time.monotonic()
            times = [press(stand) for _ in range(presses)]
            lasted = time.monotonic() - start
    return Crowd(times, [at - made[n] for n, at in came if n in made], lasted)


def press(stand: Stand) -> float:
    """Seconds from the button's edge to the motor's pin, less the time for which the level has to hold."""
    pressed = stand.button(True)
    took = stand.motor_on_after(pressed) - pressed - HOLD_S
    stand.button(False)
    if stand.control.snapshot.launcher.state == "card_out":
        stand.simulation.take_card()  # on a busy machine it brakes too late
    stand.wait_until_ready()
    time.sleep(0.1)
    return took


@contextlib.contextmanager
def _served(stand: Stand) -> Iterator[Web]:
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder)
        launcher = Assembly(stand.control, stand.loop, stand.backend, stand.simulation, stand.store, state)
        with serving(launcher, PAGE) as web:
            assert web.wait_until_ready(5.0)
            yield web


@contextlib.contextmanager
def _phones(address: str, code: str) -> Iterator[list[tuple[int, float]]]:
    """A crowd of phones while the block runs; afterwards what came to them, and when."""
    came: list[tuple[int, float]] = []
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.phones"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as phones:
        assert phones.stdin is not None
        assert phones.stdout is not None
        phones.stdin.write(f"{address} {code}\n")
        phones.stdin.flush()
        assert phones.stdout.readline() == "listening\n"
        yield came
        said, _ = phones.communicate(timeout=30)
        came += json.loads(said)


def memory_mb() -> float:
    """Of the launcher's process, after the crowd was there for a while."""
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-m", "uno_launcher", "run", *RUN, "--state-dir", folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as launcher,
    ):
        assert launcher.stdout is not None
        address, code = launcher.stdout.readline().removeprefix("ready ").strip().split("/?code=")
        try:
            with _phones(address, code):
                time.sleep(CROWDED_S)
                return resident_mb(launcher.pid)
        finally:
            launcher.terminate()


def p99(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[98]


def main() -> None:
    there = crowd(PRESSES)
    table = Table("with 50 phones and 20 moves a second", "")
    table.add_row("press to motor beyond debounce, median", _ms(statistics.median(there.press_to_motor)))
    table.add_row("press to motor beyond debounce, 99th percentile", _ms(p99(there.press_to_motor)))
    table.add_row("change to phone, median", _ms(statistics.median(there.event_to_phone)))
    table.add_row("change to phone, 99th percentile", _ms(p99(there.event_to_phone)))
    table.add_row("changes told a second", f"{len(there.event_to_phone) / there.lasted:,.0f}")
    table.add_row("memory MB", f"{memory_mb():.2f}")
    Console(width=110).print(table)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.3f} ms"


if __name__ == "__main__":
    main()
