"""A launcher that isn't on this computer's pins is tried by what its backend says. Any backend will do."""

import time

import pytest

from tests.doctor.visits import Somebody, said
from tests.trying import ground
from uno_launcher.backends.gpio import GpioBackend
from uno_launcher.doctor.ground import Ground, Queue
from uno_launcher.doctor.hearing import Heard
from uno_launcher.doctor.try_heard import HeardVisit, parts
from uno_launcher.errors import LauncherError


def heard_on(launcher):
    backend = GpioBackend(launcher.config, launcher.simulation.factory, launcher.clock)
    return Heard(launcher, backend)


def visit(seed=1, *, only=None, answers=None, before=None, **more):
    """(findings, launcher, what was said)."""
    launcher = ground(seed, **more)
    heard = heard_on(launcher)
    simulation = launcher.simulation
    acts = {piece: lambda name=name: simulation.fault(name) for piece, name in (before or {}).items()}
    person = Somebody(launcher, more.get("wired") or launcher.config.fitted(), None, answers, acts)
    heard.open()
    found = []
    try:
        for name, part in parts(HeardVisit(heard, person, 3.0)):
            if only is None or name in only:
                found += part()
    finally:
        heard.close()
    return found, launcher, person.heard


def test_a_launcher_that_is_all_right_is_found_to_be():
    found, launcher, told = visit()
    assert {finding.verdict for finding in found} == {"ok"}, found
    assert len(found) == 16
    assert any("Is your hand away? yes" in line for line in told)
    history = launcher.simulation.world.motor_history
    began = next(change.t_us for change in history if change.direction > 0)
    ended = next(change.t_us for change in history if change.t_us > began and change.direction <= 0)
    assert ended - began <= 200_000


@pytest.mark.parametrize("piece", ["Is the lid closed", "Is your hand away"])
def test_without_a_yes_the_motor_stays_off(piece):
    found, launcher, _ = visit(answers={piece: False}, only=["Motor"])
    assert launcher.simulation.world.motor_history == []
    assert [finding.verdict for finding in found] == ["skipped"]


@pytest.mark.parametrize(
    ("fault", "part", "named"),
    [
        ("dead_motor", "Motor", "The roller doesn't turn"),
        ("slip", "Motor", "The roller turns, but no card comes"),
        ("dark_beam", "Beam", "The emitter is dead"),
        ("sunlight", "Beam", "The sun or a lamp"),
    ],
)
def test_what_is_wrong_is_named(fault, part, named):
    before = {"hand away": fault} if part == "Motor" else None
    found, _, _ = visit(only=[part], before=before, faults=() if before else [fault])
    assert named in said([finding for finding in found if finding.verdict == "fault"])


def test_a_motor_that_turns_the_wrong_way_is_told_by_whoever_looks():
    pins = ground(1).config.fitted()
    swapped = {**pins, "motor_in1": pins["motor_in2"], "motor_in2": pins["motor_in1"]}
    found, _, _ = visit(only=["Motor"], wired=swapped, answers={"the way that shoots": False})
    assert found[0].said == "The motor turns the wrong way."


def test_a_button_that_another_one_answers_for_is_told():
    pins = ground(1).config.fitted()
    swapped = {**pins, "button": pins["hit_1"], "hit_1": pins["button"]}
    found, _, _ = visit(only=["Button"], wired=swapped)
    assert "Instead of the button, the button Hit 1 was told" in found[0].said


def test_what_isnt_fitted_isnt_tried():
    answers = {"Are there": False, "Is there": False}
    found, _, _ = visit(answers=answers)
    assert [finding.part for finding in found] == ["link", "button", "beam", "motor"]


def test_ctrl_c_while_the_motor_runs_ends_with_it_off(mocker):
    launcher = ground(1)
    heard = heard_on(launcher)
    heard.open()
    take = launcher.mailbox.take

    def interrupted(until):
        if launcher.simulation.world.motor_history:
            raise KeyboardInterrupt
        return take(until)

    mocker.patch.object(launcher.mailbox, "take", interrupted)
    with pytest.raises(KeyboardInterrupt):
        heard.feed(0.2)
    assert launcher.simulation.world.motor_history[-1].direction == 0
    heard.close()


def test_it_refuses_to_run_for_longer_and_gives_up_on_a_launcher_that_falls_silent(mocker):
    launcher = ground(1)
    heard = heard_on(launcher)
    heard.open()
    with pytest.raises(ValueError, match="longer"):
        heard.feed(0.5)
    mocker.patch.object(GpioBackend, "start", return_value=[])
    mocker.patch.object(GpioBackend, "stop", return_value=[])
    off = mocker.spy(GpioBackend, "emergency_off")
    with pytest.raises(LauncherError, match="doesn't say how it went"):
        heard.feed(0.2)
    assert off.call_count == 1
    heard.close()


@pytest.mark.long
def test_a_simulated_pico_at_a_cable_is_found_to_be_all_right():
    import random

    from uno_launcher.backends.serial import serial_backend
    from uno_launcher.backends.serial.simulated import plugged_in
    from uno_launcher.backends.simulated.realtime import RealTime
    from uno_launcher.backends.simulated.simulation import Simulation
    from uno_launcher.config import Config, simulation_config

    config = simulation_config(Config())
    simulation = Simulation(config.fitted(), random.Random(1), clock=time.monotonic)
    runner = RealTime(simulation)
    runner.start()
    with plugged_in(simulation, config.fitted()) as pico:
        launcher = Ground(
            config, time.monotonic, Queue(time.monotonic), lambda: simulation.factory, None, simulation
        )
        heard = Heard(launcher, serial_backend(config, pico.port))
        heard.open()
        person = Somebody(launcher, config.fitted())
        found = [each for _, part in parts(HeardVisit(heard, person, 3.0)) for each in part()]
        heard.close()
    runner.stop()
    assert {finding.verdict for finding in found} == {"ok"}, found
