"""Cards on their way from the hopper through the slot: each one a body of its own under one roller.

A card is driven while any part of it lies on the roller and flies on by itself afterwards. The next card is
gripped when the one in front has left the roller and the roller has turned a little further; a double is
gripped while the one in front is still on it. A card may be held on its way (it slips, or it is stuck).
Backwards the roller takes back what it still has a good grip on. The beam is blocked while any card is in it.
"""

import math
import random

from uno_launcher.backends.simulated.hopper import NOWHERE, STUCK, Card, Hopper
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.roller import Roller
from uno_launcher.backends.simulated.truth import Truth

_EPS_MM = 1e-6


class Path:
    """Hopper, roller and slot. Times never run backwards; `next_us` and `step` walk from event to event."""

    def __init__(self, rng: random.Random, physics: Physics, hopper: int) -> None:
        self.truth = Truth(loaded=hopper, in_hopper=hopper)
        self.roller = Roller(physics)
        self.hopper = Hopper(rng, physics, hopper)
        self._rng = rng
        self._physics = physics
        self._t_us = 0
        self._cards: list[Card] = []  # the foremost first
        self._back_mm = 0.0  # turned in this reverse; STUCK when it has had its chance
        self._next: int | None = None
        self._known = False

    @property
    def blocked(self) -> bool:
        """A card is in the beam."""
        edge = self._physics.beam_mm - _EPS_MM
        return any(card.nose >= edge for card in self._cards)

    def next_us(self) -> int | None:
        """When something happens next if nobody interferes."""
        if not self._known:
            self._next = self._find_next()
            self._known = True
        return self._next

    def step(self, t_us: int) -> None:
        """Move everything on to `t_us`, which is not after `next_us()`, and let happen what is due."""
        self._move(t_us)
        self._settle()

    def drive(self, t_us: int, direction: int, duty_pct: float, brake: bool) -> None:
        """What the motor does from `t_us` on."""
        self._move(t_us)
        self.roller.drive(t_us, direction, duty_pct, brake)
        self._settle()

    def sag(self, t_us: int, sag_pct: float) -> None:
        """Fresh or tired cells from `t_us` on."""
        self._move(t_us)
        self.roller.sag(t_us, sag_pct)
        self._settle()

    # What hands do.

    def take(self, t_us: int) -> None:
        """Pull out every card that is in the beam, but for those that fly."""
        self._move(t_us)
        edge = self._physics.beam_mm - _EPS_MM
        for card in [card for card in self._cards if card.nose >= edge and not card.flying]:
            self._remove(card)
        self._settle()

    def clear(self, t_us: int) -> None:
        """Pull out the cards in the beam and push the others back into the hopper."""
        self.take(t_us)
        kept = [card for card in self._cards if card.flying]
        self.hopper.cards += len(self._cards) - len(kept)
        self._cards = kept
        self.hopper.draw()
        self._settle()

    def fill(self, t_us: int, cards: int) -> None:
        """Put cards in or take some out, so that the hopper holds `cards`."""
        self._move(t_us)
        self.truth.loaded += cards - self.hopper.cards
        self.hopper.cards = cards
        self._settle()

    def jam(self, t_us: int) -> None:
        """Get the card stuck that is on the roller now, or else the next one."""
        self._move(t_us)
        self.hopper.jam_next = not any(self.hopper.jam(card) for card in self._cards)
        self._settle()

    def slip(self, t_us: int) -> None:
        """Let the next card not grip for a while."""
        self._move(t_us)
        self.hopper.slip()
        self._settle()

    # The walk from event to event.

    def _move(self, t_us: int) -> None:
        way = self.roller.way(self._t_us, t_us)
        ms = (t_us - self._t_us) / 1000
        if way > 0 and self._waiting:
            self.hopper.grip_mm -= way
        elif way < 0:
            self._back_mm -= way
        pushed, pusher_nose = 0.0, -math.inf
        for card in reversed(self._cards):
            nose = card.nose
            if card.flying:
                card.fly(ms, self._physics.flight_mm_ms2)
            elif card.flying is not None:
                if pusher_nose >= nose - self._physics.card_mm - _EPS_MM:
                    card.nose += pushed
            elif way > 0:
                if card.held:
                    card.hold_mm -= way
                else:
                    card.nose += card.ratio * way
            elif way < 0 and self._comes_back(card):
                card.nose = max(0.0, card.nose + card.ratio * way)
            pushed, pusher_nose = max(0.0, card.nose - nose), nose
        self._t_us = t_us

    def _settle(self) -> None:
        """Let everything happen that is due now."""
        physics, roller, t_us = self._physics, self.roller, self._t_us
        standstill = roller.standstill_us
        if standstill is not None and t_us >= standstill:
            roller.turn_over(t_us)
        if roller.sense >= 0:
            self._back_mm = 0.0
        elif self._trial_due and physics.free_mm - _EPS_MM <= self._back_mm < STUCK:
            self._back_mm = STUCK
            self._try_to_free()
        for card in list(self._cards):
            if card.flying is None:
                self._settle_on_roller(card)
            if card.nose >= physics.card_mm + physics.beam_mm - _EPS_MM:
                self._remove(card)
        if roller.sense > 0 and self._waiting:
            if self.hopper.slipping and not self.hopper.slip_noted:
                self.hopper.slip_noted = True
                self.truth.troubles.append((t_us, "slip"))
            while self._waiting and self.hopper.grip_mm <= _EPS_MM:
                self._grip()
        roller.load(t_us, sum(card.flying is None for card in self._cards))
        self.truth.in_hopper = self.hopper.cards
        self.truth.in_slot = len(self._cards)
        still = roller.sense == 0 and not any(card.flying for card in self._cards)
        edge = physics.beam_mm - _EPS_MM
        self.truth.sticking = sum(card.nose >= edge for card in self._cards) if still else 0
        self._known = False

    def _settle_on_roller(self, card: Card) -> None:
        if card.held and card.hold_mm <= _EPS_MM:
            card.free()
        elif not card.held and card.nose >= card.hold_at - _EPS_MM:
            card.held = True
            self.truth.troubles.append((self._t_us, "jam" if card.hold_mm == STUCK else "slip"))
        if card.nose >= self._physics.card_mm - _EPS_MM:
            card.flying = max(0.0, card.ratio * self.roller.speed(self._t_us))
        elif self.roller.sense < 0 and card.nose <= _EPS_MM and not card.held:
            self._cards.remove(card)
            self.hopper.cards += 1
            self.truth.pulled_back += 1
            self.hopper.draw()

    def _find_next(self) -> int | None:
        physics = self._physics
        times = [self.roller.standstill_us]
        way = self._next_way()
        if way < NOWHERE:
            times.append(self.roller.when(self._t_us, max(way, 0.0)))
        for card in self._cards:
            if card.flying:
                way = physics.beam_mm + physics.card_mm - card.nose
                times.append(self._t_us + math.ceil(card.flight_ms(way, physics.flight_mm_ms2) * 1000))
        due = [time for time in times if time is not None]
        return max(min(due), self._t_us + 1) if due else None

    def _next_way(self) -> float:
        """How far the roller turns until something happens."""
        physics, sense = self._physics, self.roller.sense
        way = NOWHERE
        if sense < 0:
            if self._trial_due and self._back_mm < STUCK:
                way = physics.free_mm - self._back_mm
            for card in self._cards:
                if card.flying is None and self._comes_back(card):
                    to_beam = card.nose - physics.beam_mm + 2 * _EPS_MM
                    way = min(way, (to_beam if to_beam > _EPS_MM else card.nose) / card.ratio)
        elif sense > 0:
            if self._waiting:
                way = self.hopper.grip_mm
            pusher: Card | None = None
            for card in reversed(self._cards):
                if card.flying is not None:
                    if not card.flying and pusher is not None:
                        free = card.nose - physics.card_mm - pusher.nose
                        if free <= _EPS_MM:  # it is being pushed
                            free = physics.beam_mm + physics.card_mm - card.nose
                        way = min(way, free / pusher.ratio)
                    continue
                pusher = None if card.held else card
                if card.held:
                    way = min(way, card.hold_mm)
                    continue
                for place in (physics.beam_mm, card.hold_at, self.hopper.trigger_mm, physics.card_mm):
                    if card.nose < place - _EPS_MM and place < NOWHERE:
                        way = min(way, (place - card.nose) / card.ratio)
        return way

    # What a card meets.

    @property
    def _waiting(self) -> bool:
        """The roller turns under a waiting card: nothing in front keeps it off."""
        if not self.hopper.cards:
            return False
        last = self._cards[-1] if self._cards else None
        return last is None or last.flying is not None or last.nose >= self.hopper.trigger_mm - _EPS_MM

    @property
    def _trial_due(self) -> bool:
        return self.hopper.slipping or any(card.held for card in self._cards)

    def _comes_back(self, card: Card) -> bool:
        return not card.held and card.nose <= card.pull_mm

    def _try_to_free(self) -> None:
        """A reverse has turned far enough: once, whatever is held may come free."""
        for card in self._cards:
            if card.held and self._rng.random() * 100 < self._physics.free_pct:
                card.free()
        if self.hopper.slipping and self._rng.random() * 100 < self._physics.free_pct:
            self.hopper.draw(slips=False)

    def _grip(self) -> None:
        """The next card starts on its way."""
        if self._cards and self._cards[-1].flying is None:
            self.truth.overlaps.append(1 - self._cards[-1].nose / self._physics.card_mm)
            self.truth.troubles.append((self._t_us, "double"))
        self._cards.append(self.hopper.take())

    def _remove(self, card: Card) -> None:
        self._cards.remove(card)
        self.truth.cards_out += 1
        self.truth.out_us.append(self._t_us)
