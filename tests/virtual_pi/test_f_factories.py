"""The same launcher through RPi.GPIO, in whose place rpi-lgpio stands on new boards and kernels."""

import pytest

from tests.virtual_pi.pi import PLAY, PYTHON, Pi

pytestmark = pytest.mark.virtual_pi

A_PI = "[Service]\nEnvironment=RPI_LGPIO_REVISION=c03115\n"
"""The guest has no device tree in which rpi-lgpio could look it up."""


def test_it_plays_through_rpigpio_and_off_works_too(pi: Pi) -> None:
    pi.guest.ok(f"{PYTHON} -m pip install --quiet --no-index --find-links /vpi/wheels rpi-lgpio", 120.0)
    try:
        pi.play_with(f'{PLAY}[backend]\npin_factory = "rpigpio"\n', A_PI)
        fair, _ = pi.play_on_time(10, seed=8)
        assert [press for press in fair if press["counted"] != press["came"]] == []
        assert '"factory": "rpigpio"' in pi.guest.ok("cat /var/lib/uno-launcher/outputs.json")
        pi.guest.ok("systemctl stop uno-launcher")
        assert pi.guest.ok("cat /run/virtual-pi/gpio/sim_gpio1[23]/value").split() == ["0", "0"]
    finally:
        pi.guest.ok(f"{PYTHON} -m pip uninstall --quiet --yes rpi-lgpio", 60.0)
        pi.forget()
