"""What the extra buttons mean at the table as it stands; whether they may now, the rules say. Pure."""

from typing import Final

from uno_launcher.backends.feeder import ExtraButton
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import Move, Play, Stop, TurnUp
from uno_launcher.rules.pad import PLUS_ONE
from uno_launcher.rules.setup import Setup

CARDS: Final[dict[ExtraButton, tuple[str, int]]] = {
    "hit_1": ("hit-1", 1),
    "hit_2": ("hit-2", 2),
    "attack": ("wild-attack-attack", 2),
}
"""The card that a button stands for, and how often it's "+1" in stack mode where the box has no such card."""


def moves_for(button: ExtraButton, line: StateLine, setup: Setup) -> tuple[Move, ...]:
    """The moves that a press of `button` makes, one after the other; () where it means nothing now.

    Several of them are taken all or none: the rules see no difference between them.
    """
    if button == "stop":
        return (Stop(stop=True),)
    if button == "plus_one":
        return () if line.mode == "game" else (Play(play=PLUS_ONE),)
    card, presses = CARDS[button]
    if all(kind.name != card for kind in setup.box.kinds):
        return () if line.mode == "game" else (Play(play=PLUS_ONE),) * presses
    if line.mode == "game" and line.phase == "turn-up":
        return (TurnUp(turn_up=card),)
    return (Play(play=card, by=_who_lays(line)),)


def _who_lays(line: StateLine) -> str | None:
    """Whoever is up; or the next one, whose card says that whoever could press on has stopped (4.2)."""
    return line.next if line.owes and line.owes[0].may_stop else line.up
