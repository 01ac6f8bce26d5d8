"""The launcher behind the pins, as gpiozero's own devices see it, in stepped time."""

import random
from dataclasses import replace

import pytest
from gpiozero import Button, DigitalInputDevice, Motor, OutputDevice

from uno_launcher.backends.simulated.mirror import Mirror
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.backends.simulated.world import MotorChange
from uno_launcher.errors import UsageError

BASIC = {"motor_in1": 12, "motor_in2": 13, "button": 17, "beam": 27}
ALL = BASIC | {
    "motor_enable": 16,
    "heartbeat": 20,
    "emitter": 22,
    "lid": 23,
    "hopper": 24,
    "button_lamp": 25,
}


class Bench:
    """A simulation with a motor and an ear at the beam."""

    def __init__(self, pins=BASIC, seed=1, **options):
        self.sim = Simulation(pins, random.Random(seed), **options)
        self.motor = Motor(12, 13, pin_factory=self.sim.factory)
        self.beam = self.sim.factory.pin(27)
        self.beam.input_with_pull("up")
        self.edges = []
        self.beam.when_changed = self.heard

    def heard(self, ticks, state):
        self.edges.append((ticks, state, self.sim.now()))


def test_cards_come_out_and_block_the_beam(exact):
    bench = Bench(physics=exact)
    bench.motor.forward(0.6)
    bench.sim.step_to(0.06)
    assert [state for _, state, _ in bench.edges] == [False, True]
    assert [ticks for ticks, _, _ in bench.edges] == pytest.approx(
        [62 / 87 * 0.035, 149 / 87 * 0.035], abs=3e-6
    )
    assert all(ticks == now for ticks, _, now in bench.edges)
    assert bench.sim.world.truth.cards_out == 1


def test_several_levels_at_one_instant_end_in_the_last(exact):
    bench = Bench(physics=exact)
    bench.motor.forward(0.6)
    bench.motor.backward(0.6)
    bench.motor.stop()
    bench.sim.step_to(1.0)
    assert bench.edges == []
    assert {change.t_us for change in bench.sim.world.motor_history} == {0}


def test_both_inputs_high_brake_the_motor(exact):
    bench = Bench(physics=exact)
    bench.motor.forward(0.6)
    bench.sim.step_to(0.1)
    bench.motor.stop()
    bench.motor.forward_device.value = bench.motor.backward_device.value = 1
    assert bench.sim.world.motor_history[-1] == MotorChange(100_000, 0, 0, True)


def test_every_step_size_gives_the_same_edges():
    stories = []
    for step in (1.0, 0.0007):
        bench = Bench(seed=5, faults=["lost_edges", "repeated_edges"])
        t = 0.0
        for until, act in (
            (0.1, lambda bench: bench.sim.press()),
            (0.3, lambda bench: bench.motor.forward(0.6)),
            (0.9, lambda bench: bench.motor.stop()),
            (1.1, lambda bench: bench.motor.backward(0.6)),
            (1.2, lambda bench: bench.motor.stop()),
            (2.0, lambda bench: bench.sim.open_lid()),
        ):
            while t + step < until:
                t += step
                bench.sim.step_to(t)
            t = until
            bench.sim.step_to(t)
            act(bench)
        bench.sim.step_to(3.0)
        stories.append((bench.edges, bench.sim.world.truth, bench.sim.next_at()))
    assert stories[0] == stories[1]
    assert len(stories[0][0]) > 10


def test_stepping_to_what_is_next_misses_nothing(exact):
    bench, other = Bench(physics=exact), Bench(physics=exact)
    for each in (bench, other):
        each.motor.forward(0.6)
    while (due := bench.sim.next_at()) is not None and due < 1.0:
        bench.sim.step_to(due)
    other.sim.step_to(1.0)
    assert bench.edges == other.edges


@pytest.mark.parametrize(("fault", "told"), [("lost_edges", -1), ("repeated_edges", 1)])
def test_one_beam_edge_in_ten_is_lost_or_repeated_and_on_record_g4(fault, told, exact):
    bench = Bench(physics=exact, hopper=300, faults=[fault])
    bench.motor.forward(0.6)
    bench.sim.step_to(40.0)
    truth = bench.sim.world.truth
    touched = sum(name == fault for _, name in truth.troubles)
    assert truth.cards_out == 300
    assert touched == pytest.approx(60, abs=20)
    assert len(bench.edges) == 600 + told * touched
    assert bench.beam.state == 1


def test_a_lost_edge_leaves_the_level_right_g4(exact):
    for seed in range(40):
        bench = Bench(seed=seed, physics=exact, faults=["lost_edges"])
        bench.motor.forward(0.6)
        bench.sim.step_to(0.03)
        assert bench.beam.state == 0
        if not bench.edges:
            return
    pytest.fail("no edge was lost in forty")


def test_the_button_pulls_its_line_low_while_it_is_down(exact):
    sim = Simulation(BASIC, random.Random(1), physics=exact)
    button = Button(17, pin_factory=sim.factory, bounce_time=None)
    assert not button.is_pressed
    sim.press(hold=0.2)
    sim.step_to(0.1)
    assert button.is_pressed
    sim.step_to(0.2)
    assert not button.is_pressed


