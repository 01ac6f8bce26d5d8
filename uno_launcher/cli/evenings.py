"""`uno-launcher table show`, `games`, `scores`: what was played, and how it stands."""

import sys

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from uno_launcher.cli.journal import (
    EveningOption,
    SimulatedLogOption,
    end,
    find,
    journal_file,
    no_evening,
    when,
)
from uno_launcher.cli.options import JsonOption, StateDirOption
from uno_launcher.cli.standing import listed, sentences, won
from uno_launcher.errors import StoreError
from uno_launcher.store.leniently import evenings, one_evening
from uno_launcher.table.played import Played, played


class Game(msgspec.Struct, frozen=True):
    """One evening in `games`."""

    evening: int
    begun_at: str
    box: str
    mode: str
    players: tuple[str, ...]
    rounds: int
    """That were begun."""
    moves: int
    """All that the table took, undone ones and undos included."""
    over: bool
    going_on: bool
    """It is what the launcher plays next."""
    winner: str | list[str] | None


class Round(msgspec.Struct, frozen=True):
    """What a round brought everybody. `out`: who laid the last card."""

    round: int
    out: str | None
    points: dict[str, int]


class Scores(msgspec.Struct, frozen=True):
    """All of `scores`."""

    evening: int
    scoring: str
    target: int
    rounds: list[Round]
    totals: dict[str, int]
    eliminated: list[str]
    winner: str | list[str] | None


_PLAYED_FOR = {
    "standard": "who lays the last card scores what the others hold; {} wins",
    "low": "everybody scores what is left in their hand; at {} the lowest total wins",
    "challenge": "everybody scores what is left in their hand; at {} one is out, and the last one wins",
}


def show(
    evening: EveningOption = None,
    json: JsonOption = False,
    state_dir: StateDirOption = None,
    simulated: SimulatedLogOption = False,
) -> None:
    """Show how the table stands: who is up, who owes what and why, hands, scores.

    With --json it is the state line, as `table replay` prints it. A press is on record when it's over: while
    one is under way you see what was before it.

    \b
    Examples:
      uno-launcher table show
      uno-launcher table show --evening 3 --json
    """
    found = find(journal_file(state_dir, simulated), evening)
    if json:
        _print(found.line)
    else:
        _show_table(found)
    end(found.troubles)


def games(
    json: JsonOption = False, state_dir: StateDirOption = None, simulated: SimulatedLogOption = False
) -> None:
    """List the evenings: when, with which box, who played, and who won.

    Times are UTC. With --json one object a line: evening, begun_at, box, mode, players, rounds (that were
    begun), moves, over, going_on (the launcher goes on with it), winner (a name, a list on a tie, or null).

    \b
    Examples:
      uno-launcher games
      uno-launcher games --json
    """
    path = journal_file(state_dir, simulated)
    there = evenings(path)
    last = one_evening(path)
    if not there or last is None:
        raise no_evening(path)
    found, troubles = [], []
    for evening in there:
        try:
            game = played(evening)
        except StoreError as error:
            troubles.append(str(error))
        else:
            found.append(_game(game, last=evening.number == last.number))
            troubles += game.troubles
    if json:
        for row in found:
            _print(row)
    else:
        _list_games(found)
    end(troubles)


def scores(
    evening: EveningOption = None,
    json: JsonOption = False,
    state_dir: StateDirOption = None,
    simulated: SimulatedLogOption = False,
) -> None:
    """Show the scores of an evening, round by round.

    With --json one object: evening, scoring, target, rounds (each with round, out: who laid the last card,
    points), totals, eliminated, winner. A round is there once all its hands were entered.

    \b
    Examples:
      uno-launcher scores
      uno-launcher scores --evening 3 --json
    """
    found = find(journal_file(state_dir, simulated), evening)
    summary = _scores(found)
    if json:
        _print(summary)
    else:
        _show_scores(summary)
    end(found.troubles)


def _game(found: Played, *, last: bool) -> Game:
    line = found.line
    over = line.phase == "game-over"
    return Game(
        found.evening.number,
        found.evening.begun_at,
        found.setup.box.name,
        line.mode,
        found.setup.players,
        found.begun,
        line.n,
        over,
        last and not over,
        line.winner,
    )


def _scores(found: Played) -> Scores:
    setup, line = found.setup, found.line
    rounds = [Round(number, it.out, it.points) for number, it in enumerate(found.rounds, start=1)]
    return Scores(
        found.evening.number, setup.scoring, setup.target, rounds, line.scores, line.eliminated, line.winner
    )


def _show_table(found: Played) -> None:
    line = found.line
    begun = f", begun {when(found.evening.begun_at)} UTC" if found.evening.begun_at else ""
    moves = "1 move" if line.n == 1 else f"{line.n} moves"
    console = _console()
    console.print(f"Evening {found.evening.number}: {found.setup.box.name}{begun}, {moves}.\n")
    for sentence in sentences(found.table, line):
        console.print(sentence)
    if not line.hands:
        return
    table = _table()
    table.add_column("Player", overflow="fold")
    table.add_column("Cards", justify="right", no_wrap=True)
    table.add_column("Points", justify="right", no_wrap=True)
    for name, cards in line.hands.items():
        table.add_row(name, "out" if name in line.eliminated else str(cards), str(line.scores[name]))
    console.print()
    console.print(table)


def _list_games(games: list[Game]) -> None:
    table = _table()
    table.add_column("No.", justify="right", no_wrap=True)
    table.add_column("Begun (UTC)", no_wrap=True)
    table.add_column("Box", no_wrap=True, overflow="ellipsis", max_width=16)
    table.add_column("Players", overflow="fold")
    table.add_column("Rounds", justify="right", no_wrap=True)
    table.add_column("Moves", justify="right", no_wrap=True)
    table.add_column("How it went", overflow="fold")
    for game in games:
        players = ", ".join(game.players) or f"nobody named ({game.mode})"
        so_far = "going on" if game.going_on else "not played to the end"
        table.add_row(
            str(game.evening),
            when(game.begun_at),
            game.box,
            players,
            str(game.rounds),
            str(game.moves),
            won(game.winner) if game.over else so_far,
        )
    _console().print(table)


def _show_scores(summary: Scores) -> None:
    console = _console()
    if not summary.totals:
        console.print(f"Nobody is named in evening {summary.evening}, so there are no scores.")
        return
    played_for = _PLAYED_FOR[summary.scoring].format(summary.target)
    console.print(f"Evening {summary.evening}: {played_for}.\n")
    table = _table()
    table.add_column("Round", justify="right", no_wrap=True)
    for name in summary.totals:
        table.add_column(name, justify="right", no_wrap=True, overflow="ellipsis")
    for row in summary.rounds:
        table.add_row(str(row.round), *map(str, row.points.values()))
    table.add_section()
    table.add_row("Total", *map(str, summary.totals.values()))
    if summary.rounds:
        console.print(table)
    else:
        console.print("No round is counted yet.")
    if summary.eliminated:
        console.print(f"Out of the game: {listed(summary.eliminated)}.")
    if summary.winner is not None:
        console.print(f"The game is over: {won(summary.winner)}.")


def _console() -> Console:
    return Console(highlight=False, markup=False, emoji=False)


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True, show_edge=False)


def _print(line: msgspec.Struct) -> None:
    sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
