"""Luck profiles of one's own, as they stand in the config:

    [profiles.lively]
    chance = [0.3, 0.5, 0.7]                    # after 0, 1, 2 and more dry presses; or one number for all
    sizes = { 1 = 0.5, 2 = 0.3, 5 = 0.2 }       # cards = share of the launches; the shares add up to 1
    at_most_dry = 4                             # after four dry presses the fifth brings cards for sure

Every key may be left out: the chance is then that of the old toy, the sizes those of `fair`, and dry streaks have
no limit.
"""

from math import isclose, isfinite

import msgspec

from uno_launcher.luck.drawn import mean_gap
from uno_launcher.luck.sizes import BOTH, MOST_CARDS

LONGEST_STREAK = 50
RAREST = 100
"""Presses per launch on average that are still accepted: nobody waits longer than that."""


class CustomProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[profiles.NAME]` section, as read. It may be wrong: see `mistakes`."""

    chance: float | list[float] = 0.35
    sizes: dict[str, float] | None = None
    at_most_dry: int | None = None

    def chances(self) -> tuple[float, ...]:
        """The chance of cards after 0, 1, 2 … dry presses; the last one holds for all longer streaks."""
        table = tuple(self.chance) if isinstance(self.chance, list) else (self.chance,)
        if self.at_most_dry is None:
            return table
        longer = (table[-1],) * (self.at_most_dry - len(table))
        return (*table, *longer)[: self.at_most_dry] + (1.0,)

    def weights(self) -> dict[int, float]:
        """Cards to the share of launches that bring so many."""
        return (
            dict(BOTH) if self.sizes is None else {int(cards): share for cards, share in self.sizes.items()}
        )

    def sentence(self) -> str:
        """The odds in words, for a person."""
        share = 100 / mean_gap(self.chances())
        possible = [cards for cards, weight in self.weights().items() if weight > 0]
        fewest, most = min(possible), max(possible)
        how_many = f"{fewest} to {most}" if fewest < most else f"{most}"
        streaks = (
            "" if self.at_most_dry is None else f", with at most {self.at_most_dry} dry presses in a row"
        )
        return f"Over time about {share:.0f} presses in 100 bring cards, {how_many} at a time{streaks}."

    def mistakes(self, name: str) -> list[str]:
        """A sentence for everything that is wrong in the section of profile `name`; empty if nothing is."""
        found = [*self._wrong_streak(), *self._wrong_chance(), *self._wrong_sizes()]
        if not found and mean_gap(self.chances()) > RAREST:
            found.append(
                f"chance: this profile brings cards {self._how_rarely()}, the limit is once in {RAREST} presses: "
                "raise a chance or set at_most_dry"
            )
        return [f"[profiles.{name}] {mistake}." for mistake in found]

    def _how_rarely(self) -> str:
        gap = mean_gap(self.chances())
        return f"once in {gap:.0f} presses" if isfinite(gap) else "never, or not for sure"

    def _wrong_streak(self) -> list[str]:
        if self.at_most_dry is None or 0 <= self.at_most_dry <= LONGEST_STREAK:
            return []
        return [
            f"at_most_dry: {self.at_most_dry} is outside 0 to {LONGEST_STREAK}: leave it out for no limit"
        ]

    def _wrong_chance(self) -> list[str]:
        if not isinstance(self.chance, list):
            return [] if 0 <= self.chance <= 1 else [f"chance: {_outside(self.chance)}"]
        found = [
            f"chance after {dry} dry: {_outside(chance)}"
            for dry, chance in enumerate(self.chance)
            if not 0 <= chance <= 1
        ]
        longest = LONGEST_STREAK if self.at_most_dry is None else self.at_most_dry
        if not self.chance:
            found.append("chance: the list is empty: write one number, or one for each count of dry presses")
        elif len(self.chance) > max(1, longest):
            why = "the limit" if self.at_most_dry is None else "all that at_most_dry lets count"
            found.append(
                f"chance: {len(self.chance)} numbers, but {max(1, longest)} is {why}: shorten the list"
            )
        return found

    def _wrong_sizes(self) -> list[str]:
        if self.sizes is None:
            return []
        found = [
            f"sizes: {cards!r} is no number of cards from 1 to {MOST_CARDS}: a dry press is not a size"
            for cards in self.sizes
            if not (cards.isascii() and cards.isdigit() and str(int(cards)) == cards)
            or not 1 <= int(cards) <= MOST_CARDS
        ]
        shares = list(self.sizes.values())
        wrong = [
            f"sizes: {cards} has {_outside(share)}"
            for cards, share in self.sizes.items()
            if not 0 <= share <= 1
        ]
        if not wrong and not isclose(sum(shares), 1, abs_tol=1e-6):
            found.append(f"sizes: the shares add up to {sum(shares):g}, but must add up to 1 (0.25 is 25 %)")
        return found + wrong


def _outside(value: float) -> str:
    return f"{value:g}, which is outside 0 to 1 (0.35 is 35 %)"
