"""Somebody at the keys of a whole simulated launcher, in virtual time."""

from typing import Any

from tests.rig import Rig
from tests.rules.evening import read, setup_of
from tests.terminal.showing import shown
from uno_launcher.daemon.orders import TableMove
from uno_launcher.launcher.facts import BURST
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import Move
from uno_launcher.rules.table import Outcome
from uno_launcher.terminal.hands import Hands
from uno_launcher.terminal.keypad import Keypad


class Typist:
    """A rig with somebody at its keys."""

    def __init__(
        self, seed: int = 1, luck: str = "chance", *, real: bool = False, hopper: int = 83, **changes: Any
    ) -> None:
        """`real`: a launcher without simulated hands. `changes` are to the set-up of four players."""
        self.rig = Rig(seed, luck, setup=read(setup_of(**changes)), hopper=hopper)
        self.ended = False
        self.outcomes: list[Outcome] = []
        hands = Hands(self.rig.simulation, lambda raw: self.rig.control.handle(raw, self.rig.now), self._end)
        self.pad = Keypad(lambda: self.rig.control.snapshot, self._make, None if real else hands)

    def _end(self) -> None:
        self.ended = True

    def _make(self, move: Move) -> Outcome:
        self.rig.control.handle(TableMove(move, self.outcomes.append), self.rig.now)
        return self.outcomes[-1]

    def type(self, *typed: str) -> None:
        """Each a key; more than one sign is typed as it stands."""
        for keys in typed:
            for key in keys:
                self.pad.key(key)
                self.rig.run_for(0.01)

    def press(self) -> None:
        """Enter, until the press is over and the next player may press."""
        before = self.rig.view.number
        while self.rig.view.number == before:
            self.type("\r")
            self.rig.run_for(1.2)
        self.rig.run_until(self.rig.now + 10, lambda: self.rig.view.state not in BURST)

    @property
    def line(self) -> StateLine:
        return self.rig.control.snapshot.table

    @property
    def screen(self) -> str:
        snapshot = self.rig.control.snapshot
        return shown(snapshot, legend=self.pad.legend(snapshot))
