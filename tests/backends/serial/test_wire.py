"""The one thread that owns the port, against ports that go wrong in every way that's known."""

import binascii
import contextlib
import os
import termios
import threading
import time

import pytest
import serial

from uno_launcher.backends.serial import paces, ports, wire
from uno_launcher.backends.serial.link import Link
from uno_launcher.backends.serial.news import GONE, OLD_HOST, OLD_PICO, SILENT, Down
from uno_launcher.backends.serial.simulated import Pty
from uno_launcher.backends.serial.wire import PortWire, opened
from uno_launcher.feed.hello import Hello
from uno_launcher.feed.line import FROM_PICO, TO_PICO, Reader, frame
from uno_launcher.feed.words import VERSION

PATIENCE_S = 10.0


class BadPort:
    """A port whose calls raise what they're told to."""

    def __init__(self, path, trouble, at):
        self.trouble = trouble
        self.at = at
        self.closed = 0
        self.ear, self.mouth = os.pipe()
        os.write(self.mouth, b"!" if at == "read" else b"")

    def fileno(self):
        return self.ear

    def write(self, data):
        if self.at == "write":
            raise self.trouble
        return len(data)

    def read(self, most):
        raise self.trouble

    def reset_output_buffer(self):
        if self.at == "close":
            raise self.trouble

    def close(self):
        self.closed += 1
        os.close(self.ear)
        os.close(self.mouth)
        if self.at == "close":
            raise self.trouble


def link():
    return Link({}, lambda: "01234567")


@pytest.mark.parametrize("at", ["read", "write"])
@pytest.mark.parametrize(
    "trouble",
    [
        serial.SerialException("device disconnected"),
        serial.SerialTimeoutException("Write timeout"),
        OSError(5, "Input/output error"),
        termios.error(5, "Input/output error"),
    ],
    ids=lambda trouble: type(trouble).__name__,
)
def test_whatever_an_unplugged_port_raises_it_is_opened_again_S1(monkeypatch, trouble, at):
    made, again = [], threading.Event()

    def open_port(path):
        made.append(BadPort(path, trouble, at))
        if len(made) == 3:
            again.set()
        return made[-1], ""

    monkeypatch.setattr(wire, "opened", open_port)
    carrier = PortWire(link(), lambda: ("/dev/pico",))
    carrier.start(lambda: None)
    assert again.wait(PATIENCE_S)
    assert carrier.alive
    carrier.close()
    assert not carrier.alive
    assert all(port.closed == 1 for port in made)


def test_a_port_that_refuses_to_close_is_left_S2(monkeypatch):
    made, again = [], threading.Event()

    def open_port(path):
        made.append(BadPort(path, OSError(5, "Input/output error"), "close"))
        made[-1].at = "close"
        os.write(made[-1].mouth, b"!")
        if len(made) == 2:
            again.set()
        return made[-1], ""

    monkeypatch.setattr(wire, "opened", open_port)
    carrier = PortWire(link(), lambda: ("/dev/pico",))
    carrier.start(lambda: None)
    assert again.wait(PATIENCE_S)
    carrier.close()
    assert not carrier.alive


def test_a_host_that_says_more_than_is_read_gives_up_in_time_S2(tmp_path):
    pty = Pty(tmp_path / "Pico")
    port, _ = opened(str(pty.path))
    began = time.monotonic()
    with pytest.raises(serial.SerialTimeoutException):
        port.write(b"x" * 1_000_000)
    assert time.monotonic() - began < 0.5 + 2.0  # it writes until the terminal is full, then waits
    port.close()
    pty.pull()


def test_the_port_has_one_owner_S4(tmp_path):
    pty = Pty(tmp_path / "Pico")
    port, _ = opened(str(pty.path))
    second, why = opened(str(pty.path))
    assert second is None
    assert why == f"another program holds {pty.path}: end it"
    port.close()
    third, _ = opened(str(pty.path))
    third.close()
    pty.pull()


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ((), ": check the cable, and `port` in the config"),
        (("/dev/ttyACM0", "/dev/ttyACM1"), ", but /dev/ttyACM0, /dev/ttyACM1: correct `port` in the config"),
    ],
)
def test_a_port_that_was_never_there_is_named_with_those_that_are(monkeypatch, tmp_path, others, why):
    monkeypatch.setattr(wire, "found", lambda: others)
    path = tmp_path / "nothing"
    heard = threading.Event()
    carrier = PortWire(link(), lambda: (str(path),))
    carrier.start(heard.set)
    assert heard.wait(PATIENCE_S)
    with carrier.link() as its:
        assert list(its.news) == [Down(f"there is no port {path}{why}")]
    carrier.close()


