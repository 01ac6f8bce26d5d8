"""`uno-launcher export`: an evening as a data set."""

import csv
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TextIO

import msgspec
import typer

from uno_launcher.cli.journal import EveningOption, SimulatedLogOption, end, find, journal_file
from uno_launcher.cli.log import COLUMNS as LOG_COLUMNS
from uno_launcher.cli.options import StateDirOption
from uno_launcher.rules.boxes import BOXES, CUSTOM
from uno_launcher.rules.history import Entry
from uno_launcher.rules.moves import KINDS
from uno_launcher.rules.setup import Setup, read_setup
from uno_launcher.store import Launch, Made
from uno_launcher.table.played import Played, launches_of


class Row(NamedTuple):
    """One move with all that is known of it."""

    evening: int
    n: int
    made: Made
    entry: Entry
    players: tuple[str, ...]
    launch: Launch | None

    @property
    def who(self) -> str | None:
        booked = self.entry.booked
        return None if booked is None or booked.who is None else self.players[booked.who]

    @property
    def cards(self) -> int | None:
        return None if self.entry.booked is None else self.entry.booked.cards


class Column(NamedTuple):
    """One column of the CSV: its name, what it means, and its value for a move."""

    name: str
    meaning: str
    value: Callable[[Row], object]


_WORDS = {kind: word for word, kind in KINDS.items()}

COLUMNS: tuple[Column, ...] = (
    Column("evening", "number of the evening", lambda row: row.evening),
    Column("n", "number of the move, 1 first", lambda row: row.n),
    Column("at", "UTC, ISO 8601 with milliseconds", lambda row: row.made.at),
    Column("round", "in which it was made, 1 first", lambda row: row.entry.round),
    Column("kind", "press, play, came_out, undo ...", lambda row: _WORDS[type(row.entry.move)]),
    Column("by", "who made it, where that was said", lambda row: row.entry.move.by),
    Column("move", "the whole move as JSON", lambda row: _json(row.entry.move)),
    Column("counts", "0: it was taken back", lambda row: int(row.entry.counts)),
    Column("who", "of a press: whose, as corrected since", lambda row: row.who),
    Column("cards", "that it brought, as corrected since", lambda row: row.cards),
    Column("launch", "number of that press in `log --csv`", lambda row: row.made.press),
    Column("profile", "luck profile that decided", lambda row: row.launch and row.launch.profile),
    Column("ordered", "cards that luck drew", lambda row: row.launch and row.launch.ordered),
    Column("counted", "cards that the beam counted", lambda row: row.launch and row.launch.counted),
    Column("ended", "as in `log --csv`", lambda row: row.launch and row.launch.ended),
)

DOCUMENTATION = f"""Write an evening as a data set.

\b
csv    one move or press a row (RFC 4180 with a header line)
json   one object: evening, begun_at, setup, moves (each with n, at, round,
       move, counts, who, cards, launch), launches (the columns of
       `log --csv`), and state: the table as `table show --json` prints it
jsonl  the set-up and then one move a line: what `table replay` takes

Set-up and moves are in the words of `table replay`. Every move that the table took is there, undone ones and
undos too; what nobody knows is empty, or null.

\b
{chr(10).join(f"{column.name:<9} {column.meaning}" for column in COLUMNS)}

\b
Examples:
  uno-launcher export --format csv > evening.csv
  uno-launcher export --evening 3 --format json > evening.json
  uno-launcher export --format jsonl | uno-launcher table replay - --last
"""


def export(
    form: Annotated[Literal["csv", "json", "jsonl"], typer.Option("--format", help="See above.")],
    evening: EveningOption = None,
    state_dir: StateDirOption = None,
    simulated: SimulatedLogOption = False,
) -> None:
    path = journal_file(state_dir, simulated)
    found = find(path, evening)
    setup = setup_line(found.setup)
    troubles = list(found.troubles)
    if form == "jsonl":
        for line in (setup, *(move.entry.move for move in found.moves)):
            sys.stdout.write(_json(line) + "\n")
        troubles += _not_replayable(found.setup, setup)
    elif form == "json":
        sys.stdout.write(_json(_object(found, setup, rows(found, path))) + "\n")
    else:
        _write_csv(rows(found, path), sys.stdout)
    end(troubles)


export.__doc__ = DOCUMENTATION


def rows(found: Played, path: Path) -> list[Row]:
    """All moves of an evening, with the launches that they were."""
    launches = launches_of(found, path)
    number, players = found.evening.number, found.setup.players
    return [Row(number, *move, players, launches.get(move.made.press or 0)) for move in found.moves]


def setup_line(setup: Setup) -> dict[str, Any]:
    """A set-up in the words of a script."""
    line: dict[str, Any] = {"box": setup.box.name, "players": setup.players}
    if setup.players:
        line["dealer"] = setup.players[setup.dealer]
    line |= {
        "scoring": setup.scoring,
        "target": setup.target,
        "house": msgspec.to_builtins(setup.house),
        "mode": setup.mode,
    }
    written = [kind.effect for kind in setup.box.kinds if kind.name == CUSTOM and kind.effect.hits]
    if written and setup.box.name in BOXES:
        effect = written[0]
        line["custom"] = {
            "presses": effect.presses,
            "until_cards": effect.until_cards,
            "target": effect.target,
        }
    return line


def _not_replayable(setup: Setup, line: dict[str, Any]) -> list[str]:
    """A sentence where `table replay` would make another table of this set-up."""
    name = setup.box.name
    if name in BOXES and read_setup(msgspec.to_builtins(line), BOXES.__getitem__) == setup:
        return []
    return [
        f'"{name}" is a box of its own here: put the path of its file in place of its name in the first line,'
        " so that `table replay` finds it."
    ]


def _object(found: Played, setup: dict[str, Any], moves: list[Row]) -> dict[str, Any]:
    launches = {row.launch.number: row.launch for row in moves if row.launch}
    return {
        "evening": found.evening.number,
        "begun_at": found.evening.begun_at,
        "setup": setup,
        "moves": [
            {
                "n": row.n,
                "at": row.made.at,
                "round": row.entry.round,
                "move": row.entry.move,
                "counts": row.entry.counts,
                "who": row.who,
                "cards": row.cards,
                "launch": row.made.press,
            }
            for row in moves
        ],
        "launches": [
            {column.name: column.of(launch) for column in LOG_COLUMNS} for launch in launches.values()
        ],
        "state": found.line,
    }


def _write_csv(moves: list[Row], out: TextIO) -> None:
    table = csv.writer(out)  # RFC 4180 is its default: lines end in CR LF
    table.writerow(column.name for column in COLUMNS)
    for row in moves:
        table.writerow(column.value(row) for column in COLUMNS)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
