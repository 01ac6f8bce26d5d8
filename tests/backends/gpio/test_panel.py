"""The pins of lamps and buzzer follow their rhythms and tunes."""

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from uno_launcher.backends.gpio.panel import SIGNALS, Panel
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.look import Look
from uno_launcher.panel.lamps import COLOURS


@pytest.fixture
def pins():
    factory = MockFactory(pin_class=MockPWMPin)
    pins = {name: factory.pin(bcm) for name, bcm in zip(SIGNALS, (25, 19, 26, 21, 18), strict=True)}
    for pin in pins.values():
        pin.output_with_state(0)
    return pins


def shown(pins):
    return "".join(name[0] for name in SIGNALS[:4] if pins[name].state)


@pytest.mark.parametrize("colour", COLOURS)
def test_colours(pins, colour):
    Panel(pins).show(0, Look("off", colour, "on"))
    expected = {
        "off": "",
        "red": "r",
        "green": "g",
        "blue": "b",
        "amber": "rg",
        "purple": "rb",
        "white": "rgb",
    }
    assert shown(pins) == expected[colour]


def test_lamps_follow_their_patterns_when_they_are_due(pins):
    panel = Panel(pins)
    panel.show(1000, Look("fast", "red", "slow"))
    seen = [(0, shown(pins))]
    t = 1000
    for _ in range(5):
        t = panel.due(t)
        panel.tick(t)
        seen.append((t - 1000, shown(pins)))
    assert seen == [(0, "br"), (170_000, "r"), (340_000, "br"), (500_000, "b"), (510_000, ""), (680_000, "b")]


def test_a_steady_look_wakes_nobody(pins):
    panel = Panel(pins)
    panel.show(0, Look("on", "green", "on"))
    assert panel.due(0) is None
    panel.show(0, Look("off", "off", "fast"))
    assert panel.due(0) is None


def test_lamps_that_arent_fitted_wake_nobody(pins):
    panel = Panel({"button_lamp": pins["button_lamp"]})
    panel.show(0, Look("on", "red", "fast"))
    panel.play(0, Sound("jam"))
    assert panel.due(0) is None
    assert shown(pins) == "b"


def test_the_buzzer_plays_and_falls_silent(pins):
    panel, buzzer = Panel(pins), pins["buzzer"]
    panel.play(0, Sound("refused"))
    heard = [(0, buzzer.frequency, buzzer.state)]
    t = 0
    while (due := panel.due(t)) is not None:
        t = due
        panel.tick(t)
        heard.append((t, buzzer.frequency, buzzer.state))
    assert heard == [(0, 220, 0.5), (120_000, None, 0.0), (170_000, 220, 0.5), (290_000, None, 0.0)]


def test_a_new_sound_takes_the_place_of_the_old_one(pins):
    panel = Panel(pins)
    panel.play(0, Sound("jam"))
    panel.play(10_000, Sound("lid"))
    assert pins["buzzer"].frequency == 880
    assert panel.due(10_000) == 130_000


@pytest.mark.parametrize("signal", SIGNALS)
def test_dark_wins_against_a_write_that_is_under_way(pins, signal):
    panel = Panel(pins)
    pin = pins[signal]
    put = pin._set_state

    def dark_meanwhile(state):
        pin._set_state = put
        panel.dark()
        put(state)

    pin._set_state = dark_meanwhile
    panel.play(0, Sound("ding"))
    panel.show(0, Look("on", "white", "on"))
    assert {each.state for each in pins.values()} == {0.0}


def test_dark_is_dark_until_there_is_light_again(pins):
    panel = Panel(pins)
    panel.show(0, Look("on", "white", "on"))
    panel.play(0, Sound("jam"))
    panel.dark()
    assert shown(pins) == ""
    assert (pins["buzzer"].state, pins["buzzer"].frequency) == (0.0, None)
    panel.show(1, Look("on", "red", "fast"))
    panel.play(1, Sound("ding"))
    panel.tick(2)
    assert shown(pins) == ""
    assert pins["buzzer"].state == 0.0
    assert panel.due(2) is None
    panel.light(3)
    assert shown(pins) == "br"
    assert pins["buzzer"].state == 0.0
