"""What the contract doesn't ask of every backend: cables, other Picos, and measures."""

import msgspec
import pytest

from tests.backends.contract.pico import SteppedPicoStand
from tests.backends.contract.stands import full_config
from tests.backends.serial.stepped import SteppedLine
from uno_launcher.backends.gpio.motor import DRIVERS
from uno_launcher.backends.serial.backend import SerialBackend
from uno_launcher.backends.serial.link import Link
from uno_launcher.backends.serial.measures import measures_of
from uno_launcher.backends.simulated.faults import FAULTS
from uno_launcher.config import Config
from uno_launcher.feed.drivers import levels
from uno_launcher.feed.measures import OTHERS, TIMING, timing
from uno_launcher.feed.outpost import INPUTS
from uno_launcher.feed.timing import Timing
from uno_launcher.feed.words import MOST_MEASURE, TAPPED
from uno_launcher.launcher.events import (
    CardInBeam,
    FaultFound,
    FaultMended,
    FeedEnded,
    HopperEmpty,
    LidClosed,
    LidFitted,
    LidOpened,
    MotorStopped,
    Pressed,
)
from uno_launcher.launcher.plan import Plan

GONE = FaultFound("link", "the Pico is gone: check the cable")


@pytest.fixture
def stand(monkeypatch):
    stand = SteppedPicoStand(monkeypatch).open()
    stand.run(1.0)
    yield stand
    stand.close()


def kinds(stand):
    return [type(event) for _, event in stand.said]


def test_the_plug_is_pulled_in_the_middle_of_a_burst(stand):
    stand.start(8)
    stand.run_until(lambda: stand.counts[-1:] == [3])
    stand.line.pull()
    pulled = stand.now
    report = stand.finish()
    assert stand.motor == 0
    assert stand.heard(FaultFound) == [GONE]
    assert stand.when(FaultFound) == pytest.approx(pulled)
    assert stand.when(MotorStopped) <= pulled + 0.5
    assert stand.when(FeedEnded) <= pulled + 2.5
    assert (report.ordered, report.counted, report.certain) == (8, 3, False)
    assert (report.ended, report.note) == ("fault", "link")
    stand.line.plug()
    stand.run(1.0)
    assert stand.heard(FaultMended) == [FaultMended("link")]
    stand.simulation.open_lid()
    stand.run(0.5)
    stand.simulation.close_lid()
    stand.run(0.5)
    stand.start(2)
    assert stand.finish().counted == 2


def test_a_pico_with_its_own_power_knows_how_it_went(stand):
    before = stand.cards_out
    stand.start(8)
    stand.run_until(lambda: stand.counts[-1:] == [3])
    stand.line.pull(power=False)
    stand.run(1.2)
    assert stand.motor == 0
    stand.line.plug()
    report = stand.finish()
    assert report.certain
    assert report.counted == stand.cards_out - before > 3
    assert (report.ended, report.note) == ("fault", "link")


def test_a_plan_without_a_pico_is_reported_at_once(stand):
    stand.line.pull()
    stand.run(0.1)
    stand.start(3)
    assert kinds(stand) == [MotorStopped, FeedEnded]
    (report,) = [event.report for event in stand.heard(FeedEnded)]
    assert (report.counted, report.certain, report.note) == (0, True, "link")


def test_a_pico_that_comes_late_is_a_fault_until_it_is_there(monkeypatch):
    stand = SteppedPicoStand(monkeypatch)
    stand.line.plugged = False
    stand.open()
    assert [event for _, event in stand.said] == [GONE]
    stand.run(5.0)
    assert [event for _, event in stand.said] == [GONE]
    stand.line.plugged = True
    stand.run(1.0)
    assert stand.heard(FaultMended)
    stand.start(1)
    assert stand.finish().counted == 1
    stand.close()


def test_how_it_stands_when_it_is_opened(monkeypatch):
    stand = SteppedPicoStand(monkeypatch)
    stand.simulation.open_lid()
    stand.simulation.empty()
    stand.step_to(stand.now + 0.5)
    stand.open()
    assert kinds(stand) == [LidOpened, HopperEmpty]
    stand.close()


def test_whether_a_lid_is_fitted_is_said_where_the_config_says_otherwise(monkeypatch):
    for fitted in (True, False):
        pins = {} if fitted else {"lid": None}
        config = full_config()
        config = msgspec.structs.replace(config, pins=msgspec.structs.replace(config.pins, **pins))
        stand = SteppedPicoStand(monkeypatch, config, lid=not fitted).open()
        assert stand.heard(LidFitted) == [LidFitted(fitted)]
        for power in (True, False):
            stand.line.pull(power)
            stand.run(0.5)
            stand.line.plug()
            stand.run(1.0)
        assert len(stand.heard(LidFitted)) == 1
        stand.close()


def test_what_happened_while_it_was_gone_is_told_but_no_press(stand):
    stand.line.pull(power=False)
    stand.press()
    stand.simulation.open_lid()
    stand.run(2.0)
    stand.said.clear()
    stand.line.plug()
    stand.run(1.0)
    assert kinds(stand) == [FaultMended, LidOpened]
    stand.line.pull()
    stand.simulation.close_lid()
    stand.run(1.0)
    stand.said.clear()
    stand.line.plug()
    stand.run(1.0)
    assert kinds(stand) == [FaultMended, LidClosed]


