"""What has to be on record before anybody sees it, and the pictures and answers that wait for that.

A disk may be slow: the control loop doesn't stand still for it. It goes on, so that a press still starts the
motor, and shows and answers what has come meanwhile once the disk has it, one after the other.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from uno_launcher.launcher.effects import PressFinished
from uno_launcher.rules.moves import Move
from uno_launcher.rules.setup import Setup
from uno_launcher.store import Store

PATIENCE_S = 0.005
"""What the loop itself waits, while the motor is off: most disks are done by then."""
LONGEST_S = 2.0
"""With a disk that takes longer things are shown as they are."""
AGAIN_S = 0.01
"""How soon the disk is asked again."""


class Kept(NamedTuple):
    """Something that is done once the disk has what came before it."""

    settled: Callable[[], bool]
    until: float
    """Then it's done all the same."""
    do: Callable[[float], object]
    """Takes the time at which it's done."""


class OnRecord:
    """Times are seconds of the control loop's clock."""

    def __init__(self, store: Store, patience_s: float = PATIENCE_S) -> None:
        self._store = store
        self._patience_s = patience_s
        self._settled: Callable[[], bool] = lambda: True
        self._until = 0.0
        self._kept: deque[Kept] = deque()
        self._again: float | None = None

    def moves(self, moves: Iterable[Move], now: float) -> None:
        """Moves that the table has taken. No press is under way."""
        self._store.moved(*map(to_json, moves))
        self._wait(now)

    def press(self, finished: PressFinished, move: Move | None, now: float) -> None:
        """A press is over, and this is what it was to the table. The motor is off."""
        self._store.finished(finished, None if move is None else to_json(move))
        self._wait(now)

    def evening(self, setup: Setup, now: float) -> None:
        """An evening begins. No press is under way."""
        self._store.begin(to_json(setup))
        self._wait(now)

    def _wait(self, now: float) -> None:
        """Whatever is to be done from now on waits until the store has put away all that it was given."""
        self._settled, self._until = self._store.settled(), now + LONGEST_S
        self._store.flush(self._patience_s)

    def then(self, do: Callable[[float], object], now: float) -> None:
        """Do it once its turn has come: now, if the disk has everything."""
        self._kept.append(Kept(self._settled, self._until, do))
        self.tick(now)

    def tick(self, now: float) -> None:
        """Do, in their order, all whose turn has come."""
        while self._kept and (self._kept[0].settled() or now >= self._kept[0].until):
            self._kept.popleft().do(now)
        self._again = min(now + AGAIN_S, self._kept[0].until) if self._kept else None

    def deadline(self) -> float | None:
        """When `tick` has something to do, or None."""
        return self._again

    @property
    def waiting(self) -> bool:
        """Something has not been done yet."""
        return bool(self._kept)


def to_json(what: Move | Setup) -> str:
    """As the journal keeps it."""
    return msgspec.json.encode(what).decode()
