"""The pin factories: the one that is named or an error with its remedy, never another one (G9 to G13).

The drivers are faked: each failure is what a newcomer's machine really raises.
"""

import importlib
import sys
from pathlib import Path

import pytest
from gpiozero.exc import PinInvalidPin, PinUnknownPi
from gpiozero.pins.mock import MockPWMPin

from uno_launcher.backends.gpio import factory as module
from uno_launcher.backends.gpio.factory import chip_of, notify_thread, open_factory, pin_error
from uno_launcher.errors import BusyError, HardwareError


class LgpioError(Exception):
    """As lgpio.error shows itself: its words in quotes."""

    def __str__(self):
        return repr(self.args[0])


@pytest.fixture
def pi(mocker):
    """A Pi with nothing installed; `pi(module)` puts something under gpiozero.pins."""
    mocker.patch.object(module, "_on_a_pi", return_value=True)
    mocker.patch.object(module.os, "listdir", return_value=["gpiochip0", "null"])

    def install(found):
        def import_module(name):
            if isinstance(found, BaseException):
                raise found
            return found

        mocker.patch.object(module.importlib, "import_module", import_module)

    return install


def refusal(name, chip=None):
    with pytest.raises(HardwareError) as refused:
        open_factory(name, chip)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def test_mock_pins_can_do_pwm_G14():
    factory = open_factory("mock")
    pin = factory.pin(12)
    assert isinstance(pin, MockPWMPin)
    assert chip_of(factory) is None
    assert notify_thread(factory) is None
    factory.close()


def test_no_lgpio_says_what_to_install_and_how_the_environment_sees_it_G13(pi):
    pi(ModuleNotFoundError("No module named 'lgpio'", name="lgpio"))
    assert refusal("lgpio") == (
        "The library lgpio isn't installed: `sudo apt install python3-lgpio`, and let the environment see it:"
        " `python3 -m venv --system-site-packages .venv`."
    )


def test_neither_a_pi_nor_lgpio_says_how_to_simulate(mocker, pi):
    pi(ModuleNotFoundError("No module named 'lgpio'", name="lgpio"))
    mocker.patch.object(module, "_on_a_pi", return_value=False)
    sentence = refusal("lgpio")
    assert "`uno-launcher run --simulated`" in sentence
    assert "python3-lgpio" in sentence


@pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
def test_no_pi_says_how_to_simulate(mocker, pi, name):
    pi(mocker.Mock())
    mocker.patch.object(module, "_on_a_pi", return_value=False)
    assert refusal(name) == (
        "This is no Raspberry Pi: to play without one, start it with `uno-launcher run --simulated`."
    )


@pytest.mark.parametrize(
    "error", [PinUnknownPi("unable to locate Pi revision"), ValueError("bad"), OSError("no")]
)
def test_no_pi_is_what_gpiozero_says_it_is(mocker, error):
    mocker.patch("gpiozero.pins.local.get_pi_revision", side_effect=error)
    assert not module._on_a_pi()
    mocker.patch("gpiozero.pins.local.get_pi_revision", return_value=0xA03111)
    assert module._on_a_pi()


def test_the_empty_lgpio_of_the_package_index_is_told_apart_G13(pi):
    pi(AttributeError("module 'lgpio' has no attribute 'SET_BIAS_DISABLE'"))
    sentence = refusal("lgpio")
    assert "too old" in sentence
    assert "`pip uninstall lgpio`" in sentence
    assert "python3-lgpio" in sentence


def test_a_read_only_working_directory_is_said_with_its_name_G12(mocker, pi):
    mocker.patch.object(module.os, "getcwd", return_value="/")
    pi(FileNotFoundError(2, "No such file or directory", ".lgd-nfy0"))
    sentence = refusal("lgpio")
    assert "/ is read-only" in sentence
    assert "WorkingDirectory=" in sentence


@pytest.fixture
def no_chip(mocker, pi):
    """lgpio as it answers when it can't open a chip, whatever the reason."""
    driver = mocker.Mock()
    driver.LGPIOFactory.side_effect = LgpioError("can not open gpiochip")
    pi(driver)
    return driver


def test_no_permission_says_which_group_to_join(mocker, no_chip):
    mocker.patch.object(module.os.path, "exists", return_value=True)
    mocker.patch.object(module.os, "access", return_value=False)
    assert refusal("lgpio", 4) == (
        "/dev/gpiochip4 may not be opened by this user: `sudo usermod -aG gpio $USER`, then log in again."
    )


def test_a_wrong_chip_number_says_which_there_are_G10(mocker, no_chip):
    mocker.patch.object(module.os.path, "exists", return_value=False)
    assert refusal("lgpio", 4) == (
        "/dev/gpiochip4 doesn't exist, there are gpiochip0; set `chip` in [backend], or leave it out."
    )


def test_no_chip_at_all_is_said_too(mocker, no_chip):
    mocker.patch.object(module.os, "listdir", return_value=[])
    assert "/dev/gpiochip0 doesn't exist, there is none at all" in refusal("lgpio")


