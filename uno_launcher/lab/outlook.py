"""What to expect of a profile before a game: about how long it takes, and how wild it is.

Both are known in a moment. For the profiles that come with the launcher, `outlook.json` holds what many games
came to; for one's own there is a map of how long games take by how often cards come and how many at a time.
`python -m uno_launcher.lab.making` makes the file.
"""

from functools import cache
from importlib.resources import files

import msgspec

from uno_launcher.lab.surface import Surface
from uno_launcher.lab.wildness import level, wildness
from uno_launcher.luck.odds import Odds

FILE = "outlook.json"
LONGEST = 300
"""Minutes; whatever takes longer, or has no end, is said to take so long."""
FEWEST = 2
"""Players. Lists by players begin with them."""

Length = tuple[int, int, int]
"""Minutes: on average, and from where to where 8 games in 10 last."""


class Outlook(msgspec.Struct, frozen=True):
    """Minutes in fives. `low` to `high` holds 8 games in 10; `wild` is 0 to 5."""

    minutes: int
    low: int
    high: int
    wild: int


class Known(msgspec.Struct, frozen=True):
    """What the file holds of a box."""

    profiles: dict[str, list[Length]]
    """By name, then by players."""
    map: list[list[list[float | None]]]
    """Minutes by players, then as in `Surface`; null where games have no end."""


def outlook(odds: Odds, players: int, *, box: str, stacking: bool) -> Outlook:
    """Of a profile with these odds, to 500 points.

    For a box of one's own, `stacking` says which of the others it is most like. Costs microseconds, the first
    time some milliseconds.
    """
    wild = level(wildness(odds.dry, odds.sizes))
    known = _known()
    of_box = known.get(box) or known["mega-hit-2020" if stacking else "attack-2010"]
    place = players - FEWEST
    if odds.profile in of_box.profiles:
        minutes, low, high = of_box.profiles[odds.profile][place]
        return Outlook(_fives(minutes), _fives(low), _fives(high), wild)
    rows = of_box.map[place]
    surface = Surface([[float("inf") if each is None else each for each in row] for row in rows])
    mean = sum(cards * share for cards, share in odds.sizes.items())
    about = min(LONGEST, surface.minutes(1 - odds.dry, mean)) if odds.launches else LONGEST
    usual, low, high = of_box.profiles["fair"][place]
    return Outlook(_fives(about), _fives(about * low / usual), _fives(about * high / usual), wild)


@cache
def _known() -> dict[str, Known]:
    text = files(__package__).joinpath(FILE).read_bytes()
    return msgspec.json.decode(text, type=dict[str, Known])


def _fives(minutes: float) -> int:
    return min(LONGEST, max(5, 5 * round(minutes / 5)))
