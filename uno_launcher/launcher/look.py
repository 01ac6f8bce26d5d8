"""How the launcher shows itself on its lamps: what a backend's `show` is given."""

from dataclasses import dataclass
from typing import Final, Literal

from uno_launcher.launcher.facts import StateName
from uno_launcher.launcher.view import LauncherView

Blink = Literal[
    "off", "on", "beat", "slow", "fast", "pulse", "wink", "dip", "lazy", "many",
    ".", "..", "...", "....", ".....", "......", "-", "--", ".-", "..-", "-.-",
]  # fmt: skip
"""A lamp's rhythm. Dots and dashes are short and long blinks, then a pause; how long all of them take is the
panel's. Whatever is told apart has a rhythm of its own, since one man in twelve doesn't see the colours."""

COUNTED: Final[tuple[Blink, ...]] = (".", "..", "...", "....", ".....", "......")
"""Presses owed, one more each. Nobody counts further: more are "many"."""

Colour = Literal["off", "green", "blue", "amber", "red", "white", "purple"]


@dataclass(frozen=True, slots=True)
class Look:
    """The button lamp's rhythm and the RGB lamp's colour and rhythm."""

    lamp: Blink = "off"
    colour: Colour = "off"
    blink: Blink = "off"
    tempo: int = 0
    """0 to 100: a beat and the pauses between blinks quicken with the tension."""


_LOOKS: dict[StateName, Look] = {
    "starting": Look("off", "white", "pulse"),
    "launching": Look("off", "blue", "slow"),
    "settling": Look("off", "blue", "slow"),
    "card_out": Look("off", "blue", "dip"),
    "empty": Look("off", "amber", "--"),
    "lid_open": Look("off", "white", "lazy"),
    "jammed": Look("off", "amber", "..-"),
    "fault": Look("off", "red", "-.-"),
    "stopped": Look("off", "red", "wink"),
}


def look_of(
    view: LauncherView,
    *,
    resting: bool = False,
    owed: int = 0,
    until_cards: bool = False,
    armed: bool = False,
) -> Look:
    """The lamps for what `view` says. The button's lamp is lit while a press is welcome, in the rhythm of the
    RGB lamp; both flash after a refused press and while the button is stuck.

    `resting`: a press wouldn't count just yet. `owed`, `until_cards`: the presses that are to be made first.
    `armed`: the next press checks the loading.
    """
    if view.refusing or view.button_stuck:
        return Look("fast", "red", "fast")
    if view.state != "ready":
        return _LOOKS[view.state]
    if armed:
        return Look(".-", "purple", ".-")
    if resting:
        return Look()
    rhythm = _welcome(owed, until_cards, view.tension)
    return Look(rhythm, "green", rhythm, view.tension)


def _welcome(owed: int, until_cards: bool, tension: int) -> Blink:
    if until_cards:
        return "-"
    if owed:
        return COUNTED[owed - 1] if owed <= len(COUNTED) else "many"
    return "beat" if tension else "on"
