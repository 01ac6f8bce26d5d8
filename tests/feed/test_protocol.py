"""The conversations in firmware/PROTOCOL.md, byte by byte: here the Pico's part of them.

Runs under MicroPython too: see tests/firmware. The host's part is played in tests/backends/serial.
"""

import binascii

import pytest

from uno_launcher.feed.board import Board
from uno_launcher.feed.line import FROM_PICO, TO_PICO, Reader, frame
from uno_launcher.feed.pico import Pico

PAGE = __file__.replace("tests/feed/test_protocol.py", "firmware/PROTOCOL.md")


FEEDING, COPYING = 2, 3
"""Which block of the page it is."""


def conversation(which):
    """(milliseconds, what is said or happens) of every line."""
    with open(PAGE) as page:
        block = page.read().split("```text\n")[which].split("```")[0]
    return [(int(line[:5]), line[5:].strip()) for line in block.split("\n") if line]


def example():
    with open(PAGE) as page:
        return page.read().split("```text\n")[1].split("\n")[0]


class PageBoard(Board):
    fitted = ("button", "beam", "lid")

    def __init__(self):
        self.levels = {}
        self.restarts = 0

    def read(self, name):
        return self.levels.get(name, False)

    def motor(self, direction, duty_pct, brake):
        pass

    def chance(self):
        return b"1"

    def restart(self):
        self.restarts += 1


@pytest.mark.parametrize(("which", "restarts"), [(FEEDING, 0), (COPYING, 1)])
def test_the_pico_says_what_stands_there_and_nothing_else(which, restarts):
    board = PageBoard()
    pico = Pico(board, lambda a, b: a - b, binascii.crc32)
    pico.start(0)
    said, expected = [], []
    lines = conversation(which)

    def turn():
        pico.turn(ms * 1000)
        said.extend([(ms, line) for line in bytes(pico.out).decode().split("\n") if line])
        pico.out = bytearray()

    for ms in range(lines[-1][0] + 1):
        for _, line in [one for one in lines if one[0] == ms]:
            if line[0] == TO_PICO:
                pico.hear(ms * 1000, (line + "\n").encode())
            elif line[0] == FROM_PICO:
                expected.append((ms, line))
            elif line.split()[0] in board.fitted:
                name, level = line.split()
                board.levels[name] = level == "on"
                pico.edge(ms * 1000, name, level == "on", ms * 1000)
            turn()
        turn()
    assert said == expected
    assert board.restarts == restarts


@pytest.mark.parametrize("mark", [TO_PICO, FROM_PICO])
def test_every_line_there_is_whole_and_framed_like_that(mark):
    reader, found = Reader(mark, binascii.crc32), 0
    lines = conversation(FEEDING) + conversation(COPYING)
    lines.append((0, example()))
    for _, line in lines:
        if line[0] == mark:
            (words,) = reader.take((line + "\n").encode())
            assert frame(mark, words, binascii.crc32) == (line + "\n").encode()
            found += 1
    assert found > 10
