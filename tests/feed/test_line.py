"""Runs under MicroPython too: see tests/firmware."""

import binascii

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from uno_launcher.feed.line import FROM_PICO, MOST_BYTES, TO_PICO, Reader, frame, number

PING = b">P 3f2a9c01 12*bd503fc4\n"


def reader(mark=TO_PICO):
    return Reader(mark, binascii.crc32)


def test_a_line_is_these_bytes():
    assert frame(TO_PICO, ("P", "3f2a9c01", 12), binascii.crc32) == PING
    assert frame(FROM_PICO, ("N", "00000000", 0, "session"), binascii.crc32) == (
        b"<N 00000000 0 session*92d1b6f7\n"
    )


def test_what_was_framed_is_read():
    assert reader().take(PING) == [["P", "3f2a9c01", "12"]]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_it_is_read_however_it_comes_in_pieces_S3(size):
    one = reader()
    found = []
    for start in range(0, len(PING), size):
        found += one.take(PING[start : start + size])
    assert found == [["P", "3f2a9c01", "12"]]


def test_a_line_ends_with_a_return_too():
    assert reader().take(PING[:-1] + b"\r\n") == [["P", "3f2a9c01", "12"]]
    assert reader().take(PING[:-3] + b"\r" + PING[-3:]) == []


def test_whatever_comes_before_it_is_dropped_S6():
    for noise in (
        b"MPY: soft reboot\r\nMicroPython v1.28.0; Raspberry Pi Pico with RP2040\r\n>>> ",
        b"AT+GCAP\r\n",
        b"\x00\xff" * 300,
        PING[:-5],
        b">" * 50,
        b">P 3f2a9c01 12*00000000\n",
    ):
        assert reader().take(noise + PING) == [["P", "3f2a9c01", "12"]], noise


def test_what_is_not_ascii_was_never_said():
    said = ">P 3f2a9c01 \u0661".encode()  # a digit of other people's, which Python would take for one
    line = said + b"*%08x\n" % (binascii.crc32(said) & 0xFFFFFFFF)
    one = reader()
    assert one.take(line + PING) == [["P", "3f2a9c01", "12"]]
    assert one.broken == 1


def test_nobody_reads_its_own_echo_S6():
    assert reader(FROM_PICO).take(PING) == []


@pytest.mark.parametrize("place", range(len(PING)))
def test_one_wrong_byte_and_it_never_came(place):
    for flip in (1, 2, 16, 128):
        broken = bytearray(PING)
        broken[place] ^= flip
        assert reader().take(broken) == [], broken


def test_a_line_that_is_too_long_is_nothing():
    with pytest.raises(ValueError, match="bytes"):
        frame(TO_PICO, ["x" * MOST_BYTES], binascii.crc32)
    longest = frame(TO_PICO, ["x" * (MOST_BYTES - 11)], binascii.crc32)
    assert len(longest) == MOST_BYTES
    assert len(reader().take(longest)) == 1
    said = b">" + b"x" * (MOST_BYTES - 10)
    too_long = said + b"*%08x\n" % binascii.crc32(said)
    one = reader()
    assert one.take(too_long) == []
    assert one.take(PING) == [["P", "3f2a9c01", "12"]]


@pytest.mark.parametrize("word", ["", "a b", "a>b", "<", "a\nb", "ü"])
def test_a_word_that_could_not_be_read_is_not_framed(word):
    with pytest.raises(ValueError, match="can't say"):
        frame(TO_PICO, ["P", word], binascii.crc32)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.binary(max_size=30), max_size=20), st.lists(st.booleans(), min_size=20, max_size=20))
def test_in_any_noise_the_whole_lines_are_read_and_no_others(noise, goods):
    one, expected, found = reader(), 0, []
    for junk, good in zip(noise, goods, strict=False):
        found += one.take(junk)
        if good:
            # What came before may end in something that looks like the beginning of a line.
            found += one.take(PING)
            expected += 1
    assert found == [["P", "3f2a9c01", "12"]] * expected


def test_a_number_is_digits_within_its_bounds():
    assert number("0", 0, 9) == 0
    assert number("0012", 0, 99) == 12
    for word in ("", "-1", "+1", "1_0", "1.0", "0x1", "10", " 1", "12345678901"):
        with pytest.raises(ValueError, match="is "):
            number(word, 0, 9)
