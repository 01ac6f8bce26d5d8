"""Snapshots as a person sees them: a table after some moves, and a launcher that is ready."""

import io
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from tests.rules.evening import table_of
from uno_launcher.daemon.settings import Settings
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.look import look_of
from uno_launcher.launcher.view import LastPress, LauncherView
from uno_launcher.rules.line import StateLine, state_line
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.table import Outcome, Table
from uno_launcher.terminal.legend import Legend
from uno_launcher.terminal.picture import picture

VIEW = LauncherView(
    state="ready",
    why="waiting for a press",
    advice="",
    hopper=83,
    number=4,
    counted=0,
    last=None,
    tension=0,
    refused=0,
    refusal="",
    refusing=False,
    button_stuck=False,
)
LINES, COLUMNS = 24, 80


def played(*moves: dict[str, Any], players: int = 4, **changes: Any) -> tuple[StateLine, Setup]:
    """The line of a table after these moves, the last of which may be refused, and its set-up."""
    table = table_of(players, **changes)
    n, outcome = 0, Outcome()
    for move in moves:
        assert outcome.refused is None, outcome.refused
        outcome = table.apply(parse_move(move))
        n += outcome.refused is None
    return state_line(table, n, outcome), table.setup


def line_and_setup(table: Table) -> tuple[StateLine, Setup]:
    return state_line(table, 0, Outcome()), table.setup


def snapshot(
    view: LauncherView = VIEW,
    at: tuple[StateLine, Setup] | None = None,
    *,
    simulated: bool = True,
    problems: tuple[str, ...] = (),
) -> Snapshot:
    """Without a table: one in toy mode."""
    line, setup = at or played(players=0, mode="toy", dealer=None)
    return Snapshot(1, simulated, view, line, look_of(view), problems, setup, Settings("fair"))


def shown(snap: Snapshot, presses: Sequence[LastPress] = (), legend: Legend | None = None) -> str:
    """The picture as text, on a terminal of 80 × 24."""
    console = Console(width=COLUMNS, height=LINES, file=io.StringIO(), color_system=None)
    console.print(picture(snap, presses, legend or Legend()))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text
