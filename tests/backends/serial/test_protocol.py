"""The conversations in firmware/PROTOCOL.md, byte by byte: here the host's part of them."""

import pytest

from tests.feed.test_protocol import COPYING, FEEDING, conversation
from uno_launcher.backends.serial import greeting
from uno_launcher.backends.serial.link import Link
from uno_launcher.feed.line import FROM_PICO, TO_PICO
from uno_launcher.feed.words import Fire
from uno_launcher.traces import Recorder


def test_the_host_says_what_stands_there_and_nothing_else():
    recorder = Recorder()
    link = Link({"duty_pct": 65}, lambda: "0123abcd", recorder)
    link.opened(0.0)
    said, expected = [], []
    lines = conversation(FEEDING)
    for ms in range(lines[-1][0] + 1):
        said += spoken(link, ms)
        for _, line in [one for one in lines if one[0] == ms]:
            if line[0] == FROM_PICO:
                link.received((line + "\n").encode(), ms / 1000)
            elif line[0] == TO_PICO:
                expected.append((ms, line))
            elif line.split()[0] == "fire":
                link.begin(Fire(*map(int, line.split()[1:])), ms / 1000)
            elif line.split()[0] == "show":
                link.outputs(*map(int, line.split()[1:]))
                continue  # a moment later it is said
            said += spoken(link, ms)
    assert said == expected
    assert recorder._edges == [(460_000, True), (495_000, False)]
    assert recorder._motor == [
        (325_000, 1, 100), (340_000, 1, 45), (496_000, 0, 0), (646_000, -1, 60), (746_000, 0, 0)
    ]  # fmt: skip


def spoken(link, ms):
    return [(ms, line) for line in link.send(ms / 1000).decode().splitlines()]


class PagePort:
    """A port where the page's Pico answers."""

    def __init__(self, lines):
        self.lines = lines
        self.said = []
        self.closed = False

    def write(self, data):
        self.said += data.decode().splitlines()

    def read(self, _most):
        said = "".join(line + "\n" for line in self.lines if line[0] == FROM_PICO)
        return said.encode() if self.said else b""

    def reset_output_buffer(self):
        pass

    def close(self):
        self.closed = True


@pytest.mark.parametrize("restart", [True, False])
def test_whoever_copies_files_says_what_stands_there_and_nothing_else(monkeypatch, restart):
    lines = [line for _, line in conversation(COPYING)]
    port = PagePort(lines)
    monkeypatch.setattr(greeting, "opened", lambda path: (port, ""))
    monkeypatch.setattr(greeting.secrets, "token_hex", lambda _: "0123abcd")
    monkeypatch.setattr(greeting.time, "sleep", lambda _: None)
    hello = greeting.greeted("/dev/pico", 1.0, restart=restart)
    assert hello.boot == "376f4b59"
    expected = [line for line in lines if line[0] == TO_PICO]
    assert port.said == (expected if restart else expected[:1])
    assert port.closed
