"""The [feed] section: every measure of the feed can be set, and none so that a limit is off."""

import re

import pytest

from uno_launcher.config import Config, check
from uno_launcher.config.feed import FeedSection
from uno_launcher.config.keys import keys
from uno_launcher.deadman import EXPIRY_S
from uno_launcher.feed.timing import Timing


def config_of(text):
    config, found = check(text, "config.toml")
    assert found == []
    return config


def mistakes(text):
    return check(text, "config.toml")[1]


def test_every_measure_of_the_feed_is_a_key_with_the_feeds_own_default():
    measures = set(vars(Timing())) - {"can_brake"}  # the driver says that
    assert {re.sub("_us$", "_ms", name) for name in measures} == set(FeedSection.__struct_fields__)
    assert vars(Config().timing()) == vars(Timing())


def test_the_feed_gets_what_the_file_says_in_whole_microseconds():
    timing = config_of("[feed]\ntransit_ms = 30.5\nspin_ms = 20\nduty_pct = 70\n").timing()
    assert (timing.transit_us, timing.spin_us, timing.duty_pct) == (30_500, 20_000, 70)
    assert type(timing.transit_us) is int


def test_only_a_one_pin_driver_cant_brake():
    for driver in ("two-input", "phase-enable", "one-pin"):
        config = config_of(f'[motor]\ndriver = "{driver}"\n')
        assert config.timing().can_brake == (driver != "one-pin")


@pytest.mark.parametrize("key", FeedSection.__struct_fields__)
def test_no_measure_can_be_put_beyond_reason_so_that_its_limit_is_off(key):
    bounds = keys(FeedSection)[key]
    for value in (bounds.low - 1, bounds.high + 1):
        (sentence,) = mistakes(f"[feed]\n{key} = {value}\n")
        assert sentence.startswith(f"config.toml line 2: [feed] {key} must be a ")


def test_a_jam_is_noticed_before_the_deadman_comes():
    bounds = keys(FeedSection)["jam_ms"]
    assert bounds.high < EXPIRY_S * 1000


MISFITS = """
slow_duty_pct = 61    | slow_duty_pct is 61, but it may be no more than duty_pct, which is 60
kick_duty_pct = 59    | kick_duty_pct is 59, but it may be no less than duty_pct, which is 60
friction_pct = 45     | friction_pct is 45, but it must be less than every duty, and the smallest is 45
reverse_duty_pct = 12 | friction_pct is 12, but it must be less than every duty, and the smallest is 12
jam_ms = 101 | jam_ms is 101, but two cards that stick together take 102 ms at slow_duty_pct; take more
"""


@pytest.mark.parametrize("case", MISFITS.strip().splitlines())
def test_measures_that_dont_fit_together_are_refused(case):
    line, expected = (part.strip() for part in case.split("|"))
    assert mistakes(f"[feed]\n{line}\n") == [f"config.toml line 2: [feed] {expected}"]
