"""What the buzzer plays, as pure functions of the time since it began. Whole microseconds and hertz."""

from typing import NamedTuple

from uno_launcher.launcher.effects import Sound, SoundName


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
    """The notes of a sound. Its pitch is 0 to 100: 100 is two octaves above 0."""
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
