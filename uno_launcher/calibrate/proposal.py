"""From what was found to settings for [feed]. Pure."""

import math
from typing import Any

import msgspec

from uno_launcher.calibrate.found import Found
from uno_launcher.config.feed import DEFAULT, MOTOR_MS, FeedSection
from uno_launcher.config.keys import keys

TWICE = 2.4
"""A card is stuck after so many times what two cards may take."""
WAITS = 2.0
"""Nothing comes when it took so many times the longest wait that was seen."""


def proposed(current: FeedSection, found: Found, can_brake: bool) -> FeedSection:
    """`current`, with everything that the calibration knows better."""
    fit, law = found.fit, found.fit.law
    values: dict[str, Any] = {
        "transit_ms": fit.transit_us / 1000,
        "friction_pct": min(round(law.friction_pct), current.slow_duty_pct - 5, current.reverse_duty_pct - 5),
        "spin_ms": law.spin_us / 1000,
        "brake_ms" if can_brake else "coast_ms": law.stop_us / 1000,
        "sag_pct": round(law.sag_pct),
    }
    if found.start_pct is not None:
        values["slow_duty_pct"] = max(
            current.slow_duty_pct, min(current.duty_pct, math.ceil(1.4 * found.start_pct))
        )
        values["kick_duty_pct"] = max(current.kick_duty_pct, min(100, 5 * math.ceil(found.start_pct / 2)))
    made = _fitted(current, values)
    kick_ms = max(current.kick_ms, 1.3 * _kick_ms(made))
    double_ms = 2 * made.transit_ms * _slowest(made)
    usual_ms = DEFAULT.empty_us / DEFAULT.transit_us * made.transit_ms
    return _fitted(
        made,
        {
            "kick_ms": _tens(kick_ms),
            "jam_ms": min(MOTOR_MS, _tens(max(TWICE * double_ms, 2 * found.slowest_us / 1000))),
            "empty_ms": min(
                MOTOR_MS,
                _tens(max(usual_ms, WAITS * found.longest_wait_us / 1000, kick_ms + 1.5 * double_ms)),
            ),
            "limit_card_ms": max(current.limit_card_ms, _tens(2 * double_ms)),
        },
    )


def changes(current: FeedSection, made: FeedSection) -> dict[str, tuple[float, float]]:
    """Key -> (old, new) of what differs."""
    old, new = msgspec.structs.asdict(current), msgspec.structs.asdict(made)
    return {key: (old[key], new[key]) for key in old if old[key] != new[key]}


def _fitted(feed: FeedSection, values: dict[str, Any]) -> FeedSection:
    """With these, each within its bounds, in tenths of a millisecond."""
    known = keys(FeedSection)
    right = {}
    for name, value in values.items():
        low, high = known[name].low, known[name].high
        assert low is not None
        assert high is not None
        bounded = min(max(value, low), high)
        right[name] = round(bounded) if name.endswith("_pct") else round(bounded, 1)
    return msgspec.structs.replace(feed, **right)


def _slowest(feed: FeedSection) -> float:
    """How many times longer a card takes at the slow duty."""
    return (feed.duty_pct - feed.friction_pct) / (feed.slow_duty_pct - feed.friction_pct)


def _kick_ms(feed: FeedSection) -> float:
    """How long a kick takes to the run speed."""
    if feed.kick_duty_pct <= feed.duty_pct:
        return 3 * feed.spin_ms
    share = (feed.kick_duty_pct - feed.friction_pct) / (feed.kick_duty_pct - feed.duty_pct)
    return feed.spin_ms * math.log(share)


def _tens(ms: float) -> float:
    return 10.0 * math.ceil(ms / 10)
