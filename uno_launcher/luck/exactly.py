"""Luck that leaves nothing to chance, for trying a launcher out."""

import random
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exactly:
    """A `luck.Luck` that leaves nothing to chance."""

    cards: int
    name: str = "fire"
    tension: int = 0

    def describe(self) -> str:
        """One sentence for a person."""
        return f"Every press brings exactly {self.cards}."

    def press(self, rng: random.Random, at_most: int | None = None) -> int:  # noqa: ARG002
        """Always the same."""
        return self.cards if at_most is None else min(self.cards, at_most)

    def lid_opened(self) -> None:
        """Nothing."""
