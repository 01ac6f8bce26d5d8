"""Ordered, counted, booked and taken agree, or the difference is on record with its reason."""

import pytest

from tests.launcher.desk import Desk
from uno_launcher.launcher import events
from uno_launcher.launcher.effects import PressAccepted, PressFinished, StartFeed
from uno_launcher.launcher.plan import Plan, Report


def finished(desk: Desk) -> PressFinished:
    (finish,) = desk.of(PressFinished)
    return finish


@pytest.mark.parametrize(
    ("hopper", "ordered", "report", "left", "adjusted", "difference"),
    [
        (20, 3, {"counted": 3}, 17, 0, ""),
        (None, 3, {"counted": 3}, None, 0, ""),
        (
            20,
            3,
            {"counted": 4, "doubles": 1, "certain": False},
            16,
            0,
            "4 came out instead of 3: two cards stuck together",
        ),
        (20, 3, {"counted": 4}, 16, 0, "4 came out instead of 3: the last cards coasted out"),
        (20, 3, {"counted": 2}, 18, 0, "2 of 3 came out: the feed gave up early"),
        (
            20,
            3,
            {"counted": 1, "ended": "jam", "note": "stuck"},
            19,
            0,
            "1 of 3 came out: a card got stuck",
        ),
        (
            20,
            3,
            {"counted": 0, "ended": "jam", "note": "slipping"},
            20,
            0,
            "0 of 3 came out: the roller slipped",
        ),
        (20, 3, {"counted": 1, "ended": "lid"}, 19, 0, "1 of 3 came out: the lid was opened"),
        (
            20,
            3,
            {"counted": 1, "ended": "timeout"},
            19,
            0,
            "1 of 3 came out: the motor ran for as long as it may",
        ),
        (
            20,
            3,
            {"counted": 0, "ended": "fault", "note": "beam"},
            20,
            0,
            "0 of 3 came out: the beam can't see",
        ),
        (
            20,
            3,
            {"counted": 1, "ended": "empty"},
            0,
            -19,
            "1 of 3 came out: the hopper ran empty; the hopper is empty though 19 should be left",
        ),
        (2, 3, {"counted": 2, "ended": "empty"}, 0, 0, "2 of 3 came out: the hopper ran empty"),
        (2, 3, {"counted": 3}, 0, 1, "1 more than the hopper should have held"),
        (
            None,
            3,
            {"counted": 1, "ended": "empty"},
            0,
            0,
            "1 of 3 came out: the hopper ran empty",
        ),
    ],
)
def test_a_difference_is_on_record_with_its_reason(hopper, ordered, report, left, adjusted, difference):
    desk = Desk(ordered, hopper=hopper)
    desk.press()
    desk.burst(ordered=ordered, **report)
    finish = finished(desk)
    assert (finish.hopper, finish.adjusted, finish.difference) == (left, adjusted, difference)
    assert desk.view.hopper == left


def test_a_tease_that_let_a_card_out_is_on_record():
    desk = Desk(0, hopper=20, rhythms=[((), True)])
    desk.press()
    desk.burst(1, ordered=0)
    assert finished(desk).difference == "1 came out instead of 0: the last cards coasted out"
    assert desk.view.hopper == 19


def test_a_hopper_that_should_be_empty_still_starts_so_that_the_feed_finds_out():
    desk = Desk(2, 2, hopper=2)
    desk.press()
    desk.burst(2)
    assert (desk.state, desk.view.hopper) == ("ready", 0)
    desk.press()
    assert desk.of(StartFeed) == [StartFeed(Plan(2, hopper=0))]


def test_a_report_below_the_running_count_does_not_take_cards_back():
    desk = Desk(3, hopper=20)
    desk.press()
    desk.tell(events.Counted(2), events.MotorStopped())
    desk.tell(events.FeedEnded(Report(3, 1, True, "jam", note="stuck")))
    assert finished(desk).report == Report(3, 2, False, "jam", note="stuck")
    assert desk.view.hopper == 18


def test_a_report_of_another_plan_is_booked_under_the_order_that_was_given():
    desk = Desk(3, hopper=20)
    desk.press()
    desk.tell(events.FeedEnded(Report(9, 3, True, "done")))
    assert finished(desk).report == Report(3, 3, False, "done")


def test_the_hopper_switch_flutters_while_cards_run_and_the_books_keep_calm():
    desk = Desk(3, hopper=20)
    desk.press()
    desk.tell(events.Counted(1), events.HopperEmpty(), events.HopperFilled())
    desk.burst(3)
    assert (finished(desk).hopper, finished(desk).adjusted) == (17, 0)


def test_a_hopper_that_the_switch_finds_empty_after_the_burst_closes_the_book():
    desk = Desk(3, hopper=5)
    desk.press()
    desk.tell(events.HopperEmpty())
    desk.burst(3)
    assert (finished(desk).hopper, finished(desk).adjusted) == (0, -2)
    assert finished(desk).difference == "the hopper is empty though 2 should be left"
    assert desk.state == "empty"


def test_cards_added_while_a_burst_runs_are_told_apart_from_miscounts():
    desk = Desk(3, 0, hopper=5)
    desk.press()
    desk.tell(events.Counted(1), events.Reloaded(50))
    desk.burst(3)
    assert (finished(desk).hopper, finished(desk).adjusted) == (48, 46)
    assert finished(desk).difference == "the hopper was filled or emptied by hand meanwhile"
    desk.press()
    assert desk.of(PressAccepted)[0].hopper_from == "counting"


@pytest.mark.parametrize(
    ("told", "hopper", "hopper_from"),
    [
        ((), 20, "start"),
        ((events.Reloaded(60),), 60, "reload"),
        ((events.HopperEmpty(), events.HopperFilled()), None, "switch"),
    ],
)
def test_a_press_says_whose_word_the_hoppers_content_is(told, hopper, hopper_from):
    desk = Desk(0, 0, hopper=20)
    desk.tell(*told)
    desk.press()
    assert desk.of(PressAccepted) == [PressAccepted(1, "scripted", 0, hopper, hopper_from)]
    desk.press()
    assert desk.of(PressAccepted) == [PressAccepted(2, "scripted", 0, hopper, "counting")]


@pytest.mark.parametrize(("lid_switch", "hopper_from"), [(True, "lid"), (False, "button")])
def test_a_reload_that_nobody_counted_says_how_it_was_noticed(lid_switch, hopper_from):
    desk = Desk(3, 0, hopper=20, lid_switch=lid_switch)
    desk.press()
    desk.burst(0, "empty", ordered=3)
    if lid_switch:
        desk.tell(events.LidOpened(), events.LidClosed())
    else:
        desk.press()
    desk.press()
    assert desk.of(PressAccepted) == [PressAccepted(2, "scripted", 0, None, hopper_from)]


def test_the_record_says_where_the_launcher_went():
    desk = Desk(3)
    desk.press()
    desk.burst(3, card_out=True)
    assert finished(desk).state == "card_out"
