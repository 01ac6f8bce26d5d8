"""`python -m tests.bench.serial`: when a Pico is worth it.

How long a request and its answer take over a pseudo terminal, and how many cards come out beyond the ordered
ones when the burst is controlled from a host that is held up, or by a Pico at the end of its line.
"""

import binascii
import contextlib
import os
import random
import select
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from tests.backends.contract.pico import SteppedPicoStand
from tests.feed.campaign import Rig
from tests.firmware.interpreted import InterpretedPico
from uno_launcher.backends.serial.simulated import SimulatedPico
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.backends.simulated.world import World
from uno_launcher.config import Config, simulation_config
from uno_launcher.feed.burst import Burst
from uno_launcher.feed.line import FROM_PICO, TO_PICO, Reader, frame
from uno_launcher.feed.timing import Timing
from uno_launcher.launcher.plan import Plan

ROUND_TRIPS = 500
DELAYS_MS = (0, 5, 20, 50)
LAUNCHERS = 20
BURSTS = 8
"""Of each launcher, for each delay and side."""
ROUND_S = 0.004
"""What a Pico takes from an edge to its motor, by the emulated one."""
LOOK_S = 0.002
PINS = simulation_config(Config()).fitted()


class Fed(NamedTuple):
    """What came of many bursts."""

    bursts: int
    beyond: int
    """Cards beyond the ordered ones."""
    over: int
    """Bursts with any."""


class Late(random.Random):
    """Whoever asks how late something is hears: as late as may be."""

    def randint(self, a: int, b: int) -> int:
        return b


def main() -> None:
    console = Console(width=110)
    trips = Table("round trip over a pseudo terminal", "median", "99th percentile")
    for name, make in (("the Pico's files under CPython", _cpython), ("under MicroPython", InterpretedPico)):
        times = round_trips(make)
        trips.add_row(name, *(f"{1000 * value:.2f} ms" for value in (statistics.median(times), _p99(times))))
    console.print(trips)
    fed = Table("host delay", "beyond, from the host", "from the Pico", "bursts with any", "from the Pico")
    for delay_ms in DELAYS_MS:
        pi, pico = _from_host(delay_ms), _from_pico(delay_ms)
        fed.add_row(
            f"{delay_ms} ms", *(f"{100 * one.beyond / one.bursts:.1f} in 100 bursts" for one in (pi, pico)),
            *(f"{100 * one.over / one.bursts:.1f} %" for one in (pi, pico)),
        )  # fmt: skip
    console.print(fed)


def round_trips(make: Any) -> list[float]:
    """Seconds from a request to its whole answer."""
    with _plugged(make) as port:
        reader = Reader(FROM_PICO, binascii.crc32)

        def ask(*said: object) -> list[str]:
            os.write(port, frame(TO_PICO, said, binascii.crc32))
            while True:
                assert select.select([port], [], [], 10.0)[0], "no answer"
                for answer in reader.take(os.read(port, 4096)):
                    if answer[0] == "H" or answer[2] == str(said[2]):
                        return answer

        time.sleep(1.0)
        session = ask("H", "01234567", 1)[2]
        times = []
        for number in range(1, ROUND_TRIPS + 1):
            began = time.perf_counter()
            ask("P", session, number)
            times.append(time.perf_counter() - began)
            time.sleep(0.002)
        return times


@contextlib.contextmanager
def _plugged(make: Any) -> Iterator[int]:
    simulation = Simulation(PINS, random.Random(1), clock=time.monotonic)
    runner = RealTime(simulation)
    runner.start()
    with tempfile.TemporaryDirectory() as folder:
        pico = make(simulation, PINS, Path(folder))
        port = os.open(pico.port, os.O_RDWR | os.O_NOCTTY)
        try:
            yield port
        finally:
            os.close(port)
            pico.close()
            runner.stop()


def _cpython(simulation: Simulation, pins: dict[str, int], folder: Path) -> SimulatedPico:
    return SimulatedPico(simulation, pins, folder / "Pico")


def _launchers() -> Iterator[tuple[random.Random, Physics]]:
    for launcher in range(LAUNCHERS):
        rng = random.Random(f"bench {launcher}")
        yield rng, Physics.drawn(rng)


def _orders(rng: random.Random) -> list[int]:
    return [rng.randint(1, 8) for _ in range(BURSTS)]


def _from_host(delay_ms: int) -> Fed:
    """Edges come so late to the controller, and it's woken so late."""
    bursts = beyond = over = 0
    for rng, physics in _launchers():
        world = World(random.Random(rng.random()), physics, hopper=108)
        rig = Rig(world, Burst(Timing(), lambda a, b: a - b), Late(), lag_us=delay_ms * 1000)
        for cards in _orders(rng):
            before = world.truth.cards_out
            rig.run(Plan(cards))
            came = world.truth.cards_out + world.truth.sticking - before
            bursts, beyond, over = bursts + 1, beyond + max(0, came - cards), over + (came > cards)
            rig.look_after()
            world.reload(108, rig.t)
    return Fed(bursts, beyond, over)


class _Delayed:
    """Lines take so long, both ways."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = lambda: 0.0
        self._held: dict[str, list[tuple[float, bytes]]] = {"to": [], "from": []}

    def __call__(self, data: bytes, way: str) -> bytes:
        held, now = self._held[way], self.now()
        if data:
            held.append((now + self.seconds, data))
        out = b"".join(one for due, one in held if due <= now)
        held[:] = [(due, one) for due, one in held if due > now]
        return out


def _from_pico(delay_ms: int) -> Fed:
    """The line's ends hear of each other so late."""
    bursts = beyond = over = 0
    for rng, physics in _launchers():
        delayed = _Delayed(delay_ms / 1000)
        stand = SteppedPicoStand(None, seed=rng.randrange(1 << 30), mangle=delayed, physics=physics)
        delayed.now = stand.simulation.now
        stand.line.round_s = ROUND_S
        stand.open()
        _run(stand, 1.0)
        for cards in _orders(rng):
            before = stand.cards_out
            stand.start(cards)
            while stand.backend._out is not None:
                _run(stand, 0.05)
            _run(stand, 0.5)
            came = stand.cards_out - before
            bursts, beyond, over = bursts + 1, beyond + max(0, came - cards), over + (came > cards)
            stand.simulation.open_lid()
            _run(stand, 0.2)
            stand.simulation.close_lid()
            stand.simulation.reload(108)
            _run(stand, 0.5)
        stand.close()
    return Fed(bursts, beyond, over)


def _run(stand: Any, seconds: float) -> None:
    """In steps that are small against the delay."""
    until = stand.now + seconds
    while stand.now < until:
        stand.run(LOOK_S)


def _p99(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[98]


if __name__ == "__main__":
    sys.exit(main())
