import random

import pytest

from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.roller import Roller
from uno_launcher.feed.constant import Constant
from uno_launcher.feed.speed import RUN, Speed
from uno_launcher.feed.timing import Timing

MS = 1000


def speed(timing: Timing | None = None, quicker_pct: int = 0) -> Speed:
    timing = timing or Timing()
    spin = Constant(timing.spin_us, timing.transit_us)
    stop = Constant(timing.brake_us, timing.transit_us)
    return Speed(timing, spin, stop, quicker_pct)


@pytest.mark.parametrize("seed", range(20))
def test_it_goes_as_far_as_a_motor_with_these_constants_to_a_hundredth(seed):
    rng = random.Random(seed)
    physics = Physics(load_pct=0.0)
    roller, guess = Roller(physics), speed()
    t = 0
    really = guessed = turned = 0.0
    for _ in range(12):
        direction = rng.choice((1, 1, 0, -1))
        duty = rng.choice((35, 45, 60, 100)) if direction else 0
        if direction * roller.speed(t) < 0:
            direction = duty = 0
        roller.drive(t, direction, duty, True)
        guess.drive(direction, duty)
        for _ in range(rng.randint(1, 40)):
            until = t + rng.randint(500, 5_000)
            guessed += guess.advance(until - t)
            standstill = roller.standstill_us
            if standstill is not None and standstill < until:
                way = roller.way(t, standstill)
                roller.turn_over(standstill)
            else:
                way = roller.way(t, until)
            really += way / physics.speed_mm_ms * MS
            turned += abs(way) / physics.speed_mm_ms * MS
            t = until
            assert abs(guessed - really) <= 0.01 * turned + 1 * MS


def test_it_rests_until_it_is_driven():
    guess = speed()
    assert guess.advance(10**9) == 0
    assert guess.now == 0


def test_too_weak_a_duty_does_not_turn_it():
    guess = speed()
    guess.drive(1, 11)
    assert guess.advance(100 * MS) == 0


def test_a_speed_that_may_jump_is_there_at_once():
    guess = speed(quicker_pct=100)
    guess.drive(1, 60)
    guess.advance(1 * MS)
    assert guess.now > RUN * 99 // 100


def test_it_never_turns_backwards_by_braking():
    guess = speed()
    guess.drive(1, 60)
    guess.advance(200 * MS)
    guess.drive(0, 0)
    before = guess.now
    while guess.now:
        assert guess.advance(1 * MS) >= 0
        assert guess.now < before
        before = guess.now


def test_tired_cells_recover_while_it_rests():
    guess = speed(Timing(sag_pct=30))
    guess.drive(1, 60)
    guess.advance(2000 * MS)
    tired = guess.now
    guess.rest(60_000 * MS)
    guess.drive(1, 60)
    guess.advance(200 * MS)
    assert guess.now > tired * 105 // 100


@pytest.mark.parametrize("part_us", [1, 7, 100, 1_000, 20_000])
def test_however_finely_time_is_cut_it_goes_as_far(part_us):
    whole, cut = speed(), speed()
    for guess in (whole, cut):
        guess.drive(1, 100)
    far = whole.advance(60 * MS)
    way = sum(cut.advance(part_us) for _ in range(60 * MS // part_us))
    assert abs(way - far) < far // 200 + part_us
