"""Button, lid, hopper and the resting beam: what is believed, and when."""

import pytest

from uno_launcher.backends.feeder import Tapped
from uno_launcher.backends.gpio.watch import BEAM_HOLD_US, Watch
from uno_launcher.config import Config
from uno_launcher.launcher.events import (
    ButtonFreed,
    ButtonStuck,
    CardInBeam,
    CardTaken,
    HopperEmpty,
    HopperFilled,
    LidClosed,
    LidOpened,
    Pressed,
)

MS = 1000
ALL = ("button", "lid", "hopper", "beam")


@pytest.fixture
def watch():
    """Everything fitted and at rest at 0; the button was up for long enough."""
    watch = Watch(Config(), ALL)
    for name in ALL:
        assert watch.start(0, name, False) == []
    assert watch.poll(1000 * MS, feeding=False) == []
    return watch


def test_a_press_counts_once_it_has_held_for_25_ms(watch):
    watch.level(2000 * MS, "button", True)
    assert watch.wait_us(2000 * MS, False) == 25 * MS
    assert watch.poll(2024 * MS, False) == []
    assert watch.poll(2025 * MS, False) == [Pressed()]


def test_a_button_that_is_down_at_the_start_is_no_press_G7():
    watch = Watch(Config(), ("button",))
    assert watch.start(0, "button", True) == []
    assert watch.poll(1000 * MS, False) == []
    watch.level(1000 * MS, "button", False)
    watch.level(2000 * MS, "button", True)
    assert watch.poll(3000 * MS, False) == [Pressed()]


def test_an_extra_button_is_a_tap_once_it_has_held_and_is_nothing_when_it_sticks():
    watch = Watch(Config(), ("hit_1",))
    watch.start(0, "hit_1", False)
    watch.level(2000 * MS, "hit_1", True)
    assert watch.poll(2024 * MS, False) == []
    assert watch.poll(2025 * MS, False) == [Tapped("hit_1")]
    assert watch.wait_us(2025 * MS, False) is None
    assert watch.poll(60_000 * MS, False) == []
    watch.level(60_000 * MS, "hit_1", False)
    watch.level(60_100 * MS, "hit_1", True)
    assert watch.poll(61_000 * MS, False) == [Tapped("hit_1")]


def test_a_stuck_button_is_said_once_and_its_end_too(watch):
    watch.level(2000 * MS, "button", True)
    assert watch.poll(2025 * MS, False) == [Pressed()]
    assert watch.poll(12_024 * MS, False) == []
    assert watch.poll(12_025 * MS, False) == [ButtonStuck()]
    assert watch.poll(30_000 * MS, False) == []
    watch.level(30_000 * MS, "button", False)
    assert watch.poll(31_000 * MS, False) == [ButtonFreed()]


def test_the_motors_noise_is_no_press_G16(watch):
    watch.motor_switched(2000 * MS)
    watch.level(2001 * MS, "button", True)
    watch.level(2019 * MS, "button", False)
    assert watch.poll(3000 * MS, False) == []


def test_the_motors_noise_doesnt_hide_the_lid_G16(watch):
    watch.motor_switched(2000 * MS)
    assert watch.level(2001 * MS, "lid", True) == [LidOpened()]


def test_the_lid_is_open_at_its_first_edge_and_closed_after_60_ms_without_one(watch):
    assert watch.level(2000 * MS, "lid", True) == [LidOpened()]
    assert watch.level(2001 * MS, "lid", False) == []
    assert watch.level(2002 * MS, "lid", True) == []  # it bounces: said already
    assert watch.poll(2500 * MS, False) == []
    watch.level(3000 * MS, "lid", False)
    watch.level(3030 * MS, "lid", True)
    watch.level(3031 * MS, "lid", False)
    assert watch.poll(3090 * MS, False) == []
    assert watch.poll(3091 * MS, False) == [LidClosed()]
    assert watch.level(4000 * MS, "lid", True) == [LidOpened()]


def test_an_opening_that_is_over_at_once_is_an_opening_all_the_same(watch):
    assert watch.level(2000 * MS, "lid", True) == [LidOpened()]
    watch.level(2000 * MS + 50, "lid", False)
    assert watch.poll(2061 * MS, False) == [LidClosed()]


def test_how_lid_hopper_and_beam_stand_at_the_start_is_said():
    watch = Watch(Config(), ALL)
    assert watch.start(0, "lid", True) == [LidOpened()]
    assert watch.start(0, "hopper", True) == [HopperEmpty()]
    assert watch.start(0, "beam", True) == [CardInBeam()]
    watch.level(1000 * MS, "lid", False)
    watch.level(1000 * MS, "hopper", False)
    watch.level(1000 * MS, "beam", False)
    assert watch.poll(2000 * MS, False) == [LidClosed(), HopperFilled(), CardTaken()]


def test_the_hopper_switch_may_flutter_while_cards_run(watch):
    for k in range(20):
        watch.level((2000 + 50 * k) * MS, "hopper", k % 2 == 0)
        assert watch.poll((2000 + 50 * k) * MS, True) == []
    watch.level(3000 * MS, "hopper", True)
    assert watch.poll(3200 * MS, True) == [HopperEmpty()]


def test_what_waits_in_the_beam_is_said_when_a_hand_would_have_passed(watch):
    watch.level(2000 * MS, "beam", True)
    watch.level(2200 * MS, "beam", False)
    assert watch.poll(2900 * MS, False) == []
    watch.level(3000 * MS, "beam", True)
    assert watch.poll(3000 * MS + BEAM_HOLD_US, False) == [CardInBeam()]
    watch.level(5000 * MS, "beam", False)
    assert watch.poll(6000 * MS, False) == [CardTaken()]


def test_while_a_burst_runs_the_beam_is_the_bursts(watch):
    watch.level(2000 * MS, "beam", True)
    assert watch.poll(5000 * MS, feeding=True) == []
    assert watch.wait_us(5000 * MS, feeding=True) is None


@pytest.mark.parametrize(
    ("blocked", "card_out", "said", "later"),
    [
        (False, False, [], []),
        (True, True, [], [CardTaken()]),
        (False, True, [CardTaken()], []),
        (True, False, [CardInBeam()], [CardTaken()]),
    ],
)
def test_after_a_burst_only_what_it_didnt_say_is_news(watch, blocked, card_out, said, later):
    watch.beam_rests(2000 * MS, blocked, card_out)
    assert watch.poll(3000 * MS, False) == said
    watch.level(3000 * MS, "beam", False)
    assert watch.poll(4000 * MS, False) == later


def test_what_isnt_fitted_isnt_watched():
    watch = Watch(Config(), ("button", "beam"))
    watch.start(0, "button", False)
    watch.start(0, "beam", False)
    assert watch.poll(10_000 * MS, False) == []
    assert watch.wait_us(10_000 * MS, False) is None