def test_a_press_that_was_lost_on_the_way_is_told_by_the_next_line(stand):
    stand.said.clear()
    lost = []
    stand.line.mangle = lambda data, way: b"" if way == "from" and not lost.append(data) else data
    stand.press()
    stand.run(0.3)
    stand.line.mangle = lambda data, way: data
    stand.run(0.5)
    assert lost
    assert kinds(stand) == [Pressed]


def test_more_happenings_than_are_told_at_once_leave_it_right_all_the_same(stand):
    stand.said.clear()
    stand.line.mangle = lambda data, way: b"" if way == "from" else data
    for _ in range(6):
        stand.simulation.open_lid()
        stand.line.step_to(stand.now + 0.11)
        stand.simulation.close_lid()
        stand.line.step_to(stand.now + 0.11)
    stand.simulation.open_lid()
    stand.line.step_to(stand.now + 0.1)
    stand.line.mangle = lambda data, way: data
    stand.run(1.0)
    lids = [kind for kind in kinds(stand) if kind in (LidOpened, LidClosed)]
    assert lids[-1] is LidOpened


def test_a_card_in_the_resting_beam_is_told_after_the_report(stand):
    stand.start(2)
    stand.run_until(lambda: stand.counts == [1])
    stand.stick()
    stand.finish()
    told = kinds(stand)
    if CardInBeam in told:
        assert told.index(CardInBeam) > told.index(FeedEnded)


def test_a_line_that_loses_only_what_the_pico_says_stops_the_motor(stand):
    stand.start(8)
    stand.run_until(lambda: stand.motor > 0)
    stand.line.mangle = lambda data, way: b"" if way == "from" else data
    stand.run(1.2)
    assert stand.motor == 0
    assert stand.heard(FaultFound) == [GONE]


def test_emergency_off_without_an_answer_waits_for_the_picos_own_silence(stand):
    stand.start(8)
    stand.run_until(lambda: stand.motor > 0)
    stand.line.mangle = lambda data, way: b""
    began = stand.now
    assert stand.backend.emergency_off()
    assert stand.motor == 0
    assert stand.now - began < 0.8


def test_emergency_off_waits_for_that_silence_too_where_the_ports_thread_has_died(stand):
    stand.start(8)
    stand.run_until(lambda: stand.motor > 0)
    stand.line.alive = False
    began = stand.now
    assert stand.backend.emergency_off()
    assert stand.motor == 0
    assert stand.now - began < 0.5


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_whatever_the_world_does_a_plan_ends_once_with_the_motor_off(monkeypatch, fault):
    stand = SteppedPicoStand(monkeypatch, seed=len(fault)).open()
    stand.run(1.0)
    for _ in range(2):
        stand.simulation.fault(fault)
        stand.run(0.5)
        before = stand.cards_out
        stand.start(4, hopper=50)
        report = stand.finish()
        assert stand.motor == 0
        assert stand.expires_in is None
        assert len(stand.heard(MotorStopped)) == 1
        assert (stand.counts or [0])[-1] == report.counted == len(report.card_times_ms)
        if report.certain and report.ended == "done" and fault != "double":
            assert report.counted == stand.cards_out - before
        stand.open_lid()
        stand.run(1.0)
        stand.close_lid()
        stand.run(1.0)
    stand.close()


def test_the_configs_measures_are_sent_where_they_differ(monkeypatch):
    assert measures_of(Config()) == {}
    config = full_config()
    config = msgspec.structs.replace(
        config,
        feed=msgspec.structs.replace(config.feed, transit_ms=37.5, unjam_tries=1),
        button=msgspec.structs.replace(config.button, hold_ms=40),
    )
    wanted = measures_of(config)
    assert wanted == {"transit_us": 37_500, "unjam_tries": 1, "button_hold_us": 40_000, "emitter_us": 100_000}
    stand = SteppedPicoStand(monkeypatch)
    stand.line = SteppedLine(stand.simulation, stand.config.fitted(), Link(wanted, lambda: "0badcafe"))
    stand.backend = SerialBackend(stand.line, stand.simulation.now, lid=True)
    stand.open()
    stand.run(1.0)
    assert stand.line.pico.pico._outpost.feeder._burst._timing.transit_us == 37_500
    stand.start(1)
    stand.finish()
    stand.close()


def test_every_measure_of_the_feed_can_be_set():
    assert set(TIMING) == set(vars(Timing()))
    assert all(0 <= value <= MOST_MEASURE for value in (*vars(Timing()).values(), *OTHERS.values()))
    odd = {name: value + 1 for name, value in vars(Timing()).items()}
    assert vars(timing(odd)) == odd


def test_drivers_are_told_the_same_on_both_boards():
    for driver, told in DRIVERS.items():
        for direction in (-1, 0, 1):
            for brake in (False, True):
                assert levels(driver, direction, 60, brake) == tuple(told(direction, 60, brake))


def test_the_extra_buttons_are_the_same_on_both_sides():
    assert INPUTS[4:] == tuple(TAPPED)


def test_a_plan_that_the_pico_refuses_is_a_fault_and_moves_nothing(stand):
    stand.said.clear()
    stand.start(500)
    report = stand.finish()
    assert (report.counted, report.certain, report.ended, report.note) == (0, True, "fault", "hardware")
    assert "board.py" in stand.heard(FaultFound)[0].detail
    assert stand.motor == 0
    assert Plan(500).cards == report.ordered
