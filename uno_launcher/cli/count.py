"""`uno-launcher count`: the cards in a recorded trace."""

import json
import math
from pathlib import Path
from typing import Annotated

import typer

from uno_launcher import traces
from uno_launcher.errors import UsageError


def count(
    trace: Annotated[Path, typer.Argument(metavar="TRACE", help="CSV with the head line t_us,blocked.")],
    motor: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What the motor did, CSV with the head line t_us,motor,duty; without it, it ran forwards.",
        ),
    ] = None,
    transit_ms: Annotated[
        float,
        typer.Option(min=5, max=500, metavar="MS", help="How long one card blocks the beam at full speed."),
    ] = 35.0,
) -> None:
    """Count the cards in a recorded beam trace, and say whether that's certain.

    Prints one JSON object: cards, certain, doubles (times the beam was blocked for more than one card),
    ignored (times it was blocked by none), card_out (the last card sticks out) and jam.

    \b
    Examples:
      uno-launcher count burst.csv
      uno-launcher count burst.csv --motor burst.motor.csv --transit-ms 31.5
    """
    if not math.isfinite(transit_ms):
        raise UsageError("--transit-ms must be a number of milliseconds from 5 to 500.")
    rows = traces.read_beam(trace)
    motor_rows = None if motor is None else traces.read_motor(motor)
    typer.echo(json.dumps(traces.count(rows, motor_rows, round(transit_ms * 1000))))
