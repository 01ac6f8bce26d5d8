"""What a new evening can be set up with: boxes, names of players, scorings, luck profiles with their odds."""

import random
from collections.abc import Iterable, Mapping
from functools import cache
from typing import get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.lab.outlook import outlook
from uno_launcher.luck import CustomProfile, names, profile
from uno_launcher.luck.odds import Odds, odds
from uno_launcher.rules.boxes import BOXES, CUSTOM, Box
from uno_launcher.rules.house import House
from uno_launcher.rules.setup import Scoring
from uno_launcher.web.answers import Problem, said
from uno_launcher.web.hub import Hub
from uno_launcher.web.operations import Operation
from uno_launcher.web.past import Past
from uno_launcher.web.shelf import Shelf
from uno_launcher.web.state import SetupView

PLAYERS = range(2, 11)
PRESSES = 5_000
"""Tried with each profile: its shares are then right to a hundredth."""


class BoxView(msgspec.Struct, frozen=True):
    """A box that can be played with. `custom`: something is to be written on some of its cards."""

    name: str
    cards: int
    house: House
    """What holds where nothing else is said."""
    custom: bool


class ProfileOdds(msgspec.Struct, frozen=True):
    """A luck profile. `dry`: share of presses that bring nothing; `mean`: cards a press, those included."""

    name: str
    says: str
    dry: float
    mean: float
    sizes: dict[int, float]
    """Cards of a launch to their share."""
    longest_dry: int
    """Presses in a row without a card, in some thousand presses."""
    wild: int
    """0 (tame) to 5."""
    minutes: dict[str, list[int]]
    """How long a game to 500 lasts, on average: by box, then for 2 to 10 players."""


class Choices(msgspec.Struct, frozen=True):
    """All there is to choose from."""

    boxes: list[BoxView]
    players: list[str]
    """Who has played before, the most recent first."""
    profiles: list[ProfileOdds]
    scorings: tuple[str, ...]
    last: SetupView | None
    """The set-up of the last evening with names."""


class Choosing:
    """`profiles` are the config's own."""

    def __init__(self, hub: Hub, past: Past, shelf: Shelf, profiles: Mapping[str, CustomProfile]) -> None:
        self._hub = hub
        self._past = past
        self._shelf = shelf
        self._profiles = profiles
        self._odds = cache(self._work_out)

    async def choices(self, _request: Request) -> Response:
        playing = self._hub.snapshot.setup.box
        return said(await self._shelf.fetch(lambda: self._choices(playing)))

    def _choices(self, playing: Box) -> Choices:
        boxes = {**BOXES, playing.name: BOXES.get(playing.name, playing)}
        players, last = self._past.remembered()
        return Choices(
            [
                BoxView(box.name, box.cards, box.house, any(kind.name == CUSTOM for kind in box.kinds))
                for box in boxes.values()
            ],
            players,
            [_expected(brought, boxes.values()) for brought in self._odds()],
            get_args(Scoring),
            last,
        )

    def _work_out(self) -> list[tuple[str, Odds]]:
        """What each profile says of itself, and its odds."""
        lucks = [profile(name, self._profiles) for name in names(self._profiles)]
        return [(luck.describe(), odds(luck, PRESSES, random.Random(luck.name))) for luck in lucks]

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "GET",
                "/api/setup",
                "What an evening can be set up with.",
                self.choices,
                gives={200: Choices, 503: Problem},
            )
        ]


def _expected(brought: tuple[str, Odds], boxes: Iterable[Box]) -> ProfileOdds:
    says, odds = brought
    looks = {
        box.name: [outlook(odds, players, box=box.name, stacking=box.house.stacking) for players in PLAYERS]
        for box in boxes
    }
    return ProfileOdds(
        odds.profile,
        says,
        round(odds.dry, 4),
        round(odds.mean_cards, 3),
        {cards: round(share, 4) for cards, share in odds.sizes.items()},
        odds.longest_dry,
        next(iter(looks.values()))[0].wild,
        {box: [look.minutes for look in by_players] for box, by_players in looks.items()},
    )
