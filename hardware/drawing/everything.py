"""What the committed drawings show: everything fitted, on the Pi each signal on its usual GPIO.

On the Pico the firmware says what is on which pin, and for what it leaves out there's a suggestion.
"""

from collections.abc import Mapping

import msgspec

from uno_launcher.config import Config
from uno_launcher.config.sections import DisplaySection, PinsSection
from uno_launcher.pins import SIGNALS


def everything() -> Config:
    """A launcher with every signal and the display."""
    return msgspec.structs.replace(
        Config(),
        pins=PinsSection(**{signal.name: signal.bcm for signal in SIGNALS}),
        display=DisplaySection(driver="ssd1306"),
    )


def config_file() -> str:
    """The same as a config file to start from."""
    lines = [
        "# Everything fitted, wired as in hardware/wiring. Take out what your launcher doesn't have.",
        "[pins]",
    ]
    width = max(len(signal.name) for signal in SIGNALS)
    lines += [f"{signal.name:<{width}} = {signal.bcm}" for signal in SIGNALS]
    lines += ["", "[display]", 'driver = "ssd1306"']
    return "\n".join(lines) + "\n"


def firmware_pins(signals: Mapping[str, int]) -> str:
    """The Pico's pins as they stand in firmware/board.py."""
    lines = [
        "# Everything fitted on a Pico, wired as in hardware/wiring/pico.",
        "# To put in the place of PINS in firmware/board.py.",
        "",
        "PINS = {",
        *(f'    "{name}": {number},' for name, number in signals.items()),
        "}",
    ]
    return "\n".join(lines) + "\n"
