"""What levels on the motor's wires mean for the motor, for each kind of driver."""

import pytest

from uno_launcher.backends.simulated.wiring import OPEN, Demand, Wiring

BRAKE = Demand(0, 0, True)


def demand(driver: str, levels: dict[str, float], fitted: tuple[str, ...] = ()) -> Demand:
    wiring = Wiring(driver, (*levels, *fitted))
    for signal, level in levels.items():
        wiring.write(0, signal, level)
    return wiring.demand(0)


@pytest.mark.parametrize(
    ("first", "second", "meaning"),
    [
        (0.0, 0.0, OPEN),
        (0.6, 0.0, Demand(1, 60, False)),
        (0.0, 0.35, Demand(-1, 35, False)),
        (1.0, 1.0, BRAKE),
        (1.0, 0.4, Demand(1, 60, False)),  # the other way to PWM: shorted in between
        (0.5, 0.5, BRAKE),
    ],
)
def test_two_inputs_turn_the_motor_by_their_difference_and_short_it_together(first, second, meaning):
    assert demand("two-input", {"motor_in1": first, "motor_in2": second}) == meaning


@pytest.mark.parametrize(
    ("enable", "phase", "meaning"),
    [
        (0.0, 0.0, BRAKE),
        (0.0, 1.0, BRAKE),
        (0.6, 0.0, Demand(1, 60, False)),
        (1.0, 1.0, Demand(-1, 100, False)),
    ],
)
def test_a_phase_and_enable_driver_takes_the_direction_from_the_phase(enable, phase, meaning):
    assert demand("phase-enable", {"motor_in1": enable, "motor_in2": phase}) == meaning


@pytest.mark.parametrize(("gate", "meaning"), [(0.0, OPEN), (0.35, Demand(1, 35, False))])
def test_one_pin_turns_the_motor_forwards_or_lets_it_coast(gate, meaning):
    assert demand("one-pin", {"motor_in1": gate}) == meaning


@pytest.mark.parametrize("driver", ["two-input", "phase-enable", "one-pin"])
def test_a_driver_that_is_not_enabled_leaves_the_motor_open(driver):
    levels = {"motor_in1": 0.6, "motor_in2": 0.0}
    assert demand(driver, levels, fitted=("motor_enable",)) == OPEN
    assert demand(driver, levels | {"motor_enable": 1.0}) == Demand(1, 60, False)


def test_the_pump_runs_empty_two_tenths_of_a_second_after_the_last_heartbeat():
    wiring = Wiring("two-input", ("motor_in1", "motor_in2", "heartbeat"))
    wiring.write(0, "motor_in1", 0.6)
    assert wiring.demand(0) == OPEN  # it never beat
    wiring.write(1_000, "heartbeat", 1.0)
    wiring.write(100_000, "heartbeat", 0.0)
    wiring.write(150_000, "heartbeat", 0.0)  # no change, no charge
    assert wiring.next_us() == 300_000
    assert wiring.demand(299_999) == Demand(1, 60, False)
    assert wiring.demand(300_000) == OPEN
    assert wiring.next_us() is None
    wiring.write(400_000, "heartbeat", 1.0)
    assert wiring.demand(400_000) == Demand(1, 60, False)


def test_a_beating_heart_wakes_nobody_while_the_motor_rests():
    wiring = Wiring("two-input", ("motor_in1", "motor_in2", "heartbeat"))
    wiring.write(0, "heartbeat", 1.0)
    assert wiring.next_us() is None
