"""The law is the feed's own."""

import math

import pytest

from uno_launcher.calibrate.roller import Law, Roller, coast_us
from uno_launcher.feed.constant import Constant
from uno_launcher.feed.speed import Speed
from uno_launcher.feed.timing import Timing

USUAL = Timing()
LAW = Law(
    USUAL.duty_pct, USUAL.friction_pct, USUAL.spin_us, USUAL.brake_us, USUAL.sag_pct, float(USUAL.sag_us)
)
BURST = [(0, 1, 100), (25_000, 1, 60), (400_000, 1, 45), (450_000, 0, 0), (600_000, -1, 60), (700_000, 0, 0)]


def test_it_turns_as_far_as_the_feed_thinks():
    speed = Speed(USUAL, Constant(USUAL.spin_us, 35_000), Constant(USUAL.brake_us, 35_000))
    speed.rest(10_000_000)
    theirs, way, now = [], 0, 0
    changes = list(BURST)
    times = list(range(10_000, 800_000, 10_000))
    for t in times:
        while changes and changes[0][0] <= t:
            at, direction, duty = changes.pop(0)
            way += speed.advance(at - now)
            now = at
            speed.drive(direction, duty)
        way += speed.advance(t - now)
        now = t
        theirs.append(way)
    ours = [place.way for place in Roller(LAW).places(BURST, times)]
    assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) < 0.01 * max(theirs)


def test_at_the_run_duty_and_with_a_fresh_supply_its_way_is_the_time():
    law = LAW._replace(sag_pct=0.0)
    first, second = Roller(law).places([(0, 1, 60)], [500_000, 535_000])
    assert second.way - first.way == pytest.approx(35_000, rel=1e-6)
    assert second.speed == pytest.approx(1.0)


def test_without_power_it_stops_and_stays():
    first, second = Roller(LAW).places([(0, 1, 60), (300_000, 0, 0)], [400_000, 900_000])
    assert first == second
    assert first.speed == 0


def test_the_coast_is_the_way_after_the_steady_slow_speed():
    law = LAW._replace(sag_pct=0.0)
    before, after = Roller(law).places([(0, 1, 45), (600_000, 0, 0)], [600_000, 900_000])
    assert coast_us(law, 45) == pytest.approx(after.way - before.way, rel=0.001)


def test_a_motor_too_weak_for_the_friction_turns_nothing():
    (place,) = Roller(LAW).places([(0, 1, 11)], [500_000])
    assert place == (0, 0)


def test_the_coast_without_friction_is_speed_times_time_constant():
    assert math.isclose(coast_us(LAW._replace(friction_pct=0.0), 30), 0.5 * LAW.stop_us)
