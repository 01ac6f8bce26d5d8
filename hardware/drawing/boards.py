"""The two computers' headers: every pin's name, and the launcher's signal on it.

The Pi's pins come from gpiozero's board data, its signals from the config. The Pico's pins are those of its
data sheet (Raspberry Pi Pico Datasheet, "Pico pinout"), its signals are the firmware's.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from gpiozero.pins.pi import PiBoardInfo

from hardware.drawing.firmware import GPIOS
from uno_launcher.config import Config
from uno_launcher.pins import SIGNALS

Kind = Literal["gpio", "3V3", "5V", "GND", "other"]

PI_4B = 0xA03111
"""A board code of a Pi 4B; the 40 pins are the same on every Pi since the B+."""


class HeaderPin(NamedTuple):
    """One pin. `gpio` is its number where it has one."""

    number: int
    name: str
    kind: Kind
    gpio: int | None = None


class Board(NamedTuple):
    """A computer with its signals: name to GPIO, in the order of `uno_launcher.pins`."""

    key: Literal["pi", "pico"]
    title: str
    prefix: str
    """What stands before a GPIO's number on it."""
    left: tuple[HeaderPin, ...]
    right: tuple[HeaderPin, ...]
    signals: Mapping[str, int]
    display: Mapping[str, int]
    """The display's lines, data and clock, to GPIOs."""
    driver: str = "two-input"
    blocked: str = "low"
    """The beam's level while a card is in it."""

    @property
    def pins(self) -> tuple[HeaderPin, ...]:
        """All of them, by number."""
        return tuple(sorted(self.left + self.right))

    def number(self, gpio: int) -> int:
        """The header pin of a GPIO."""
        return next(pin.number for pin in self.pins if pin.gpio == gpio)

    def supply(self, net: str, which: int = 0) -> int:
        """The header pin of +3V3, +5V or GND; `which` of several, by number, the last if there are fewer."""
        pins = [pin.number for pin in self.pins if pin.kind == net.removeprefix("+")]
        return pins[min(which, len(pins) - 1)]

    def named(self) -> dict[int, str]:
        """Header pin to the launcher's name for what is on it, the display's lines too."""
        return {self.number(gpio): name for name, gpio in (*self.signals.items(), *self.display.items())}


def pi(config: Config) -> Board:
    """A Raspberry Pi with the signals of `config`, seen from above, its memory card at the top."""
    header = PiBoardInfo.from_revision(PI_4B).headers["J8"]
    pins = [_pi_pin(number, info.name) for number, info in sorted(header.pins.items())]
    data = {f"display_{line}": gpio for gpio, line in config.display_pins().items()}
    left, right = tuple(pins[0::2]), tuple(pins[1::2])
    said = (config.motor.driver, config.beam.blocked)
    return Board("pi", "Raspberry Pi", "GPIO", left, right, config.fitted(), data, *said)


def _pi_pin(number: int, name: str) -> HeaderPin:
    if name.startswith("GPIO"):
        return HeaderPin(number, name, "gpio", int(name.removeprefix("GPIO")))
    assert name in ("3V3", "5V", "GND")
    return HeaderPin(number, name, name)  # type: ignore[arg-type]


_PICO_LEFT = "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15"
_PICO_RIGHT = (
    "VBUS VSYS GND 3V3_EN 3V3 ADC_VREF GP28 AGND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16"
)
"""From the USB socket down: pins 1 to 20, and 40 to 21."""


def pico(signals: Mapping[str, int], driver: str = "two-input", blocked: str = "low") -> Board:
    """A Raspberry Pi Pico with `signals` on its GP numbers, seen from above, its USB socket at the top."""
    left = tuple(_pico_pin(number, name) for number, name in enumerate(_PICO_LEFT.split(), 1))
    numbers = zip(range(40, 20, -1), _PICO_RIGHT.split(), strict=True)
    right = tuple(_pico_pin(number, name) for number, name in numbers)
    return Board("pico", "Raspberry Pi Pico", "GP", left, right, signals, {}, driver, blocked)


def _pico_pin(number: int, name: str) -> HeaderPin:
    if name.startswith("GP"):
        return HeaderPin(number, name, "gpio", int(name.removeprefix("GP")))
    kinds: dict[str, Kind] = {"VBUS": "5V", "3V3": "3V3", "GND": "GND", "AGND": "GND"}
    return HeaderPin(number, name, kinds.get(name, "other"))


def with_the_rest(signals: Mapping[str, int]) -> dict[str, int]:
    """`signals`, and the Pico's others on their usual number where it has that and it's free, or else on the
    highest one that is nobody's usual number."""
    free = set(GPIOS) - set(signals.values())
    usual = {signal.bcm for signal in SIGNALS}
    all_of_them = dict(signals)
    for signal in SIGNALS:
        if signal.name not in signals:
            number = max(free, key=lambda gp: (gp == signal.bcm, gp not in usual, gp))
            free.remove(number)
            all_of_them[signal.name] = number
    return {signal.name: all_of_them[signal.name] for signal in SIGNALS}
