"""The lamps tell the states apart, also without their colours, and give nothing away."""

import pytest

from tests.launcher.desk import Desk, desk_in
from uno_launcher.launcher import events
from uno_launcher.launcher.facts import STATES
from uno_launcher.launcher.look import Look, look_of

WELCOME = {
    "ready": {},
    **{f"owing {n}": {"owed": n} for n in (1, 2, 3, 4, 5, 6, 7)},
    "owing until cards": {"until_cards": True},
    "armed": {"armed": True},
}


def test_each_state_and_what_is_owed_has_a_rhythm_of_its_own_but_the_two_of_a_burst():
    states = {state: look_of(desk_in(state).view).blink for state in STATES if state != "ready"}
    assert states.pop("settling") == states["launching"]
    ready = {what: look_of(desk_in("ready").view, **owed).blink for what, owed in WELCOME.items()}
    ready["resting"] = look_of(desk_in("ready").view, resting=True).blink
    rhythms = [*states.values(), *ready.values(), "fast"]
    assert len(set(rhythms)) == len(rhythms) == len(STATES) + len(WELCOME)


@pytest.mark.parametrize("state", STATES)
def test_the_buttons_lamp_is_lit_while_a_press_is_welcome(state):
    assert look_of(desk_in(state).view).lamp == ("on" if state == "ready" else "off")


@pytest.mark.parametrize("owed", WELCOME.values(), ids=WELCOME)
def test_one_lamp_alone_says_all_that_is_to_be_said_while_a_press_is_welcome(owed):
    look = look_of(desk_in("ready").view, **owed)
    assert look.lamp == look.blink


@pytest.mark.parametrize("state", [state for state in STATES if state != "ready"])
def test_what_is_owed_waits_until_the_launcher_is_ready(state):
    view = desk_in(state).view
    assert look_of(view, owed=3, until_cards=True, resting=True, armed=True) == look_of(view)


@pytest.mark.parametrize(
    ("owed", "blinks"), [(0, "on"), (1, "."), (3, "..."), (6, "......"), (7, "many"), (99, "many")]
)
def test_so_many_presses_owed_are_so_many_blinks_up_to_six(owed, blinks):
    assert look_of(desk_in("ready").view, owed=owed).lamp == blinks


def test_a_press_that_wouldnt_count_just_yet_isnt_welcome():
    assert look_of(desk_in("ready").view, resting=True, owed=2) == Look("off", "off", "off")


def test_lamps_quicken_with_the_tension():
    desk = Desk(0)
    desk.luck.rises_by = 40
    desk.press()
    assert look_of(desk.view) == Look("beat", "green", "beat", 40)
    assert look_of(desk.view, owed=2) == Look("..", "green", "..", 40)


@pytest.mark.parametrize("state", ["jammed", "launching", "lid_open"])
def test_a_refused_press_flashes_both_lamps_for_a_moment(state):
    desk = desk_in(state)
    calm = look_of(desk.view)
    desk.tell(events.Pressed())
    assert look_of(desk.view) == Look("fast", "red", "fast")
    desk.wait()
    assert look_of(desk.view) == calm


def test_an_accepted_press_ends_the_flash_of_the_one_refused_before():
    desk = Desk(3)
    desk.tell(events.LidOpened(), events.Pressed())
    desk.now = desk.launcher.deadline() - 0.5
    desk.launcher.handle(events.LidClosed(), desk.now)
    desk.launcher.handle(events.Pressed(), desk.now)
    assert desk.state == "launching"
    assert look_of(desk.view) == Look("off", "blue", "slow")


def test_a_stuck_button_flashes():
    desk = Desk()
    desk.tell(events.ButtonStuck())
    assert look_of(desk.view).lamp == "fast"
