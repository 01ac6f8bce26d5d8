"""The heartbeat's charge pump: the driver sleeps about 0.2 s after the last tick, and not between ticks."""

import math

import pytest

from hardware.drawing.pump import Pump, corners, hold, spread
from uno_launcher.config import Config

TICK = Config().heartbeat.half_period_ms / 1000


def test_the_motor_stops_about_a_fifth_of_a_second_after_the_last_tick() -> None:
    assert hold(Pump(), TICK).seconds == pytest.approx(0.2, abs=0.02)


def test_at_its_worst_it_neither_drops_between_ticks_nor_holds_for_long() -> None:
    shortest, longest = spread(Pump(), TICK)
    assert shortest > 10 * TICK  # ten ticks may be late
    assert longest < 0.4


def test_the_pins_current_is_within_what_a_pi_can_give() -> None:
    assert max(hold(each, TICK).peak for each in corners(Pump())) < 0.012  # of 16 mA


def test_every_allowed_half_period_keeps_the_driver_awake() -> None:
    for ms in range(1, 51):
        result = hold(Pump(), ms / 1000)
        assert result.level > 2 * Pump().knee
        assert result.seconds > 2 * ms / 1000


def test_the_sums_are_an_exponential_decay() -> None:
    """Without the base's current it is a plain RC."""
    alone = Pump(base=math.inf)
    result = hold(alone, TICK)
    plain = alone.hold * alone.bleed * math.log(result.level / alone.drops)
    assert result.seconds == pytest.approx(plain)
