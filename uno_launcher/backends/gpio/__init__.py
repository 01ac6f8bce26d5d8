"""The launcher on the pins of a Raspberry Pi, through gpiozero's pin factories."""

from uno_launcher.backends.gpio.backend import GpioBackend
from uno_launcher.backends.gpio.factory import open_factory

__all__ = ["GpioBackend", "open_factory"]