def test_a_chip_that_refuses_for_another_reason_says_the_drivers_words(mocker, no_chip):
    mocker.patch.object(module.os.path, "exists", return_value=True)
    mocker.patch.object(module.os, "access", return_value=True)
    assert refusal("lgpio") == "/dev/gpiochip0 doesn't open: can not open gpiochip."


def test_the_chip_of_the_config_is_the_one_that_is_opened(mocker, pi):
    driver = mocker.Mock()
    pi(driver)
    assert open_factory("lgpio", 4) is driver.LGPIOFactory.return_value
    driver.LGPIOFactory.assert_called_once_with(chip=4)


def test_rpigpio_on_a_pi_5_says_to_use_lgpio_G10(mocker, pi):
    pi(RuntimeError("Cannot determine SOC peripheral base address"))
    sentence = refusal("rpigpio")
    assert "Cannot determine SOC peripheral base address" in sentence
    assert 'pin_factory = "lgpio"' in sentence


def test_no_rpigpio_says_to_use_lgpio(pi):
    pi(ModuleNotFoundError("No module named 'RPi'", name="RPi"))
    assert 'pin_factory = "lgpio"' in refusal("rpigpio")


def test_no_pigpio_says_what_to_install(pi):
    pi(ModuleNotFoundError("No module named 'pigpio'", name="pigpio"))
    assert "`sudo apt install python3-pigpio`" in refusal("pigpio")


def test_no_pigpiod_says_how_to_start_it(mocker, pi):
    pi(mocker.Mock())
    mocker.patch.object(module.socket, "create_connection", side_effect=ConnectionRefusedError("refused"))
    assert refusal("pigpio") == (
        "pigpiod doesn't answer at localhost:8888 (refused): `sudo systemctl start pigpiod`."
    )


@pytest.mark.parametrize("name", ["lgpio", "rpigpio", "pigpio"])
def test_a_factory_that_fails_is_never_replaced_by_another_one_G9(mocker, pi, name):
    tried = []

    def import_module(wanted):
        tried.append(wanted)
        raise ModuleNotFoundError(f"No module named {wanted!r}", name=wanted)

    mocker.patch.object(module.importlib, "import_module", import_module)
    mocker.patch.object(module.socket, "create_connection")
    refusal(name)
    assert tried == [f"gpiozero.pins.{name}"]


def test_a_busy_pin_is_named_with_its_holder_G11(mocker):
    mocker.patch.object(module, "_holder", return_value="process 42 (pigpiod)")
    error = pin_error(LgpioError("GPIO busy"), "motor_in1", 12, 0)
    assert isinstance(error, BusyError)
    assert str(error) == (
        "GPIO 12 (motor_in1) is busy: process 42 (pigpiod) holds it, so stop that, or choose another GPIO in"
        " [pins]."
    )


def test_the_holder_is_whoever_has_the_chip_open_G11(tmp_path, mocker):
    """Some other process of this machine: here one that really has a file open."""
    import subprocess

    held = tmp_path / "gpiochip0"
    held.write_text("")
    with held.open() as file:
        process = subprocess.Popen(
            [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=[file.fileno()]
        )
    try:
        mocker.patch.object(module, "CHIP", str(tmp_path / "gpiochip{}"))
        name = Path(f"/proc/{process.pid}/comm").read_text().strip()
        assert module._holder(0) == f"process {process.pid} ({name})"
    finally:
        process.communicate(b"\n")
    assert "another program" in module._holder(0)


@pytest.mark.parametrize(
    "error", [LgpioError("bad GPIO number"), PinInvalidPin("27 is not a valid pin name")]
)
def test_a_chip_without_the_pin_is_the_wrong_chip_G10(error):
    assert "set `chip` in [backend]" in str(pin_error(error, "beam", 27, 1))


def test_edges_that_cant_be_watched_are_rpigpios_on_a_new_kernel_G10():
    sentence = str(pin_error(RuntimeError("Failed to add edge detection"), "beam", 27, None))
    assert sentence.startswith(
        "GPIO 27 (beam) can't be watched (Failed to add edge detection): use pin_factory"
    )


def test_whatever_else_a_pin_says_names_the_pin():
    sentence = str(pin_error(OSError(), "lid", 23, None))
    assert sentence == "GPIO 23 (lid) refuses: OSError."


def test_the_notify_thread_of_lgpio_is_found_where_lgpio_keeps_it_G1(mocker):
    lgpio = mocker.Mock()
    mocker.patch.dict(sys.modules, {"lgpio": lgpio})
    factory = type("LGPIOFactory", (), {})()
    assert notify_thread(factory) is lgpio._notify_thread


def test_drivers_are_imported_only_when_they_are_named():
    code = (
        "import sys; from uno_launcher.backends.gpio import open_factory; open_factory('mock');"
        "print([name for name in ('lgpio', 'RPi', 'pigpio') if name in sys.modules])"
    )
    import subprocess

    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "[]\n"


def test_the_modules_are_there_by_these_names():
    """gpiozero's own, so that a rename is found here and not on somebody's Pi."""
    spec = importlib.util.find_spec
    assert all(spec(f"gpiozero.pins.{name}") for name in ("lgpio", "rpigpio", "pigpio", "mock"))
