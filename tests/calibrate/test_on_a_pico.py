"""A launcher on a Pico is measured as one on pins is: it tells its tape, and its board knows best."""

import random
import time
from dataclasses import replace

import msgspec
import pytest

from tests.backends.contract.pico import SteppedPicoStand
from tests.calibrate.test_recovery import MANY, assert_recovered
from tests.calibrate.test_warnings import NAMED
from tests.trying import calibration, drawn, good, ground, on_a_pico
from uno_launcher.backends.serial import ports
from uno_launcher.backends.serial.simulated import Pty, plugged_in
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.calibrate.feeding import BackendFeeder
from uno_launcher.config import Config, simulation_config
from uno_launcher.config.feed import FeedSection
from uno_launcher.doctor import ground as claiming
from uno_launcher.errors import LauncherError
from uno_launcher.feed import words
from uno_launcher.feed.pico import Pico
from uno_launcher.traces import Recorder


def nobody(told):
    raise AssertionError(told)


def burst(launcher, cards=4):
    """Its report, and edges and motor with times from the motor's start."""
    feeder = BackendFeeder(launcher, nobody)
    fed = feeder.feed(cards, FeedSection())
    feeder.close()
    start = fed.motor[0][0]
    assert all(t_us <= fed.end_us for t_us, *_ in [*fed.edges, *fed.motor])
    edges = [(t_us - start, blocked) for t_us, blocked in fed.edges]
    return fed.report, edges, [(t_us - start, *what) for t_us, *what in fed.motor]


def driven(launcher):
    history = launcher.simulation.world.motor_history
    return history[-1].direction if history else 0


@pytest.mark.parametrize("faults", [(), ("chatter",), ("noise",)], ids=str)
def test_a_pico_tells_the_very_tape_that_pins_do(faults):
    on_pins, edges, motor = burst(ground(1, faults=faults))
    far, far_edges, far_motor = burst(on_a_pico(ground(1, faults=faults)))
    assert (far_edges, far_motor) == (edges, motor)
    assert far.counted == on_pins.counted == 4
    assert len(edges) >= 8


def test_transit_spin_up_and_coast_are_recovered():
    assert_recovered(range(3), pico=True)


@pytest.mark.long
def test_they_are_with_many_more_launchers():
    assert_recovered(MANY, pico=True)


def test_the_duty_that_starts_the_roller_is_found_and_nobody_is_blamed():
    for seed in range(3):
        went, _ = good(seed, pico=True)
        assert went.found.start_pct >= drawn(seed).stiction_pct - 1
        assert went.warnings == []


@pytest.mark.parametrize(
    "fault", [pytest.param(name, marks=() if name == "chatter" else pytest.mark.long) for name in NAMED]
)
def test_what_looks_bad_is_named(fault):
    went, _ = calibration(2, drawn(2), faults=[fault], pico=True)
    assert any(NAMED[fault] in said for said in went.warnings), went.warnings


def test_a_driver_that_cant_brake_is_measured_by_how_long_it_coasts():
    config = msgspec.structs.replace(
        Config(), motor=msgspec.structs.replace(Config().motor, driver="one-pin")
    )
    physics = replace(drawn(3), coast_ms=90.0)
    went, _ = calibration(3, physics, config=config, pico=True)
    assert "brake_ms" not in went.changes
    assert went.found.fit.transit_us / 1000 == pytest.approx(physics.transit_ms, rel=0.06)


def test_a_line_that_loses_and_breaks_much_tells_the_same():
    rng = random.Random(5)

    def mangle(data, _way):
        arrived = b""
        for said in data.splitlines(keepends=True):
            luck = rng.random()
            if luck < 0.1:
                arrived += said[:-12]
            elif luck < 0.2:
                arrived += said.replace(b"1", b"7")
            else:
                arrived += said * (2 if luck < 0.3 else 1)
        return arrived

    _, *wanted = burst(on_a_pico(ground(1, faults=("chatter",))))
    _, *told = burst(on_a_pico(ground(1, faults=("chatter",)), mangle))
    assert told == wanted


