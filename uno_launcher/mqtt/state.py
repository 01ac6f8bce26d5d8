"""How everything stands, as the broker keeps it. Pure."""

import msgspec

from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.facts import StateName
from uno_launcher.launcher.view import LauncherView
from uno_launcher.launcher.words import in_one_sentence
from uno_launcher.rules.line import unnoticed


class State(msgspec.Struct, frozen=True):
    """One JSON object. It holds no more than what everybody at the table can see: an open UNO window isn't
    told, nor what a running burst brings beyond the cards that have come out."""

    n: int
    """The table's number, which grows with each move; a move may send it back as `seen`."""
    evening: int | None
    simulated: bool
    state: StateName
    """Of the launcher."""
    problem: str | None
    """What somebody has to see to, one sentence."""
    hopper: int | None
    """Cards that it should hold; None: nobody knows."""
    counted: int
    """Cards of the running burst so far; 0 while none runs."""
    mode: str
    phase: str
    up: str | None
    """Who may act; None where nobody is named, or nobody may."""
    owed: int
    """Presses that are to be made next, by whoever is up."""
    until_cards: bool
    """They are to press until cards come out; `owed` is 0 then."""
    stack: int
    """The sum of a stack until it's paid, else 0."""
    direction: str
    """ "left" is clockwise."""
    hands: dict[str, int]
    """Cards each; a hand of one card looks like two until UNO was called, caught or forgotten."""
    scores: dict[str, int]
    winner: str | list[str] | None
    """Of the game; a list is a tie."""


def state_of(snapshot: Snapshot) -> State:
    """What may be told of `snapshot`."""
    table = unnoticed(snapshot.table)
    first = table.owes[0] if table.owes else None
    return State(
        n=table.n,
        evening=snapshot.evening,
        simulated=snapshot.simulated,
        state=snapshot.launcher.state,
        problem=_problem(snapshot.launcher, snapshot.problems),
        hopper=snapshot.hopper,
        counted=snapshot.launcher.counted,
        mode=table.mode,
        phase=table.phase,
        up=table.up,
        owed=0 if first is None else first.presses,
        until_cards=first is not None and first.until_cards,
        stack=table.stack,
        direction=table.direction,
        hands=table.hands,
        scores=table.scores,
        winner=table.winner,
    )


def _problem(view: LauncherView, problems: tuple[str, ...]) -> str | None:
    if view.advice:
        return in_one_sentence(view.why, view.advice)
    if view.state in ("fault", "stopped"):
        return view.why
    return problems[0] if problems else None
