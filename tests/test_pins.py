"""The signal table and the header, checked against what gpiozero knows of a Pi."""

import subprocess
import sys

import pytest
from gpiozero.pins.pi import PiBoardInfo

from uno_launcher.config import Config
from uno_launcher.config.sections import PinsSection
from uno_launcher.pins import GROUNDS, HEADER, NAMED, NOT_FOR_MOTOR, SIGNALS


@pytest.fixture(scope="module")
def header():
    """The pins of a Pi 4B's 40-pin header."""
    return PiBoardInfo.from_revision(0xA03111).headers["J8"].pins


def test_every_gpio_is_on_the_header_pin_that_the_board_has_it_on(header):
    board = {
        int(pin.name.removeprefix("GPIO")): pin.number for pin in header.values() if pin.name[:4] == "GPIO"
    }
    assert board == HEADER


def test_the_grounds_are_the_boards(header):
    assert tuple(sorted(pin.number for pin in header.values() if pin.name == "GND")) == GROUNDS


def test_no_two_signals_share_a_usual_gpio():
    assert len({signal.bcm for signal in SIGNALS}) == len(SIGNALS) == len(NAMED)


def test_nothing_that_can_turn_the_motor_is_on_a_gpio_that_floats_high_at_power_on_M6():
    assert set(NOT_FOR_MOTOR) == {0, 1, 2, 3, 4, 5, 6, 7, 8, 14}
    motor = {signal.name: signal.bcm for signal in SIGNALS if signal.motor}
    assert motor.keys() == {"motor_in1", "motor_in2", "motor_enable", "heartbeat"}
    assert not set(motor.values()) & set(NOT_FOR_MOTOR)
    assert all(signal.output for signal in SIGNALS if signal.motor)


def test_the_config_has_the_same_signals_with_the_same_numbers_in_the_same_order():
    assert PinsSection.__struct_fields__ == tuple(signal.name for signal in SIGNALS)
    for signal in SIGNALS:
        expected = None if signal.optional else signal.bcm
        assert getattr(Config().pins, signal.name) == expected


def test_it_needs_only_the_standard_library():
    code = "import sys, uno_launcher.pins; print(*{m.partition('.')[0] for m in sys.modules})"
    done = subprocess.run([sys.executable, "-Sc", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) - {"uno_launcher", "__main__"} <= sys.stdlib_module_names
