"""The display's chip on its wires, through luma.oled. Whatever goes wrong here becomes a sentence."""

import contextlib
from typing import TYPE_CHECKING, Any, Protocol

from uno_launcher.config.sections import DisplaySection

if TYPE_CHECKING:
    from PIL import Image

NOTHING = 0xE3
"""The SSD1306's command that does nothing."""
AWAKE = (0x8D, 0x14, 0x20, 0x00, 0xA1, 0xC8, 0xAF)
"""Charge pump on, addresses by rows, columns and rows as these displays are built, display on: what one has
forgotten whose power failed for a moment, as it does when a motor starts."""


class Device(Protocol):
    """What pictures are sent to. Any call may raise what the bus raises."""

    def display(self, image: "Image.Image") -> None:
        """Show this picture of 128 × 64 pixels."""

    def close(self) -> None:
        """Go dark and let go of the bus. Never raises."""


class Ssd1306:
    """A display that answers. Raises what luma.core and the bus raise."""

    def __init__(self, section: DisplaySection) -> None:
        from luma.core.interface.serial import i2c
        from luma.oled.device import ssd1306

        self._wires = i2c(port=section.i2c_port, address=section.address)
        try:
            # A device object stays in memory until the program ends: none for a display that isn't there.
            self._wires.command(NOTHING)
            self._device: Any = ssd1306(self._wires, rotate=section.rotate)
        except BaseException:
            self._wires.cleanup()
            raise

    def display(self, image: "Image.Image") -> None:
        """See `Device.display`."""
        self._wires.command(*AWAKE)
        self._device.display(image)

    def close(self) -> None:
        """See `Device.close`."""
        with contextlib.suppress(Exception):
            self._device.hide()
            self._device.clear()
        with contextlib.suppress(Exception):
            self._wires.cleanup()
        vars(self._device).clear()  # luma keeps it for its own end, which would come to nothing now


def sentence(error: Exception, section: DisplaySection) -> str:
    """What is wrong and what to do, for a person."""
    where = f"at {section.address:#04x} on I2C port {section.i2c_port}"
    kind = type(error).__name__
    if isinstance(error, ImportError):
        return "The display needs packages of its own: `sudo make install EXTRA=display` installs them."
    if kind == "DevicePermissionError" or isinstance(error, PermissionError):
        return f"The display {where} isn't ours to use: add whoever runs this to the group i2c."
    if kind == "DeviceNotFoundError" and "address" not in str(error):
        return (
            f"The display can't be reached, since there is no I2C port {section.i2c_port}: turn I2C on with"
            " `sudo raspi-config`, or set [display] i2c_port."
        )
    if kind == "DeviceNotFoundError" or isinstance(error, OSError):
        return f"The display {where} doesn't answer: check its wires, and [display] address."
    return f"The display {where} failed ({error or kind}): check its wires; it is tried again."
