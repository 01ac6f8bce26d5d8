"""What is kept of a burst for whoever measures a launcher. Runs under MicroPython too: see tests/firmware."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.feed.line import FROM_PICO, MOST_BYTES, Reader, frame
from uno_launcher.feed.tape import AT_ONCE, FOR_THE_MOTOR, ROOM, Tape, read_tape
from uno_launcher.feed.words import WRAP

KEY = "0123abcd"


def fetched(tape):
    """All of it, as a host asks for it: over the line, page by page."""
    found = []
    while True:
        line = frame(FROM_PICO, tape.words(KEY, WRAP - 1, WRAP - 1, len(found)), binascii.crc32)
        assert len(line) <= MOST_BYTES
        (said,) = Reader(FROM_PICO, binascii.crc32).take(line)
        number, first, rows = read_tape(said)
        assert (number, first) == (WRAP - 1, len(found))
        found += rows
        if len(rows) < AT_ONCE:
            return found


def test_these_are_its_words_byte_by_byte():
    tape = Tape()
    tape.motor(0, 1, 100)
    tape.edge(41_640, True)
    tape.edge(76_640, False)
    tape.motor(76_640, 0, 0)
    tape.motor(226_640, -1, 60)
    assert frame(FROM_PICO, tape.words("376f4b59", 12, 1, 0), binascii.crc32) == (
        b"<E 376f4b59 12 1 0 0:f100,41640:1,76640:0,76640:-,226640:b60*923bac02\n"
    )
    assert frame(FROM_PICO, tape.words("376f4b59", 13, 1, 5), binascii.crc32) == (
        b"<E 376f4b59 13 1 5 -*a19d495c\n"
    )


@given(st.integers(0, 30))
def test_it_is_fetched_page_by_page_and_asking_again_changes_nothing(many):
    tape = Tape()
    for n in range(many):
        tape.edge(n * 1000, n % 2 == 0)
    wanted = [(n * 1000, n % 2 == 0, 0) for n in range(many)]
    assert fetched(tape) == wanted
    assert fetched(tape) == wanted


def test_the_longest_times_fit_into_a_line():
    tape = Tape()
    for _ in range(AT_ONCE):
        tape.motor(WRAP - 1, -1, 100)
    assert fetched(tape) == [(WRAP - 1, None, -100)] * AT_ONCE


def test_a_beam_that_chatters_on_and_on_leaves_room_for_the_motor():
    tape = Tape()
    for n in range(2 * ROOM):
        tape.edge(n, n % 2 == 0)
    for n in range(2 * FOR_THE_MOTOR):
        tape.motor(n, 1, 60)
    rows = fetched(tape)
    assert len(rows) == ROOM
    assert len([row for row in rows if row[1] is None]) == FOR_THE_MOTOR


def test_a_motor_that_was_to_begin_in_a_moment_and_is_stopped_has_stopped_at_the_beginning():
    tape = Tape()
    tape.motor(0, 1, 100)
    tape.motor(-2_000, 0, 0)
    assert fetched(tape) == [(0, None, 100), (0, None, 0)]


def test_another_burst_begins_with_nothing():
    tape = Tape()
    tape.edge(5, True)
    tape.wind_back()
    assert fetched(tape) == []


@pytest.mark.parametrize(
    "changes",
    [
        "", "1", "1:", "1:2", "1:f", "1:f0", "1:f101", "1:x9", "1:f-", "1:1:1", "-1:1", ":1", "1:1,",
        "9999999999:1",
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_a_valueerror(changes):
    assert not makes_sense("E", KEY, "5", "7", "0", changes)


@pytest.mark.parametrize("words", [("E",), ("T", KEY, "5", "7", "0", "-"), ("E", KEY, "5", "0", "0", "-")])
def test_so_is_another_line(words):
    assert not makes_sense(*words)


def makes_sense(*words):
    try:
        read_tape(list(words))
    except ValueError:
        return False
    return True
