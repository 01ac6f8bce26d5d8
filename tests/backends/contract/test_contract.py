"""What every backend keeps, in sentences. Written at the feeder (`uno_launcher.backends.feeder`)."""

import threading

import pytest

from tests.backends.contract.stands import MARKS, STANDS
from uno_launcher.backends.feeder import EXTRA_BUTTONS, Tapped
from uno_launcher.errors import HardwareError
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import (
    CardTaken,
    Counted,
    FaultFound,
    FeedEnded,
    LidClosed,
    LidOpened,
    MotorStopped,
    Pressed,
)
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.plan import Plan
from uno_launcher.safety.deadman import EXPIRY_S

MOTOR = {"motor_in1", "motor_in2", "motor_enable"}


@pytest.fixture(
    params=[
        pytest.param(name, id=name, marks=[getattr(pytest.mark, MARKS[name])] if name in MARKS else [])
        for name in STANDS
    ]
)
def stand(request, monkeypatch):
    stand = STANDS[request.param](monkeypatch).open()
    stand.run(1.0)
    yield stand
    stand.close()


def test_a_press_is_one_event(stand):
    stand.said.clear()
    stand.press()
    stand.run(1.0)
    assert [type(event) for _, event in stand.said] == [Pressed]


@pytest.mark.parametrize("button", EXTRA_BUTTONS)
def test_a_tap_on_an_extra_button_is_one_tap_and_no_press(stand, button):
    stand.said.clear()
    stand.press_extra(button)
    stand.run(1.0)
    assert [event for _, event in stand.said] == [Tapped(button)]


def test_a_tap_lights_what_was_switched_off_as_any_touch_does(stand):
    stand.backend.show(Look("on", "red", "on"), stand.now)
    stand.backend.emergency_off()
    stand.run(1.0)
    stand.press_extra("stop")
    stand.run(1.0)
    assert stand.high >= {"button_lamp", "red"}


@pytest.mark.parametrize("cards", [1, 2, 5, 12])
def test_a_plan_brings_its_cards_and_one_report(stand, cards):
    before = stand.cards_out
    stand.start(cards)
    report = stand.finish()
    assert (report.ordered, report.counted, report.certain, report.ended) == (cards, cards, True, "done")
    assert stand.cards_out - before == cards
    assert len(report.card_times_ms) == cards
    assert report.motor_ms > 0
    assert [type(event) for event in stand.heard((MotorStopped, FeedEnded))] == [MotorStopped, FeedEnded]


def test_counts_are_told_as_they_grow_and_never_fall(stand):
    stand.start(6)
    report = stand.finish()
    assert stand.counts == sorted(set(stand.counts))
    assert stand.counts[-1] == report.counted == 6
    assert stand.when(Counted) < stand.when(FeedEnded)


def test_the_motor_turns_only_between_start_and_motor_stopped(stand):
    assert stand.motor == 0
    stand.start(3)
    stand.run_until(lambda: stand.motor > 0)
    stand.run_until(lambda: stand.heard(MotorStopped))
    assert stand.motor == 0
    stand.finish()
    assert stand.motor == 0


def test_plan_after_plan_gets_a_report_each(stand):
    for cards in (1, 3, 2):
        before = stand.cards_out
        stand.start(cards)
        assert stand.finish().counted == cards == stand.cards_out - before


def test_a_plan_of_no_cards_only_teases(stand):
    before = stand.cards_out
    stand.start(0, tease=True)
    report = stand.finish()
    assert (report.ordered, report.counted, report.certain, report.ended) == (0, 0, True, "done")
    assert stand.cards_out == before
    stand.start(0)
    assert stand.finish().ended == "done"


def test_pauses_are_rests_of_the_motor(stand):
    stand.start(4, pauses=((2, 700),))
    report = stand.finish()
    assert report.counted == 4
    gaps = [b - a for a, b in zip(report.card_times_ms, report.card_times_ms[1:], strict=False)]
    assert gaps[1] >= 700 > max(gaps[0], gaps[2])


def test_a_second_plan_is_refused_and_the_first_goes_on(stand):
    stand.start(3)
    stand.run_until(lambda: stand.motor > 0)
    with pytest.raises(HardwareError, match="running already"):
        stand.backend.start(Plan(2), stand.now)
    assert stand.motor > 0
    assert stand.finish().counted == 3


