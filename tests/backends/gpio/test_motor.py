"""The motor's pins: what each driver is told, and that off means off, from any thread."""

import contextlib
import itertools
import threading

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from uno_launcher.backends.gpio.motor import DRIVERS, Motor, MotorHeldError, duty
from uno_launcher.errors import HardwareError
from uno_launcher.safety.deadman import EXPIRY_S

IN1, IN2, ENABLE = 12, 13, 16


class Bench:
    """A motor on mock pins, with every write in the order it was made."""

    def __init__(self, driver="two-input", in2=True, enable=True, guard=None, full=False):
        bench, self.writes = self, []

        class Pin(MockPWMPin):
            def _change_state(self, value):
                changed = super()._change_state(value)
                if changed and self._function == "output":
                    bench.writes.append((self._number, value))
                return changed

        self.factory = MockFactory(pin_class=Pin)
        self.in1, self.in2, self.enable = (self.factory.pin(bcm) for bcm in (IN1, IN2, ENABLE))
        for pin in (self.in1, self.in2, self.enable):
            pin.output_with_state(0)
        self.fired = threading.Event()
        self.motor = Motor(
            DRIVERS[driver],
            self.in1,
            self.in2 if in2 else None,
            self.enable if enable else None,
            1000,
            self.fired.set,
            guard=guard,
            full=full,
        )
        self.motor.deadman.start()
        self.now = itertools.count(1000)

    def drive(self, direction, duty_pct, brake=False):
        self.writes.clear()
        self.motor.drive(next(self.now), direction, duty_pct, brake)
        return self.writes[:]

    @property
    def levels(self):
        return self.in1.state, self.in2.state, self.enable.state


@pytest.fixture
def bench():
    made = []

    def make(*args, **kwargs):
        made.append(Bench(*args, **kwargs))
        return made[-1]

    yield make
    for one in made:
        one.motor.off()
        one.motor.deadman.close()


def test_two_inputs_forward_reverse_brake_and_coast(bench):
    one = bench()
    assert one.drive(1, 60) == [(IN1, 0.6), (ENABLE, 1.0)]
    assert one.drive(1, 100) == [(IN1, 1.0)]
    assert one.drive(0, 0, brake=True) == [(IN2, 1.0)]
    assert one.drive(-1, 60) == [(IN1, 0.0), (IN2, 0.6)]
    assert one.drive(0, 0) == [(ENABLE, 0.0), (IN2, 0.0)]


def test_phase_and_enable_forward_reverse_brake_and_coast(bench):
    one = bench("phase-enable")
    assert one.drive(1, 60) == [(IN1, 0.6), (ENABLE, 1.0)]
    assert one.drive(0, 0, brake=True) == [(IN1, 0.0)]
    assert one.drive(-1, 60) == [(IN2, 1.0), (IN1, 0.6)]
    assert one.drive(0, 0) == [(ENABLE, 0.0), (IN2, 0.0), (IN1, 0.0)]


def test_a_phase_is_there_before_the_power_that_it_steers(bench):
    one = bench("phase-enable", enable=False, full=True)
    assert one.drive(-1, 60) == [(IN2, 1), (IN1, 1), (IN1, 0.6)]


def test_one_pin_knows_forward_and_nothing_else(bench):
    one = bench("one-pin", in2=False, enable=False)
    assert one.drive(1, 60) == [(IN1, 0.6)]
    assert one.drive(-1, 60) == [(IN1, 0.0)]
    assert one.drive(0, 0, brake=True) == []
    assert not one.motor.on
    assert one.motor.deadman.expires is None


@pytest.mark.parametrize("driver", ["two-input", "phase-enable"])
def test_a_reversal_goes_through_zero_M7(bench, driver):
    one = bench(driver)
    one.drive(1, 100)
    assert one.drive(-1, 60)[0] == (IN1, 0.0)
    one.drive(1, 100)
    assert one.levels == (1.0, 0.0, 1.0)


