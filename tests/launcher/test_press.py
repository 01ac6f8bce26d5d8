"""A press from the button to the record."""

import dataclasses
import random

import msgspec

from tests.launcher.desk import Desk, desk_in
from uno_launcher import luck
from uno_launcher.launcher import events
from uno_launcher.launcher.effects import (
    CardsCounted,
    PressAccepted,
    PressFinished,
    PressRefused,
    Sound,
    StartFeed,
    StopFeed,
)
from uno_launcher.launcher.look import look_of
from uno_launcher.launcher.machine import Launcher
from uno_launcher.launcher.plan import Plan, Report


def test_a_press_is_on_record_before_the_motor_starts_and_then_dings():
    desk = Desk(3, hopper=60)
    assert desk.press() == [
        PressAccepted(1, "scripted", 3, 60, "start"),
        StartFeed(Plan(3, hopper=60)),
        Sound("ding"),
    ]
    assert desk.state == "launching"


def test_cards_are_counted_as_they_come_and_the_press_is_finished_once():
    desk = Desk(2, hopper=60)
    desk.press()
    assert desk.tell(events.Counted(1)) == [CardsCounted(1, 1)]
    assert (desk.view.counted, desk.view.hopper) == (1, 59)
    assert desk.tell(events.Counted(1)) == []
    assert desk.tell(events.MotorStopped()) == []
    assert desk.state == "settling"
    assert desk.tell(events.Counted(2)) == [CardsCounted(1, 2)]
    report = Report(2, 2, True, "done", card_times_ms=(90, 140), motor_ms=150)
    assert desk.tell(events.FeedEnded(report)) == [
        PressFinished(1, "scripted", report, 58),
        Sound("cards"),
    ]
    assert desk.state == "ready"
    assert (desk.view.counted, desk.view.hopper, desk.view.number) == (0, 58, 1)


def test_a_dry_press_is_over_at_once():
    desk = Desk(0, hopper=60)
    assert desk.press() == [
        PressAccepted(1, "scripted", 0, 60, "start"),
        Sound("ding"),
        PressFinished(1, "scripted", Report(0, 0, True, "done"), 60),
    ]
    assert desk.state == "ready"
    assert desk.launcher.deadline() is None


def test_a_dry_press_with_a_tease_only_twitches():
    desk = Desk(0, rhythms=[((), True)])
    desk.press()
    assert desk.of(StartFeed) == [StartFeed(Plan(0, tease=True))]
    desk.burst(0)
    assert desk.of(PressFinished) == [PressFinished(1, "scripted", Report(0, 0, True, "done"), None)]


def test_the_rhythm_goes_into_the_plan():
    desk = Desk(5, rhythms=[(((2, 300), (4, 150)), True)])
    desk.press()
    assert desk.of(StartFeed) == [StartFeed(Plan(5, ((2, 300), (4, 150)), tease=True))]


def test_numbers_go_on_where_the_log_left_off():
    desk = Desk(0, 0, first_number=412)
    assert desk.view.number == 411
    assert [
        effect.number for _ in range(2) for effect in desk.press() if isinstance(effect, PressAccepted)
    ] == [
        412,
        413,
    ]


def test_a_press_while_another_runs_is_refused_visibly_and_costs_no_luck_rule_3_5():
    desk = Desk(3, 7)
    desk.press()
    for moment in (None, events.MotorStopped()):
        if moment is not None:
            desk.tell(moment)
        assert desk.press() == [PressRefused(desk.view.refusal), Sound("refused")]
        assert desk.view.refusal == f"{desk.view.why}: wait a moment"
        assert desk.view.advice == ""
        assert desk.view.refusing
        assert look_of(desk.view).lamp == "fast"
    assert desk.view.refused == 2
    assert desk.luck.cards == [7]


def test_a_refusal_is_shown_for_a_second():
    desk = desk_in("lid_open")
    desk.press()
    assert desk.launcher.deadline() == desk.now + 1.0
    assert desk.launcher.tick(desk.now + 0.9) == []
    assert desk.view.refusing
    assert desk.wait() == []
    assert not desk.view.refusing
    assert desk.launcher.deadline() is None
    assert desk.view.refused == 1


