"""Commands are called in this process, with a home of their own."""

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from uno_launcher import places
from uno_launcher.__main__ import main
from uno_launcher.backends.serial.simulated import plugged_in
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config, simulation_config
from uno_launcher.doctor.machine import Machine


class Result(NamedTuple):
    status: int
    out: str
    err: str


@contextlib.contextmanager
def pico_at_a_cable(physics: Physics | None = None) -> Iterator[str]:
    """The port of a simulated Pico with a launcher on it; real time."""
    pins = simulation_config(Config()).fitted()
    simulation = Simulation(pins, random.Random(3), physics=physics, clock=time.monotonic)
    runner = RealTime(simulation)
    runner.start()
    try:
        with plugged_in(simulation, pins) as pico:
            yield pico.port
    finally:
        runner.stop()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, no service and no config of the system's; terminals are 80 columns wide."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(places, "SYSTEM_CONFIG", tmp_path / "etc" / "config.toml")
    monkeypatch.setattr(places, "SYSTEM", tmp_path / "var" / "uno-launcher")
    monkeypatch.setattr(Machine, "player", "")
    return tmp_path


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Run one command and say what came of it."""

    def _call(*words: object) -> Result:
        capsys.readouterr()
        status = main([str(word) for word in words])
        return Result(status, *capsys.readouterr())

    return _call
