"""Writing an evening down as short as it is told: moves in, state lines out."""

import json
from typing import Any

import msgspec

from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.line import state_line
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.setup import Setup, read_setup
from uno_launcher.rules.table import Outcome, Table

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")

RED_7 = {"turn_up": "red 7"}
UNDO = {"undo": True}
NEXT_ROUND = {"next_round": True}


def setup_of(players: int = 4, **changes: Any) -> dict[str, Any]:
    """A set-up line. The last player deals, so Ann starts."""
    names = list(NAMES[:players])
    dealer = names[-1] if names else None
    line = {"box": "mega-hit-2020", "players": names, "dealer": dealer, "scoring": "standard"}
    return {**line, **changes}


def read(line: dict[str, Any]) -> Setup:
    return read_setup(json.loads(json.dumps(line)), lambda name: BOXES[name])


def table_of(players: int = 4, **changes: Any) -> Table:
    return Table(read(setup_of(players, **changes)))


def line_of(table: Table, n: int = 0, outcome: Outcome | None = None) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(state_line(table, n, outcome or Outcome())))


def told(table: Table, *moves: dict[str, Any]) -> list[dict[str, Any]]:
    """The line after each of these moves, refused or not."""
    return [
        line_of(table, n, table.apply(parse_move(json.loads(json.dumps(move)))))
        for n, move in enumerate(moves, 1)
    ]


def after(*moves: dict[str, Any], players: int = 4, **changes: Any) -> dict[str, Any]:
    """The line after all these moves, none of which is refused."""
    lines = told(table_of(players, **changes), *moves)
    assert [line["refused"] for line in lines] == [None] * len(lines)
    return lines[-1]


def reason(*moves: dict[str, Any], players: int = 4, **changes: Any) -> str:
    """Why the last of these moves is refused. The others aren't, and it changes nothing."""
    table = table_of(players, **changes)
    *before, refused = told(table, *moves)
    assert [line["refused"] for line in before] == [None] * len(before)
    table = table_of(players, **changes)
    told(table, *moves[:-1])
    unchanged = line_of(table)
    assert {**refused, "n": 0, "refused": None} == {**unchanged, "warnings": []}
    assert refused["refused"] is not None, refused
    return refused["refused"]


def play(card: str, by: str | None = None, **more: Any) -> dict[str, Any]:
    return {"play": card, **_by(by), **more}


def press(cards: int = 0, by: str | None = None) -> dict[str, Any]:
    return {"press": cards, **_by(by)}


def failed(cards: int = 0, by: str | None = None) -> dict[str, Any]:
    return {"failed_press": cards, **_by(by)}


def stop(by: str | None = None) -> dict[str, Any]:
    return {"stop": True, **_by(by)}


def choose(by: str | None = None, **what: str) -> dict[str, Any]:
    return {"choose": what, **_by(by)}


def _by(name: str | None) -> dict[str, str]:
    return {} if name is None else {"by": name}


def owed(line: dict[str, Any]) -> list[tuple[str, int]]:
    """(who, presses) of every open obligation, 0 for "until cards come out"."""
    return [(debt["who"], debt["presses"]) for debt in line["owes"]]
