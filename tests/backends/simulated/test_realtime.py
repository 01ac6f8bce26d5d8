"""Real time: one thread that sleeps until something happens. Events are waited for, nothing sleeps."""

import random
import threading
import time

import pytest
from gpiozero import Motor

from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation

PINS = {"motor_in1": 12, "motor_in2": 13, "button": 17, "beam": 27}
PATIENCE_S = 10


class Ear:
    """Hears the edges of one pin until it has heard enough."""

    def __init__(self, simulation, bcm, enough):
        self.edges, self.threads = [], set()
        self.enough, self.done = enough, threading.Event()
        self.now = simulation.now
        self.pin = simulation.factory.pin(bcm)
        self.pin.input_with_pull("up")
        self.pin.when_changed = self.hear

    def hear(self, ticks, state):
        self.edges.append((ticks, state, self.now()))
        self.threads.add(threading.current_thread().name)
        if len(self.edges) >= self.enough:
            self.done.set()


@pytest.fixture
def simulation(exact):
    return Simulation(PINS, random.Random(1), physics=exact, clock=time.monotonic)


@pytest.fixture
def running(simulation):
    realtime = RealTime(simulation)
    realtime.start()
    yield realtime
    realtime.stop()


def test_edges_come_when_they_are_due_and_on_the_simulation_s_thread(simulation, running):
    ear = Ear(simulation, 17, enough=2)
    simulation.press(hold=0.03)
    assert ear.done.wait(PATIENCE_S)
    (down, _, _), (up, _, _) = ear.edges
    assert up - down == pytest.approx(0.03, abs=2e-6)  # the edges' own times are exact
    assert all(now >= ticks for ticks, _, now in ear.edges)
    assert ear.threads == {"simulation"}


def test_cards_come_while_the_motor_is_driven_from_another_thread(simulation, running):
    ear = Ear(simulation, 27, enough=4)
    motor = Motor(12, 13, pin_factory=simulation.factory)
    motor.forward(0.6)
    assert ear.done.wait(PATIENCE_S)
    motor.stop()
    edges = ear.edges[:4]  # the next card may be in the beam already
    widths = [later - earlier for (earlier, _, _), (later, _, _) in zip(edges[::2], edges[1::2], strict=True)]
    assert widths == pytest.approx([0.035, 0.035], abs=1e-5)


def test_nothing_wakes_the_thread_while_nothing_moves(simulation, mocker):
    waiting = threading.Event()
    waits = []
    wait = simulation.changed.wait

    def noted(timeout=None):
        waits.append(timeout)
        if timeout is None:
            waiting.set()
        return wait(timeout)

    mocker.patch.object(simulation.changed, "wait", noted)
    steps = mocker.spy(simulation, "step_to")
    realtime = RealTime(simulation)
    realtime.start()
    assert waiting.wait(PATIENCE_S)
    assert waits == [None]  # until somebody does something
    waiting.clear()
    simulation.press(hold=0.001)
    assert waiting.wait(PATIENCE_S)
    assert waits[-1] is None
    assert len(waits) <= 4
    assert steps.call_count <= 3  # down and up, and one for a wait that ends early
    realtime.stop()
    assert not realtime.alive


def test_a_callback_that_raises_silences_all_inputs_as_under_lgpio_g1(simulation, mocker):
    died = threading.Event()
    mocker.patch.object(threading, "excepthook", side_effect=lambda args: died.set())
    ear = Ear(simulation, 17, enough=1)
    ear.now = lambda: 1 / 0
    realtime = RealTime(simulation)
    realtime.start()
    simulation.press()
    assert died.wait(PATIENCE_S)
    realtime.stop()
    assert not realtime.alive


def test_stopping_twice_does_no_harm(simulation):
    realtime = RealTime(simulation)
    realtime.start()
    realtime.stop()
    realtime.stop()
    assert not realtime.alive


def test_writers_on_two_threads_leave_the_motor_as_the_pins_are():
    simulation = Simulation(PINS, random.Random(1), physics=Physics(), clock=time.monotonic)
    realtime = RealTime(simulation)
    realtime.start()
    pin = simulation.factory.pin(12)
    pin.output_with_state(0)
    pin.frequency = 1000

    def write(duty):
        for _ in range(300):
            pin.state = duty
            pin.state = 0

    threads = [threading.Thread(target=write, args=(duty,)) for duty in (0.6, 1.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert simulation.world.motor_history[-1].direction == (1 if pin.state else 0)
    assert pin.state == 0
    realtime.stop()
