"""`uno-launcher check-config` and `uno-launcher config init`."""

from pathlib import Path
from typing import Annotated

import typer

from uno_launcher.config import load
from uno_launcher.config.example import example
from uno_launcher.errors import LauncherError
from uno_launcher.places import config_file, user_config


def check_config(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Without it, the config file in its usual place.")
    ] = None,
) -> None:
    """Check a config file and say every mistake in it.

    Each mistake is one line with file, line, section and key; the exit status is then 3.

    \b
    Examples:
      uno-launcher check-config my.toml
      uno-launcher check-config && uno-launcher run
    """
    file = file or config_file()
    if file is None:
        typer.echo("There is no config file, so the defaults hold.")
        return
    load(file)
    typer.echo(f"{file}: no mistakes.")


def init(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Without it, the user's own config file.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
) -> None:
    """Write a commented example of every setting.

    It says the same as no config at all: what you change in it is what changes.

    \b
    Examples:
      uno-launcher config init
      sudo uno-launcher config init /etc/uno-launcher/config.toml
    """
    file = file or user_config()
    if file.exists() and not force:
        raise LauncherError(f"{file}: the file is there already; --force overwrites it")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(example(), encoding="utf-8")
    except OSError as error:
        raise LauncherError(f"{file}: the file can't be written: {error.strerror}") from None
    typer.echo(f"{file}: written.")
