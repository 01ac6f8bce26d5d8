"""`uno-launcher record-trace FILE`."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from uno_launcher.cli.options import ConfigOption, SeedOption, SimulatedOption, StateDirOption
from uno_launcher.config import load
from uno_launcher.daemon.assembly import assembled
from uno_launcher.errors import LauncherError, UsageError
from uno_launcher.fire import MOST_CARDS, fire
from uno_launcher.luck.exactly import Exactly
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
    if not trace.name:
        raise UsageError(f"{trace} is a folder: name a file in it, such as {trace / 'mine.csv'}.")
    motor = trace.with_suffix(".motor" + (trace.suffix or ".csv"))
    recorder = Recorder()
    with _beside(trace) as new_trace, _beside(motor) as new_motor:  # before the motor runs for nothing
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
        with _writing(trace):
            edges = recorder.write(new_trace, new_motor, end_us)
    typer.echo(said(press))
    typer.echo(f"{edges} edges in {trace}, the motor in {motor}", err=True)


@contextlib.contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A new file that takes the place of `file` when the block ends well. Until then `file` stays as it is.

    Raises LauncherError where it can't be written.
    """
    with _writing(file):
        target = file.resolve()
        if target.exists() and not target.is_file():
            raise LauncherError(f"{file} can't be written: it is no regular file.")
        if target.exists() and not os.access(target, os.W_OK):
            raise LauncherError(f"{file} can't be written: it is write-protected.")
        new = target.with_name(f".{os.getpid()}-{hash(target) & 0xFFFFFF:x}.new")
        new.touch()
    try:
        yield new
        with _writing(file):
            new.replace(target)
    finally:
        new.unlink(missing_ok=True)


@contextlib.contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise LauncherError(f"{file} can't be written: {error.strerror}.") from None
