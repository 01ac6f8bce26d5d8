"""Simulated launchers of the tools that try one out, in virtual time."""

import pytest

from tests.trying import Stepped
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.doctor import ground


@pytest.fixture
def stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated launchers in virtual time."""
    made: list[Simulation] = []

    class Virtual(Simulation):
        def __init__(self, *args, clock, **more):
            super().__init__(*args, **more)
            made.append(self)

    class Still:
        def __init__(self, simulation):
            pass

        start = stop = lambda self: None

    class Mailbox(Stepped):
        def __init__(self, clock):
            super().__init__(made[-1])

    monkeypatch.setattr(ground, "Simulation", Virtual)
    monkeypatch.setattr(ground, "RealTime", Still)
    monkeypatch.setattr(ground, "Queue", Mailbox)

    def now() -> float:
        return made[-1].now()

    monkeypatch.setattr(ground, "CLOCK", now)
