"""`uno-launcher firmware flash`."""

from pathlib import Path
from typing import Annotated

import typer

from uno_launcher.backends.serial.ports import at
from uno_launcher.flashing.flash import flash as put_on


def flash(
    port: Annotated[
        str | None,
        typer.Option("--port", metavar="PORT", help="Where the Pico is; without it, wherever one is found."),
    ] = None,
    board: Annotated[
        Path | None,
        typer.Option("--board", metavar="FILE", help="Your board.py, in place of the one in firmware/."),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Copy the files also where the Pico has them already.")
    ] = False,
) -> None:
    """Put the launcher's files on a Pico that has MicroPython, and check that it answers.

    Stop the launcher first. The motor is off meanwhile. What it does is said on standard error.

    \b
    Examples:
      uno-launcher firmware flash
      uno-launcher firmware flash --board my-board.py
      uno-launcher firmware flash --port /dev/ttyACM1 --again
    """
    done = put_on(at(port), board, lambda text: typer.echo(text, err=True), again=again)
    typer.echo(f"{done.release} at {done.port}, {done.copied} files copied")
