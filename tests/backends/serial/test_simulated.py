"""The simulated Pico for everybody: plugged in, played on, pulled out; and asked who it is."""

import random
import threading
import time

import pytest

from uno_launcher.backends.serial import serial_backend
from uno_launcher.backends.serial.greeting import greeted
from uno_launcher.backends.serial.simulated import plugged_in
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config, simulation_config
from uno_launcher.errors import BusyError, HardwareError

CONFIG = simulation_config(Config())
PINS = CONFIG.fitted()


@pytest.fixture
def pico():
    simulation = Simulation(PINS, random.Random(1), clock=time.monotonic)
    runner = RealTime(simulation)
    runner.start()
    with plugged_in(simulation, PINS) as pico:
        yield pico
    runner.stop()
    assert not [thread for thread in threading.enumerate() if "pico" in thread.name]


def test_it_says_who_it_is(pico):
    hello = greeted(pico.port, 5.0)
    assert hello.release == "simulated"
    assert hello.driver == "two-input"
    assert hello.fitted == 255


def test_a_port_that_is_played_on_is_busy(pico):
    backend = serial_backend(CONFIG, pico.port)
    assert list(backend.open(lambda raw: None, time.monotonic())) == []
    with pytest.raises(BusyError, match="Another program holds"):
        greeted(pico.port, 5.0)
    backend.close(time.monotonic())
    assert greeted(pico.port, 5.0) is not None


def test_nobody_is_at_a_port_that_is_not_there(tmp_path):
    with pytest.raises(HardwareError, match="The Pico is gone: check the cable"):
        greeted(str(tmp_path / "nothing"), 1.0)


def test_told_to_start_again_it_forgets(pico):
    first = greeted(pico.port, 5.0, restart=True)
    second = greeted(pico.port, 5.0)
    assert second.boot != first.boot