def test_the_motor_is_off_when_stop_returns(stand):
    stand.start(8)
    stand.run_until(lambda: stand.counts)
    stand.stop()
    assert stand.motor == 0
    assert stand.expires_in is not None or not stand.high & MOTOR  # shorting it is guarded too
    report = stand.finish()
    assert (report.ended, report.note) == ("fault", "stopped")
    assert stand.motor == 0
    assert not stand.high & MOTOR


def test_a_card_that_is_in_the_beam_at_the_stop_is_counted(stand):
    before = stand.cards_out
    stand.start(8)
    stand.run_until(lambda: stand.counts == [1] and stand.beam_blocked())
    stand.run(0.02)
    stand.stop()
    report = stand.finish()
    assert stand.motor == 0
    assert report.counted == stand.cards_out - before >= 2  # more where a busy machine was late


def test_stopping_what_doesnt_run_does_nothing(stand):
    stand.said.clear()
    stand.stop()
    stand.run(1.0)
    assert stand.said == []


@pytest.mark.parametrize("after", [0.0, 0.01, 0.1, 0.3])
def test_the_lid_stops_the_motor_on_its_first_edge_and_the_burst_is_reported(stand, after):
    stand.start(10)
    stand.run(after)
    stand.open_lid()
    stand.turn(stand.now)  # what was posted is handled; no time passes
    stand.turn(stand.now)
    assert stand.motor == 0
    stand.run(0.5)
    assert stand.motor == 0
    report = stand.finish()
    assert report.ended == "lid"
    assert [type(event) for event in stand.heard((LidOpened, MotorStopped, FeedEnded))] == [
        LidOpened,
        MotorStopped,
        FeedEnded,
    ]


def test_the_lid_is_closed_when_it_has_been_for_a_while(stand):
    stand.said.clear()
    stand.open_lid()
    stand.run(1.0)
    stand.close_lid()
    closed = stand.now
    stand.run(1.0)
    assert [type(event) for event in stand.heard((LidOpened, LidClosed))] == [LidOpened, LidClosed]
    assert stand.when(LidClosed) >= closed + 0.06


def test_nothing_comes_ends_as_empty_or_as_slipping(stand):
    stand.no_cards()
    stand.start(3, hopper=0)
    report = stand.finish()
    assert (report.counted, report.ended) == (0, "empty")
    stand.start(3, hopper=50)
    report = stand.finish()
    assert (report.counted, report.ended, report.note) == (0, "jam", "slipping")
    assert report.slips > 0


def test_a_card_that_gets_stuck_ends_as_a_jam_after_a_few_tries(stand):
    stand.stick()
    stand.start(3)
    report = stand.finish()
    assert (report.ended, report.note) == ("jam", "stuck")
    assert 0 < report.slips < 10
    assert stand.motor == 0
    stand.open_lid()
    stand.run(1.0)
    stand.close_lid()
    stand.run(1.0)
    stand.start(1)
    assert stand.finish().counted == 1


def test_the_deadman_is_armed_whenever_the_motor_turns(stand):
    unguarded = []

    def look():
        if stand.motor and not (stand.expires_in and 0 < stand.expires_in < EXPIRY_S + 1e-6):
            unguarded.append(stand.now)
        return stand.heard(FeedEnded)

    stand.start(6, pauses=((2, 300),), tease=True)
    stand.run_until(look)
    stand.said.clear()
    stand.stick()
    stand.start(6)
    stand.run_until(look)
    assert unguarded == []


def test_a_control_loop_that_hangs_ends_with_the_motor_off_and_a_fault(stand):
    stand.start(50)
    stand.run_until(lambda: stand.motor > 0)
    stand.hang(EXPIRY_S - stand.SLACK)
    assert stand.high & MOTOR  # a heartbeat, where there is one, has stopped the motor before
    stand.hang(2 * stand.SLACK)
    assert stand.motor == 0
    assert not stand.high & MOTOR
    report = stand.finish()
    assert (report.ended, report.note) == ("fault", "deadman")
    assert [fault.kind for fault in stand.heard(FaultFound)] == ["deadman"]
    assert stand.motor == 0
    stand.start(2)
    assert stand.finish().ordered == 2


