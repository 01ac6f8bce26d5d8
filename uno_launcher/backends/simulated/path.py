"""Cards on their way from the hopper through the slot: each one a body of its own under one roller.

A card is driven while any part of it lies on the roller and flies on by itself afterwards. The next card is
gripped when the one in front has left the roller and the roller has turned a little further; a double is
gripped while the one in front is still on it. A card may be held on its way (it slips, or it is stuck).
Backwards the roller takes back what it still has a good grip on. The beam is blocked while any card is in it.
"""

import math
import random
from dataclasses import dataclass, field

from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.roller import Roller

_EPS_MM = 1e-6
_STUCK = math.inf
_NOWHERE = math.inf


@dataclass(slots=True)
class Truth:
    """What really happened, which no sensor tells. Kept up to date by the world that it belongs to."""

    loaded: int
    """Cards put in so far, less those taken out of the hopper again: in_hopper + in_slot + cards_out."""
    in_hopper: int
    in_slot: int = 0
    """Cards that have left the hopper and aren't out: on the roller, flying, lying in the slot."""
    cards_out: int = 0
    """Cards whose tail has passed the beam, or that a hand has taken."""
    out_us: list[int] = field(default_factory=list)
    """When each of them did."""
    sticking: int = 0
    """Cards that lie in the beam with nothing moving."""
    pulled_back: int = 0
    """Cards that a reverse brought back into the hopper."""
    overlaps: list[float] = field(default_factory=list)
    """Share of their length by which the cards of each double overlapped, above 0 and up to 1."""
    troubles: list[tuple[int, str]] = field(default_factory=list)
    """(t_us, name) of every double, slip and jam when it took effect, and of every lost or repeated edge."""


@dataclass(slots=True)
class _Card:
    nose: float
    """mm in front of the roller's line."""
    ratio: float
    """Its speed over the roller's."""
    pull_mm: float
    """Out further than this, a reverse doesn't bring it back."""
    hold_at: float = _NOWHERE
    hold_mm: float = 0.0
    """At `hold_at` it stays until the roller has turned this far."""
    held: bool = False
    flying: float | None = None
    """Speed without the roller (0: it lies there); None while it's on the roller."""


