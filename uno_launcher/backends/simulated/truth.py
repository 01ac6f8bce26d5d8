"""What really happened in a simulated launcher, for those who want to know whether it was counted right."""

from dataclasses import dataclass, field


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
