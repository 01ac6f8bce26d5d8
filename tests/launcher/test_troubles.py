"""What goes wrong, what is said about it, and how a person ends it. Nothing starts the motor meanwhile."""

import pytest

from tests.launcher.desk import Desk, desk_in
from uno_launcher.launcher import events
from uno_launcher.launcher.effects import PressRefused, Sound, StartFeed, StopFeed
from uno_launcher.launcher.plan import Report

OPEN, CLOSED, PRESS = events.LidOpened(), events.LidClosed(), events.Pressed()


def refusal(desk: Desk) -> str:
    """What a press is answered."""
    desk.press()
    assert not desk.of(StartFeed)
    assert desk.of(PressRefused) == [PressRefused(desk.view.refusal)]
    return desk.view.refusal


# Jam


def test_a_stuck_card_is_pulled_out_under_the_open_lid():
    desk = desk_in("jammed")
    assert desk.of(Sound) == [Sound("cards"), Sound("jam")]
    assert refusal(desk) == "card stuck: open the lid, pull it out, close the lid"
    desk.tell(OPEN)
    assert (desk.state, desk.view.advice) == ("lid_open", "pull the stuck card out, then close the lid")
    assert desk.tell(CLOSED) == [Sound("lid")]
    assert desk.state == "ready"


def test_without_a_lid_switch_a_press_ends_the_jam_and_feeds_nothing():
    desk = desk_in("jammed", lid_switch=False)
    advice = "open the lid, pull it out, close the lid, then press the button"
    assert (desk.view.why, desk.view.advice) == ("card stuck", advice)
    number = desk.view.number
    assert desk.press() == [Sound("lid")]
    assert (desk.state, desk.view.number, desk.view.refused) == ("ready", number, 0)
    desk.press()
    assert desk.of(StartFeed)


def test_a_jam_stays_when_only_the_card_in_the_beam_is_gone():
    desk = desk_in("jammed")
    desk.tell(events.CardTaken())
    assert desk.state == "jammed"


def test_a_card_stuck_in_the_beam_is_pulled_out_and_not_asked_for_again():
    desk = Desk(3)
    desk.press()
    desk.burst(1, "jam", ordered=3, note="stuck", card_out=True)
    assert desk.state == "jammed"
    desk.tell(OPEN, CLOSED)
    assert desk.state == "ready"


def slip(desk: Desk) -> None:
    desk.press()
    desk.burst(0, "jam", ordered=3, note="slipping", slips=3)


def test_after_repeated_slipping_the_roller_is_to_be_cleaned_rule_10():
    desk = Desk(3, 3, 3, 3)
    slip(desk)
    assert desk.view.why == "no card came although the hopper should hold some"
    assert desk.view.advice == "open the lid, straighten the cards, close the lid"
    desk.tell(OPEN, CLOSED)
    slip(desk)
    assert desk.view.advice == "open the lid, clean the roller with rubbing alcohol, close the lid"
    desk.tell(OPEN)
    assert desk.view.advice == "clean the roller with rubbing alcohol, then close the lid"
    desk.tell(CLOSED)
    desk.press()
    desk.burst(3)
    slip(desk)
    assert desk.view.advice == "open the lid, straighten the cards, close the lid"


def test_bursts_that_end_well_but_slip_every_time_ask_for_a_clean_roller():
    desk = Desk(1, 1, 1, 1)
    for _ in range(3):
        assert desk.view.advice == ""
        desk.press()
        desk.burst(1, slips=1)
    assert (desk.state, desk.view.advice) == ("ready", "clean the roller with rubbing alcohol")
    desk.press()
    desk.burst(1)
    assert (desk.view.why, desk.view.advice) == ("ready", "")


def test_a_burst_that_took_too_long_asks_for_a_look():
    desk = Desk(3)
    desk.press()
    desk.burst(1, "timeout", ordered=3)
    assert desk.state == "jammed"
    assert refusal(desk) == (
        "the motor ran for as long as it may: open the lid, see what holds the cards back, close the lid"
    )


# Empty


@pytest.mark.parametrize("cards", [50, None])
def test_somebody_says_that_the_hopper_was_filled(cards):
    desk = desk_in("empty")
    desk.tell(events.Reloaded(cards))
    assert (desk.state, desk.view.hopper) == ("ready", cards)


def test_without_a_hopper_switch_opening_and_closing_the_lid_is_a_reload_that_nobody_counted():
    desk = desk_in("empty", hopper=60)
    assert refusal(desk) == "the hopper is empty: open the lid, fill the hopper, close the lid"
    assert desk.view.hopper == 0
    desk.tell(OPEN)
    assert (desk.state, desk.view.advice) == ("lid_open", "fill the hopper, then close the lid")
    assert desk.tell(CLOSED) == [Sound("lid")]
    assert (desk.state, desk.view.hopper) == ("ready", None)


def test_without_lid_and_hopper_switch_a_press_is_a_reload_and_feeds_nothing():
    desk = desk_in("empty", lid_switch=False)
    assert (desk.view.why, desk.view.advice) == (
        "the hopper is empty",
        "fill the hopper, then press the button",
    )
    assert desk.press() == [Sound("lid")]
    assert (desk.state, desk.view.hopper) == ("ready", None)