def test_files_that_know_no_tape_are_named_before_anything_moves(monkeypatch):
    answer = Pico._answer

    def older(self, t, said):
        if said[0] == words.TAPE:
            raise ValueError("no such word")
        answer(self, t, said)

    monkeypatch.setattr(Pico, "_answer", older)
    launcher = on_a_pico(ground(1))
    feeder = BackendFeeder(launcher, nobody)
    with pytest.raises(LauncherError, match=r"^The files on the Pico are too old .*firmware flash`\.$"):
        feeder.feed(1, FeedSection())
    feeder.close()
    assert launcher.simulation.world.motor_history == []


def test_a_pico_that_is_not_there_is_said_before_anything_moves():
    launcher = on_a_pico(ground(1), lambda data, way: b"")
    feeder = BackendFeeder(launcher, nobody)
    with pytest.raises(LauncherError, match=r"^The Pico is gone: check the cable\.$"):
        feeder.feed(1, FeedSection())
    feeder.close()


def test_a_cable_that_is_pulled_while_the_motor_runs_ends_it_with_the_motor_off():
    plugged = [True]
    launcher = on_a_pico(ground(1), lambda data, way: data if plugged[0] else b"")
    feeder = BackendFeeder(launcher, nobody)
    feeder.feed(1, FeedSection())
    take = launcher.mailbox.take

    def pulled(until):
        plugged[0] = plugged[0] and not driven(launcher)
        return take(until)

    launcher.mailbox.take = pulled
    with pytest.raises(LauncherError, match="check the cable"):
        feeder.feed(5, FeedSection())
    assert not plugged[0]
    assert driven(launcher) == 0
    feeder.close()


def test_what_a_board_does_not_allow_is_said():
    launcher = on_a_pico(ground(1))
    launcher.mailbox._stepped.pico.board.most_cards = 3
    feeder = BackendFeeder(launcher, nobody)
    with pytest.raises(LauncherError, match=r"board\.py"):
        feeder.feed(4, FeedSection())
    feeder.close()


def test_nobody_who_plays_asks_for_tapes(monkeypatch):
    stand, said = SteppedPicoStand(monkeypatch, mangle=lambda data, way: said.append(data) or data), []
    stand.open()
    stand.start(3)
    stand.finish()
    stand.close()
    assert not any(b">E " in line for line in said)


@pytest.mark.parametrize("driver", ["two-input", "one-pin"])
def test_the_driver_is_the_boards_whatever_the_config_says(driver, monkeypatch, tmp_path):
    monkeypatch.setattr(claiming.Machine, "service", lambda self, name: "")
    config = simulation_config(Config())
    pins = {name: bcm for name, bcm in config.fitted().items() if name != "motor_in2" or driver != "one-pin"}
    simulation = Simulation(pins, random.Random(1), driver=driver, clock=time.monotonic)
    runner = RealTime(simulation)
    runner.start()
    recorder = Recorder()
    with plugged_in(simulation, pins, driver) as pico:
        backend = msgspec.structs.replace(config.backend, kind="serial", port=pico.port)
        config = msgspec.structs.replace(config, backend=backend)
        with claiming.claimed(config, what="calibrate", state_dir=str(tmp_path)) as launcher:
            assert launcher.config.motor.driver == driver
            far = launcher.backend(launcher.config, recorder)
            assert far.open(launcher.mailbox.post, launcher.clock()) == []
            far.close(launcher.clock())
    runner.stop()


@pytest.mark.parametrize(
    ("port", "why"),
    [
        ("mute", "Nobody answers at the Pico's port"),
        ("nothing", "There is no port"),
        (None, "No Pico was found"),
    ],
)
def test_where_nobody_answers_there_is_no_launcher(port, why, monkeypatch, tmp_path):
    monkeypatch.setattr(claiming.Machine, "service", lambda self, name: "")
    monkeypatch.setattr(claiming, "HELLO_S", 0.1)
    monkeypatch.setattr(ports, "found", lambda: ())
    mute = Pty(tmp_path / "mute")
    named = port and str(tmp_path / port)
    backend = msgspec.structs.replace(Config().backend, kind="serial", port=named)
    config = msgspec.structs.replace(Config(), backend=backend)
    with (
        pytest.raises(LauncherError, match=f"^{why}.*[a-z)`]\\.$"),
        claiming.claimed(config, what="calibrate", state_dir=str(tmp_path)),
    ):
        raise AssertionError
    mute.pull()
