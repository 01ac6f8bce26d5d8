"""A profile for a wished length of game and a wished wildness.

Few games at each place of a grid give a rough map of how long games take. The best place on it is then played
more often, the map is set right by what came out, most of all near it, and so on. All of this is with one
seed, so that places differ by their luck and not by chance; what was found is played once more with another.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf, isinf, log
from operator import mul

from msgspec.structs import replace

from uno_launcher.lab.evenings import Cores, Plan
from uno_launcher.lab.game import EndlessError
from uno_launcher.lab.shape import peaked, rising, shaped
from uno_launcher.lab.shares import spread
from uno_launcher.lab.summary import TENS_A_MINUTE, Summary, summary
from uno_launcher.lab.surface import OFTEN, SIZES, Surface
from uno_launcher.lab.wildness import wildness
from uno_launcher.luck import CustomProfile
from uno_launcher.luck.drawn import mean_gap

MAPPED, TRIED, TRIES, SURE = 20, 300, 6, 1000
"""Games at each place of the grid, at each try and how many of these, and of what was found."""
GAMES = len(OFTEN) * len(SIZES) * MAPPED + TRIES * TRIED + SURE
"""Games that are played in all."""
MESH = 40
"""Steps from the least to the most often, and from the smallest to the largest size."""
LENGTH_OFF, WILD_OFF, ABOUT_OFF = 0.04, 0.3, 1.5
"""What counts as equally bad: the length's logarithm, a wildness that was wished, one that wasn't."""
LIKE_FAIR = 3.0
"""The wildness to stay near where none was wished."""
NEAR = 0.02
"""How far from a place that was tried what was found there holds (`_Place.far`)."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What was found. `summary` is of games that weren't played to find it."""

    profile: CustomProfile
    wild: float
    summary: Summary


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    often: float
    size: float
    profile: CustomProfile
    wild: float

    def far(self, other: "_Place") -> float:
        """The square of the distance on the map, by ratio."""
        return log(self.often / other.often) ** 2 + log(self.size / other.size) ** 2


def tune(
    plan: Plan, name: str, minutes: float, wild: float | None, cores: Cores, played: Callable[[int], None]
) -> Tuned:
    """The profile `name` whose games by `plan` come nearest to what is wished. `played` as in `Cores`.

    Raises EndlessError where even the best has no end.
    """

    def length(own: CustomProfile, games: int) -> float:
        each = _with(plan, name, own)
        try:
            notes = cores.evenings(each, games, played)
        except EndlessError:
            played(games)
            return inf
        return max(0.1, spread(notes.seconds_in, 1 / TENS_A_MINUTE).mean)

    surface = Surface([[length(shaped(often, size), MAPPED) for size in SIZES] for often in OFTEN])
    places = _mesh()
    wished, off = (LIKE_FAIR, ABOUT_OFF) if wild is None else (wild, WILD_OFF)
    tried: dict[_Place, float] = {}
    longer: dict[_Place, float] = {}
    """The logarithm of how much longer games took there than the map says."""

    def badness(place: _Place) -> float:
        mapped = tried.get(place, surface.minutes(place.often, place.size, wary=True))
        if place not in tried and longer:
            nearness = [1 / (NEAR + place.far(other)) for other in longer]
            mapped *= exp(sum(map(mul, nearness, longer.values())) / sum(nearness))
        if isinf(mapped):
            return inf
        return (log(mapped / minutes) / LENGTH_OFF) ** 2 + ((place.wild - wished) / off) ** 2

    for _ in range(TRIES):
        best = min(places, key=badness)
        if best in tried:
            played(TRIED)
            continue
        tried[best] = length(best.profile, TRIED)
        if not isinf(tried[best]):
            longer[best] = log(tried[best] / surface.minutes(best.often, best.size))
    own = min(tried, key=badness)
    sure = replace(_with(plan, name, own.profile), seed=plan.seed + 1)
    return Tuned(own.profile, own.wild, summary(sure, cores.evenings(sure, SURE, played)))


def wild_of(own: CustomProfile) -> float:
    """Its wildness."""
    weights = own.weights()
    total = sum(weights.values())
    return wildness(
        1 - 1 / mean_gap(own.chances()), {cards: weight / total for cards, weight in weights.items()}
    )


def _with(plan: Plan, name: str, own: CustomProfile) -> Plan:
    return replace(plan, profile=name, own={**plan.own, name: own})


def _mesh() -> list[_Place]:
    every_size = [(size, peaked(size)) for size in _steps(SIZES)]
    places = []
    for often in _steps(OFTEN):
        chances = rising(often)
        for size, sizes in every_size:
            own = CustomProfile(chance=chances, sizes=sizes)
            places.append(_Place(often, size, own, wild_of(own)))
    return places


def _steps(known: tuple[float, ...]) -> list[float]:
    return [known[0] * exp(log(known[-1] / known[0]) * step / MESH) for step in range(MESH + 1)]
