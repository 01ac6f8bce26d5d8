"""Pins that are as unkind as lgpio's on a Pi, where gpiozero's mock is kinder."""

import gc

import pytest
from gpiozero import Button, DigitalInputDevice, PWMOutputDevice
from gpiozero.exc import PinSetInput

from uno_launcher.backends.simulated.factory import REMEMBERED, SimFactory, SimPin


class Clock:
    def __init__(self) -> None:
        self.now = 5.0

    def __call__(self) -> float:
        return self.now


class Ear:
    """Hears edges. Pins hold callbacks weakly, so it must be kept."""

    def __init__(self, pin: SimPin) -> None:
        self.heard: list[tuple[float, bool]] = []
        pin.when_changed = self.hear

    def hear(self, ticks: float, state: bool) -> None:
        self.heard.append((ticks, state))


@pytest.fixture
def told() -> list[tuple[int, float]]:
    return []


@pytest.fixture
def factory(told: list[tuple[int, float]]) -> SimFactory:
    return SimFactory(Clock(), lambda pin: told.append((pin.bcm, pin.state)))


def listening(factory: SimFactory, bcm: int = 27) -> tuple[SimPin, Ear]:
    pin = factory.pin(bcm)
    pin.input_with_pull("up")
    return pin, Ear(pin)


def test_it_is_a_pi_with_a_header(factory):
    assert factory.board_info.model == "4B"


def test_the_listener_hears_every_change_of_a_line_in_order(factory, told):
    pin = factory.pin(25)
    pin.output_with_state(1)
    pin.state = 1  # no change
    pin.state = 0
    assert told == [(25, 0.0), (25, 1.0), (25, 0.0)]


def test_the_history_has_changes_at_one_instant_apart(factory):
    pin = factory.pin(25)
    pin.function = "output"
    pin.state = 1
    pin.state = 0
    factory.ticks.now = 7.5
    pin.state = 1
    assert list(pin.history) == [(5.0, 0), (5.0, 1), (5.0, 0), (7.5, 1)]
    assert [tuple(state) for state in pin.states] == [(0, 0), (0, 1), (0, 0), (2.5, 1)]


def test_the_history_of_days_fits_in_memory(factory):
    pin = factory.pin(25)
    pin.function = "output"
    for n in range(3 * REMEMBERED):
        pin.state = n % 2
    assert len(pin.history) == REMEMBERED


def test_an_output_is_claimed_low_first_m5(factory, told):
    pin = factory.pin(25)
    pin.pull = "up"
    assert pin.state == 1
    pin.output_with_state(1)
    assert told[-2:] == [(25, 0.0), (25, 1.0)]


def test_a_closed_pin_floats_and_keeps_its_level_m4(factory, told):
    pin = factory.pin(12)
    pin.output_with_state(1)
    pin.close()
    assert (pin.function, pin.state) == ("input", 1)
    assert told[-1] == (12, 1.0)


def test_a_closed_pwm_pin_does_too_m4(factory, told):
    device = PWMOutputDevice(12, pin_factory=factory)
    device.value = 0.6
    device.pin.close()
    assert told[-1] == (12, 0.6)


def test_pwm_comes_in_whole_percent_rounded_down_g15(factory, told):
    device = PWMOutputDevice(12, pin_factory=factory)
    device.value = 0.29
    assert told[-1] == (12, 0.28)
    device.close()


def test_a_pin_without_pwm_is_high_or_low(factory, told):
    pin = factory.pin(12)
    pin.output_with_state(0)
    pin.state = 0.3
    assert told[-1] == (12, 1.0)


def test_pwm_starts_and_ends_low(factory, told):
    pin = factory.pin(12)
    pin.output_with_state(1)
    pin.frequency = 1000
    assert told[-1] == (12, 0.0)
    pin.state = 0.5
    pin.frequency = 2000
    assert told[-1] == (12, 0.5)
    pin.frequency = None
    assert told[-1] == (12, 0.0)


def test_an_input_cant_be_written(factory):
    with pytest.raises(PinSetInput):
        factory.pin(12).state = 1


def test_a_callback_is_told_the_time_of_the_edge_g6(factory):
    pin, ear = listening(factory)
    factory.ticks.now = 9.0
    factory.drive(27, False, 8.5)
    assert ear.heard == [(8.5, False)]
    assert pin.history[-1] == (8.5, False)


def test_the_listener_isnt_told_of_lines_that_are_driven_from_outside(factory, told):
    factory.drive(27, True, 5.0)
    listening(factory)
    factory.drive(27, False, 6.0)
    assert told == []


def test_a_lost_edge_changes_the_level_and_calls_nobody_g4(factory):
    pin, ear = listening(factory)
    factory.drive(27, False, 6.0, times=0)
    assert pin.state == 0
    factory.drive(27, True, 7.0)
    assert ear.heard == [(7.0, True)]


def test_a_repeated_edge_comes_twice_at_the_same_level_g4(factory):
    _, ear = listening(factory)
    factory.drive(27, False, 6.0, times=2)
    assert ear.heard == [(6.0, False), (6.0, False)]


def test_only_the_edges_that_are_watched_are_told(factory):
    pin, ear = listening(factory)
    pin.edges = "rising"
    factory.drive(27, False, 6.0)
    factory.drive(27, True, 7.0)
    assert ear.heard == [(7.0, True)]


def test_a_callback_is_held_weakly_g6(factory):
    pin, ear = listening(factory)
    del ear
    gc.collect()
    factory.drive(27, False, 6.0)
    assert pin.state == 0


def test_what_is_connected_is_stronger_than_the_pull(factory):
    factory.drive(17, False, 0.0)
    button = Button(17, pin_factory=factory, bounce_time=None)
    assert button.is_pressed
    button.close()


def test_a_button_already_down_at_start_gives_a_release_and_no_press_g7(factory):
    factory.drive(17, False, 0.0)
    button = Button(17, pin_factory=factory, bounce_time=None)
    heard = []
    button.when_pressed = lambda: heard.append("pressed")
    button.when_released = lambda: heard.append("released")
    factory.drive(17, True, 6.0)
    assert heard == ["released"]
    button.close()


def test_the_level_outside_outlasts_the_factory_s_pins(factory):
    listening(factory)
    factory.drive(27, False, 6.0)
    factory.close()
    device = DigitalInputDevice(27, pull_up=True, pin_factory=factory)
    assert device.is_active
    device.close()