def test_the_rules_of_play_decide_who_may_press_and_how_much_comes():
    class Table:
        reason: str | None = "it's Cy's turn"

        def may_press(self, now: float) -> str | None:
            return self.reason

        def at_most(self) -> int | None:
            return 2

    table = Table()
    desk = Desk(5, referee=table)
    assert desk.press() == [PressRefused("it's Cy's turn"), Sound("refused")]
    assert desk.luck.caps == []
    table.reason = None
    desk.press()
    assert desk.luck.caps == [2]
    assert desk.of(StartFeed) == [StartFeed(Plan(2))]


def test_opening_the_lid_tells_luck_once():
    desk = Desk(3)
    desk.tell(events.LidOpened(), events.LidOpened())
    assert desk.luck.lids == 1
    desk.tell(events.LidClosed())
    desk.press()
    desk.tell(events.LidOpened())
    assert desk.luck.lids == 2


def views_of_a_burst(cards: int, rhythm=((), False)):
    """All that can be seen until the first card's time, for a press that brings `cards`."""
    desk = Desk(cards, hopper=60, rhythms=[rhythm])
    desk.luck.rises_by = 25
    desk.luck.tension = 50
    desk.press()
    seen = [desk.view, look_of(desk.view)]
    desk.press()
    seen += [desk.view, look_of(desk.view), list(desk.effects)]
    return seen


def test_nothing_that_can_be_seen_tells_what_a_running_burst_brings():
    dry = views_of_a_burst(0, ((), True))
    assert views_of_a_burst(1) == dry
    assert views_of_a_burst(12, (((3, 900),), False)) == dry


def test_the_tension_moves_when_a_press_is_over_and_is_heard():
    desk = Desk(0, 0, 2)
    desk.luck.rises_by = 30
    assert desk.press()[-1] == Sound("tension", 30)
    assert desk.press()[-1] == Sound("tension", 60)
    assert (desk.view.tension, look_of(desk.view).tempo) == (60, 60)
    desk.press()
    assert desk.view.tension == 60
    desk.burst(2)
    assert desk.view.tension == 0


def test_the_last_press_is_shown_once_it_is_over():
    desk = Desk(3, 2)
    desk.press()
    assert desk.view.last is None
    desk.burst(4, ordered=3, certain=False, doubles=1, slips=1)
    last = desk.view.last
    assert dataclasses.asdict(last) == {
        "number": 1,
        "profile": "scripted",
        "ordered": 3,
        "counted": 4,
        "certain": False,
        "ended": "done",
        "doubles": 1,
        "slips": 1,
        "difference": "4 came out instead of 3: two cards stuck together",
    }
    desk.press()
    assert desk.view.last == last


def test_the_view_is_plain_data():
    desk = desk_in("card_out")
    text = msgspec.json.encode(desk.view)
    assert msgspec.json.decode(text)["state"] == "card_out"
    assert msgspec.json.decode(text, type=type(desk.view)) == desk.view


def test_real_luck_and_rhythm_fit_the_launcher():
    launcher = Launcher(luck.profile("wild"), random.Random(5), hopper=100)
    launcher.handle(events.Started(), 0.0)
    ordered = 0
    for press in range(200):
        for effect in launcher.handle(events.Pressed(), float(press)):
            if isinstance(effect, StartFeed):
                cards = effect.plan.cards
                ordered += cards
                launcher.handle(events.FeedEnded(Report(cards, cards, True, "done")), float(press))
    assert launcher.view().number == 200
    assert ordered > 0


def test_a_report_before_the_motor_stopped_stops_it_all_the_same():
    desk = Desk(2)
    desk.press()
    desk.tell(events.FeedEnded(Report(2, 2, True, "done")))
    assert desk.effects[0] == StopFeed()
    assert desk.state == "ready"
