"""The measures that a host may set on a Pico, by name, with what they are when it doesn't."""

from uno_launcher.feed.timing import Timing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

TIMING = (
    "transit_us", "chatter_pct", "bridge_us", "single_min_pct", "single_max_pct", "duty_pct",
    "slow_duty_pct", "kick_duty_pct", "kick_us", "reverse_duty_pct", "friction_pct", "spin_us", "brake_us",
    "coast_us", "sag_pct", "sag_us", "settle_us", "retract_us", "tease_us", "rest_us", "unjam_us",
    "unjam_tries", "jam_us", "empty_us", "out_us", "reread_us", "limit_us", "limit_card_us",
)  # fmt: skip
"""All that `Timing` has."""

OTHERS = {
    "button_hold_us": 25_000,
    "button_rearm_us": 50_000,
    "button_blank_us": 20_000,
    "button_stuck_us": 10_000_000,
    "lid_hold_us": 60_000,
    "hopper_hold_us": 200_000,
    "emitter_us": 20_000,
    "heartbeat_us": 5_000,
}
"""The longest that the receiver takes to notice its emitter, how long the heartbeat stays at each level, and
how long switches must hold."""


def known(name: str) -> bool:
    """There is such a measure."""
    return name in OTHERS or name in TIMING


def timing(measures: "Mapping[str, int]") -> Timing:
    """The feed's, the usual ones where nothing is said. Raises ValueError where nothing could come of it."""
    made = Timing()
    for name in TIMING:
        if name in measures:
            setattr(made, name, measures[name])
    if made.friction_pct >= min(made.duty_pct, made.slow_duty_pct, made.kick_duty_pct) or not made.transit_us:
        raise ValueError("the motor would never turn")
    return made


def holds(measures: "Mapping[str, int]") -> "dict[str, int]":
    """The others, with their usual values where nothing is said."""
    return {name: measures.get(name, usual) for name, usual in OTHERS.items()}
