"""Journals of evenings on a disk, and what a kill leaves of them."""

import shutil
from pathlib import Path
from typing import Any

import msgspec

from uno_launcher.config.sections import TableSection
from uno_launcher.daemon.onrecord import to_json
from uno_launcher.launcher.effects import CardsCounted, PressAccepted, PressFinished
from uno_launcher.launcher.plan import Report
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import parse_move
from uno_launcher.store import FILE_NAME, Store
from uno_launcher.table.evening import referee_for
from uno_launcher.table.referee import Referee

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where a flush costs nothing."""
SETUP = {
    "box": "mega-hit-2020",
    "players": ["Ann", "Bo", "Cy"],
    "dealer": "Cy",
    "scoring": "standard",
    "house": {},
}
HIT_BO: tuple[dict[str, Any], ...] = ({"turn_up": "red 7"}, {"play": "red hit-2", "by": "Ann"})
"""Bo owes two presses after them."""


class Played:
    """An evening that is going on, without a launcher; `store` is its journal."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self.store = store
        self.referee = referee

    @property
    def line(self) -> StateLine:
        return self.referee.line

    def moves(self, *moves: dict[str, Any]) -> "Played":
        for move in moves:
            parsed = parse_move(move)
            outcome = self.referee.make(parsed, 0.0)
            assert outcome.refused is None, outcome.refused
            self.store.moved(to_json(parsed))
        assert self.store.flush(5.0)
        return self

    def press(self, cards: int, profile: str = "fair") -> int:
        """A press is accepted, and so many cards come out; it isn't over. Its number."""
        number = self.store.next_number
        self.store.next_number += 1
        self.store.accepted(PressAccepted(number, profile, 9))
        if cards:
            self.store.counted(CardsCounted(number, cards))
        assert self.store.flush(5.0)
        return number

    def launch(self, cards: int) -> None:
        """A press from its acceptance to its end."""
        number = self.press(cards)
        report = Report(9, cards, certain=True, ended="done")
        self.referee.began()
        move = self.referee.over(report, 0.0)
        self.store.finished(PressFinished(number, "fair", report, None), to_json(move))
        assert self.store.flush(5.0)

    def close(self) -> None:
        assert self.store.close(5.0)


def play(folder: Path, setup: Any = None) -> Played:
    """Open the journal in `folder` as a launcher does; `setup` begins an evening."""
    store = Store.open(folder / FILE_NAME)
    return Played(store, referee_for(store, TableSection(), setup))


def killed(folder: Path, to: Path, name: str = FILE_NAME) -> Path:
    """What a kill at this moment would leave of the journal in `folder`, as a folder of its own."""
    to.mkdir()
    for part in ("", "-wal"):
        source = folder / f"{name}{part}"
        if source.exists():
            shutil.copy(source, to)
    return to


def same(one: StateLine, other: StateLine) -> bool:
    """But for what was said last."""
    said = {"refused": None, "warnings": ()}
    return msgspec.structs.replace(one, **said) == msgspec.structs.replace(other, **said)
