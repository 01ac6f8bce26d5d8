"""What beam and motor did in a burst, kept until somebody asks: a calibration learns from every edge.

All of its memory is there from the start, and times stay small whole numbers, so that keeping one makes
nothing.
"""

from uno_launcher.feed.line import number
from uno_launcher.feed.words import TAPE, WRAP

ROOM = 512
"""Changes that are kept of one burst. Twelve clean cards leave forty."""
FOR_THE_MOTOR = 64
"""Of these the motor's alone: a beam that chatters on and on mustn't drown what the motor did."""
AT_ONCE = 6
"""So many go into one line."""

_BLOCKED, _CLEAR = 201, 202
_OFF = 100
"""The motor off; its duty forwards is added, and backwards taken away."""


class Tape:
    """Times are microseconds from the start of the burst."""

    def __init__(self) -> None:
        self._times = [0] * ROOM
        self._whats = bytearray(ROOM)
        self._many = 0

    def wind_back(self) -> None:
        """Another burst begins."""
        self._many = 0

    def edge(self, t_us: int, blocked: bool) -> None:
        """The beam's level changed. Nothing is kept of what doesn't fit."""
        self._keep(t_us, _BLOCKED if blocked else _CLEAR, ROOM - FOR_THE_MOTOR)

    def motor(self, t_us: int, direction: int, duty_pct: int) -> None:
        """The motor turns forwards (1), backwards (-1) or not (0) from then on. One that is stopped before it
        was to begin has stopped at the beginning."""
        self._keep(max(0, t_us), _OFF + direction * duty_pct, ROOM)

    def words(self, session: str, seq: int, fire: int, first: int) -> "tuple[object, ...]":
        """To be framed: some of it, from the `first` on. Fewer than `AT_ONCE` are the last."""
        rows = range(first, min(first + AT_ONCE, self._many))
        said = ",".join([str(self._times[row]) + ":" + _word(self._whats[row]) for row in rows])
        return TAPE, session, seq, fire, first, said or "-"

    def _keep(self, t_us: int, what: int, room: int) -> None:
        if self._many < room:
            self._times[self._many] = t_us
            self._whats[self._many] = what
            self._many += 1


def _word(what: int) -> str:
    if what in (_BLOCKED, _CLEAR):
        return "1" if what == _BLOCKED else "0"
    if what == _OFF:
        return "-"
    return ("f" if what > _OFF else "b") + str(abs(what - _OFF))


def read_tape(words: "list[str]") -> "tuple[int, int, list[tuple[int, bool | None, int]]]":
    """Number of the fire, the first change they're of, and the changes: (t_us, the beam's level or None, the
    motor's duty, below 0 backwards). Raises ValueError."""
    if len(words) != 6 or words[0] != TAPE:
        raise ValueError("no tape")
    rows = [] if words[5] == "-" else [_row(row) for row in words[5].split(",")]
    return number(words[3], 1, WRAP), number(words[4], 0, 9999), rows


def _row(row: str) -> "tuple[int, bool | None, int]":
    time, what = row.split(":")
    t_us = number(time, 0, WRAP)
    if what in ("0", "1"):
        return t_us, what == "1", 0
    if what == "-":
        return t_us, None, 0
    if what[:1] not in ("f", "b"):
        raise ValueError(what + " is no change")
    duty_pct = number(what[1:], 1, 100)
    return t_us, None, duty_pct if what[0] == "f" else -duty_pct
