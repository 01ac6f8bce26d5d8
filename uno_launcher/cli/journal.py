"""What the commands about evenings share: which file, which evening, and what became of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
import typer

from uno_launcher.config.mistakes import printable
from uno_launcher.errors import InputError, StoreError
from uno_launcher.evening import setup_of
from uno_launcher.places import state_dir
from uno_launcher.rules.history import Entry, play_again
from uno_launcher.rules.line import StateLine, state_line
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.state import State
from uno_launcher.rules.table import Table
from uno_launcher.rules.wire import parse_json
from uno_launcher.store import FILE_NAME, SIMULATED_FILE_NAME, Evening, Launch, Made, begun, read
from uno_launcher.store.leniently import one_evening

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


class Taken(NamedTuple):
    """A move that the table took: its number in the journal (1 first), and what became of it."""

    n: int
    made: Made
    entry: Entry


@dataclass(frozen=True, slots=True)
class Played:
    """One evening, played again."""

    evening: Evening
    table: Table
    moves: tuple[Taken, ...]
    rounds: tuple[State, ...]
    """The table at the end of each round that is over."""
    line: StateLine
    troubles: tuple[str, ...]
    """Sentences about rows that are broken and left out."""

    @property
    def setup(self) -> Setup:
        return self.table.setup


def journal_file(folder: str | None, simulated: bool) -> Path:
    """The file with the evenings; says so where they are only simulated."""
    here = state_dir(folder)
    path = here / FILE_NAME
    if simulated or (not begun(path) and (here / SIMULATED_FILE_NAME).exists()):
        path = here / SIMULATED_FILE_NAME
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


def played(evening: Evening) -> Played:
    """What became of an evening. Raises StoreError where its set-up is broken: nothing is known then."""
    number = evening.number
    try:
        table = Table(setup_of(evening))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise StoreError(f"Evening {number} is left out, because its set-up is broken ({error}).") from None
    readable, moves = [], []
    lost = f"Some moves of evening {number} are lost, so what came later may not fit."
    troubles = [] if evening.complete else [lost]
    for n, made in enumerate(evening.moves, start=1):
        try:
            moves.append(parse_move(parse_json(made.move.encode())))
            readable.append((n, made))
        except InputError as error:
            troubles.append(f"Move {n} of evening {number} is left out, because it's broken: {error}.")
    history = play_again(table, moves)
    taken = []
    for (n, made), entry in zip(readable, history.entries, strict=True):
        if entry.refused is None:
            taken.append(Taken(n, made, entry))
        else:
            why = f"because it doesn't fit: {entry.refused}"
            troubles.append(f"Move {n} of evening {number} is left out, {why}")
    line = state_line(table, len(taken), history.last)
    return Played(evening, table, tuple(taken), history.rounds, line, tuple(troubles))


def launches_of(found: Played, path: Path) -> dict[int, Launch]:
    """By number the launches that presses of this evening were. Raises StoreError."""
    wanted = {move.made.press for move in found.moves}
    return {launch.number: launch for launch in read(path) if launch.number in wanted}


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
