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
