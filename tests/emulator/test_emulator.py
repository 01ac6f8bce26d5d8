"""What only a real image on a real chip shows, in the chip's own time."""

import random
import re

import pytest

from tests.backends.contract.pico import EmulatedPicoStand, emulated_config
from tests.emulator.emulated import EmulatedPico
from tests.firmware.interpreted import fitted
from uno_launcher.backends.serial.greeting import greeted
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.feed.outpost import SILENCE_US
from uno_launcher.flashing import flash as flashing
from uno_launcher.flashing.firmware import files, release
from uno_launcher.launcher.events import FaultFound, FaultMended, FeedEnded
from uno_launcher.traces import Recorder

pytestmark = pytest.mark.emulator

STOPPED_US = 500_000
"""Silence stops the motor by then."""
PULSES = 500
PULSE_US = 20_000
HANG = 2
"""A pin that nothing else uses."""
HUNG_US = 500_000
"""The firmware's watchdog."""
TOLD_US = 4_000
"""So near are the motor's times to the beam's: that a turn's doing takes a while is taken into account."""


@pytest.fixture
def stand():
    stand = EmulatedPicoStand().open()
    stand.run(1.0)
    yield stand
    stand.close()


def board(**changed):
    """board.py with other limits."""
    text = files()["board.py"].decode()
    for name, value in changed.items():
        text, found = re.subn(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
        assert found == 1
    return text


def test_a_host_that_falls_silent_stops_the_pwm(stand):
    stand.start(8)
    stand.run_until(lambda: stand.pico.percent("motor_in1") > 0)
    with stand.backend._wire.link() as link:
        link.send = lambda now: b""  # it's there, and says nothing
    silent_since = stand.pico.now_us
    stand.pico.wait_until(silent_since + STOPPED_US)
    pin = stand.pico.pins["motor_in1"]
    stopped = [us for us, percent in stand.pico.history if us > silent_since and not percent[pin]]
    assert stopped
    assert SILENCE_US - 150_000 < stopped[0] - silent_since < STOPPED_US
    assert stand.pico.percent("motor_in1") == stand.pico.percent("motor_in2") == 0 or stand.motor == 0
    stand.pico.wait_until(silent_since + 2 * STOPPED_US)
    assert stand.motor == 0


def test_a_burst_of_eight_ends_on_the_count(stand):
    before = stand.cards_out
    stand.start(8)
    report = stand.finish()
    assert (report.ordered, report.counted, report.ended) == (8, 8, "done")
    assert stand.cards_out - before == 8


def test_its_tape_has_the_times_of_the_beam_and_of_the_pwm():
    """Each edge and each change of the motor is told about as long before or after it really was."""
    recorder = Recorder()
    stand = EmulatedPicoStand(recorder=recorder)
    stand.simulation.empty()
    stand.open()
    try:
        stand.run(1.0)
        stand.start(2)
        stand.run_until(lambda: stand.motor > 0)
        beam, motor = stand.pico.pins["beam"], stand.pico.pins["motor_in1"]
        edges = [stand.pico.now_us + after for after in (60_000, 95_000, 130_000, 165_000)]
        for us in edges:
            stand.pico.schedule(beam, us in edges[1::2], us)
        assert stand.finish().counted == 2
        levels = [(us, percent[motor]) for us, percent in stand.pico.history]
        changes = [
            us for (us, now), (_, before) in zip(levels[1:], levels[:-1], strict=True) if now != before
        ]
        late = [us - told for us, (told, _) in zip(edges, recorder._edges, strict=True)]
        moved = [us - told for us, (told, *_) in zip(changes[:4], recorder._motor[:4], strict=True)]
        assert max(late) - min(late) < 200
        assert all(abs(us - late[0]) < TOLD_US for us in moved)
    finally:
        stand.close()


def test_a_main_loop_that_hangs_is_reset_with_the_motor_low(tmp_path):
    hang = board() + (
        "\nimport machine\n"
        "def hang(_):\n"
        "    while True:\n"
        "        pass\n"
        f"machine.Pin({HANG}, machine.Pin.IN).irq(hang, machine.Pin.IRQ_RISING)\n"
    )
    stand = EmulatedPicoStand(board=hang).open()
    try:
        stand.run(1.0)
        stand.start(40)
        stand.run_until(lambda: len(stand.counts) >= 2)
        hung = stand.pico.now_us
        stand.pico.schedule(HANG, True, hung + 1000)
        stand.run_until(lambda: stand.pico.resets)
        reset = stand.pico.history[-1][0]
        assert HUNG_US - 50_000 < reset - hung < HUNG_US + 50_000
        before = [percent for us, percent in stand.pico.history if us < reset]
        pins = [stand.pico.pins[name] for name in ("motor_in1", "motor_in2")]
        assert before[-1][pins[0]] > 0
        assert not any(stand.pico.history[-1][1][pin] for pin in pins)
        stand.run_until(lambda: stand.heard(FeedEnded))
        (report,) = [event.report for event in stand.heard(FeedEnded)]
        assert (report.ended, report.note, report.certain) == ("fault", "link", False)
        stand.run_until(lambda: stand.heard(FaultMended))
        assert not any(percent[pin] for us, percent in stand.pico.history if us > reset for pin in pins)
        assert stand.heard(FaultFound)
    finally:
        stand.close()


def test_every_one_of_many_short_pulses_is_counted():
    stand = EmulatedPicoStand(
        board=board(MOST_CARDS=2 * PULSES, MOST_MOTOR_MS=600_000), feed={"transit_ms": PULSE_US / 1000}
    )
    stand.simulation.empty()
    stand.open()
    try:
        stand.run(1.0)
        stand.start(2 * PULSES)
        stand.run_until(lambda: stand.motor > 0)
        at, beam = stand.pico.now_us + 300_000, stand.pico.pins["beam"]
        for _ in range(PULSES):
            stand.pico.schedule(beam, False, at)
            stand.pico.schedule(beam, True, at + PULSE_US)
            at += 2 * PULSE_US
        stand.run_until(lambda: stand.pico.now_us > at + 100_000)
        assert stand.counts[-1] == PULSES, stand.said[-4:]
        stand.stop()
        report = stand.finish()
        assert report.counted == PULSES
        assert len(report.card_times_ms) == PULSES
    finally:
        stand.close()


@pytest.mark.parametrize("before", ["nothing", "other files", "these files"])
def test_a_pico_is_flashed(tmp_path, monkeypatch, before):
    """With mpremote, as a person would: a new one, one that plays already, one that has it all."""
    for patience in ("HELLO_S", "BACK_S", "COPY_S"):  # an emulated one takes its time
        monkeypatch.setattr(flashing, patience, 20 * getattr(flashing, patience))
    config = emulated_config({})
    pins = config.fitted()
    simulation = Simulation(pins, random.Random(1))
    mine = tmp_path / "my-board.py"
    mine.write_text(fitted(files()["board.py"].decode(), pins))
    there = {
        "nothing": {},
        "other files": {**files(mine), "release.py": b'RELEASE = "1-00000000"\n'},
        "these files": files(mine),
    }[before]
    pico = EmulatedPico(simulation, pins, tmp_path, flash=there)
    said = []
    try:
        pico.wait_until(3_000_000)
        done = flashing.flash(lambda: [pico.port], mine, said.append)
        assert done.release == release(files(mine))
        assert done.copied == (0 if before == "these files" else len(files(mine)))
        hello = greeted(pico.port, 200.0)
        assert hello.release == done.release
        assert not any(percent[pins["motor_in1"]] for _, percent in pico.history)
    finally:
        pico.close()
    assert len(said) > 1