def test_the_driver_sleeps_while_the_motor_rests_M7(bench):
    one = bench()
    one.drive(1, 60)
    one.motor.off()
    assert one.levels == (0.0, 0.0, 0.0)


def told_of(mocker, one):
    """What `one`'s first pin is told from now on."""
    told = []
    mocker.patch.object(type(one.in1), "_set_frequency", lambda pin, hz: told.append(("frequency", hz)))
    mocker.patch.object(type(one.in1), "_set_state", lambda pin, state: told.append(("state", state)))
    return told


def test_off_ends_pwm_and_only_then_writes_low(mocker, bench):
    """lgpio leaves the pin as it happens to be when PWM ends."""
    one = bench(in2=False, enable=False)
    one.drive(1, 60)
    told = told_of(mocker, one)
    one.motor.off()
    assert told == [("frequency", None), ("state", 0)]


@pytest.mark.parametrize(("full", "percent", "at_once"), [(0, 100, True), (1, 60, True), (0, 60, False)])
def test_from_rest_a_press_waits_for_no_pwm_where_full_power_may_be(mocker, bench, full, percent, at_once):
    """lgpio begins PWM up to 20 ms after it was told."""
    one = bench(in2=False, enable=False, full=full)
    told = told_of(mocker, one)
    one.drive(1, percent)
    assert told == [("state", 1)] * at_once + [("frequency", 1000), ("state", percent / 100)]


def test_a_motor_that_is_turned_round_waits_for_pwm(mocker, bench):
    """Its other pin is only off at the end of its cycle."""
    one = bench(enable=False, full=True)
    one.drive(-1, 60)
    told = told_of(mocker, one)
    one.drive(1, 60)
    assert ("state", 1) not in told


def test_every_whole_percent_arrives_at_lgpio_as_itself_G15():
    assert [int(duty(percent) * 100) for percent in range(101)] == list(range(101))
    assert duty(0) == 0.0
    assert duty(100) == 1.0


def test_every_motor_on_is_armed_before_a_pin_goes_high(mocker, bench):
    one = bench()
    arm = mocker.spy(one.motor.deadman, "arm")
    mocker.patch.object(one.motor.deadman, "arm", lambda now: (one.writes.append("arm"), arm(now)))
    assert one.drive(1, 60)[0] == "arm"
    assert "arm" not in one.drive(1, 40)
    one.drive(0, 0, brake=True)
    assert one.motor.deadman.expires is not None  # shorted isn't off
    assert one.drive(-1, 60)[0] == "arm"
    one.drive(0, 0)
    assert one.motor.deadman.expires is None
    assert one.drive(0, 0, brake=True)[0] == "arm"


def test_going_back_and_forth_without_progress_isnt_a_new_motor_on(bench):
    one = bench()
    one.drive(1, 60)
    expires = one.motor.deadman.expires
    one.drive(-1, 60)
    one.drive(1, 60)
    assert one.motor.deadman.expires == expires


def test_without_a_guard_that_lives_nothing_turns(mocker, bench):
    guard = mocker.Mock()
    guard.arm.side_effect = HardwareError("nobody guards")
    one = bench(guard=guard)
    with pytest.raises(HardwareError, match="nobody guards"):
        one.drive(1, 60)
    assert one.writes == []


def test_a_guard_that_ends_while_the_motor_runs_ends_the_run(mocker, bench):
    guard = mocker.Mock()
    one = bench(guard=guard)
    one.drive(1, 60)
    guard.arm.side_effect = HardwareError("nobody guards")
    with pytest.raises(HardwareError, match="nobody guards"):
        one.motor.progress(2000.0)
    assert one.levels == (0.0, 0.0, 0.0)


