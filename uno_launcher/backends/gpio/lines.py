"""The pins that are fitted, claimed and let go of: outputs low first and last, inputs in between."""

import contextlib
from collections.abc import Callable, Iterator

from uno_launcher.backends.feeder import EXTRA_BUTTONS, Post
from uno_launcher.backends.gpio.factory import Factory, Pin, chip_of, pin_error
from uno_launcher.backends.gpio.inputs import Input, InputName
from uno_launcher.config import Config
from uno_launcher.pins import SIGNALS

INPUTS: tuple[InputName, ...] = ("lid", "beam", "hopper", "button", *EXTRA_BUTTONS)
HIGH: dict[InputName, bool] = {
    "lid": True,
    "hopper": True,
    "button": False,
    **dict.fromkeys(EXTRA_BUTTONS, False),
}
"""The pin's level when the lid is open, no card lies on the hopper's switch, a button is down."""


class Lines:
    """`outputs` and `inputs` by name, once `claim` has been called."""

    def __init__(self, config: Config, factory: Factory) -> None:
        self._config = config
        self._factory = factory
        self._fitted = config.fitted()
        self.outputs: dict[str, Pin] = {}
        self.inputs: dict[InputName, Input] = {}

    def claim(self, post: Post, clock: Callable[[], float]) -> None:
        """The motor's lines are the first to be driven low.

        Raises HardwareError or BusyError that names the line and what to do; `close` then lets go of the
        rest.
        """
        fitted, factory = self._fitted, self._factory
        for signal in SIGNALS:
            if signal.output and signal.name in fitted:
                with self.blamed(signal.name):
                    pin = factory.pin(fitted[signal.name])
                    self.outputs[signal.name] = pin
                    pin.output_with_state(0)
        for name in INPUTS:
            if name in fitted:
                high = HIGH.get(name, self._config.beam.blocked == "high")
                with self.blamed(name):
                    self.inputs[name] = Input(name, factory, fitted[name], high, post, clock)

    @contextlib.contextmanager
    def blamed(self, name: str) -> Iterator[None]:
        """What the driver says about this line, for a person."""
        try:
            yield
        except Exception as error:
            raise pin_error(error, name, self._fitted[name], chip_of(self._factory)) from error

    def low(self, *names: str) -> None:
        """These outputs, as far as they're fitted, low. Any thread; never raises."""
        for name in names:
            if name in self.outputs:
                with contextlib.suppress(Exception):
                    self.outputs[name].state = 0

    def close(self) -> None:
        """Every output low, then everything let go of: closed pins float (field note M4). Never raises."""
        self.low(*self.outputs)
        for each in self.inputs.values():
            with contextlib.suppress(Exception):
                each.close()
        with contextlib.suppress(Exception):
            self._factory.close()
