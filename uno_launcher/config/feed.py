"""The [feed] section: one launcher's measures. `uno-launcher calibrate` finds them; nothing here switches a
limit off: each stays below the deadman's expiry.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from uno_launcher.config.section import Section
from uno_launcher.feed.timing import EXPIRY_US, Timing

DEFAULT = Timing()
MOTOR_MS = 0.9 * EXPIRY_US / 1000
"""The longest that the motor may run before it must have shown progress."""


def _ms(microseconds: int) -> float:
    return microseconds / 1000


class FeedSection(Section, frozen=True):
    """Measures of one launcher: its roller, its beam and its motor."""

    transit_ms: Annotated[
        float, Meta(ge=5, le=150, description="How long one card blocks the beam at duty_pct")
    ] = _ms(DEFAULT.transit_us)
    chatter_pct: Annotated[
        int, Meta(ge=5, le=50, description="Blocked for less than this share of a transit is no card")
    ] = DEFAULT.chatter_pct
    bridge_ms: Annotated[
        float,
        Meta(ge=0.1, le=5, description="Clear for less than this doesn't end a card: its edge chatters"),
    ] = _ms(DEFAULT.bridge_us)
    single_min_pct: Annotated[
        int, Meta(ge=50, le=99, description="A single card measures at least this share of a transit")
    ] = DEFAULT.single_min_pct
    single_max_pct: Annotated[
        # Two that overlap by three quarters measure 125 %: they must never be taken for one for certain.
        int, Meta(ge=101, le=124, description="A single card measures at most this share of a transit")
    ] = DEFAULT.single_max_pct
    duty_pct: Annotated[int, Meta(ge=10, le=100, description="Duty while cards are fed")] = DEFAULT.duty_pct
    slow_duty_pct: Annotated[
        int, Meta(ge=10, le=100, description="Duty before the last card; no more than duty_pct")
    ] = DEFAULT.slow_duty_pct
    kick_duty_pct: Annotated[
        int, Meta(ge=10, le=100, description="Duty of the kick that starts the motor; no less than duty_pct")
    ] = DEFAULT.kick_duty_pct
    kick_ms: Annotated[float, Meta(ge=0, le=200, description="How long that kick lasts")] = _ms(
        DEFAULT.kick_us
    )
    reverse_duty_pct: Annotated[int, Meta(ge=10, le=100, description="Duty in reverse")] = (
        DEFAULT.reverse_duty_pct
    )
    friction_pct: Annotated[
        int, Meta(ge=0, le=50, description="Duty that only overcomes friction; less than the other duties")
    ] = DEFAULT.friction_pct
    spin_ms: Annotated[
        float, Meta(ge=1, le=300, description="Time constant of the speed while the motor is driven")
    ] = _ms(DEFAULT.spin_us)
    brake_ms: Annotated[float, Meta(ge=1, le=300, description="The same while the motor is braked")] = _ms(
        DEFAULT.brake_us
    )
    coast_ms: Annotated[
        float, Meta(ge=1, le=1000, description="The same while it's open, with a driver that can't brake")
    ] = _ms(DEFAULT.coast_us)
    sag_pct: Annotated[
        int, Meta(ge=0, le=50, description="How far the supply drops in the end at full duty")
    ] = DEFAULT.sag_pct
    sag_ms: Annotated[float, Meta(ge=20, le=5000, description="Time constant of that drop")] = _ms(
        DEFAULT.sag_us
    )
    speed_tol_pct: Annotated[
        int, Meta(ge=0, le=100, description="How far these time constants may be off")
    ] = DEFAULT.speed_tol_pct
    jam_ms: Annotated[
        float, Meta(ge=50, le=MOTOR_MS, description="Blocked for so long while the motor pulls is a jam")
    ] = _ms(DEFAULT.jam_us)
    reread_ms: Annotated[
        float, Meta(ge=0.5, le=20, description="A level without an edge is believed after so long")
    ] = _ms(DEFAULT.reread_us)

    def timing(self, can_brake: bool) -> Timing:
        """The same for the feed, in whole microseconds."""
        numbers: dict[str, int] = {}
        for key, value in msgspec.structs.asdict(self).items():
            if key.endswith("_ms"):
                numbers[f"{key.removesuffix('_ms')}_us"] = round(value * 1000)
            else:
                numbers[key] = value
        return Timing(**numbers, can_brake=can_brake)
