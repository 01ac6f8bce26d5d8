"""What the buzzer plays by time."""

from typing import get_args

import pytest

from uno_launcher.launcher.effects import Sound, SoundName
from uno_launcher.panel.sounds import tone, tune


def test_a_sound_is_its_notes_and_then_silence():
    notes = tune(Sound("refused"))
    assert [tone(notes, t) for t in (0, 119_999, 120_000, 170_000, 289_999, 290_000)] == [
        (220, 120_000),
        (220, 120_000),
        (0, 170_000),
        (220, 290_000),
        (220, 290_000),
        (0, None),
    ]


def test_a_press_is_a_ding_and_a_closed_lid_a_lower_beep():
    ding, beep = tune(Sound("ding")), tune(Sound("lid"))
    assert len(ding) == len(beep) == 1
    assert ding[0].hz > beep[0].hz


def test_tension_rises_by_two_octaves():
    assert [tune(Sound("tension", pitch))[0].hz for pitch in (0, 50, 100)] == [440, 1100, 1760]


def test_no_two_sounds_are_alike():
    names = get_args(SoundName)
    assert len({tune(Sound(name)) for name in names}) == len(names)


@pytest.mark.parametrize("name", get_args(SoundName))
def test_every_sound_is_short_and_within_what_pwm_can_do_G15(name):
    for pitch in (0, 100):
        notes = tune(Sound(name, pitch))
        assert 0 < sum(note.us for note in notes) < 1_000_000
        assert all(0 <= note.hz <= 10_000 for note in notes)
