"""The lamps tell the states apart and give nothing away."""

import pytest

from tests.launcher.desk import Desk, desk_in
from uno_launcher.launcher import events
from uno_launcher.launcher.facts import STATES
from uno_launcher.launcher.look import Look, look_of


def test_each_state_has_a_look_of_its_own_but_the_two_of_a_burst():
    looks = {state: look_of(desk_in(state).view) for state in STATES}
    colours = {(look.colour, look.blink) for state, look in looks.items() if state != "settling"}
    assert len(colours) == len(STATES) - 1
    assert looks["launching"] == looks["settling"]


@pytest.mark.parametrize("state", STATES)
def test_the_buttons_lamp_is_lit_while_a_press_is_welcome(state):
    assert look_of(desk_in(state).view).lamp == ("on" if state == "ready" else "off")


def test_lamps_quicken_with_the_tension():
    desk = Desk(0)
    desk.luck.rises_by = 40
    desk.press()
    assert look_of(desk.view) == Look("pulse", "green", "on", 40)


def test_a_refused_press_flashes_the_buttons_lamp_over_the_states_colour():
    desk = desk_in("jammed")
    calm = look_of(desk.view)
    desk.press()
    assert look_of(desk.view) == Look("fast", calm.colour, calm.blink)
    desk.wait()
    assert look_of(desk.view) == calm


def test_an_accepted_press_ends_the_flash_of_the_one_refused_before():
    desk = Desk(3)
    desk.tell(events.LidOpened(), events.Pressed())
    desk.now = desk.launcher.deadline() - 0.5
    desk.launcher.handle(events.LidClosed(), desk.now)
    desk.launcher.handle(events.Pressed(), desk.now)
    assert desk.state == "launching"
    assert look_of(desk.view).lamp == "off"


def test_a_stuck_button_flashes():
    desk = Desk()
    desk.tell(events.ButtonStuck())
    assert look_of(desk.view) == Look("fast", "green", "on")
