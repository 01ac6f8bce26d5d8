"""`uno-launcher restore FILE`, `uno-launcher resume N`: what was played comes back."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from uno_launcher import store
from uno_launcher.cli.journal import SimulatedLogOption, journal_file
from uno_launcher.cli.options import StateDirOption
from uno_launcher.errors import InputError, StoreError
from uno_launcher.places import run_dir
from uno_launcher.safety.instance import InstanceLock
from uno_launcher.table.evening import going_on
from uno_launcher.table.referee import Guards


def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A log that was set aside, as `run` named it.")
    ],
) -> None:
    """Bring back what can still be read of a launch log that was damaged and set aside.

    Its evenings and presses keep their numbers, and what has been recorded since comes after them. The
    evening that was going on then goes on with the next `run`. Stop the launcher first.

    \b
    Example:
      uno-launcher restore ~/.local/state/uno-launcher/launches.db.broken-1
    """
    into = file.with_name(file.name.partition(".broken-")[0])
    if into.name not in (store.FILE_NAME, store.SIMULATED_FILE_NAME) or into == file:
        raise InputError(
            f"{file} is no log that was set aside: those are called {store.FILE_NAME}.broken-1 and so on."
        )
    if not file.exists():
        raise InputError(f"There is no {file}: was it restored already?")
    with _stopped(file.parent):
        found = store.restore(file, into)
    typer.echo(f"Restored: {found}.")
    for evening, last in found.cut.items():
        moves = len(found.moves[evening])
        typer.echo(
            f"Of evening {evening}'s {last} moves some are lost: it comes back as it was after move {moves}.",
            err=True,
        )
    if found.cut:
        raise typer.Exit(1)


def resume(
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The evening's number, as in `games`.")],
    state_dir: StateDirOption = None,
    simulated: SimulatedLogOption = False,
) -> None:
    """Go on with an earlier evening that wasn't over: the next `run` takes it up as it stood.

    Stop the launcher first.

    \b
    Example:
      uno-launcher resume 3
    """
    path = journal_file(state_dir, simulated)
    with _stopped(path.parent):
        evening = store.read_evening(path, number)
        if evening is None:
            raise StoreError(f"There is no evening {number}: `uno-launcher games` lists them.")
        if going_on(evening, Guards()).line.phase == "game-over":
            raise StoreError(f"Evening {number} is over: begin another with `uno-launcher run --table FILE`.")
        store.take_up(path, number)
    run = "run --simulated" if path.name == store.SIMULATED_FILE_NAME else "run"
    typer.echo(f"Evening {number} goes on with the next `uno-launcher {run}`.")


@contextlib.contextmanager
def _stopped(folder: Path) -> Iterator[None]:
    """No launcher runs with `folder` while the block does. Raises BusyError where one runs."""
    lock = InstanceLock(run_dir(folder))
    lock.acquire()
    try:
        yield
    finally:
        lock.release()
