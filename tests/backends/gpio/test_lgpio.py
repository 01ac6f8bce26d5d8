"""The backend on gpiozero's own lgpio factory, over an lgpio in memory: the way a Pi takes."""

import importlib
import sys
from collections import deque

import pytest

from tests.backends.contract.stands import full_config
from uno_launcher.backends.gpio import GpioBackend, open_factory
from uno_launcher.backends.gpio.factory import chip_of, notify_thread
from uno_launcher.errors import BusyError
from uno_launcher.launcher.events import CardTaken, Counted, FeedEnded, Pressed
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.plan import Plan

IN1, IN2, ENABLE, BEAM, LID, HOPPER, BUTTON = 12, 13, 16, 27, 23, 24, 17
EXTRA = (5, 6, 10, 9, 11)
OUTPUTS = (12, 13, 16, 20, 25, 19, 26, 21, 18)


class Bench:
    """A backend and the lines it drives, in virtual time."""

    def __init__(self, lgpio):
        self.lgpio, self.lines = lgpio, lgpio.lines
        self.now = 1000.0
        self.queue, self.said = deque(), []
        self.factory = open_factory("lgpio", 0)
        self.factory.ticks = lambda: self.now
        self.backend = GpioBackend(full_config(emitter=False), self.factory, lambda: self.now)
        for bcm in (LID, HOPPER):
            self.lines.level[bcm] = 0
        self.said += self.backend.open(self.queue.append, self.now)

    def edge(self, bcm, level):
        self.lines.edge(bcm, level, int(self.now * 1e9))
        while self.queue:
            self.said += self.backend.handle(self.queue.popleft(), self.now)

    def run(self, seconds):
        until = self.now + seconds
        while (due := self.backend.deadline()) <= until:
            self.now = max(self.now, due)
            self.said += self.backend.tick(self.now)
        self.now = until

    def heard(self, kind):
        return [event for event in self.said if isinstance(event, kind)]

    def start(self, cards):
        self.said += self.backend.start(Plan(cards), self.now)


@pytest.fixture
def lgpio(monkeypatch):
    module = importlib.import_module("tests.backends.gpio.fake_lgpio")
    monkeypatch.setattr(module, "lines", module.Lines())
    monkeypatch.setitem(sys.modules, "lgpio", module)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xA03111)
    yield module
    sys.modules.pop("gpiozero.pins.lgpio", None)


@pytest.fixture
def bench(lgpio):
    bench = Bench(lgpio)
    yield bench
    bench.backend.close(bench.now)


def test_opening_claims_every_output_low_and_watches_every_input(bench):
    lines = bench.lines
    assert {bcm for bcm, mode in lines.mode.items() if mode == "output"} == set(OUTPUTS)
    inputs = {BEAM, LID, HOPPER, BUTTON, *EXTRA}
    assert {bcm for bcm, mode in lines.mode.items() if mode == "alert"} == inputs
    assert all(lines.flags[bcm] & 32 for bcm in inputs)  # pulled up, watched or not
    assert not any(map(lines.high, OUTPUTS))
    assert bench.said == []
    assert chip_of(bench.factory) == 0
    assert notify_thread(bench.factory) is bench.lgpio._notify_thread


def test_a_press_and_a_card_arrive_by_the_kernels_clock(bench):
    bench.run(1.0)
    bench.edge(BUTTON, 0)
    bench.run(0.03)
    assert bench.heard(Pressed)
    bench.edge(BUTTON, 1)
    bench.start(1)
    assert bench.lines.high(IN1)
    bench.run(0.06)
    bench.edge(BEAM, 0)
    bench.run(0.033)
    bench.edge(BEAM, 1)
    bench.run(2.0)
    assert [event.cards for event in bench.heard(Counted)] == [1]
    (report,) = [event.report for event in bench.heard(FeedEnded)]
    assert (report.counted, report.ended) == (1, "done")
    assert not any(map(bench.lines.high, OUTPUTS))
    assert bench.lines.pwm == {}  # nothing wakes lgpio's PWM thread while nothing moves


def test_the_kick_is_a_plain_write_before_pwm_has_begun(bench):
    bench.lines.calls.clear()
    bench.start(2)
    told = [call for call in bench.lines.calls if call[0] == IN1]
    assert told[:3] == [(IN1, 1), (IN1, 1000, 0), (IN1, 1000, 100)]
    bench.run(0.1)
    assert bench.lines.pwm[IN1] == (1000, 60)


@pytest.mark.parametrize("how", ["stop", "emergency_off", "deadman", "close", "lid"])
def test_every_way_off_leaves_no_line_high_though_pwm_ends_high(bench, how):
    bench.backend.show(Look("on", "white", "on"), bench.now)
    bench.start(20)
    bench.run(0.1)
    assert bench.lines.high(IN1)
    if how == "stop":
        bench.said += bench.backend.stop(bench.now)
        bench.run(1.0)
    elif how == "emergency_off":
        bench.backend.emergency_off()
        assert not any(map(bench.lines.high, OUTPUTS))
    elif how == "deadman":
        bench.now += 0.9
        bench.backend._motor.deadman.check(bench.now)
    elif how == "lid":
        bench.edge(LID, 1)
        bench.run(0.2)
    else:
        bench.backend.close(bench.now)
        assert not any(map(bench.lines.high, OUTPUTS))
        assert bench.lines.closed
    assert not any(map(bench.lines.high, (IN1, IN2, ENABLE)))
    assert bench.lines.pwm == {}


def test_a_busy_line_is_named_and_nothing_stays_claimed_G11(lgpio):
    lgpio.lines.busy.add(BEAM)
    with pytest.raises(BusyError, match=r"^GPIO 27 \(beam\) is busy"):
        Bench(lgpio)
    assert lgpio.lines.closed
    assert not any(map(lgpio.lines.high, OUTPUTS))


def test_it_can_be_opened_again_after_it_was_closed(lgpio):
    for _ in range(2):
        bench = Bench(lgpio)
        bench.edge(BEAM, 0)
        bench.run(1.0)
        bench.edge(BEAM, 1)
        bench.run(1.0)
        assert bench.heard(CardTaken)
        bench.backend.close(bench.now)
