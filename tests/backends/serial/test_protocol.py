"""The conversation in firmware/PROTOCOL.md, byte by byte: here the host's part of it."""

from tests.feed.test_protocol import conversation
from uno_launcher.backends.serial.link import Link
from uno_launcher.feed.line import FROM_PICO, TO_PICO
from uno_launcher.feed.words import Fire


def test_the_host_says_what_stands_there_and_nothing_else():
    link = Link({"duty_pct": 65}, lambda: "0123abcd")
    link.opened(0.0)
    said, expected = [], []
    lines = conversation()
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


def spoken(link, ms):
    return [(ms, line) for line in link.send(ms / 1000).decode().splitlines()]