def test_emergency_off_from_another_thread_ends_the_burst_at_any_time(stand):
    for ticks in (0, 1, 3, 10, 40):
        stand.start(8)
        for _ in range(ticks):
            stand.turn(stand.now + 0.02)
        thread = threading.Thread(target=stand.backend.emergency_off)
        thread.start()
        thread.join(5.0)
        assert not stand.high
        stand.step_to(stand.now + 0.001)
        report = stand.finish()
        assert stand.motor == 0
        assert (report.ended, report.note) == ("fault", "stopped") or report.ended == "done"
        stand.open_lid()
        stand.run(0.5)
        stand.close_lid()
        stand.run(1.0)


def test_emergency_off_while_the_loop_turns_ends_with_the_motor_off_whoever_is_faster(stand):
    """Real threads: the loop runs as fast as it can while the other one comes in between."""
    for _ in range(10):
        go = threading.Event()
        off = threading.Event()

        def emergency(go=go, off=off):
            go.wait(5.0)
            stand.backend.emergency_off()
            off.set()

        thread = threading.Thread(target=emergency)
        thread.start()
        stand.start(8)
        go.set()
        while not off.is_set():
            stand.turn(stand.now + 0.01)
        assert stand.motor == 0
        for _ in range(50):
            stand.turn(stand.now + 0.01)
            assert stand.motor == 0
        stand.finish()
        thread.join(5.0)
        stand.open_lid()
        stand.run(0.5)
        stand.close_lid()
        stand.run(1.0)


def test_a_press_that_was_on_its_way_when_everything_was_switched_off_starts_nothing(stand):
    stand.backend.emergency_off()
    stand.start(3)
    assert stand.motor == 0
    report = stand.finish()
    assert (report.counted, report.ended, report.note) == (0, "fault", "stopped")
    assert stand.motor == 0


def test_after_emergency_off_it_stays_dark_until_somebody_touches_it(stand):
    stand.backend.show(Look("on", "red", "on"), stand.now)
    stand.backend.emergency_off()
    stand.run(3.0)
    assert not stand.high
    stand.backend.show(Look("on", "red", "on"), stand.now)
    stand.backend.play(Sound("ding"), stand.now)
    stand.run(3.0)
    assert not stand.high
    stand.press()
    stand.run(1.0)
    assert stand.high >= {"button_lamp", "red"}


def test_an_exception_while_posting_leaves_the_inputs_alive_G1(stand):
    def fail(raw):
        raise RuntimeError("the queue is full")

    stand.trouble = fail
    stand.press()
    stand.run(0.5)
    stand.trouble = None
    stand.run(2.0)
    stand.said.clear()
    stand.press()
    stand.run(1.0)
    assert [type(event) for event in stand.heard(Pressed)] == [Pressed]


def test_idle_it_wants_to_be_woken_about_once_a_second(stand):
    stand.backend.show(Look("on", "green", "on"), stand.now)
    stand.run(2.0)
    wakes = 0
    until = stand.now + 10.0
    while stand.now < until:
        due = stand.backend.deadline()
        assert due is not None
        stand.step_to(max(due, stand.now))
        stand.backend.tick(stand.now)
        wakes += 1
    assert wakes <= 11


def test_after_close_every_output_is_low_whatever_was_going_on(stand):
    stand.backend.show(Look("on", "white", "on"), stand.now)
    stand.backend.play(Sound("jam"), stand.now)
    stand.start(8)
    stand.run_until(lambda: stand.motor > 0)
    assert stand.high & MOTOR
    stand.close()
    assert not stand.high
    stand.close()
    stand.backend.emergency_off()
    assert not stand.high


def test_the_card_that_waits_is_taken(stand):
    stand.start(3)
    stand.run_until(lambda: stand.counts == [1] and stand.beam_blocked())
    stand.stop()
    report = stand.finish()
    assert report.card_out
    stand.open_lid()
    stand.run(0.5)
    stand.close_lid()
    stand.run(1.0)
    assert stand.heard(CardTaken)
