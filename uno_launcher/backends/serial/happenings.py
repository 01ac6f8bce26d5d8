"""What a Pico's statuses mean to the launcher: events, each once and in order, whichever lines were lost."""

from collections.abc import Container
from typing import Final

from uno_launcher.backends.feeder import EXTRA_BUTTONS, Tapped
from uno_launcher.backends.gpio.feeding import BLIND
from uno_launcher.feed import words
from uno_launcher.feed.words import Status
from uno_launcher.launcher.events import (
    ButtonFreed,
    ButtonStuck,
    CardInBeam,
    CardTaken,
    Event,
    FaultFound,
    HopperEmpty,
    HopperFilled,
    LidClosed,
    LidFitted,
    LidOpened,
    Pressed,
)

CUT_OFF = "The motor was cut off: it ran on without progress, or the program hung."

EVENTS: Final[dict[str, Event | Tapped]] = {
    words.PRESSED: Pressed(),
    words.STUCK: ButtonStuck(),
    words.FREED: ButtonFreed(),
    words.LID_OPENED: LidOpened(),
    words.LID_CLOSED: LidClosed(),
    words.EMPTY: HopperEmpty(),
    words.FILLED: HopperFilled(),
    words.IN_BEAM: CardInBeam(),
    words.TAKEN: CardTaken(),
    words.CUT_OFF: FaultFound("deadman", CUT_OFF),
    words.BLIND: FaultFound("beam", BLIND),
    **{words.TAPPED[name]: Tapped(name) for name in EXTRA_BUTTONS},
}
_FINGERS = frozenset({words.PRESSED, *words.TAPPED.values()})
"""These count when they happen or never: nobody expects a press of a while ago to do something."""
_TURNS = {
    "l": (words.LID_OPENED, words.LID_CLOSED),
    "h": (words.EMPTY, words.FILLED),
    "b": (words.IN_BEAM, words.TAKEN),
    "s": (words.STUCK, words.FREED),
}
"""Letter of `stands` -> what happens when it comes, and when it goes."""
_AFTER_THE_REPORT = frozenset({words.IN_BEAM, words.TAKEN})
"""These are said of a resting beam: of a burst that has been reported."""


class Happenings:
    """Remembers how far the launcher has been told."""

    def __init__(self, lid: bool) -> None:
        """`lid` is what the config says of a lid switch."""
        self._lid = lid
        self._happened: int | None = None
        self._stands: set[str] = set()
        self._kept: list[str] = []

    def fitted(self, names: Container[str]) -> list[Event | Tapped]:
        """What board.py says that the launcher has; it knows better than the config."""
        before, self._lid = self._lid, "lid" in names
        return [LidFitted(self._lid)] if self._lid != before else []

    def begin(self, status: Status, again: bool, reported: bool) -> list[Event | Tapped]:
        """The line is up. `again`: the Pico was up all the while, and what happened there is told, but for
        presses."""
        if not again or self._happened is None:
            self._happened = status.happened
        letters = [letter for letter in self._news(status) if letter not in _FINGERS]
        return self._say([*letters, *self._differences(status, letters, reported)], reported)

    def see(self, status: Status, reported: bool) -> list[Event | Tapped]:
        """What has happened since. Before the burst is `reported`, what is said of the resting beam waits."""
        letters = self._news(status)
        return self._say([*letters, *self._differences(status, letters, reported)], reported)

    def reported(self, card_out: bool) -> list[Event | Tapped]:
        """A burst was: it has said whether a card sticks out."""
        (self._stands.add if card_out else self._stands.discard)("b")
        kept, self._kept = self._kept, []
        return self._say(kept, reported=True)

    def _news(self, status: Status) -> list[str]:
        """The letters that weren't heard before. Those that are out of reach are lost."""
        before = status.happened if self._happened is None else self._happened
        self._happened = status.happened
        missed = min((status.happened - before) % words.WRAP, len(status.recent))
        return list(status.recent[len(status.recent) - missed :])

    def _differences(self, status: Status, letters: list[str], reported: bool) -> list[str]:
        """What must have happened besides, for everything to stand as it does."""
        stands = set(self._stands)
        for letter in (*self._kept, *letters):
            for flag, (comes, goes) in _TURNS.items():
                if letter == comes:
                    stands.add(flag)
                elif letter == goes:
                    stands.discard(flag)
        there = set(status.stands)
        found = []
        for flag, (comes, goes) in _TURNS.items():
            if flag == "b" and not reported:
                continue  # the beam is the burst's
            if (flag in there) != (flag in stands):
                found.append(comes if flag in there else goes)
        return found

    def _say(self, letters: list[str], reported: bool) -> list[Event | Tapped]:
        said: list[Event | Tapped] = []
        for letter in letters:
            if not reported and (self._kept or letter in _AFTER_THE_REPORT):
                self._kept.append(letter)
                continue
            for flag, (comes, goes) in _TURNS.items():
                if letter == comes:
                    self._stands.add(flag)
                elif letter == goes:
                    self._stands.discard(flag)
            said.append(EVENTS[letter])
        return said
