"""`make bench`: prints each figure beside the bare script's, or beside what the disk alone takes."""

import statistics
import time
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from tests.bench import web
from tests.bench.evening import move_s, moves, replay_s, resume_s, write_s
from tests.bench.process import Idle, bare_idle, launcher_idle, ready_after
from tests.bench.stand import HOLD_S, running

PRESSES = 60
EDGES = 20_000
REPLAYED, RESUMED, TAPS = 10_000, 2_000, 200


def main() -> None:
    table = Table("what", "launcher", "bare gpiozero script")
    ours, bare = press_to_motor(), bare_press_to_motor()
    table.add_row(
        "press to motor beyond debounce, median", _ms(statistics.median(ours)), _ms(statistics.median(bare))
    )
    table.add_row("press to motor beyond debounce, 99th percentile", _ms(_p99(ours)), _ms(_p99(bare)))
    table.add_row("beam edges taken a second", f"{edges_a_second():,.0f}", f"{bare_edges_a_second():,.0f}")
    for name, here, there in zip(Idle._fields, launcher_idle(), bare_idle(), strict=True):
        table.add_row(f"idle: {name.replace('_', ' ')}", f"{here:.2f}", f"{there:.2f}")
    table.add_row("start to ready, median of 5, s", f"{ready_after():.2f}", f"{ready_after(bare=True):.2f}")
    made = moves(REPLAYED)
    table.add_row(f"replay of {REPLAYED:,} moves, s", f"{replay_s(made):.2f}", "")
    table.add_row(f"an evening of {RESUMED:,} moves gone on with, s", f"{resume_s(made[:RESUMED]):.2f}", "")
    taps, writes = move_s(TAPS), write_s(TAPS)
    table.add_row(
        "a move, until it is on the disk, median",
        _ms(statistics.median(taps)),
        _ms(statistics.median(writes)),
    )
    Console(width=110).print(table)
    web.main()


def press_to_motor() -> list[float]:
    """Seconds from the button's edge to the motor's pin, less the time for which the level has to hold."""
    times = []
    with running() as stand:
        for _ in range(PRESSES):
            pressed = stand.button(True)
            times.append(stand.motor_on_after(pressed) - pressed - HOLD_S)
            stand.button(False)
            stand.wait_until_ready()
            time.sleep(0.1)
    return times


def bare_press_to_motor() -> list[float]:
    from tests.bench import bare

    pin, times = bare.factory.pin(17), []
    for _ in range(PRESSES):
        pressed = time.monotonic()
        pin.drive_low()
        assert bare.motor.value
        times.append(time.monotonic() - pressed)
        pin.drive_high()
        bare.motor.off()
    return times


def edges_a_second() -> float:
    """Edges of the beam, driven as fast as they go during a burst, until the control loop has them all."""
    with running(hopper=0) as stand:
        stand.motor_on_after(stand.button(True))
        taken, start = stand.backend.taken, time.monotonic()
        for i in range(EDGES):
            stand.beam(i % 2 == 0)
        while stand.backend.taken < taken + EDGES:
            assert time.monotonic() < start + 30.0, f"{taken + EDGES - stand.backend.taken} edges lost"
            time.sleep(0.001)
        return EDGES / (time.monotonic() - start)


def bare_edges_a_second() -> float:
    from gpiozero.pins.mock import MockFactory

    seen = []
    pin = MockFactory().pin(27)
    pin.edges = "both"

    def changed(_ticks: float, state: int) -> None:
        seen.append(state)

    pin.when_changed = changed
    start = time.monotonic()
    for i in range(EDGES):
        (pin.drive_low if i % 2 else pin.drive_high)()
    assert len(seen) == EDGES
    return EDGES / (time.monotonic() - start)


def _p99(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[98]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.3f} ms"


if __name__ == "__main__":
    main()
