"""Simulated launchers of the tools that try one out, in virtual time."""

import pytest

from tests.trying import Stepped
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.daemon import made
from uno_launcher.doctor import ground


@pytest.fixture
def stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulated launchers in virtual time."""
    there: list[Simulation] = []

    class Virtual(Simulation):
        def __init__(self, *args, clock, **more):
            super().__init__(*args, **more)
            there.append(self)

    class Still:
        def __init__(self, simulation):
            pass

        start = stop = lambda self: None

    class Mailbox(Stepped):
        def __init__(self, clock):
            super().__init__(there[-1])

    monkeypatch.setattr(made, "Simulation", Virtual)
    monkeypatch.setattr(made, "RealTime", Still)
    monkeypatch.setattr(ground, "Queue", Mailbox)

    def now() -> float:
        return there[-1].now()

    monkeypatch.setattr(ground, "CLOCK", now)
