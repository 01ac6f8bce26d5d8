"""The [feed] section: one launcher's measures.

Nothing here switches a limit off: whatever the motor does without progress stays below the deadman's expiry.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from uno_launcher.config.section import Section
from uno_launcher.feed.timing import EXPIRY_US, Timing

DEFAULT = Timing()
MOTOR_MS = 0.9 * EXPIRY_US / 1000
"""The longest that may be set for what the motor does without a card to show for it."""


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
        Meta(ge=0.1, le=5, description="Clear for less than this doesn't end a card, its edge chatters"),
    ] = _ms(DEFAULT.bridge_us)
    single_min_pct: Annotated[
        int, Meta(ge=50, le=99, description="A single card measures at least this share of a transit")
    ] = DEFAULT.single_min_pct
    single_max_pct: Annotated[
        # Two that overlap by three quarters measure 125 %: they are never one for certain.
        int, Meta(ge=101, le=124, description="A single card measures less than this share of a transit")
    ] = DEFAULT.single_max_pct
    reread_ms: Annotated[
        float, Meta(ge=0.5, le=20, description="A level that came without an edge is believed after so long")
    ] = _ms(DEFAULT.reread_us)
    duty_pct: Annotated[int, Meta(ge=10, le=100, description="Duty while cards are fed")] = DEFAULT.duty_pct
    slow_duty_pct: Annotated[
        int, Meta(ge=10, le=100, description="Duty for the last card, no more than duty_pct")
    ] = DEFAULT.slow_duty_pct
    kick_duty_pct: Annotated[
        int, Meta(ge=10, le=100, description="Duty of the kick that starts the motor, no less than duty_pct")
    ] = DEFAULT.kick_duty_pct
    kick_ms: Annotated[float, Meta(ge=1, le=200, description="The longest kick")] = _ms(DEFAULT.kick_us)
    reverse_duty_pct: Annotated[int, Meta(ge=10, le=100, description="Duty backwards")] = (
        DEFAULT.reverse_duty_pct
    )
    friction_pct: Annotated[
        int, Meta(ge=0, le=50, description="Duty that only overcomes friction, less than all others")
    ] = DEFAULT.friction_pct
    spin_ms: Annotated[
        float, Meta(ge=1, le=300, description="Time constant of the roller's speed while the motor is driven")
    ] = _ms(DEFAULT.spin_us)
    brake_ms: Annotated[float, Meta(ge=1, le=300, description="The same while the motor is braked")] = _ms(
        DEFAULT.brake_us
    )
    coast_ms: Annotated[
        float, Meta(ge=1, le=1000, description="The same while it's open, with a driver that can't brake")
    ] = _ms(DEFAULT.coast_us)
    sag_pct: Annotated[
        int, Meta(ge=0, le=30, description="How far the supply drops in the end at full duty")
    ] = DEFAULT.sag_pct
    sag_ms: Annotated[float, Meta(ge=20, le=5000, description="Time constant of that drop")] = _ms(
        DEFAULT.sag_us
    )
    settle_ms: Annotated[
        float, Meta(ge=50, le=1000, description="After so long the roller rests and no card flies any more")
    ] = _ms(DEFAULT.settle_us)
    retract_ms: Annotated[
        float,
        Meta(ge=10, le=400, description="Backwards after a burst, to bring back a card that came too far"),
    ] = _ms(DEFAULT.retract_us)
    tease_ms: Annotated[
        float, Meta(ge=10, le=100, description="Backwards before a burst, for fun; too short to move a card")
    ] = _ms(DEFAULT.tease_us)
    rest_ms: Annotated[float, Meta(ge=10, le=500, description="Off between two directions")] = _ms(
        DEFAULT.rest_us
    )
    unjam_ms: Annotated[
        float, Meta(ge=20, le=400, description="Backwards to free a card or to get a grip")
    ] = _ms(DEFAULT.unjam_us)
    unjam_tries: Annotated[int, Meta(ge=0, le=5, description="How often that is tried for one card")] = (
        DEFAULT.unjam_tries
    )
    jam_ms: Annotated[
        float, Meta(ge=50, le=MOTOR_MS, description="Blocked for so long while the motor pulls is a jam")
    ] = _ms(DEFAULT.jam_us)
    empty_ms: Annotated[
        float,
        Meta(
            ge=50, le=MOTOR_MS, description="No card for so long while the motor pulls is empty, or slipping"
        ),
    ] = _ms(DEFAULT.empty_us)
    out_ms: Annotated[
        float, Meta(ge=50, le=2000, description="Blocked for so long at rest is a card that sticks out")
    ] = _ms(DEFAULT.out_us)
    limit_ms: Annotated[
        float, Meta(ge=1000, le=10000, description="The longest that the motor runs in one burst")
    ] = _ms(DEFAULT.limit_us)
    limit_card_ms: Annotated[
        float, Meta(ge=50, le=1000, description="So much longer for each card ordered")
    ] = _ms(DEFAULT.limit_card_us)

    def timing(self) -> Timing:
        """The same for the feed, in whole microseconds."""
        numbers: dict[str, int] = {}
        for key, value in msgspec.structs.asdict(self).items():
            if key.endswith("_ms"):
                numbers[f"{key.removesuffix('_ms')}_us"] = round(value * 1000)
            else:
                numbers[key] = value
        return Timing(**numbers)
