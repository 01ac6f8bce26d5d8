"""The config that the committed drawings show: everything fitted, each signal on its usual GPIO."""

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
