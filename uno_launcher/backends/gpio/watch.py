"""What must hold still to be believed: buttons, lid, hopper switch, and the beam while no burst runs.

Levels in, events out. Times are whole microseconds.
"""

from collections.abc import Iterable

from uno_launcher.backends.feeder import EXTRA_BUTTONS, Tapped
from uno_launcher.config import Config
from uno_launcher.feed import debounce
from uno_launcher.feed.debounce import Debounce
from uno_launcher.launcher.events import (
    ButtonFreed,
    ButtonStuck,
    CardInBeam,
    CardTaken,
    Event,
    HopperEmpty,
    HopperFilled,
    LidClosed,
    LidOpened,
    Pressed,
)

BEAM_HOLD_US = 300_000
"""A card that waits in the beam, or is gone from it: hands pass faster."""

BUTTONS = ("button", *EXTRA_BUTTONS)

_TAPPED: dict[str, dict[int, Event | Tapped]] = {
    name: {debounce.PRESSED: Tapped(name)} for name in EXTRA_BUTTONS
}
_SAID: dict[str, dict[int, Event | Tapped]] = {
    "button": {
        debounce.PRESSED: Pressed(),
        debounce.STUCK: ButtonStuck(),
        debounce.FREED: ButtonFreed(),
    },
    "lid": {debounce.RELEASED: LidClosed()},
    "hopper": {debounce.PRESSED: HopperEmpty(), debounce.RELEASED: HopperFilled()},
    "beam": {debounce.PRESSED: CardInBeam(), debounce.RELEASED: CardTaken()},
    **_TAPPED,
}


def _diff(later: int, earlier: int) -> int:
    return later - earlier


class Watch:
    """All of these that are fitted, by name."""

    def __init__(self, config: Config, fitted: Iterable[str]) -> None:
        button = config.button
        hold_us, rearm_us = button.hold_ms * 1000, button.rearm_ms * 1000
        every = {
            "button": Debounce(_diff, hold_us, rearm_us, round(button.stuck_s * 1e6)),
            "lid": Debounce(_diff, config.lid.hold_ms * 1000, 0, None),
            "hopper": Debounce(_diff, config.hopper.hold_ms * 1000, 0, None),
            "beam": Debounce(_diff, BEAM_HOLD_US, 0, None),
        }
        for name in EXTRA_BUTTONS:
            every[name] = Debounce(_diff, hold_us, rearm_us, None)
        self._watched = {name: debounced for name, debounced in every.items() if name in fitted}
        self._blank_us = button.blank_ms * 1000

    def start(self, t: int, name: str, level: bool) -> list[Event]:
        """How it stands when the launcher starts. A button that is down is no press (field note G7)."""
        self._watched[name].start(t, level)
        stands: dict[str, list[Event]] = {
            "lid": [LidOpened()],
            "hopper": [HopperEmpty()],
            "beam": [CardInBeam()],
        }
        return stands.get(name, []) if level else []

    def beam_rests(self, t: int, blocked: bool, card_out: bool) -> None:
        """A burst is over, and said whether its last card sticks out. What else is in the beam is news."""
        beam = self._watched["beam"]
        beam.start(t, card_out)
        beam.edge(t, blocked)

    def level(self, t: int, name: str, level: bool) -> list[Event]:
        """A level, from an edge or read again. The lid is open at once, and closed only when that holds."""
        watched = self._watched[name]
        if name == "lid" and level and not watched.down:
            watched.start(t, True)
            return [LidOpened()]
        watched.edge(t, level)
        return []

    def motor_switched(self, t: int) -> None:
        """Its noise can look like a press (field note G16). Lid and beam are never blanked."""
        if self._blank_us:
            for name in self._watched.keys() & BUTTONS:
                self._watched[name].blank(t, self._blank_us)

    def poll(self, t: int, feeding: bool) -> list[Event | Tapped]:
        """What has held for long enough by `t`. While `feeding` the beam is the burst's."""
        events: list[Event | Tapped] = []
        for name, watched in self._looked_at(feeding):
            while (said := watched.poll(t)) is not None:
                event = _SAID[name].get(said)
                if event is not None:
                    events.append(event)
        return events

    def wait_us(self, t: int, feeding: bool) -> int | None:
        """How long until `poll` may have something to say."""
        waits = [wait for _, one in self._looked_at(feeding) if (wait := one.wait_us(t)) is not None]
        return min(waits, default=None)

    def _looked_at(self, feeding: bool) -> list[tuple[str, Debounce]]:
        return [(name, one) for name, one in self._watched.items() if not (feeding and name == "beam")]
