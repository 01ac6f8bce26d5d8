"""The table is complete, nobody walks around it, and what it refuses changes nothing."""

import pytest

from tests.launcher.desk import Desk, desk_in
from uno_launcher.launcher import events
from uno_launcher.launcher.effects import EventRefused, StartFeed, StopFeed
from uno_launcher.launcher.facts import BURST, REST, STATES
from uno_launcher.launcher.plan import Report
from uno_launcher.launcher.table import TABLE

EVENTS: tuple[events.Event, ...] = (
    events.Started(),
    events.Pressed(),
    events.ButtonStuck(),
    events.ButtonFreed(),
    events.LidOpened(),
    events.LidClosed(),
    events.LidFitted(True),
    events.HopperEmpty(),
    events.HopperFilled(),
    events.Reloaded(50),
    events.Counted(2),
    events.MotorStopped(),
    events.FeedEnded(Report(3, 3, True, "done")),
    events.CardInBeam(),
    events.CardTaken(),
    events.FaultFound("beam", "the beam is dark"),
    events.FaultMended("beam"),
    events.SwitchedOff(),
)

REFUSED = (
    {(state, events.Started) for state in STATES if state != "starting"}
    | {
        (state, kind)
        for state in STATES
        if state not in BURST
        for kind in (events.Counted, events.MotorStopped, events.FeedEnded)
    }
    | {(state, kind) for state in BURST for kind in (events.CardInBeam, events.CardTaken)}
)

STATES_AND_EVENTS = [(state, event) for state in STATES for event in EVENTS]


def test_the_list_of_events_here_is_all_of_them():
    assert {type(event) for event in EVENTS} == set(events.Event.__args__)


def test_every_event_in_every_state_is_decided_once_and_for_all():
    decided = {(state, row.trigger) for row in TABLE for state in row.source}
    everything = {(state, type(event)) for state, event in STATES_AND_EVENTS}
    assert everything - decided == REFUSED
    assert decided <= everything


@pytest.mark.parametrize(("state", "event"), STATES_AND_EVENTS, ids=lambda part: str(part)[:24])
def test_an_event_is_taken_or_refused_as_the_table_says(state, event):
    desk = desk_in(state)
    before = (desk.state, desk.view, desk.launcher.deadline(), desk.launcher._facts)
    effects = desk.tell(event)
    if (state, type(event)) in REFUSED:
        name = type(event).__name__
        assert effects == [EventRefused(f"{name} makes no sense while the launcher is {state}")]
        assert (desk.state, desk.view, desk.launcher.deadline(), desk.launcher._facts) == before
    else:
        assert not desk.of(EventRefused)


@pytest.mark.parametrize(("state", "event"), STATES_AND_EVENTS, ids=lambda part: str(part)[:24])
def test_only_a_press_in_ready_starts_the_motor_and_leaving_launching_stops_it(state, event):
    desk = desk_in(state)
    desk.tell(event)
    assert bool(desk.of(StartFeed)) == (state == "ready" and event == events.Pressed())
    assert (desk.state == "launching") == bool(
        desk.of(StartFeed)
        or (state == "launching" and not desk.of(StopFeed) and event != events.MotorStopped())
    )


def test_a_count_that_shrinks_is_refused_and_changes_nothing():
    desk = desk_in("launching", hopper=20)
    desk.tell(events.Counted(2))
    before = desk.view
    assert desk.tell(events.Counted(1)) == [
        EventRefused("Counted makes no sense while the launcher is launching")
    ]
    assert desk.view == before


def test_the_state_can_not_be_assigned_T4():
    desk = desk_in("ready")
    with pytest.raises(AttributeError):
        desk.launcher.state = "launching"
    assert desk.state == "ready"


def test_there_are_no_doors_beside_the_table_T4():
    desk = desk_in("ready")
    doors = [name for name in dir(desk.launcher._place) if name.startswith(("to_", "may_to_"))]
    assert doors == []
    assert not hasattr(desk.launcher, "trigger")


@pytest.mark.parametrize("state", REST)
def test_an_exception_while_luck_is_asked_leaves_everything_as_it_was_T1(state):
    desk = desk_in(state)

    def fail(*_: object) -> int:
        raise RuntimeError("no luck")

    desk.luck.press = fail
    before = (desk.state, desk.view.number, desk.view.hopper)
    if state == "ready":
        with pytest.raises(RuntimeError, match="no luck"):
            desk.press()
    else:
        desk.press()
    assert (desk.state, desk.view.number, desk.view.hopper) == before
    assert desk.launcher.deadline() is None or state != "ready"


@pytest.mark.parametrize(
    ("state", "way_out"),
    [
        ("starting", [events.Started()]),
        ("ready", [events.Pressed()]),
        ("launching", [events.MotorStopped()]),
        ("settling", [events.FeedEnded(Report(3, 3, True, "done"))]),
        ("card_out", [events.CardTaken()]),
        ("jammed", [events.LidOpened(), events.LidClosed()]),
        ("empty", [events.LidOpened(), events.LidClosed()]),
        ("lid_open", [events.LidClosed()]),
        ("fault", [events.LidOpened(), events.LidClosed()]),
        ("stopped", [events.LidOpened(), events.LidClosed()]),
    ],
)
def test_every_state_can_be_left(state, way_out):
    desk = desk_in(state)
    desk.tell(*way_out)
    assert desk.state != state


def test_a_launcher_does_nothing_before_it_has_started():
    desk = Desk(3, started=False)
    desk.press()
    assert not desk.of(StartFeed)
    assert desk.state == "starting"
