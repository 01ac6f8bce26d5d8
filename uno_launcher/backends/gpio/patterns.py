"""What lamps and buzzer do, as pure functions of the time since it began. Whole microseconds and hertz."""

from typing import NamedTuple

from uno_launcher.launcher.effects import Sound, SoundName
from uno_launcher.launcher.look import Blink, Colour

_BLINKS: dict[Blink, tuple[int, int]] = {
    "slow": (1_000_000, 500_000),
    "fast": (250_000, 125_000),
    "pulse": (1_000_000, 100_000),
}
"""Period, and how much of it the lamp is lit."""
QUICKEST = 4
"""How many times faster the patterns are at tempo 100."""

COLOURS: dict[Colour, tuple[bool, bool, bool]] = {
    "off": (False, False, False),
    "red": (True, False, False),
    "green": (False, True, False),
    "blue": (False, False, True),
    "amber": (True, True, False),
    "purple": (True, False, True),
    "white": (True, True, True),
}
"""Which of red, green and blue are lit."""


def lit(blink: Blink, tempo: int, t: int) -> bool:
    """Whether a lamp is lit `t` µs after its pattern began. `tempo` 0 to 100 quickens it."""
    if blink not in _BLINKS:
        return blink == "on"
    period, on = _quickened(blink, tempo)
    return t % period < on


def next_change(blink: Blink, tempo: int, t: int) -> int | None:
    """When, after `t`, the lamp changes. None: never, so a steady lamp wakes nobody."""
    if blink not in _BLINKS:
        return None
    period, on = _quickened(blink, tempo)
    into = t % period
    return t - into + (on if into < on else period)


def _quickened(blink: Blink, tempo: int) -> tuple[int, int]:
    period, on = _BLINKS[blink]
    faster = 100 + (QUICKEST - 1) * tempo
    return period * 100 // faster, on * 100 // faster


class Note(NamedTuple):
    """One tone; 0 Hz is silence."""

    hz: int
    us: int


_TUNES: dict[SoundName, tuple[Note, ...]] = {
    "ding": (Note(1319, 90_000),),
    "lid": (Note(880, 120_000),),
    "refused": (Note(220, 120_000), Note(0, 50_000), Note(220, 120_000)),
    "tension": (Note(440, 80_000),),
    "jam": (Note(392, 150_000), Note(330, 150_000), Note(262, 300_000)),
    "cards": (Note(784, 80_000), Note(988, 120_000)),
}


def tune(sound: Sound) -> tuple[Note, ...]:
    """The notes of a sound. Pitch 100 is two octaves above pitch 0."""
    raised = 100 + 3 * sound.pitch
    return tuple(Note(note.hz * raised // 100, note.us) for note in _TUNES[sound.name])


def tone(notes: tuple[Note, ...], t: int) -> tuple[int, int | None]:
    """What sounds `t` µs after the tune began, and until when; (0, None) once it's over."""
    end = 0
    for note in notes:
        end += note.us
        if t < end:
            return note.hz, end
    return 0, None
