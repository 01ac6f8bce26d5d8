"""What has to be on record before anybody sees it, and the answers that wait for that.

A disk may be slow: the control loop doesn't stand still for it. It goes on, so that a press still starts the
motor, and shows and answers what has come meanwhile once the disk has it.
"""

from collections.abc import Callable, Iterable

import msgspec

from uno_launcher.rules.moves import Move
from uno_launcher.store import Store

PATIENCE_S = 0.005
"""What the loop itself waits, while the motor is off: most disks are done by then."""
LONGEST_S = 2.0
"""With a disk that takes longer things are shown as they are."""
AGAIN_S = 0.01
"""How soon the disk is asked again."""


class OnRecord:
    """Times are seconds of the control loop's clock."""

    def __init__(self, store: Store, patience_s: float = PATIENCE_S) -> None:
        self._store = store
        self._patience_s = patience_s
        self._settled: Callable[[], bool] = lambda: True
        self._until: float | None = None
        """Until when things are held back at the latest; None: nothing is."""
        self._again: float | None = None
        self.answers: list[Callable[[], None]] = []
        """Wait until what they tell of has been shown."""

    def moves(self, moves: Iterable[Move], now: float) -> None:
        """Moves that the table has taken. No press is under way."""
        for move in moves:
            self._store.moved(to_json(move))
        self.wait(now)

    def wait(self, now: float) -> None:
        """All that the store was given has to be on record before anything is shown. The motor is off."""
        self._settled = self._store.settled()
        self._store.flush(self._patience_s)
        if self._until is None:
            self._until = now + LONGEST_S

    def held(self, now: float) -> bool:
        """Whether what has happened may not be shown yet."""
        if self._until is None or self._settled() or now >= self._until:
            self._until = self._again = None
        else:
            self._again = min(now + AGAIN_S, self._until)
        return self._until is not None

    def deadline(self) -> float | None:
        """When `held` is to be asked again, or None."""
        return self._again


def to_json(move: Move) -> str:
    """As the journal keeps it."""
    return msgspec.json.encode(move).decode()
