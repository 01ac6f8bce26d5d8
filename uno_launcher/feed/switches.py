"""Buttons, lid, hopper switch and resting beam of a Pico: what happened to them, counted, so none is lost.

A happening is a letter of `words`. Its number and the last few before it go out with every status: whoever
missed a line reads there what it missed.
"""

from uno_launcher.feed import debounce
from uno_launcher.feed.debounce import Debounce
from uno_launcher.feed.words import (
    EMPTY,
    FILLED,
    FREED,
    IN_BEAM,
    LID_CLOSED,
    LID_OPENED,
    PRESSED,
    RECENT,
    STUCK,
    TAKEN,
    TAPPED,
    WRAP,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

IDLE_US = 1_000_000
BEAM_HOLD_US = 300_000
"""A card that waits in the beam, or is gone from it: hands pass faster."""

_SAID = {
    "button": {debounce.PRESSED: PRESSED, debounce.STUCK: STUCK, debounce.FREED: FREED},
    "lid": {debounce.RELEASED: LID_CLOSED},
    "hopper": {debounce.PRESSED: EMPTY, debounce.RELEASED: FILLED},
    "beam": {debounce.PRESSED: IN_BEAM, debounce.RELEASED: TAKEN},
}


class Switches:
    """Those of `names` that are fitted. A level is True while it's pressed, open, empty or blocked."""

    def __init__(self, names: "tuple[str, ...]", diff: "Callable[[int, int], int]") -> None:
        self._names = names
        self._diff = diff
        self._blank_us = 0
        self._stuck = False
        self._watched: "dict[str, Debounce]" = {}
        self._polled = 0
        self._wait_us = 0  # how long after that nothing can have happened, if nothing stirs
        self._stirred = True
        self.happened = 0
        """How much has happened since the Pico started; wraps."""
        self.recent = ""

    def start(self, t: int, levels: "dict[str, bool]", holds: "dict[str, int]") -> None:
        """With these measures from now on, the first time with levels as they are: a button that is down is
        no press (field note G7)."""
        self._blank_us = holds["button_blank_us"]
        self._stirred = True
        before = self._watched
        self._watched = {}
        for name in self._names:
            if name in _SAID and name != "button":
                hold_us = BEAM_HOLD_US if name == "beam" else holds[name + "_hold_us"]
                one = Debounce(self._diff, hold_us, 0, None)
            else:
                stuck_us = holds["button_stuck_us"] if name == "button" else None
                one = Debounce(self._diff, holds["button_hold_us"], holds["button_rearm_us"], stuck_us)
            one.start(t, before[name].down if name in before else levels[name])
            one.edge(t, levels[name])
            self._watched[name] = one

    def level(self, t: int, name: str, level: bool) -> None:
        """From an edge, or read again. The lid is open at once, and closed only when that holds."""
        self._stirred = True
        watched = self._watched[name]
        if name == "lid" and level and not watched.down:
            watched.start(t, True)
            self.happen(LID_OPENED)
            return
        watched.edge(t, level)

    def beam_rests(self, t: int, blocked: bool, card_out: bool) -> None:
        """A burst is over, and said whether its last card sticks out. What else is in the beam is news."""
        self._stirred = True
        beam = self._watched["beam"]
        beam.start(t, card_out)
        beam.edge(t, blocked)

    def motor_switched(self, t: int) -> None:
        """Its noise can look like a press (field note G16). Lid and beam are never blanked."""
        self._stirred = True
        if self._blank_us:
            for name, watched in self._watched.items():
                if name == "button" or name in TAPPED:
                    watched.blank(t, self._blank_us)

    def poll(self, t: int, feeding: bool) -> None:
        """What has held for long enough by `t` has happened. While `feeding` the beam is the burst's."""
        if not self._stirred and self._diff(t, self._polled) < self._wait_us:
            return
        for name, watched in self._watched.items():
            if name == "beam" and feeding:
                continue
            said = watched.poll(t)
            while said is not None:
                letter = TAPPED.get(name) if said == debounce.PRESSED else None
                letter = _SAID.get(name, {}).get(said, letter)
                if letter in (STUCK, FREED):
                    self._stuck = letter == STUCK
                if letter is not None:
                    self.happen(letter)
                said = watched.poll(t)
        wait_us = self.wait_us(t, feeding)
        self._polled = t
        self._wait_us = IDLE_US if wait_us is None else wait_us
        self._stirred = False

    def wait_us(self, t: int, feeding: bool) -> "int | None":
        """How long until `poll` may have something to say."""
        least = None
        for name, watched in self._watched.items():
            wait = None if name == "beam" and feeding else watched.wait_us(t)
            if wait is not None and (least is None or wait < least):
                least = wait
        return least

    def happen(self, letter: str) -> None:
        """It's counted, and told."""
        self.happened = (self.happened + 1) % WRAP
        self.recent = (self.recent + letter)[-RECENT:]

    @property
    def stands(self) -> str:
        """Letters of what isn't as it rests: see `words.STANDS`."""
        said = ""
        for name, letter in (("lid", "l"), ("hopper", "h"), ("beam", "b")):
            if name in self._watched and self._watched[name].down:
                said += letter
        return said + ("s" if self._stuck else "")

    @property
    def lid_open(self) -> bool:
        """Nothing may move."""
        return "lid" in self._watched and self._watched["lid"].down
