"""`uno-launcher record-trace FILE`."""

import time
from pathlib import Path
from typing import Annotated

import typer

from uno_launcher.assembly import assembled
from uno_launcher.cli.options import ConfigOption, SeedOption, SimulatedOption, StateDirOption
from uno_launcher.config import load
from uno_launcher.errors import LauncherError
from uno_launcher.fire import MOST_CARDS, Exactly, fire
from uno_launcher.terminal.onlooker import said
from uno_launcher.traces import Recorder


def record_trace(
    trace: Annotated[
        Path, typer.Argument(metavar="FILE", help="Where the beam's edges go, such as mine.csv.")
    ],
    cards: Annotated[int, typer.Option(min=1, max=MOST_CARDS, help="How many cards to feed.")] = 5,
    simulated: SimulatedOption = False,
    config: ConfigOption = None,
    seed: SeedOption = None,
    state_dir: StateDirOption = None,
) -> None:
    """Feed some cards and record what the beam and the motor did.

    The motor runs at once. The beam's edges go to FILE, the motor's changes beside it, to mine.motor.csv for
    mine.csv: the two files that `count` reads.

    \b
    Examples:
      uno-launcher record-trace mine.csv
      uno-launcher record-trace --simulated --cards 8 mine.csv
      uno-launcher count mine.csv --motor mine.motor.csv
    """
    motor = trace.with_suffix(".motor" + (trace.suffix or ".csv"))
    recorder = Recorder()
    _write(recorder, trace, motor, 0)  # before the motor runs for nothing
    with assembled(
        load(config),
        simulated=simulated,
        seed=seed,
        state_dir=state_dir,
        luck=Exactly(cards),
        recorder=recorder,
    ) as launcher:
        press = fire(launcher)
        end_us = round(time.monotonic() * 1e6)
    edges = _write(recorder, trace, motor, end_us)
    typer.echo(said(press))
    typer.echo(f"{edges} edges in {trace}, the motor in {motor}", err=True)


def _write(recorder: Recorder, trace: Path, motor: Path, end_us: int) -> int:
    try:
        return recorder.write(trace, motor, end_us)
    except OSError as error:
        raise LauncherError(f"{trace} can't be written: {error.strerror}.") from None
