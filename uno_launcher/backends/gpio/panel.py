"""The pins of button lamp, RGB lamp and buzzer: whichever are fitted."""

import contextlib
from collections.abc import Mapping

from uno_launcher.backends.gpio.factory import Pin
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.look import Look
from uno_launcher.panel.lamps import COLOURS, lit, next_change
from uno_launcher.panel.sounds import Note, tone, tune

SIGNALS = ("button_lamp", "red", "green", "blue", "buzzer")


class Panel:
    """The control thread's, but for `dark`, which any thread may call. Times are whole microseconds."""

    def __init__(self, pins: Mapping[str, Pin]) -> None:
        self._lamps = {name: pins[name] for name in SIGNALS[:4] if name in pins}
        self._buzzer = pins.get("buzzer")
        self._written: dict[str, bool] = dict.fromkeys(self._lamps, False)
        self._look = Look()
        self._since = 0
        self._tune: tuple[Note, ...] = ()
        self._began = 0
        self._hz = 0
        self._dark = False

    def show(self, t: int, look: Look) -> None:
        """These patterns from now on."""
        self._look, self._since = look, t
        self.tick(t)

    def play(self, t: int, sound: Sound) -> None:
        """This sound, in place of one that still plays."""
        if self._buzzer is not None:
            self._tune, self._began = tune(sound), t
            self.tick(t)

    def tick(self, t: int) -> None:
        """Lamps and buzzer as they must be now."""
        look, since = self._look, t - self._since
        shown = lit(look.blink, look.tempo, since)
        wanted = dict(zip(SIGNALS[1:4], (shown and part for part in COLOURS[look.colour]), strict=True))
        wanted["button_lamp"] = lit(look.lamp, look.tempo, since)
        for name, pin in self._lamps.items():
            level = wanted[name] and not self._dark
            if level != self._written[name]:
                self._written[name] = level
                pin.state = 1 if level else 0
        hz, until = tone(self._tune, t - self._began)
        if until is None:
            self._tune = ()
        if self._buzzer is not None and (hz := 0 if self._dark else hz) != self._hz:
            self._hz = hz
            _sound(self._buzzer, hz)
        if self._dark:  # it may have come while this wrote
            self._all_off()

    def due(self, t: int) -> int | None:
        """When `tick` must be called next."""
        if self._dark:
            return None
        look, since = self._look, t - self._since
        blinks = [look.lamp] if "button_lamp" in self._lamps else []
        if look.colour != "off" and not self._lamps.keys().isdisjoint(SIGNALS[1:4]):
            blinks.append(look.blink)
        changes = [next_change(blink, look.tempo, since) for blink in blinks]
        times = [self._since + change for change in changes if change is not None]
        _, until = tone(self._tune, t - self._began)
        if until is not None:
            times.append(self._began + until)
        return min(times, default=None)

    def dark(self) -> None:
        """Everything off until `light`. Any thread; never raises."""
        self._dark = True
        self._all_off()

    def light(self, t: int) -> None:
        """Show again what is to be shown."""
        if self._dark:
            self._dark = False
            self._tune = ()
            self._written = dict.fromkeys(self._lamps, False)
            self._hz = 0
            self.tick(t)

    def _all_off(self) -> None:
        for pin in self._lamps.values():
            with contextlib.suppress(Exception):
                pin.state = 0
        if self._buzzer is not None:
            with contextlib.suppress(Exception):
                _sound(self._buzzer, 0)


def _sound(buzzer: Pin, hz: int) -> None:
    if hz:
        buzzer.frequency = hz
        buzzer.state = 0.5
    else:
        buzzer.frequency = None
        buzzer.state = 0