def test_a_pin_that_refuses_to_go_on_ends_with_all_others_off(mocker, bench):
    one = bench()
    put = type(one.in1)._set_state

    def refuse(pin, state):
        if pin is one.enable and state:
            raise OSError("remote I/O error")
        put(pin, state)

    mocker.patch.object(type(one.in1), "_set_state", refuse)
    with pytest.raises(HardwareError, match="remote I/O error"):
        one.drive(1, 60)
    assert one.levels == (0.0, 0.0, 0.0)
    assert one.motor.held


def test_a_pin_that_refuses_to_go_off_doesnt_keep_the_others_on(mocker, bench):
    one = bench()
    one.drive(1, 60)
    put = type(one.in1)._set_state

    def refuse(pin, state):
        if pin is one.in1:
            raise OSError("remote I/O error")
        put(pin, state)

    mocker.patch.object(type(one.in1), "_set_state", refuse)
    assert not one.motor.emergency_off()
    assert one.enable.state == 0.0
    assert one.motor.deadman.expires is not None  # it tries again, and the guard stays armed


def test_after_an_emergency_nothing_turns_until_a_new_start(bench):
    one = bench()
    one.drive(1, 60)
    assert one.motor.emergency_off()
    with pytest.raises(MotorHeldError):
        one.drive(1, 60)
    assert one.levels == (0.0, 0.0, 0.0)
    one.motor.allow(one.motor.hold)
    one.drive(1, 60)
    assert one.motor.on


def test_a_new_start_forgives_no_emergency_that_came_after_it_had_begun(bench):
    one = bench()
    hold = one.motor.hold
    one.motor.emergency_off()
    one.motor.allow(hold)
    with pytest.raises(MotorHeldError):
        one.drive(1, 60)


def test_the_deadman_turns_the_motor_off_by_itself_and_holds_it(bench):
    one = bench()
    one.motor.drive(100.0, 1, 60)
    one.motor.deadman.check(100.0 + EXPIRY_S)
    assert one.levels == (0.0, 0.0, 0.0)
    assert one.fired.is_set()
    with pytest.raises(MotorHeldError):
        one.drive(1, 60)


def test_an_emergency_between_any_two_writes_of_a_motor_on_wins(mocker, bench):
    """Another thread's, at each point at which it can come between."""
    put = MockPWMPin._set_state
    came = 0
    for before, after in itertools.product(((), (1, 60), (-1, 60)), ((1, 60), (-1, 60), (1, 100))):
        for point in range(5):
            one = bench()
            if before:
                one.drive(*before)
            left = [point]

            def emergency(pin, state, left=left, one=one):
                if left[0] == 0 and threading.current_thread() is threading.main_thread():
                    thread = threading.Thread(target=one.motor.emergency_off)
                    thread.start()
                    thread.join(5.0)  # it doesn't wait for the lock for ever
                    assert not thread.is_alive()
                left[0] -= 1
                put(pin, state)

            mocker.patch.object(MockPWMPin, "_set_state", emergency)
            with contextlib.suppress(MotorHeldError):
                one.drive(*after)
            if left[0] < 0:
                came += 1
                assert one.levels == (0.0, 0.0, 0.0), (before, after, point)
                assert one.motor.held
            mocker.patch.object(MockPWMPin, "_set_state", put)
    assert came > 20


def test_emergencies_and_starts_on_many_threads_end_with_the_motor_off(bench):
    one = bench()
    stop = threading.Event()
    bad = []

    def emergencies():
        while not stop.is_set():
            one.motor.emergency_off()

    threads = [threading.Thread(target=emergencies) for _ in range(3)]
    for thread in threads:
        thread.start()
    for _ in range(300):
        hold = one.motor.hold
        one.motor.allow(hold)
        for direction in (1, -1, 0):
            try:
                one.motor.drive(next(one.now), direction, 60)
            except MotorHeldError:
                if one.motor.held and one.levels != (0.0, 0.0, 0.0):
                    bad.append(one.levels)
    stop.set()
    for thread in threads:
        thread.join(5.0)
    one.motor.emergency_off()
    assert one.levels == (0.0, 0.0, 0.0)
    assert bad == []
