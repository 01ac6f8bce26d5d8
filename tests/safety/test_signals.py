"""Signals end the process, motor off first, whatever the main thread waits for."""

import os
import signal
import threading

import pytest

from uno_launcher.daemon import signals
from uno_launcher.daemon.loop import Quit
from uno_launcher.daemon.signals import Signals


class Loop:
    def __init__(self):
        self.ended = threading.Event()
        self.posted = []
        self.told = threading.Event()

    def post(self, what):
        self.posted.append(what)
        self.told.set()


@pytest.fixture
def loop():
    return Loop()


@pytest.fixture
def left(mocker):
    """Set when the process would have been left; `happened` says what came before."""
    mocker.patch.object(signals, "GRACE_S", 0.05)
    event = threading.Event()
    event.happened = []

    def leave(status):
        event.happened.append(status)
        event.set()

    mocker.patch.object(os, "_exit", leave)
    return event


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("ended", [True, False])
def test_a_process_that_doesnt_end_after_a_signal_is_left_with_the_motor_off(loop, left, number, ended):
    """Ended or not, the loop isn't all that a shutdown may wait for."""
    with Signals(lambda: left.happened.append("off"), loop).caught():
        if ended:
            loop.ended.set()
        signal.raise_signal(number)
        assert left.wait(5.0)
    assert left.happened == ["off", "off", 1]
    assert loop.posted == [Quit()]


def test_a_motor_that_cant_be_turned_off_keeps_no_process_from_being_left(loop, left, mocker):
    mocker.patch.object(signals, "OFF_S", 0.05)
    with Signals(threading.Event().wait, loop).caught():
        signal.raise_signal(signal.SIGTERM)
        assert left.wait(5.0)


def test_without_a_signal_nobody_is_left(loop, left):
    before = threading.enumerate()
    with Signals(lambda: None, loop).caught():
        new = [thread for thread in threading.enumerate() if thread not in before]
        (watching,) = [thread for thread in new if thread.name == "give-up"]
    loop.ended.set()
    watching.join(5.0)
    assert not watching.is_alive()
    assert not left.is_set()


def test_a_hang_up_that_is_ignored_stays_so(loop, left):
    """As nohup has it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Signals(lambda: None, loop).caught():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_what_was_there_before_is_there_after(loop, left):
    before = [signal.getsignal(number) for number in Signals.CAUGHT]
    with Signals(lambda: None, loop).caught():
        assert [signal.getsignal(number) for number in Signals.CAUGHT] != before
    assert [signal.getsignal(number) for number in Signals.CAUGHT] == before
