"""Where a log stands when it is opened."""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime

from uno_launcher.store.journal import Evening, evening
from uno_launcher.store.launches import Launch, launches, unfinished
from uno_launcher.store.schema import DamagedError

CLOCK_SET_AFTER = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
"""A clock before this hasn't been set since the power came (field note D5)."""

_MOST = 1 << 31
"""No press and no evening has a higher number."""


@dataclass(frozen=True, slots=True)
class Known:
    """What an empty log says, but for what it was told."""

    next_number: int = 1
    newest: float = CLOCK_SET_AFTER
    """The latest time of day that any press was made at, in seconds since 1970."""
    unfinished: tuple[Launch, ...] = ()
    hopper: int | None = None
    evening: Evening | None = None
    evenings: int = 0
    """The highest number of an evening."""


def known(connection: sqlite3.Connection) -> Known:
    """What a launcher needs to go on. Raises sqlite3.Error, a DamagedError where it makes no sense."""
    (newest,) = connection.execute("SELECT max(number) FROM launches").fetchone()
    (evenings,) = connection.execute("SELECT max(id) FROM evenings").fetchone()
    (at,) = connection.execute("SELECT max(accepted_at) FROM launches WHERE NOT clock_unset").fetchone()
    last = launches(connection, last=1)
    if max(newest or 0, evenings or 0) >= _MOST:
        raise DamagedError("a number is too large")
    return Known(
        max(newest or 0, 0) + 1,
        CLOCK_SET_AFTER if at is None else max(CLOCK_SET_AFTER, _seconds(at)),
        unfinished(connection),
        last[0].hopper if last else None,
        evening(connection),
        max(evenings or 0, 0),
    )


def _seconds(at: object) -> float:
    try:
        return datetime.fromisoformat(str(at)).timestamp()
    except (ValueError, OverflowError) as error:
        raise DamagedError(str(error)) from None
