"""The stack of waiting cards: when the roller will grip the next one, and what will become of it."""

import math
import random
from dataclasses import dataclass

from uno_launcher.backends.simulated.physics import Physics

STUCK = math.inf
NOWHERE = math.inf

FREE_END_MM = 7.0
"""A card isn't held any more when the roller only has this much of it."""


@dataclass(slots=True)
class Card:
    """One card on its way."""

    nose: float
    """mm in front of the roller's line."""
    ratio: float
    """Its speed over the roller's."""
    pull_mm: float
    """Out further than this, a reverse doesn't bring it back."""
    hold_at: float = NOWHERE
    hold_mm: float = 0.0
    """At `hold_at` it stays until the roller has turned this far."""
    held: bool = False
    flying: float | None = None
    """Speed without the roller (0: it lies there); None while it's on the roller."""

    def fly(self, ms: float, slowing: float) -> None:
        """Without the roller it slows down (mm/ms²) until it lies still."""
        assert self.flying is not None
        left_ms = self.flying / slowing
        flown_ms = min(ms, left_ms)
        self.nose += (self.flying - slowing * flown_ms / 2) * flown_ms
        self.flying = self.flying - slowing * ms if ms < left_ms else 0.0

    def flight_ms(self, way_mm: float, slowing: float) -> float:
        """How long it flies until it has made `way_mm` or lies still."""
        assert self.flying is not None
        square = self.flying * self.flying - 2 * slowing * way_mm
        return (self.flying - math.sqrt(max(square, 0.0))) / slowing

    def free(self) -> None:
        """Nothing holds it any more."""
        self.held, self.hold_at = False, NOWHERE


class Hopper:
    """Draws what happens to the next card. `cards` of them are waiting."""

    def __init__(self, rng: random.Random, physics: Physics, cards: int) -> None:
        self.cards = cards
        self.slip_pct = physics.slip_pct
        self.double_next = 0.0
        """Overlap of the next card with the one after it, above 0 and up to 1; 0 leaves it to chance."""
        self.jam_next = False
        """The next card gets stuck, whatever chance says."""
        self._rng = rng
        self._physics = physics
        self.draw()

    def draw(self, *, slips: bool = True) -> None:
        """Draw how the next card will be gripped."""
        physics, rng = self._physics, self._rng
        self.trigger_mm = physics.card_mm
        """How far the card in front must be out before the roller gets at this one."""
        self.grip_mm = rng.uniform(physics.gap_min_mm, physics.gap_max_mm)
        """How far the roller must turn under it then."""
        self.slipping = False
        self.slip_noted = False
        if slips and rng.random() * 100 < self.slip_pct * (1 - physics.hitch_pct / 100):
            self.slip()

    def slip(self) -> None:
        """The roller won't grip the next card for a while."""
        self.trigger_mm = self._physics.card_mm
        self.grip_mm += self._rng.uniform(self._physics.slip_min_mm, self._physics.slip_max_mm)
        self.slipping, self.slip_noted = True, False

    def take(self) -> Card:
        """The next card starts on its way; draw the one after it."""
        physics, rng = self._physics, self._rng
        spread = physics.spread_pct / 100
        ratio = 1 + max(-2.5 * spread, min(2.5 * spread, rng.gauss(0, spread)))
        card = Card(0.0, ratio, rng.uniform(physics.pull_min_mm, physics.pull_max_mm))
        chance = rng.random() * 100
        if self.jam_next or chance < physics.jam_pct:
            self.jam_next = False
            self.jam(card)
        elif chance < physics.jam_pct + self.slip_pct * physics.hitch_pct / 100:
            self._hold(card, 2.0, rng.uniform(20.0, physics.hitch_max_mm))
        self.cards -= 1
        overlap = self.double_next
        if not overlap and rng.random() * 100 < physics.double_pct:
            overlap = rng.uniform(0.05, 1.0)
        self.draw(slips=not overlap)
        if overlap:
            self.trigger_mm, self.grip_mm = (1 - overlap) * physics.card_mm, 0.0
            self.double_next = 0.0
        return card

    def jam(self, card: Card) -> bool:
        """Get `card` stuck in the beam, unless the roller has hardly any of it left or it's held already."""
        if card.flying is not None or card.held or card.nose >= self._physics.card_mm - FREE_END_MM:
            return False
        self._hold(card, self._physics.beam_mm + 3.0, STUCK)
        return True

    def _hold(self, card: Card, first_mm: float, way_mm: float) -> None:
        last_mm = self._physics.card_mm - FREE_END_MM
        card.hold_at = self._rng.uniform(max(card.nose, first_mm), last_mm)
        card.hold_mm = way_mm
