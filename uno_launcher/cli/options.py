"""Options that several commands take."""

from pathlib import Path
from typing import Annotated

import typer

ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="The config file; without it the one in its usual place, and where there is none the defaults.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON for programs, one object a line.")]
SimulatedOption = Annotated[
    bool, typer.Option("--simulated", help="A simulated launcher: no hardware is touched.")
]
ViaSerialOption = Annotated[
    bool, typer.Option("--via-serial", help="With --simulated: on a simulated Pico at a cable.")
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="S", help="With --simulated: the same chance every time.")
]
StateDirOption = Annotated[
    str | None,
    typer.Option(
        "--state-dir", metavar="DIR", help="The folder for all that is written; else the usual one."
    ),
]
