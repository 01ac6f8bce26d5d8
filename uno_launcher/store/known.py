"""Where a log stands when it is opened."""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime

from uno_launcher.store.journal import Evening, evening
from uno_launcher.store.launches import Launch, unfinished
from uno_launcher.store.schema import DamagedError

CLOCK_SET_AFTER = datetime(2025, 1, 1, tzinfo=UTC).timestamp()
"""A clock before this hasn't been set since the power came (field note D5)."""

GLITCH_S = 86_400.0
"""A press from so much later than now was made while the clock was wrong."""

_MOST = 1 << 31
"""No press and no evening has a higher number."""


@dataclass(frozen=True, slots=True)
class Known:
    """What an empty log says, but for what it was told."""

    next_number: int = 1
    newest: float = CLOCK_SET_AFTER
    """The latest time of day that any press was made at, as far as it can be believed, in seconds since
    1970."""
    unfinished: tuple[Launch, ...] = ()
    hopper: int | None = None
    evening: Evening | None = None
    evenings: int = 0
    """The highest number of an evening."""


def known(connection: sqlite3.Connection, wall: float) -> Known:
    """What a launcher needs to go on, `wall` being the time of day in seconds since 1970.

    Raises sqlite3.Error, a DamagedError where it makes no sense.
    """
    (newest,) = connection.execute("SELECT max(number) FROM launches").fetchone()
    (evenings,) = connection.execute("SELECT max(id) FROM evenings").fetchone()
    (at,) = connection.execute(
        "SELECT max((julianday(accepted_at) - 2440587.5) * 86400) FROM launches"
        " WHERE NOT clock_unset AND julianday(accepted_at) < julianday(?, 'unixepoch')",
        (wall + GLITCH_S,),
    ).fetchone()
    last = connection.execute("SELECT hopper FROM launches ORDER BY number DESC LIMIT 1").fetchone()
    hopper = last[0] if last else None
    if max(newest or 0, evenings or 0) >= _MOST:
        raise DamagedError("a number is too large")
    return Known(
        max(newest or 0, 0) + 1,
        max(CLOCK_SET_AFTER, at or 0.0),
        unfinished(connection),
        hopper if isinstance(hopper, int) else None,
        evening(connection),
        max(evenings or 0, 0),
    )
