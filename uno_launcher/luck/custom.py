"""Luck profiles of one's own, as they stand in the config:

    [profiles.lively]
    chance = [0.3, 0.5, 0.7]                # after 0, 1, 2 and more dry presses; or one number for all
    sizes = { 1 = 0.5, 2 = 0.3, 5 = 0.2 }   # cards = share of the launches; the shares add up to 1
    at_most_dry = 4                         # after four dry presses the fifth brings cards for sure

Every key may be left out: the chance is then the old toy's, the sizes are those of `fair`, and dry streaks
have no limit.
"""

from collections.abc import Iterator
from math import isclose, isfinite
from typing import NamedTuple

import msgspec

from uno_launcher.luck.drawn import mean_gap
from uno_launcher.luck.sizes import BOTH, MOST_CARDS

LONGEST_STREAK = 50
RAREST = 100
"""Presses per launch on average that are still accepted: nobody should wait longer than that."""


class Mistake(NamedTuple):
    """What is wrong: the keys that lead to it in the config, and a sentence."""

    path: tuple[str, ...]
    sentence: str


class CustomProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[profiles.NAME]` section, as read. Ask `mistakes` first: the rest relies on there being none."""

    chance: float | list[float] = 0.35
    sizes: dict[str, float] | None = None
    at_most_dry: int | None = None

    def chances(self) -> tuple[float, ...]:
        """The chance of cards after 0, 1, 2 … dry presses; the last one holds for all longer streaks."""
        table = tuple(self.chance) if isinstance(self.chance, list) else (self.chance,)
        if self.at_most_dry is None:
            return table
        return (*table, *[table[-1]] * (self.at_most_dry - len(table)), 1.0)

    def weights(self) -> dict[int, float]:
        """Cards to the share of launches that bring so many."""
        if self.sizes is None:
            return dict(BOTH)
        return {int(cards): share for cards, share in self.sizes.items()}

    def sentence(self) -> str:
        """The odds in words, for a person."""
        often = 100 / mean_gap(self.chances())
        possible = [cards for cards, weight in self.weights().items() if weight > 0]
        fewest, most = min(possible), max(possible)
        how_many = f"{fewest} to {most}" if fewest < most else f"{most}"
        limit = "" if self.at_most_dry is None else f", never with more than {self.at_most_dry} dry in a row"
        return f"Over time about {often:.0f} presses in 100 bring cards, {how_many} at a time{limit}."

    def mistakes(self, name: str) -> list[Mistake]:
        """Everything that is wrong in the section of profile `name`; empty if nothing is."""
        found = [*self._streak(), *self._chance(), *self._sizes()] or [*self._rarity()]
        return [
            Mistake(("profiles", name, key), f"[profiles.{name}] {key} {sentence}") for key, sentence in found
        ]

    def _streak(self) -> Iterator[tuple[str, str]]:
        if self.at_most_dry is not None and not 1 <= self.at_most_dry <= LONGEST_STREAK:
            yield (
                "at_most_dry",
                f"must be from 1 to {LONGEST_STREAK}, but is {self.at_most_dry}; leave it out for no limit",
            )

    def _chance(self) -> Iterator[tuple[str, str]]:
        several = isinstance(self.chance, list)
        chances = self.chance if isinstance(self.chance, list) else [self.chance]
        for dry, chance in enumerate(chances):
            if not 0 <= chance <= 1:
                which = f"after {dry} dry presses " if several else ""
                yield "chance", f"{which}{_outside(chance)}"
        if not chances:
            yield "chance", "is an empty list; write one number, or one for each count of dry presses"
        if len(chances) > LONGEST_STREAK:
            yield "chance", f"has {len(chances)} numbers, but {LONGEST_STREAK} is the most; shorten the list"
        elif self.at_most_dry is not None and len(chances) > self.at_most_dry >= 1:
            yield (
                "chance",
                f"has {len(chances)} numbers, but with at_most_dry = {self.at_most_dry} only the first"
                f" {self.at_most_dry} count; shorten the list",
            )

    def _sizes(self) -> Iterator[tuple[str, str]]:
        if self.sizes is None:
            return
        for cards in self.sizes:
            if cards not in _POSSIBLE:
                yield "sizes", f'are for 1 to {MOST_CARDS} cards, but "{cards}" was given'
        wrong = {cards: share for cards, share in self.sizes.items() if not 0 <= share <= 1}
        for cards, share in wrong.items():
            yield "sizes", f'for "{cards}" {_outside(share)}'
        total = sum(self.sizes.values())
        if not wrong and not isclose(total, 1, abs_tol=1e-6):
            yield "sizes", f"must add up to 1, but add up to {total:g}; 25 % is written 0.25"

    def _rarity(self) -> Iterator[tuple[str, str]]:
        gap = mean_gap(self.chances())
        if gap > RAREST:
            how = f"once in {gap:.0f} presses" if isfinite(gap) else "possibly never again"
            yield (
                "chance",
                f"must bring cards at least once in {RAREST} presses over time, but brings them {how};"
                " raise it or set at_most_dry",
            )


_POSSIBLE = frozenset(str(cards) for cards in range(1, MOST_CARDS + 1))


def _outside(value: float) -> str:
    return f"must be from 0 to 1, but is {value:g}; 35 % is written 0.35"