def test_extra_buttons_pull_their_own_lines_low(exact):
    fitted = {**BASIC, "plus_one": 5, "stop": 11}
    sim = Simulation(fitted, random.Random(1), physics=exact)
    buttons = {bcm: Button(bcm, pin_factory=sim.factory, bounce_time=None) for bcm in (17, 5, 11)}
    sim.press_extra("stop", hold=0.2)
    sim.press_extra("hit_1")  # there is none: nothing happens
    sim.step_to(0.1)
    assert [bcm for bcm, button in buttons.items() if button.is_pressed] == [11]
    sim.step_to(0.2)
    assert not any(button.is_pressed for button in buttons.values())


def test_lid_and_hopper_switches_are_closed_by_the_lid_and_by_a_card(exact):
    sim = Simulation(ALL, random.Random(1), physics=exact)
    lid, hopper = (DigitalInputDevice(bcm, pull_up=True, pin_factory=sim.factory) for bcm in (23, 24))
    assert (lid.is_active, hopper.is_active) == (True, True)
    sim.open_lid()
    sim.empty()
    sim.step_to(0.1)
    assert (lid.is_active, hopper.is_active) == (False, False)
    sim.close_lid()
    sim.reload(60)
    sim.step_to(0.2)
    assert (lid.is_active, hopper.is_active) == (True, True)


def test_active_levels_can_be_turned_round(exact):
    sim = Simulation(
        BASIC,
        random.Random(1),
        physics=exact,
        active={"beam": True, "button": False, "lid": True, "hopper": True},
    )
    beam = DigitalInputDevice(27, pull_up=False, pin_factory=sim.factory)
    assert not beam.is_active
    motor = Motor(12, 13, pin_factory=sim.factory)
    motor.forward(0.6)
    sim.step_to(0.03)
    assert beam.is_active


def test_the_beam_is_blocked_until_its_emitter_is_on(exact):
    bench = Bench(ALL, physics=exact)
    assert bench.beam.state == 0
    emitter = OutputDevice(22, pin_factory=bench.sim.factory)
    emitter.on()
    assert bench.beam.state == 0  # the receiver takes its time
    bench.sim.step_to(0.001)
    assert bench.beam.state == 1
    emitter.off()
    bench.sim.step_to(0.002)
    assert bench.beam.state == 0


@pytest.mark.parametrize("fault", ["dead_beam", "sunlight"])
def test_a_beam_that_cant_be_blocked_fails_its_proof(fault, exact):
    bench = Bench(ALL, physics=exact)
    emitter = OutputDevice(22, pin_factory=bench.sim.factory)
    emitter.on()
    bench.sim.step_to(0.001)
    bench.sim.fault(fault)
    emitter.off()
    bench.sim.step_to(0.002)
    assert bench.beam.state == 1


def test_the_motor_needs_its_enable_and_its_heartbeat(exact):
    bench = Bench(ALL, physics=exact)
    enable, heartbeat = (OutputDevice(bcm, pin_factory=bench.sim.factory) for bcm in (16, 20))
    bench.motor.forward(0.6)
    bench.sim.step_to(0.1)
    assert bench.sim.world.motor_history == []
    enable.on()
    heartbeat.on()
    bench.sim.step_to(0.25)
    heartbeat.off()
    bench.sim.step_to(1.0)
    assert bench.sim.world.motor_history == [
        MotorChange(100_000, 1, 60, False),
        MotorChange(450_000, 0, 0, False),
    ]


def test_levels_are_kept_in_the_mirror_even_when_the_factory_is_closed(tmp_path):
    with Mirror(tmp_path / "lines") as mirror, Mirror(tmp_path / "lines") as outside:
        mirror.write(13, 100)  # somebody left it on
        bench = Bench(mirror=mirror)
        assert outside.read(13) == 0  # claimed
        bench.motor.forward(0.6)
        assert (outside.read(12), outside.read(13)) == (60, 0)
        bench.sim.factory.close()
        assert outside.read(12) == 60  # floating, and nothing pulled it down (field note M4)


def test_outputs_can_be_read_by_signal():
    sim = Simulation(ALL, random.Random(1))
    lamp = OutputDevice(25, pin_factory=sim.factory)
    lamp.on()
    assert sim.output("button_lamp") == 1.0
    assert sim.output("buzzer") == 0.0  # not fitted


def test_an_unknown_fault_is_refused():
    with pytest.raises(UsageError):
        Simulation(BASIC, random.Random(1)).fault("nonsense")


def test_a_driver_of_each_kind_turns_the_same_motor(exact):
    for driver, outputs in (
        ("phase-enable", {12: 1, 13: 1}),
        ("one-pin", {12: 1}),
    ):
        sim = Simulation(BASIC, random.Random(1), driver=driver, physics=exact)
        for bcm, level in outputs.items():
            sim.factory.pin(bcm).output_with_state(level)
        direction = -1 if driver == "phase-enable" else 1
        assert sim.world.motor_history[-1] == MotorChange(0, direction, 100, False)


def test_the_same_seed_tells_the_same_story_and_another_one_another():
    def story(seed):
        bench = Bench(seed=seed, physics=replace(Physics.drawn(random.Random(seed)), double_pct=20))
        bench.motor.forward(0.6)
        bench.sim.step_to(1.0)
        return bench.edges

    assert story(4) == story(4)
    assert story(4) != story(5)