class Path:
    """Hopper, roller and slot. Times never run backwards; `next_us` and `step` walk from event to event."""

    def __init__(self, rng: random.Random, physics: Physics, hopper: int) -> None:
        self.truth = Truth(loaded=hopper, in_hopper=hopper)
        self.roller = Roller(physics)
        self.slip_pct = physics.slip_pct
        self.double_next = 0.0
        """Overlap of the next card with the one after it, above 0 and up to 1; 0 leaves it to chance."""
        self.jam_next = False
        """The next card gets stuck, whatever chance says."""
        self._rng = rng
        self._physics = physics
        self._t_us = 0
        self._cards: list[_Card] = []  # the foremost first
        self._trigger_mm = physics.card_mm  # how far the last card must be out before the next can be gripped
        self._slipping = False
        self._slip_noted = False
        self._back_mm = 0.0  # turned in this reverse
        self._next: int | None = None
        self._known = False
        self._draw_gap()

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
        self.truth.in_hopper += len(self._cards) - len(kept)
        self._cards = kept
        self._draw_gap()
        self._settle()

    def fill(self, t_us: int, cards: int) -> None:
        """Put cards in or take some out, so that the hopper holds `cards`."""
        self._move(t_us)
        self.truth.loaded += cards - self.truth.in_hopper
        self.truth.in_hopper = cards
        self._settle()

    def jam(self, t_us: int) -> None:
        """Get the card stuck that is on the roller now, or else the next one."""
        self._move(t_us)
        for card in self._cards:
            if card.flying is None and not card.held and card.nose < self._latest_hold:
                self._hold(card, _STUCK)
                break
        else:
            self.jam_next = True
        self._settle()

    def slip(self, t_us: int) -> None:
        """Let the next card not grip for a while."""
        self._move(t_us)
        self._trigger_mm = self._physics.card_mm
        self._grip_mm += self._rng.uniform(self._physics.slip_min_mm, self._physics.slip_max_mm)
        self._slipping, self._slip_noted = True, False
        self._settle()

    # The walk from event to event.

    def _move(self, t_us: int) -> None:
        way = self.roller.way(self._t_us, t_us)
        ms = (t_us - self._t_us) / 1000
        if way > 0 and self._waiting:
            self._grip_mm -= way
        elif way < 0:
            self._back_mm -= way
        pushed, pusher_nose = 0.0, -math.inf
        for card in reversed(self._cards):
            nose = card.nose
            if card.flying:
                ms_left = card.flying / self._physics.flight_mm_ms2
                ms_flown = min(ms, ms_left)
                card.nose += (card.flying - self._physics.flight_mm_ms2 * ms_flown / 2) * ms_flown
                card.flying = 0.0 if ms_left <= ms else card.flying - self._physics.flight_mm_ms2 * ms
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
        elif self._trial_due and self._back_mm >= physics.free_mm - _EPS_MM:
            self._back_mm = _STUCK
            self._try_to_free()
        for card in list(self._cards):
            if card.flying is None:
                self._settle_on_roller(card)
            if card.nose >= physics.card_mm + physics.beam_mm - _EPS_MM:
                self._remove(card)
        if roller.sense > 0 and self._waiting:
            if self._slipping and not self._slip_noted:
                self._slip_noted = True
                self.truth.troubles.append((t_us, "slip"))
            while self._waiting and self._grip_mm <= _EPS_MM:
                self._grip()
        roller.load(t_us, sum(card.flying is None for card in self._cards))
        self.truth.in_slot = len(self._cards)
        still = roller.sense == 0 and not any(card.flying for card in self._cards)
        edge = physics.beam_mm - _EPS_MM
        self.truth.sticking = sum(card.nose >= edge for card in self._cards) if still else 0
        self._known = False

    def _settle_on_roller(self, card: _Card) -> None:
        if card.held and card.hold_mm <= _EPS_MM:
            card.held, card.hold_at = False, _NOWHERE
        elif not card.held and card.nose >= card.hold_at - _EPS_MM:
            card.held = True
            self.truth.troubles.append((self._t_us, "jam" if card.hold_mm == _STUCK else "slip"))
        if card.nose >= self._physics.card_mm - _EPS_MM:
            card.flying = max(0.0, card.ratio * self.roller.speed(self._t_us))
        elif self.roller.sense < 0 and card.nose <= _EPS_MM and not card.held:
            self._cards.remove(card)
            self.truth.in_hopper += 1
            self.truth.pulled_back += 1
            self._draw_gap()

    def _find_next(self) -> int | None:
        times = [self.roller.standstill_us]
        way = self._next_way()
        if way < _NOWHERE:
            times.append(self.roller.when(self._t_us, max(way, 0.0)))
        for card in self._cards:
            if card.flying:
                times.append(self._t_us + math.ceil(self._flight_ms(card.nose, card.flying) * 1000))
        due = [time for time in times if time is not None]
        return max(min(due), self._t_us + 1) if due else None

    def _next_way(self) -> float:
        """How far the roller turns until something happens."""
        physics, sense = self._physics, self.roller.sense
        way = _NOWHERE
        if sense < 0:
            if self._trial_due and self._back_mm < _STUCK:
                way = physics.free_mm - self._back_mm
            for card in self._cards:
                if card.flying is None and self._comes_back(card):
                    to_beam = card.nose - physics.beam_mm + 2 * _EPS_MM
                    way = min(way, (to_beam if to_beam > _EPS_MM else card.nose) / card.ratio)
        elif sense > 0:
            if self._waiting:
                way = self._grip_mm
            pusher: _Card | None = None
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
                for place in (physics.beam_mm, card.hold_at, self._trigger_mm, physics.card_mm):
                    if card.nose < place - _EPS_MM and place < _NOWHERE:
                        way = min(way, (place - card.nose) / card.ratio)
        return way

    def _flight_ms(self, nose: float, speed: float) -> float:
        """Until its tail passes the beam or it lies still."""
        slowing = self._physics.flight_mm_ms2
        square = speed * speed - 2 * slowing * (self._physics.beam_mm + self._physics.card_mm - nose)
        return (speed - math.sqrt(max(square, 0.0))) / slowing

    # What a card meets.

    @property
    def _waiting(self) -> bool:
        """The roller turns under a waiting card: nothing in front keeps it off."""
        if not self.truth.in_hopper:
            return False
        last = self._cards[-1] if self._cards else None
        return last is None or last.flying is not None or last.nose >= self._trigger_mm - _EPS_MM

    @property
    def _latest_hold(self) -> float:
        return self._physics.card_mm - 7.0

    @property
    def _trial_due(self) -> bool:
        return self._slipping or any(card.held for card in self._cards)

    def _comes_back(self, card: _Card) -> bool:
        return not card.held and card.nose <= card.pull_mm

    def _try_to_free(self) -> None:
        """A reverse has turned far enough: once, whatever is held may come free."""
        for card in self._cards:
            if card.held and self._rng.random() * 100 < self._physics.free_pct:
                card.held, card.hold_at = False, _NOWHERE
        if self._slipping and self._rng.random() * 100 < self._physics.free_pct:
            self._draw_gap(slips=False)

    def _grip(self) -> None:
        """The next card starts on its way."""
        physics, rng = self._physics, self._rng
        if self._cards and self._cards[-1].flying is None:
            self.truth.overlaps.append(1 - self._cards[-1].nose / physics.card_mm)
            self.truth.troubles.append((self._t_us, "double"))
        spread = physics.spread_pct / 100
        ratio = 1 + max(-2.5 * spread, min(2.5 * spread, rng.gauss(0, spread)))
        card = _Card(0.0, ratio, rng.uniform(physics.pull_min_mm, physics.pull_max_mm))
        chance = rng.random() * 100
        if self.jam_next or chance < physics.jam_pct:
            self.jam_next = False
            self._hold(card, _STUCK)
        elif chance < physics.jam_pct + self.slip_pct * physics.hitch_pct / 100:
            self._hold(card, rng.uniform(20.0, physics.hitch_max_mm))
        self._cards.append(card)
        self.truth.in_hopper -= 1
        overlap = self.double_next
        if not overlap and rng.random() * 100 < physics.double_pct:
            overlap = rng.uniform(0.05, 1.0)
        self._draw_gap(slips=not overlap)
        if overlap:
            self._trigger_mm, self._grip_mm = (1 - overlap) * physics.card_mm, 0.0
            self.double_next = 0.0

    def _hold(self, card: _Card, way_mm: float) -> None:
        """Let it be held on its way: stuck cards stay in the beam, slipping ones anywhere."""
        first = self._physics.beam_mm + 3.0 if way_mm == _STUCK else 2.0
        card.hold_at = self._rng.uniform(max(card.nose, first), self._latest_hold)
        card.hold_mm = way_mm

    def _draw_gap(self, *, slips: bool = True) -> None:
        """How far the roller turns before it grips the next card, once that is free to go."""
        physics, rng = self._physics, self._rng
        self._trigger_mm = physics.card_mm
        self._grip_mm = rng.uniform(physics.gap_min_mm, physics.gap_max_mm)
        self._slip_noted = False
        self._slipping = slips and rng.random() * 100 < self.slip_pct * (1 - physics.hitch_pct / 100)
        if self._slipping:
            self._grip_mm += rng.uniform(physics.slip_min_mm, physics.slip_max_mm)

    def _remove(self, card: _Card) -> None:
        self._cards.remove(card)
        self.truth.cards_out += 1
        self.truth.out_us.append(self._t_us)