@pytest.mark.parametrize("lid_switch", [True, False])
def test_the_hopper_switch_knows_better_than_lid_and_button(lid_switch):
    desk = Desk(3, hopper=60, lid_switch=lid_switch)
    desk.tell(events.HopperEmpty())
    assert (desk.state, desk.view.hopper) == ("empty", 0)
    assert refusal(desk) == "the hopper is empty: fill the hopper"
    desk.tell(OPEN, CLOSED)
    assert desk.state == "empty"
    desk.tell(events.Reloaded(40))
    assert (desk.state, desk.view.hopper) == ("empty", 40)
    desk.tell(events.HopperFilled())
    assert (desk.state, desk.view.hopper) == ("ready", 40)


def test_a_hopper_filled_without_a_word_holds_nobody_knows_what():
    desk = Desk(hopper=60)
    desk.tell(events.HopperEmpty(), events.HopperFilled())
    assert (desk.state, desk.view.hopper) == ("ready", None)


def test_a_burst_that_found_nothing_ends_with_the_switch_too():
    desk = desk_in("empty")
    desk.tell(events.HopperEmpty(), events.HopperFilled())
    assert desk.state == "ready"


def test_a_lid_closed_over_a_hopper_that_the_switch_still_sees_empty_is_no_reload():
    desk = desk_in("empty", hopper=60)
    desk.tell(events.HopperEmpty(), OPEN, CLOSED)
    assert (desk.state, desk.view.hopper) == ("empty", 0)


# Lid


@pytest.mark.parametrize("told", [OPEN, events.SwitchedOff(), events.FaultFound("inputs", "deaf")])
def test_opening_the_lid_a_fault_or_off_stops_the_motor_at_once_and_nothing_restarts(told):
    desk = Desk(5, 5)
    desk.press()
    desk.tell(events.Counted(1))
    assert desk.tell(told) == [StopFeed()]
    assert desk.state == "settling"
    desk.tell(events.MotorStopped(), events.Counted(2))
    desk.tell(events.FeedEnded(Report(5, 2, True, "lid")))
    stays = {"LidOpened": "lid_open", "SwitchedOff": "stopped", "FaultFound": "fault"}[type(told).__name__]
    assert desk.state == stays
    started = [
        effect
        for event in (CLOSED, events.FaultMended("inputs"), events.HopperFilled(), events.CardTaken())
        for effect in desk.tell(event)
        if isinstance(effect, StartFeed)
    ]
    assert started == []


def test_closing_the_lid_beeps_and_is_ready():
    desk = desk_in("lid_open")
    assert refusal(desk) == "the lid is open: close the lid"
    assert desk.tell(CLOSED) == [Sound("lid")]
    assert desk.state == "ready"


def test_a_lid_opened_and_closed_within_a_burst_leaves_it_ready():
    desk = Desk(5)
    desk.press()
    assert desk.tell(OPEN) == [StopFeed()]
    assert desk.tell(CLOSED) == [Sound("lid")]
    desk.tell(events.FeedEnded(Report(5, 0, True, "lid")))
    assert desk.state == "ready"


def test_a_lid_open_at_the_start_is_seen():
    desk = Desk(started=False)
    desk.tell(OPEN)
    assert desk.state == "starting"
    desk.tell(events.Started())
    assert desk.state == "lid_open"


# A card sticks out


def test_a_card_that_sticks_out_is_counted_and_taken_before_the_next_press():
    desk = desk_in("card_out")
    assert desk.view.last.counted == 3
    assert refusal(desk) == "the last card sticks out and is counted: take the card that sticks out first"
    assert desk.tell(events.CardTaken()) == []
    assert desk.state == "ready"


@pytest.mark.parametrize("started", [True, False])
def test_a_card_found_in_the_beam_is_counted_for_nobody(started):
    desk = Desk(3, hopper=60, started=started)
    desk.tell(events.CardInBeam())
    if not started:
        desk.tell(events.Started())
    assert desk.state == "card_out"
    assert refusal(desk) == ("something is in the beam: take out the card that sticks out, or clear the beam")
    assert (desk.view.hopper, desk.view.last) == (60, None)
    desk.tell(events.CardTaken())
    assert desk.state == "ready"


def test_a_card_that_sticks_out_of_an_empty_hopper_is_taken_then_the_hopper_filled():
    desk = Desk(3)
    desk.press()
    desk.burst(1, "empty", ordered=3, card_out=True)
    assert desk.state == "card_out"
    desk.tell(events.CardTaken())
    assert desk.state == "empty"


# Faults


def test_a_fault_that_mends_itself_is_over_when_it_is_mended():
    desk = Desk(3)
    desk.tell(events.FaultFound("link", "The Pico doesn't answer: plug its cable in again."))
    assert desk.state == "fault"
    assert desk.of(Sound) == [Sound("jam")]
    assert refusal(desk) == "The Pico doesn't answer: plug its cable in again."
    desk.tell(OPEN, CLOSED)
    assert desk.state == "fault"
    desk.tell(events.FaultMended("link"))
    assert desk.state == "ready"


