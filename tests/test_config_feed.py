"""The [feed] section: every measure of the feed can be set, and none so that a limit is off."""

import re

import pytest

from uno_launcher.config import Config, check
from uno_launcher.config.feed import FeedSection
from uno_launcher.config.keys import keys
from uno_launcher.feed.timing import Timing
from uno_launcher.safety.deadman import EXPIRY_S


def config_of(text):
    config, found = check(text, "config.toml")
    assert found == []
    return config


def mistakes(text):
    return check(text, "config.toml")[1]


def test_every_measure_of_the_feed_is_a_key_with_the_feeds_own_default():
    measures = set(vars(Timing()))
    assert {re.sub("_us$", "_ms", name) for name in measures} == set(FeedSection.__struct_fields__)
    assert vars(Config().timing()) == vars(Timing())


def test_the_feed_gets_what_the_file_says_in_whole_microseconds():
    timing = config_of("[feed]\ntransit_ms = 30.5\nspin_ms = 20\nduty_pct = 70\n").timing()
    assert (timing.transit_us, timing.spin_us, timing.duty_pct) == (30_500, 20_000, 70)
    assert type(timing.transit_us) is int


@pytest.mark.parametrize("key", FeedSection.__struct_fields__)
def test_no_measure_can_be_put_beyond_reason_so_that_its_limit_is_off(key):
    bounds = keys(FeedSection)[key]
    for value in (bounds.low - 1, bounds.high + 1):
        (sentence,) = mistakes(f"[feed]\n{key} = {value}\n")
        assert sentence.startswith(f"config.toml line 2: [feed] {key} must be a ")


@pytest.mark.parametrize(
    "key", ["kick_ms", "jam_ms", "empty_ms", "retract_ms", "tease_ms", "unjam_ms"]
)  # what the motor may do without progress
def test_the_motor_is_stopped_in_an_orderly_way_before_the_deadman_comes(key):
    assert keys(FeedSection)[key].high < EXPIRY_S * 1000


CURE = "take more, or change transit_ms, slow_duty_pct or kick_ms"
MISFITS = f"""
slow_duty_pct = 61    | slow_duty_pct is 61, but it may be no more than duty_pct, which is 60
kick_duty_pct = 59    | kick_duty_pct is 59, but it may be no less than duty_pct, which is 60
friction_pct = 45     | friction_pct is 45, but it must be less than every duty, and the smallest is 45
reverse_duty_pct = 12 | friction_pct is 12, but it must be less than every duty, and the smallest is 12
jam_ms = 101 | jam_ms is 101, but healthy cards can take 102 ms; {CURE}
limit_card_ms = 101 | limit_card_ms is 101, but healthy cards can take 102 ms; {CURE}
empty_ms = 161 | empty_ms is 161, but healthy cards can take 162 ms; {CURE}
"""


@pytest.mark.parametrize("case", MISFITS.strip().splitlines())
def test_measures_that_dont_fit_together_are_refused(case):
    line, expected = (part.strip() for part in case.split("|"))
    assert mistakes(f"[feed]\n{line}\n") == [f"config.toml line 2: [feed] {expected}"]
