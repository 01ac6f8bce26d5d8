"""What the commands about evenings share: which file, which evening, and what to say of broken rows."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from uno_launcher.cli.whose import folder_of, others
from uno_launcher.config.mistakes import printable
from uno_launcher.errors import StoreError
from uno_launcher.store import FILE_NAME, SIMULATED_FILE_NAME, begun
from uno_launcher.store.leniently import one_evening
from uno_launcher.table.played import Played, played

EveningOption = Annotated[
    int | None,
    typer.Option("--evening", min=1, metavar="N", help="Its number, as in `games`; without it the last one."),
]
SimulatedLogOption = Annotated[
    bool,
    typer.Option(
        "--simulated", help="The simulation's evenings, kept apart; shown where there are no others, too."
    ),
]


def journal_file(folder: str | None, simulated: bool) -> Path:
    """The file with the evenings; says so where they are only simulated.

    Raises StoreError where there are none but a service's, which only root may read.
    """
    here = folder_of(folder, simulated)
    path = here / FILE_NAME
    if simulated or (not begun(path) and (here / SIMULATED_FILE_NAME).exists()):
        path = here / SIMULATED_FILE_NAME
    elif others(folder) and not begun(path):
        raise StoreError(
            f"Nothing is recorded in {here}, and only root may read what the service has recorded:"
            " put sudo in front of the command."
        )
    if path.name == SIMULATED_FILE_NAME:
        typer.echo("SIMULATED: no card of these ever moved.", err=True)
    return path


def find(path: Path, number: int | None) -> Played:
    """An evening, the last one where no number is given. Raises StoreError: there is none, or it's broken."""
    if (evening := one_evening(path, number)) is not None:
        return played(evening)
    last = None if number is None else one_evening(path)
    if last is None:
        raise no_evening(path)
    raise StoreError(
        f"There is no evening {number}: `uno-launcher games` lists them, the last one is {last.number}."
    )


def no_evening(path: Path) -> StoreError:
    return StoreError(f"No evening is recorded in {path.parent} yet: the next `uno-launcher run` begins one.")


def end(troubles: Iterable[str]) -> None:
    """Say what was left out: the status is then 1."""
    said = list(troubles)
    for trouble in said:
        typer.echo(printable(trouble), err=True)
    if said:
        raise typer.Exit(1)


def when(at: str) -> str:
    """A time of the journal for people: UTC, to the minute."""
    return at[:16].replace("T", " ")
