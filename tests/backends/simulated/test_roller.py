"""The roller against hand calculation, against a brute-force integration, and as a law."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.backends.simulated.physics import RANGES, Physics
from uno_launcher.backends.simulated.roller import Roller

FRESH = Physics(sag_pct=0, load_pct=0)
FULL_MM_MS = 87 / 35


def driven(physics: Physics = FRESH, duty_pct: float = 60, direction: int = 1) -> Roller:
    roller = Roller(physics)
    roller.load(0, 1)
    roller.drive(0, direction, duty_pct, False)
    return roller


def test_a_card_takes_its_transit_time_at_the_run_duty():
    roller = driven()
    assert roller.way(1_000_000, 1_035_000) == pytest.approx(87)


def test_the_speed_rises_with_its_time_constant():
    roller = driven()
    assert roller.speed(30_000) == pytest.approx(FULL_MM_MS * (1 - math.exp(-1)))
    assert roller.way(0, 90_000) == pytest.approx(FULL_MM_MS * (90 - 30 * (1 - math.exp(-3))))


def test_friction_takes_its_share_of_the_duty():
    # 12 of 60 % go into friction, so 36 % leaves half of what 60 % leaves.
    assert driven(duty_pct=36).speed(2_000_000) == pytest.approx(FULL_MM_MS / 2)


def test_a_shorted_motor_stops_after_a_time_and_way_that_friction_bounds():
    roller = driven()
    roller.drive(2_000_000, 0, 0, True)
    friction = FULL_MM_MS / 48 * 12 / 30  # mm/ms²
    stops_ms = 15 * math.log(1 + FULL_MM_MS / (friction * 15))
    assert roller.standstill_us == 2_000_000 + math.ceil(stops_ms * 1000)
    way = (FULL_MM_MS + friction * 15) * 15 * (1 - math.exp(-stops_ms / 15)) - friction * 15 * stops_ms
    assert roller.way(2_000_000, 3_000_000) == pytest.approx(way)
    assert roller.speed(3_000_000) == 0


def test_an_open_motor_turns_on_for_longer_than_a_shorted_one():
    shorted, opened = driven(), driven()
    shorted.drive(500_000, 0, 0, True)
    opened.drive(500_000, 0, 0, False)
    assert opened.way(500_000, 2_000_000) > 2 * shorted.way(500_000, 2_000_000)


def test_a_resting_motor_needs_more_duty_than_a_turning_one():
    assert driven(duty_pct=19).sense == 0
    roller = driven(duty_pct=20)
    assert roller.sense == 1
    roller.drive(500_000, 1, 13, False)
    assert roller.standstill_us is None
    roller.drive(900_000, 1, 11, False)
    assert roller.standstill_us is not None


def test_reversing_stops_first_and_then_turns_back():
    roller = driven()
    roller.drive(500_000, -1, 60, False)
    assert roller.sense == 1
    stops = roller.standstill_us
    assert stops is not None
    roller.turn_over(stops)
    assert roller.sense == -1
    assert roller.speed(stops + 1_000_000) == pytest.approx(-FULL_MM_MS)


def test_a_full_reverse_stops_the_roller_sooner_than_the_brake():
    roller = driven()
    roller.drive(500_000, 0, 0, True)
    braked = roller.standstill_us
    roller.drive(500_000, -1, 100, False)
    assert roller.standstill_us is not None
    assert braked is not None
    assert roller.standstill_us < braked


def test_the_supply_sags_under_load_and_recovers_at_rest():
    roller = driven(replace(FRESH, sag_pct=10))
    # In the end 6 % are missing at 60 % duty: (60·0.94 - 12) / 48 of the full speed.
    assert roller.speed(10_000_000) == pytest.approx(FULL_MM_MS * (60 * 0.94 - 12) / 48)
    roller.drive(10_000_000, 0, 0, True)
    roller.turn_over(10_500_000)
    roller.drive(30_000_000, 1, 60, False)
    assert roller.speed(30_200_000) > FULL_MM_MS * 0.95


def test_the_closed_form_agrees_with_integrating_in_small_steps():
    physics = replace(Physics(), sag_pct=30, sag_ms=200, load_pct=5)
    roller = Roller(physics)
    one_pct, step = FULL_MM_MS / 48, 0.002
    speed = way = 0.0
    supply = 1.0
    ms = 0
    for duty, cards, lasts_ms in ((100, 0, 40), (60, 1, 300), (25, 2, 150)):
        roller.load(ms * 1000, cards)
        roller.drive(ms * 1000, 1, duty, False)
        before = way
        for _ in range(round(lasts_ms / step)):
            pull = one_pct * (duty * supply * (1 - 0.05 * (cards - 1)) - 12)
            speed += (pull - speed) / 30 * step
            supply += (1 - 0.3 * duty / 100 - supply) / 200 * step
            way += speed * step
        assert roller.way(ms * 1000, (ms + lasts_ms) * 1000) == pytest.approx(way - before, rel=1e-3)
        ms += lasts_ms
    assert roller.speed(ms * 1000) == pytest.approx(speed, rel=1e-3)


@given(
    duties=st.lists(st.sampled_from((-100, -60, -20, 0, 1, 21, 35, 60, 100)), min_size=1, max_size=4),
    lasts_us=st.integers(1, 300_000),
    way_mm=st.floats(1e-6, 1000),
    fast=st.booleans(),
)
def test_when_is_the_first_microsecond_by_which_the_way_was_turned(duties, lasts_us, way_mm, fast):
    roller = Roller(replace(Physics(), spin_ms=RANGES["spin_ms"][not fast], sag_pct=33))
    t_us = 0
    for duty in duties:
        while (stops := roller.standstill_us) is not None and stops <= t_us:
            roller.turn_over(stops)
        roller.drive(t_us, (duty > 0) - (duty < 0), abs(duty), duty == 0)
        t_us += lasts_us
    t_us -= lasts_us // 2
    if roller.standstill_us is not None and roller.standstill_us <= t_us:
        return
    due = roller.when(t_us, way_mm)
    if due is None:
        assert abs(roller.way(t_us, t_us + 10_000_000)) <= way_mm
    else:
        assert abs(roller.way(t_us, due)) >= way_mm - 1e-6
        assert abs(roller.way(t_us, due - 1)) < way_mm


def test_what_is_drawn_stays_within_the_published_ranges(rng):
    for _ in range(200):
        physics = Physics.drawn(rng)
        assert all(low <= getattr(physics, name) <= high for name, (low, high) in RANGES.items())
        assert physics.stiction_pct >= physics.friction_pct
        assert physics.sag_ms > 2 * physics.spin_ms
        assert physics.pull_max_mm < physics.card_mm


def test_the_coast_spans_5_to_25_ms_at_full_speed():
    way_ms = []
    for spin, brake, friction in ((0, 0, 1), (1, 1, 0)):
        numbers = {"spin_ms": spin, "brake_ms": brake, "friction_pct": friction}
        roller = driven(replace(FRESH, **{name: RANGES[name][end] for name, end in numbers.items()}))
        roller.drive(2_000_000, 0, 0, True)
        way_ms.append(roller.way(2_000_000, 3_000_000) / FULL_MM_MS)
    assert way_ms == pytest.approx([5, 25], abs=0.5)
