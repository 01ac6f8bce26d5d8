"""`python -m uno_launcher.lab.making`: plays the games that `outlook.json` is made of."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from uno_launcher import luck
from uno_launcher.lab.evenings import Cores, Plan
from uno_launcher.lab.game import EndlessError
from uno_launcher.lab.outlook import FEWEST, FILE, Known, Length
from uno_launcher.lab.shape import shaped
from uno_launcher.lab.summary import summary
from uno_launcher.lab.surface import OFTEN, SIZES
from uno_launcher.rules.boxes import BOXES, Box

PLAYERS = range(FEWEST, 11)
EXACT, MAPPED = 1000, 60
"""Games of a profile that comes with the launcher, and of a place on the map."""


def made(cores: Cores, exact: int = EXACT, mapped: int = MAPPED) -> Iterator[tuple[str, Known]]:
    """Box by box, from so many games each. The same every time."""
    for name, box in BOXES.items():
        profiles = {
            profile: [_length(Plan(box, players, profile), exact, cores) for players in PLAYERS]
            for profile in luck.names()
        }
        yield name, Known(profiles, [_map(box, players, mapped, cores) for players in PLAYERS])


def _length(plan: Plan, games: int, cores: Cores) -> Length:
    minutes = summary(plan, cores.evenings(plan, games)).minutes
    return round(minutes.mean), round(minutes.low), round(minutes.high)


def _map(box: Box, players: int, games: int, cores: Cores) -> list[list[float | None]]:
    return [[_minutes(box, players, often, size, games, cores) for size in SIZES] for often in OFTEN]


def _minutes(box: Box, players: int, often: float, size: float, games: int, cores: Cores) -> float | None:
    plan = Plan(box, players, "mapped", own={"mapped": shaped(often, size)})
    try:
        return round(summary(plan, cores.evenings(plan, games)).minutes.mean, 1)
    except EndlessError:
        return None


if __name__ == "__main__":
    with Cores(len(os.sched_getaffinity(0))) as cores:
        text = msgspec.json.format(msgspec.json.encode(dict(made(cores))), indent=0)
    Path(__file__).with_name(FILE).write_bytes(text + b"\n")