def test_nobody_who_is_not_wanted_is_kept_waiting_for(monkeypatch, tmp_path):
    """A port where nobody answers is left for the next one (field note S5)."""
    monkeypatch.setattr(wire, "GREETED_S", 0.2)
    mute, other = Pty(tmp_path / "a"), Pty(tmp_path / "b")
    carrier = PortWire(link(), lambda: (str(mute.path), str(other.path)))
    carrier.start(lambda: None)
    until = time.monotonic() + PATIENCE_S
    said = b""
    while b">H 01234567 1" not in said and time.monotonic() < until:
        try:
            said += os.read(other.fd, 100)
        except BlockingIOError:
            time.sleep(0.01)
    carrier.close()
    assert b">H 01234567 1" in said
    mute.pull()
    other.pull()


@contextlib.contextmanager
def answered(path, answer):
    """A pseudo terminal at `path` where `answer` makes the words that follow from each line; the lines."""
    pty, heard, ended = Pty(path), [], threading.Event()

    def run():
        reader = Reader(TO_PICO, binascii.crc32)
        while not ended.wait(0.01):
            with contextlib.suppress(BlockingIOError):
                for words in reader.take(os.read(pty.fd, 4096)):
                    heard.append(words)
                    for said in answer(words):
                        os.write(pty.fd, frame(FROM_PICO, said, binascii.crc32))

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield heard
    finally:
        ended.set()
        thread.join()
        pty.pull()


def refuses(words):
    """A Pico that doesn't know the measure."""
    if words[0] == "H":
        return [Hello(words[1], "0000000a", "0000000b", VERSION, "x", "two-input", 0).words()]
    return [("N", "0000000a", words[2], "words")]


def of_version(version):
    return lambda words: [Hello(words[1], "00000000", "00000000", version, "x", "two-input", 0).words()]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (of_version(VERSION - 1), OLD_PICO),
        (of_version(VERSION + 1), OLD_HOST),
        (refuses, OLD_PICO),
        (lambda words: [], SILENT),
    ],
    ids=["old Pico", "old host", "measure", "mute"],
)
def test_a_port_where_nobody_can_be_played_with_says_why_and_does_not_change_its_mind(
    monkeypatch, tmp_path, answer, why
):
    monkeypatch.setattr(paces, "GREET_S", 0.05)
    monkeypatch.setattr(wire, "GREETED_S", 0.12)
    monkeypatch.setattr(wire, "BACK_OFF_S", (0.05, 0.1))
    path, said, until = tmp_path / "Pico", [], time.monotonic() + PATIENCE_S
    carrier = PortWire(Link({"duty_pct": 70}, lambda: "01234567"), lambda: (str(path),))

    def follow(enough):
        while not enough() and time.monotonic() < until:
            time.sleep(0.02)
            with carrier.link() as its:
                said.extend(its.news)
                its.news.clear()

    try:
        with answered(path, answer) as heard:
            carrier.start(lambda: None)
            follow(lambda: len(heard) > 16)
            assert said == [Down(why)]
        follow(lambda: said[1:])
        assert said[1:] == [Down(GONE)]
    finally:
        carrier.close()


def test_names_do_not_swap_S5(monkeypatch, tmp_path):
    first, second = tmp_path / "ttyACM1", tmp_path / "ttyACM0"
    first.touch()
    second.touch()
    folder = tmp_path / "by-id"
    folder.mkdir()
    (folder / "usb-MicroPython_Board_in_FS_mode_e6614c-if00").symlink_to(first)
    (folder / "usb-Arduino-if00").symlink_to(second)
    monkeypatch.setattr(ports, "BY_ID", folder)

    class Found:
        def __init__(self, path, vid):
            self.device, self.vid = str(path), vid

    there = [Found(second, 0x2341), Found(first, ports.VENDOR), Found(tmp_path / "ttyACM2", ports.VENDOR)]
    monkeypatch.setattr(ports.list_ports, "comports", lambda: there)
    assert ports.found() == (
        str(folder / "usb-MicroPython_Board_in_FS_mode_e6614c-if00"),
        str(tmp_path / "ttyACM2"),
    )
    assert ports.at("/dev/ttyACM7")() == ("/dev/ttyACM7",)
    monkeypatch.setattr(ports, "BY_ID", tmp_path / "none")
    assert ports.found() == (str(first), str(tmp_path / "ttyACM2"))


@pytest.mark.parametrize("path", ["/dev", "/dev/null", __file__])
def test_what_is_no_serial_port_is_named(path):
    assert opened(path) == (None, f"{path} is no serial port: correct `port` in the config")
