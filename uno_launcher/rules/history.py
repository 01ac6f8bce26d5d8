"""An evening played again: what became of each of its moves, with the corrections that came later."""

from collections.abc import Iterable
from dataclasses import dataclass

from uno_launcher.rules.events import Pressed
from uno_launcher.rules.moves import CameOut, FailedPress, Move, NextRound, Play, Press, PressWas, Undo
from uno_launcher.rules.state import State
from uno_launcher.rules.table import Outcome, Table


@dataclass(slots=True)
class Entry:
    """One move, as it stands at the end."""

    move: Move
    round: int
    """In which it was made, 1 first."""
    refused: str | None = None
    counts: bool = True
    """Neither refused nor taken back."""
    booked: Pressed | None = None
    """Of a press: whose it was and what it brought. None where nothing is booked: it was taken back, or
    brought nothing and is still owed (4.3)."""
    at_most: int | None = None
    """Of a press: the most cards that it was allowed when it was made (8.1)."""

    @property
    def is_press(self) -> bool:
        return isinstance(self.move, Press | FailedPress)


@dataclass(frozen=True, slots=True)
class History:
    """All moves in order, and where they led."""

    table: Table
    entries: tuple[Entry, ...]
    rounds: tuple[State, ...]
    """The table at the end of each round that is over."""
    last: Outcome
    """What the last move led to that wasn't refused."""


def play_again(table: Table, moves: Iterable[Move]) -> History:
    """Make `moves` at a new table, and keep the books."""
    entries: list[Entry] = []
    # Moves that count, each with the press that it was or changed, and what was booked for that one before.
    standing: list[tuple[Entry, Entry | None, Pressed | None]] = []
    rounds: list[State] = []
    last = Outcome()
    for move in moves:
        before = table.state
        entry = Entry(move, len(rounds) + 1)
        entries.append(entry)
        if entry.is_press:
            entry.at_most = table.at_most()
        outcome = table.apply(move)
        if outcome.refused is not None:
            entry.refused, entry.counts = outcome.refused, False
            continue
        last = outcome
        if isinstance(move, Undo):
            undone, press, booked = standing.pop()
            undone.counts = False
            if press is not None:
                press.booked = booked
            if isinstance(undone.move, NextRound):
                rounds.pop()
        else:
            press = entry if entry.is_press else _reached(move, standing)
            standing.append((entry, press, press.booked if press else None))
            if press is not None:
                press.booked = next((event for event in last.events if isinstance(event, Pressed)), None)
            if isinstance(move, NextRound):
                rounds.append(before)
    if table.state.stage in ("round-over", "game-over"):
        rounds.append(table.state)
    return History(table, tuple(entries), tuple(rounds), last)


def _reached(move: Move, standing: list[tuple[Entry, Entry | None, Pressed | None]]) -> Entry | None:
    """The press that a correction reaches back to."""
    if isinstance(move, CameOut | PressWas) or (isinstance(move, Play) and move.late):
        return next(entry for entry, *_ in reversed(standing) if entry.is_press)
    return None
