"""The numbers of the physical model, and the ranges they may have from one launcher to the next.

The toy: three C cells, a small brushed motor through gears, a rubber roller under a stack of cards, a slot
with a break-beam. Nobody has published measurements of it, so the ranges are estimates from the parts: wide
enough that a controller which only works in the middle of them shows it.
"""

import random
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Physics:
    """One launcher. The defaults are a launcher in the middle of every range, with no trouble by chance."""

    card_mm: float = 87.0
    """Length of a card (rules 10)."""
    beam_mm: float = 12.0
    """From the roller's line of contact, where the noses of waiting cards rest, to the beam."""
    transit_ms: float = 35.0
    """Time one card blocks the beam, at `run_duty_pct`, with fresh cells and the roller at its full speed."""
    run_duty_pct: float = 60.0
    """The duty that `transit_ms` belongs to."""
    spread_pct: float = 4.0
    """Standard deviation of a card's speed about the roller's: rubber creeps. Cut off at 2.5 of it."""
    friction_pct: float = 12.0
    """Duty that only overcomes the friction of gears and roller: a turning motor stops below it."""
    stiction_pct: float = 20.0
    """Duty that a resting motor needs to start. Not below `friction_pct`."""
    spin_ms: float = 30.0
    """Time constant of the speed while the motor is driven."""
    brake_ms: float = 15.0
    """Time constant of the speed while the motor is shorted. Friction comes on top."""
    coast_ms: float = 100.0
    """Time constant of the speed while the motor is open. Friction comes on top."""
    load_pct: float = 3.0
    """Pull that a further card on the roller costs."""
    sag_pct: float = 6.0
    """How far the supply drops in the end at full duty; in proportion at a smaller one."""
    sag_ms: float = 400.0
    """Time constant of that drop. More than twice `spin_ms`."""
    recover_ms: float = 1500.0
    """Time constant of the supply's recovery while the motor is off."""
    gap_min_mm: float = 8.0
    """Least way the roller turns from one card leaving it to gripping the next: about 3 ms at full speed."""
    gap_max_mm: float = 137.0
    """Greatest such way: about 55 ms at full speed. Drawn evenly between the two for every card."""
    pull_min_mm: float = 50.0
    """A card that sticks out this far behind the roller may already be out of the grip of a reverse."""
    pull_max_mm: float = 80.0
    """A card that sticks out this far is never pulled back. Its own limit is drawn evenly between the two."""
    flight_mm_ms2: float = 0.003
    """Slowing of a card that has left the roller, by rubbing in the slot: a third of gravity."""
    chatter_pct: float = 20.0
    """Share of beam edges that bounce."""
    chatter_us: int = 250
    """Longest time between two bounces of a beam edge."""
    chatter_pairs: int = 3
    """Most bounces (there and back) of a beam edge."""
    receiver_us: int = 50
    """How late the beam's receiver notices that its emitter was switched."""
    button_us: int = 5_000
    """Longest bouncing of the button; the shortest is a fifth of it."""
    lid_us: int = 20_000
    """Longest bouncing of the lid's and the hopper's switch; the shortest is a fifth of it."""
    double_pct: float = 0.0
    """Share of cards that drag the next one along, overlapped evenly by anything from 5 to 100 %."""
    slip_pct: float = 0.0
    """Share of cards that the roller doesn't grip for a while, mostly before they move, else on their way."""
    slip_min_mm: float = 150.0
    """Least way the roller turns under a card that slips before it moves."""
    slip_max_mm: float = 2500.0
    """Greatest such way: about a second at full speed."""
    hitch_pct: float = 30.0
    """Share of the slips that happen on the card's way, through the beam or before it."""
    hitch_max_mm: float = 150.0
    """Greatest way the roller turns under a card that slips on its way."""
    jam_pct: float = 0.0
    """Share of cards that get stuck in the slot."""
    free_pct: float = 50.0
    """Chance that one reverse frees a stuck card, or that a slipping one grips afterwards."""
    free_mm: float = 15.0
    """Way the roller must turn backwards for that."""

    @property
    def speed_mm_ms(self) -> float:
        """The roller's full speed at `run_duty_pct`, with one card."""
        return self.card_mm / self.transit_ms

    @classmethod
    def drawn(cls, rng: random.Random) -> "Physics":
        """One launcher out of the published ranges (`RANGES`), every number drawn evenly on its own."""
        numbers: dict[str, Any] = {name: rng.uniform(*RANGES[name]) for name in RANGES}
        return replace(cls(), **numbers)


RANGES = MappingProxyType(
    {
        "beam_mm": (8.0, 20.0),
        "transit_ms": (34.0, 36.0),  # what `calibrate` leaves; a launcher's own value is in its config
        "friction_pct": (8.0, 16.0),
        "stiction_pct": (16.0, 26.0),
        "spin_ms": (15.0, 45.0),
        "brake_ms": (8.0, 34.0),  # the roller turns on as far as in 5 to 25 ms at full speed
        "coast_ms": (60.0, 150.0),
        "load_pct": (0.0, 6.0),
        "sag_pct": (0.0, 12.0),
        "sag_ms": (200.0, 800.0),
        "pull_min_mm": (40.0, 60.0),
        "pull_max_mm": (65.0, 85.0),
        "flight_mm_ms2": (0.002, 0.005),
        "chatter_pct": (5.0, 40.0),
    }
)
"""Parameter -> (least, greatest) of those that differ from one launcher to the next."""