def test_without_a_lid_switch_a_press_does_not_talk_away_a_lost_link():
    desk = Desk(3, lid_switch=False)
    desk.tell(events.FaultFound("link", "The Pico doesn't answer."))
    assert refusal(desk) == "The Pico doesn't answer."
    assert desk.state == "fault"


@pytest.mark.parametrize("fitted", [True, False])
def test_people_are_asked_for_the_lid_where_the_hardware_says_that_there_is_one(fitted):
    desk = desk_in("jammed", lid_switch=not fitted)
    desk.tell(events.LidFitted(fitted))
    assert desk.view.advice.endswith("press the button") != fitted
    assert desk.state == "jammed"
    desk.tell(*(OPEN, CLOSED) if fitted else (events.Pressed(),))
    assert desk.state == "ready"


def test_a_lid_that_is_not_there_any_more_is_not_open():
    desk = Desk(3)
    desk.tell(OPEN, events.LidFitted(False))
    assert desk.state == "ready"


def test_a_deadman_that_fired_wants_a_deliberate_act():
    desk = desk_in("fault")
    desk.tell(events.FaultMended("deadman"))
    assert desk.state == "fault"
    assert refusal(desk) == "the motor was cut off: open and close the lid to go on"
    desk.tell(OPEN)
    assert (desk.state, desk.view.advice) == ("fault", "close the lid to go on")
    desk.tell(CLOSED)
    assert desk.state == "ready"


def test_without_a_lid_switch_a_press_is_that_act_and_feeds_nothing():
    desk = desk_in("fault", lid_switch=False)
    assert desk.view.advice == "press the button to go on"
    assert desk.press() == [Sound("lid")]
    assert desk.state == "ready"


@pytest.mark.parametrize(
    ("note", "why"),
    [
        ("deadman", "the motor was cut off because the launcher's program hung"),
        ("beam", "the beam doesn't see as it should, so clean it and keep the sun off it"),
        ("hardware", "the feed failed"),
        ("something new", "the feed failed"),
    ],
)
def test_a_fault_that_only_the_report_tells_of_ends_with_a_deliberate_act(note, why):
    desk = Desk(3)
    desk.press()
    desk.burst(1, "fault", ordered=3, note=note)
    assert (desk.state, desk.view.why) == ("fault", why)
    desk.tell(OPEN, CLOSED)
    assert desk.state == "ready"


@pytest.mark.parametrize("note", ["stopped", "link"])
def test_a_burst_that_was_stopped_leaves_no_fault_behind(note):
    desk = Desk(3)
    desk.press()
    desk.burst(1, "fault", ordered=3, note=note)
    assert desk.state == "ready"


def test_the_words_of_whoever_found_the_fault_are_kept():
    desk = Desk(3)
    desk.press()
    desk.tell(events.FaultFound("beam", "The beam is dark although its emitter is on."))
    desk.tell(events.FeedEnded(Report(3, 0, True, "fault", note="beam")))
    assert desk.view.why == "The beam is dark although its emitter is on."
    desk.tell(events.FaultMended("beam"))
    assert desk.state == "ready"


def test_several_troubles_are_ended_one_by_one():
    desk = desk_in("jammed")
    desk.tell(events.FaultFound("inputs", "deaf"), events.HopperEmpty(), OPEN)
    assert desk.state == "fault"
    desk.tell(events.FaultMended("inputs"))
    assert desk.state == "lid_open"
    desk.tell(CLOSED)
    assert desk.state == "empty"
    desk.tell(events.HopperFilled())
    assert desk.state == "ready"


def test_a_press_sees_to_what_is_shown_and_not_to_what_is_hidden_below():
    desk = desk_in("jammed", lid_switch=False)
    desk.tell(events.FaultFound("deadman", "the motor was cut off"))
    desk.press()
    assert desk.state == "jammed"
    desk.press()
    assert desk.state == "ready"


# Off


def test_switched_off_stays_off_until_the_lid_was_opened_and_closed():
    desk = desk_in("stopped")
    assert refusal(desk) == "switched off: open and close the lid, or restart the launcher"
    desk.tell(CLOSED)
    assert desk.state == "stopped"
    desk.tell(OPEN)
    assert (desk.state, desk.view.advice) == ("stopped", "close the lid, or restart the launcher")
    desk.tell(CLOSED)
    assert desk.state == "ready"


def test_without_a_lid_switch_only_a_restart_ends_switched_off():
    desk = desk_in("stopped", lid_switch=False)
    assert refusal(desk) == "switched off: restart the launcher"
    assert desk.state == "stopped"


# Button


def test_a_stuck_button_is_reported_until_it_is_free():
    desk = Desk(3)
    desk.tell(events.ButtonStuck())
    assert (desk.state, desk.view.button_stuck, desk.view.advice) == ("ready", True, "free the button")
    desk.tell(events.ButtonFreed())
    assert (desk.view.button_stuck, desk.view.advice) == (False, "")
