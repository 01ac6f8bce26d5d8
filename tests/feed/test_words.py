"""Runs under MicroPython too: see tests/firmware."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uno_launcher.feed import words
from uno_launcher.feed.hello import Hello, read_hello
from uno_launcher.feed.words import Fire, Outcome, Status, read_fire, read_outcome, read_status, read_times

KEY = "0123abcd"


def texts(said):
    return [str(word) for word in said]


def status(**changed):
    values = {
        "session": KEY, "seq": 5, "beat": 1234, "fire": 7, "phase": "r", "counted": 3, "motor": 1, "lamps": 9,
        "hz": 440, "happened": 12, "recent": "POC", "stands": "lb",
    }  # fmt: skip
    values.update(changed)
    return Status(**values)


def same(a, b):
    return a.words() == b.words()


def makes_sense(read, said):
    """Whatever is wrong with it, it's a ValueError."""
    try:
        read(said)
    except ValueError:
        return False
    return True


def test_what_is_said_is_what_is_read():
    assert same(read_status(texts(status().words())), status())
    empty = status(recent="", stands="", motor=0, happened=0)
    assert same(read_status(texts(empty.words())), empty)
    assert read_status(texts(status(motor=-1).words())).motor == -1
    hello = Hello(KEY, KEY, KEY, words.VERSION, "1-00ff", "two-input", 255)
    assert same(read_hello(texts(hello.words())), hello)


def test_an_order_is_read_as_it_was_said():
    for order in (Fire(4), Fire(0, 0, True), Fire(12, 60, False, ((3, 700), (5, 20)))):
        beat, number, read = read_fire(texts(order.words(KEY, 9, 88, 7)))
        assert (beat, number) == (88, 7)
        assert (read.cards, read.hopper, read.tease, read.pauses) == (
            order.cards, order.hopper, order.tease, order.pauses
        )  # fmt: skip


def test_so_is_an_outcome_with_its_times():
    for outcome in (Outcome(3, 3, True, "done"), Outcome(8, 2, False, "jam", True, 1, 4, 3999, "stuck")):
        number, read = read_outcome(texts(outcome.words(KEY, 9, 7)))
        assert number == 7
        assert read.words(KEY, 9, 7) == outcome.words(KEY, 9, 7)
    times = list(range(0, 230, 10))
    for first in (0, 10, 20, 30):
        page = words.times_words(KEY, 9, 7, first, times)
        assert read_times(texts(page)) == (7, first, times[first : first + words.TIMES_AT_ONCE])


@pytest.mark.parametrize(
    ("what", "place", "word"),
    [
        ("status", 0, "R"), ("status", 1, "0123ABCD"), ("status", 1, "123"), ("status", 2, "-1"),
        ("status", 4, "x"), ("status", 5, "q"), ("status", 5, "rs"), ("status", 7, "ff"), ("status", 8, "16"),
        ("status", 9, "99999"), ("status", 10, "2"), ("status", 11, "PQ"), ("status", 12, "z"),
        ("fire", 3, ""), ("fire", 4, "0"), ("fire", 5, "10000"), ("fire", 6, "x"), ("fire", 7, "x"),
        ("fire", 8, "1"), ("fire", 8, "1:2:3"), ("fire", 8, "1:60001"), ("fire", 8, "1:2,"),
        ("outcome", 6, "x"), ("outcome", 7, "over"), ("outcome", 8, "x"), ("outcome", 5, "-1"),
        ("outcome", 12, "a b"),
    ],
)  # fmt: skip
def test_words_that_make_no_sense_are_an_error_and_nothing_else(what, place, word):
    said, read = {
        "status": (status().words(), read_status),
        "fire": (Fire(4).words(KEY, 9, 88, 7), read_fire),
        "outcome": (Outcome(3, 3, True, "done").words(KEY, 9, 7), read_outcome),
    }[what]
    read(texts(said))
    wrong = texts(said)
    wrong[place] = word
    assert not makes_sense(read, wrong)
    assert not any(makes_sense(read, texts(said)[:length]) for length in range(len(said)))


def test_a_greeting_of_another_version_is_read_as_far_as_it_goes():
    hello = read_hello(["H", KEY, KEY, KEY, "2", "2-new", "whatever", "comes", "then"])
    assert (hello.version, hello.release) == (2, "2-new")
    assert not makes_sense(read_hello, ["H", KEY, KEY, KEY, "1", "1-x", "two-input"])


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.sampled_from(["Q", KEY, "0", "1", "99999999999", "-", "r", "P", "t", "1:1", "x", ""]),
        min_size=13,
        max_size=13,
    )
)
def test_nothing_that_is_read_raises_anything_else(said):
    for read in (read_status, read_fire, read_outcome, read_times, read_hello):
        makes_sense(read, said)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, words.WRAP - 1), st.integers(0, 100_000))
def test_beats_are_in_order_across_their_wrap(beat, ahead):
    assert words.later((beat + ahead) % words.WRAP, beat)
    assert not words.later(beat, (beat + ahead + 1) % words.WRAP)
