"""A burst that says nothing any more is stopped, put on record and shown. Time is the launcher's own."""

from tests.launcher.desk import Desk
from uno_launcher.launcher import events
from uno_launcher.launcher.effects import EventRefused, PressFinished, Sound, StopFeed
from uno_launcher.launcher.plan import Report


def test_a_silent_burst_is_stopped_then_given_up():
    desk = Desk(5, hopper=20)
    desk.press()
    pressed = desk.now
    desk.tell(events.Counted(2))
    assert desk.launcher.deadline() == pressed + 1.0 + 5.0
    assert desk.wait() == [StopFeed()]
    assert desk.state == "settling"
    assert desk.launcher.deadline() == desk.now + 3.0
    lost = Report(5, 2, False, "fault", note="silent")
    assert desk.wait() == [
        PressFinished(1, "scripted", lost, 18, 0, "2 of 5 came out: the feed fell silent", "fault"),
        Sound("cards"),
        Sound("jam"),
    ]
    assert (desk.state, desk.view.why) == ("fault", "the feed doesn't answer any more")
    assert desk.launcher.deadline() is None
    desk.tell(events.LidOpened(), events.LidClosed())
    assert desk.state == "ready"


def test_a_pause_is_no_silence():
    desk = Desk(5, rhythms=[(((2, 200), (3, 900)), False)])
    desk.press()
    assert desk.launcher.deadline() == desk.now + 5.9
    assert desk.launcher.tick(desk.now + 5.8) == []
    assert desk.state == "launching"


def test_a_burst_that_answers_when_stopped_is_reported_and_still_shown_as_broken():
    desk = Desk(5)
    desk.press()
    desk.wait()
    desk.tell(events.FeedEnded(Report(5, 1, True, "fault", note="stopped")))
    assert desk.of(PressFinished)[0].report.counted == 1
    assert desk.state == "fault"


def test_a_motor_that_stopped_without_a_report_is_given_up_later():
    desk = Desk(5)
    desk.press()
    desk.tell(events.MotorStopped())
    assert desk.launcher.deadline() == desk.now + 3.0
    desk.wait()
    assert desk.of(PressFinished)[0].report == Report(5, 0, False, "fault", note="silent")


def test_a_report_that_comes_after_all_is_refused():
    desk = Desk(5, hopper=20)
    desk.press()
    desk.wait()
    desk.wait()
    before = desk.view
    assert desk.tell(events.FeedEnded(Report(5, 5, True, "done"))) == [
        EventRefused("FeedEnded makes no sense while the launcher is fault")
    ]
    assert desk.view == before


def test_a_tick_before_its_time_does_nothing():
    desk = Desk(5)
    assert desk.launcher.deadline() is None
    assert desk.launcher.tick(desk.now + 1000) == []
    desk.press()
    before = desk.view
    assert desk.launcher.tick(desk.launcher.deadline() - 0.001) == []
    assert desk.view == before
