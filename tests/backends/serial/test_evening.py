"""A whole launcher at the end of a cable: what somebody at the table sees when it's pulled."""

import random
import time
from collections import deque
from pathlib import Path

import msgspec
import pytest

from tests.backends.contract.pico import SteppedPicoStand
from tests.rig import TOY
from uno_launcher.daemon.control import Control
from uno_launcher.launcher.machine import Launcher
from uno_launcher.luck.exactly import Exactly
from uno_launcher.luck.rhythm import steady
from uno_launcher.store import Store
from uno_launcher.table.referee import Guards, Referee


class Evening:
    """Every press brings `cards`."""

    def __init__(self, monkeypatch, cards):
        self.stand = SteppedPicoStand(monkeypatch)
        store = Store(Path(), None, "", time.time)
        store.begin(msgspec.json.encode(TOY).decode())
        referee = Referee(TOY, Guards())
        launcher = Launcher(
            Exactly(cards), random.Random(1), 108, lid_switch=True, referee=referee, rhythm=steady
        )
        self.control = Control(launcher, self.stand.backend, store, referee, simulated=True)
        self.posted = deque()
        self.control.open(self.posted.append, self.stand.now)
        self.run(1.5)

    @property
    def view(self):
        return self.control.snapshot.launcher

    def run(self, seconds, until=lambda: False):
        end = self.stand.now + seconds
        while self.stand.now < end and not until():
            while self.posted:
                self.control.handle(self.posted.popleft(), self.stand.now)
            due = self.control.deadline()
            if due is not None and due <= self.stand.now:
                self.control.tick(self.stand.now)
                continue
            times = [t for t in (due, self.stand.next_at(), end) if t is not None]
            self.stand.step_to(min(times))


@pytest.fixture
def evening(monkeypatch):
    evening = Evening(monkeypatch, 8)
    yield evening
    evening.control.close(evening.stand.now)


def test_it_plays_as_on_a_pi(evening):
    assert evening.view.state == "ready"
    evening.stand.press()
    evening.run(10.0, lambda: evening.view.last is not None)
    assert (evening.view.last.counted, evening.view.last.certain) == (8, True)
    assert evening.view.state == "ready"
    assert evening.view.hopper == 100


@pytest.mark.parametrize("power", [True, False])
def test_the_cable_is_pulled_in_the_middle_of_a_burst(evening, power):
    evening.stand.press()
    evening.run(5.0, lambda: evening.view.counted == 3)
    evening.stand.line.pull(power)
    pulled = evening.stand.now
    evening.run(0.5)
    assert evening.stand.motor == 0
    evening.run(1.0)
    out = evening.stand.cards_out
    if not power:
        evening.stand.line.plug()
    evening.run(2.0, lambda: evening.view.last is not None)
    assert evening.stand.now - pulled < 4.0
    last = evening.view.last
    assert (last.ordered, last.ended) == (8, "fault")
    assert (last.counted, last.certain) == ((3, False) if power else (out, True))
    if power:
        assert evening.view.state == "fault"
        assert evening.view.why == "the Pico is gone: check the cable"
        evening.stand.press()
        evening.run(1.0)
        assert evening.view.number == 1
        evening.stand.line.plug()
    evening.stand.simulation.open_lid()
    evening.run(1.0)
    evening.stand.simulation.close_lid()
    evening.run(1.0)
    assert evening.view.state == "ready"
    assert evening.view.hopper == 108 - last.counted
    evening.stand.press()
    evening.run(10.0, lambda: evening.view.last is not last)
    assert evening.view.last.counted == 8
