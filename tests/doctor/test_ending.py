"""A signal ends a tool where it waits, never in the middle of something."""

import signal
import time

import pytest

from uno_launcher.doctor import ending
from uno_launcher.doctor.ground import Queue

ASKED = [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit), (signal.SIGHUP, SystemExit)]


@pytest.mark.parametrize(("number", "raised"), ASKED)
def test_a_signal_waits_for_the_next_wait(number: signal.Signals, raised: type[BaseException]) -> None:
    done = []

    @ending.listening()
    def tool() -> None:
        signal.raise_signal(number)
        done.append("a lock that is taken is given back")
        Queue(time.monotonic).take(time.monotonic() + 60)
        done.append("never")

    with pytest.raises(raised):
        tool()
    assert done == ["a lock that is taken is given back"]


@pytest.mark.parametrize(("number", "raised"), ASKED)
def test_a_wait_ends_at_once(number: signal.Signals, raised: type[BaseException]) -> None:
    began = time.monotonic()

    @ending.listening()
    def tool() -> None:
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(number))
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        Queue(time.monotonic).take(began + 60)

    with pytest.raises(raised):
        tool()
    assert time.monotonic() - began < 10


def test_the_status_is_the_one_that_shells_give() -> None:
    with pytest.raises(SystemExit) as ended, ending.listening(), ending.waiting():
        signal.raise_signal(signal.SIGTERM)
    assert ended.value.code == 143


def test_a_second_signal_doesnt_disturb_cleaning_up() -> None:
    cleaned = []

    @ending.listening()
    def tool() -> None:
        try:
            signal.raise_signal(signal.SIGINT)
            Queue(time.monotonic).take(time.monotonic())
        finally:
            signal.raise_signal(signal.SIGTERM)
            Queue(time.monotonic).take(time.monotonic())
            cleaned.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        tool()
    assert cleaned == ["all of it"]


def test_one_that_came_after_the_last_wait_ends_it_all_the_same() -> None:
    with pytest.raises(SystemExit), ending.listening():
        signal.raise_signal(signal.SIGHUP)


def test_afterwards_signals_do_what_they_did_before() -> None:
    before = [signal.getsignal(number) for number, _ in ASKED]
    with ending.listening():
        assert [signal.getsignal(number) for number, _ in ASKED] != before
    assert [signal.getsignal(number) for number, _ in ASKED] == before
