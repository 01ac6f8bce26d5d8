"""Every way in which a beam can read has one name."""

import itertools

import pytest

from uno_launcher.doctor.beam import Readings, diagnosed


def named(*readings, hand=None):
    return diagnosed(Readings(*readings, hand), 27, "low")


def test_a_beam_that_works_may_have_no_emitter_pin():
    assert named(False, True, True, False).verdict == "ok"
    assert "proves itself" in named(False, True, True, False).said
    assert named(False, None, True, False).verdict == "ok"
    assert "proves" not in named(False, None, True, False).said


def test_an_emitter_that_isnt_switched_is_told_although_cards_are_seen():
    found = named(False, False, True, False)
    assert found.verdict == "fault"
    assert "its emitter is switched off" in found.said


def test_light_and_a_dead_receiver_are_told_apart_by_a_finger():
    assert "the sun or a lamp" in named(False, False, False, False, hand=True).said
    assert "reads clear whatever" in named(False, False, False, False, hand=False).said


def test_a_card_that_stays_is_told():
    assert "stays blocked" in named(False, None, True, True).said


@pytest.mark.parametrize("dark", [None, True, False])
def test_whatever_it_reads_there_is_a_sentence_and_only_a_good_one_is_ok(dark):
    for rest, card, after, hand in itertools.product(
        (False, True), (False, True), (False, True), (None, False, True)
    ):
        found = named(rest, dark, card, after, hand=hand)
        assert found.part == "beam"
        good = card and not rest and not after and dark is not False
        assert (found.verdict == "ok") == good
        assert good or found.causes
