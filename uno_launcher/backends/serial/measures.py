"""The config's measures in the Pico's words: those that differ from what its own files say."""

import math

from uno_launcher.config import Config
from uno_launcher.feed.measures import OTHERS, TIMING
from uno_launcher.feed.timing import Timing


def measures_of(config: Config) -> dict[str, int]:
    """Name to value, as `uno_launcher.feed.measures` knows them."""
    timing, usual = config.timing(), Timing()
    wanted = {name: getattr(timing, name) for name in TIMING}
    known = {name: getattr(usual, name) for name in TIMING}
    wanted |= {
        "button_hold_us": config.button.hold_ms * 1000,
        "button_rearm_us": config.button.rearm_ms * 1000,
        "button_blank_us": config.button.blank_ms * 1000,
        "button_stuck_us": math.floor(config.button.stuck_s * 1e6),
        "lid_hold_us": config.lid.hold_ms * 1000,
        "hopper_hold_us": config.hopper.hold_ms * 1000,
        "emitter_us": config.beam.emitter_ms * 1000,
        "heartbeat_us": config.heartbeat.half_period_ms * 1000,
    }
    known |= OTHERS
    return {name: value for name, value in wanted.items() if value != known[name]}
