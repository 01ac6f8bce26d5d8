"""How the launcher shows itself on its lamps: what a backend's `show` is given."""

from dataclasses import dataclass, replace
from typing import Literal

from uno_launcher.launcher.facts import StateName
from uno_launcher.launcher.view import LauncherView

Blink = Literal["off", "on", "slow", "fast", "pulse"]
Colour = Literal["off", "green", "blue", "amber", "red", "white", "purple"]


@dataclass(frozen=True, slots=True)
class Look:
    """The button lamp's pattern and the RGB lamp's colour and pattern."""

    lamp: Blink = "off"
    colour: Colour = "off"
    blink: Blink = "off"
    tempo: int = 0
    """0 to 100: patterns quicken with the tension."""


# The button's lamp is lit while a press is welcome.
_LOOKS: dict[StateName, Look] = {
    "starting": Look("off", "white", "pulse"),
    "ready": Look("on", "green", "on"),
    "launching": Look("off", "blue", "pulse"),
    "settling": Look("off", "blue", "pulse"),
    "card_out": Look("off", "blue", "slow"),
    "empty": Look("off", "amber", "slow"),
    "lid_open": Look("off", "white", "on"),
    "jammed": Look("off", "amber", "fast"),
    "fault": Look("off", "red", "fast"),
    "stopped": Look("off", "red", "on"),
}


def look_of(view: LauncherView, *, resting: bool = False) -> Look:
    """The lamps for what `view` says. A refused press flashes the button's lamp, so does a stuck button.

    `resting`: a press wouldn't count just yet.
    """
    look = _LOOKS[view.state]
    if view.state == "ready" and view.tension:
        look = replace(look, lamp="pulse", tempo=view.tension)
    if view.state == "ready" and resting:
        look = replace(look, lamp="off")
    if view.refusing or view.button_stuck:
        look = replace(look, lamp="fast")
    return look
