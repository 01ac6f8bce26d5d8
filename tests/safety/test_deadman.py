"""The deadman: no motor runs on without somebody proving that it should (field note M8)."""

import threading
import time

import pytest

from uno_launcher.errors import HardwareError
from uno_launcher.safety.deadman import AGAIN_S, EXPIRY_S, Deadman


class Motor:
    """What a deadman is for."""

    def __init__(self):
        self.now = 100.0
        self.tries = []
        self.obeys = True
        self.fired = []
        self.acted = threading.Event()

    def off(self):
        self.tries.append(self.now)
        return self.obeys

    def told(self):
        self.fired.append(self.now)
        self.acted.set()


class Guard:
    """The one outside: keeps what it's told."""

    alive = True

    def __init__(self):
        self.said = []

    def arm(self):
        if not self.alive:
            raise HardwareError("nobody guards")
        self.said.append("arm")

    def disarm(self):
        self.said.append("disarm")


@pytest.fixture
def motor():
    return Motor()


@pytest.fixture
def guard():
    return Guard()


@pytest.fixture
def deadman(motor, guard):
    """One whose own thread sleeps: time is what the test says."""
    deadman = Deadman(motor.off, motor.told, lambda: motor.now, guard)
    deadman.start()
    yield deadman
    deadman.disarm()
    deadman.close()


def test_the_expiry_is_below_a_second():
    assert 0 < EXPIRY_S < 1.0


def test_a_motor_without_progress_goes_off_when_its_time_is_up_and_not_before(deadman, motor):
    deadman.arm(100.0)
    assert not deadman.check(100.0 + EXPIRY_S - 1e-6)
    assert motor.tries == []
    motor.now = 100.0 + EXPIRY_S
    assert deadman.check(motor.now)
    assert motor.tries == motor.fired == [100.0 + EXPIRY_S]
    assert deadman.expires is None


def test_it_acts_once_for_one_motor_on(deadman, motor):
    deadman.arm(100.0)
    motor.now = 102.0
    assert deadman.check(102.0)
    assert not deadman.check(103.0)
    assert motor.fired == [102.0]


def test_progress_lets_the_motor_run_on_for_one_expiry_more(deadman, motor):
    deadman.arm(100.0)
    deadman.renew(100.5)
    assert not deadman.check(100.5 + EXPIRY_S - 1e-6)
    assert deadman.check(100.5 + EXPIRY_S)


def test_a_motor_that_is_off_is_left_alone(deadman, motor):
    deadman.arm(100.0)
    deadman.disarm()
    assert not deadman.check(200.0)
    deadman.renew(200.0)  # progress of a burst whose motor rests arms nothing
    assert not deadman.check(300.0)
    assert motor.tries == []


def test_the_next_motor_on_has_its_whole_time_after_one_that_was_cut_off(deadman, motor):
    deadman.arm(100.0)
    assert deadman.check(101.0)
    deadman.arm(101.0)
    assert not deadman.check(101.0 + EXPIRY_S - 1e-6)
    assert deadman.check(101.0 + EXPIRY_S)
    assert len(motor.fired) == 2


def test_pins_that_refuse_are_tried_again_until_they_obey_and_told_of_once(deadman, motor, guard):
    motor.obeys = False
    deadman.arm(100.0)
    first = 100.0 + EXPIRY_S
    assert deadman.check(first)
    assert not deadman.check(first + AGAIN_S / 2)
    assert deadman.check(first + AGAIN_S)
    assert guard.said == ["arm"]  # the guard must do what this process can't
    motor.obeys = True
    assert deadman.check(first + 2 * AGAIN_S)
    assert deadman.expires is None
    assert guard.said == ["arm", "disarm"]
    assert len(motor.fired) == 1


def test_the_guard_outside_hears_of_every_motor_on_and_off(deadman, guard):
    deadman.arm(100.0)
    deadman.renew(100.1)
    deadman.disarm()
    assert guard.said == ["arm", "arm", "disarm"]


def test_a_motor_that_is_on_again_while_the_last_cut_off_ends_stays_guarded(motor, guard):
    """The new burst's thread comes between the pins going low and the guard being told."""
    deadman = Deadman(lambda: (deadman.arm(101.0), True)[1], motor.told, lambda: motor.now, guard)
    deadman.start()
    try:
        deadman.arm(100.0)
        assert deadman.check(101.0)
        assert guard.said == ["arm", "arm"]
        assert deadman.expires == 101.0 + EXPIRY_S
    finally:
        deadman.disarm()
        deadman.close()


def test_nobody_may_run_the_motor_when_the_guard_has_ended(deadman, guard):
    guard.alive = False
    with pytest.raises(HardwareError):
        deadman.arm(100.0)
    assert deadman.expires is None


@pytest.mark.parametrize("begun", [False, True])
def test_nobody_may_run_the_motor_when_the_thread_has_ended(motor, begun):
    deadman = Deadman(motor.off, motor.told, lambda: motor.now)
    if begun:
        deadman.start()
        deadman.close()
    assert not deadman.alive
    with pytest.raises(HardwareError, match="restart"):
        deadman.arm(100.0)


def test_the_thread_cuts_off_a_motor_whose_control_loop_hangs():
    """In real time: nothing but the deadman's own thread does anything."""
    motor = Motor()
    deadman = Deadman(motor.off, motor.told)
    deadman.start()
    armed = time.monotonic()
    deadman.arm(armed)
    assert motor.acted.wait(5.0)
    assert EXPIRY_S <= time.monotonic() - armed < 1.5
    deadman.close()


def test_the_thread_outlives_exceptions_in_what_it_calls():
    acted, tries = threading.Event(), []

    def off():
        tries.append(None)
        if len(tries) == 1:
            raise OSError("the bus is gone")
        acted.set()
        return True

    def fired():
        raise RuntimeError("the queue is gone")

    deadman = Deadman(off, fired)
    deadman.start()
    deadman.arm(time.monotonic() - EXPIRY_S)
    assert acted.wait(5.0)
    assert deadman.alive
    deadman.close()


def test_it_sleeps_while_the_motor_is_off(mocker, motor):
    """No wake-ups: it waits without a time-out."""
    waited = []
    deadman = Deadman(motor.off, motor.told, lambda: motor.now)
    waiting = threading.Event()
    wait = deadman._changed.wait

    def watched(timeout=None):
        waited.append(timeout)
        waiting.set()
        return wait(timeout)

    mocker.patch.object(deadman._changed, "wait", watched)
    deadman.start()
    assert waiting.wait(5.0)
    deadman.close()
    assert waited == [None]
