"""What became of the evenings in a journal: each is played again, with the corrections that came later."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from uno_launcher.errors import InputError, StoreError
from uno_launcher.luck.fairness import Drew
from uno_launcher.rules.history import Entry, play_again
from uno_launcher.rules.line import StateLine, state_line
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.state import State
from uno_launcher.rules.table import Table
from uno_launcher.rules.wire import parse_json
from uno_launcher.store import Evening, Launch, Made, read
from uno_launcher.table.evening import setup_of


class Taken(NamedTuple):
    """A move that the table took: its number in the journal (1 first), and what became of it."""

    n: int
    made: Made
    entry: Entry


class Round(NamedTuple):
    """A round that is over. `out`: who laid the last card; `points`: what it brought everybody."""

    out: str | None
    points: dict[str, int]
    scores: dict[str, int]
    """After it."""


@dataclass(frozen=True, slots=True)
class Played:
    """One evening, played again."""

    evening: Evening
    table: Table
    moves: tuple[Taken, ...]
    states: tuple[State, ...]
    """The table at the end of each round that is over."""
    line: StateLine
    troubles: tuple[str, ...]
    """Sentences about rows that are broken and left out."""

    @property
    def setup(self) -> Setup:
        return self.table.setup

    @property
    def rounds(self) -> list[Round]:
        """Those that are over."""
        return [_round(self.setup.players, state) for state in self.states]

    @property
    def begun(self) -> int:
        """Rounds that were begun."""
        return len(self.states) + (self.table.state.stage not in ("round-over", "game-over"))


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


def presses_of(found: Played, launches: Mapping[int, Launch]) -> list[Drew]:
    """Every press of an evening as the fairness receipt wants it."""
    presses = []
    for _, made, entry in found.moves:
        if entry.is_press:
            launch = launches.get(made.press or 0)
            who, cards = (entry.booked.who, entry.booked.cards) if entry.booked else (None, None)
            # The launch knows of every cap; one of an older version knows of none, and the rules tell.
            at_most = entry.at_most if launch is None or launch.at_most is None else launch.at_most
            presses.append(Drew(launch.profile if launch else None, who, cards, at_most))
    return presses


def _round(players: tuple[str, ...], state: State) -> Round:
    return Round(
        None if state.out is None else players[state.out],
        {
            name: after - before
            for name, after, before in zip(players, state.scores, state.before, strict=True)
        },
        dict(zip(players, state.scores, strict=True)),
    )
