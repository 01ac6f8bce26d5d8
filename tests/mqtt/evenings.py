"""Launchers with an evening on them, for what a broker is told of it."""

from itertools import pairwise
from typing import Any

from tests.rig import Rig
from tests.rules.evening import read, setup_of
from uno_launcher.daemon.orders import TableMove
from uno_launcher.luck import Luck
from uno_launcher.mqtt.happenings import Happening, happened
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.table import Outcome


def rig_with(luck: Luck | str, seed: int = 1, *, players: int = 3, hopper: int = 90, **setup: Any) -> Rig:
    """A ready launcher with Ann, Bo and Cy, who deals."""
    rig = Rig(seed, luck, setup=read(setup_of(players, **setup)), hopper=hopper)
    rig.run_for(0.5)
    return rig


def made(rig: Rig, *moves: dict[str, Any]) -> None:
    """Somebody makes these moves, and none is refused."""
    for move in moves:
        outcomes: list[Outcome] = []
        rig.control.handle(TableMove(parse_move(move), outcomes.append), rig.now)
        assert outcomes[0].refused is None


def told(rig: Rig) -> list[Happening]:
    """Everything that has happened."""
    return [what for before, after in pairwise(rig.snapshots) for what in happened(before, after)]
