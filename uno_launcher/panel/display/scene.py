"""What the display has to say, in words: a small structure made of a snapshot. Pure."""

from dataclasses import dataclass, replace

from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.facts import BURST, StateName
from uno_launcher.launcher.view import LauncherView
from uno_launcher.panel.display.letters import drawable
from uno_launcher.rules.line import Owing, StateLine

_TITLES: dict[StateName, str] = {
    "starting": "A moment",
    "card_out": "Take the card",
    "jammed": "Card stuck",
    "empty": "Empty",
    "lid_open": "Lid open",
    "fault": "Fault",
    "stopped": "Off",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture's words; what is empty isn't there."""

    title: str = ""
    """Something is wrong: this stands in a bar, `text` below it, and of the rest only `simulated`."""
    text: str = ""
    over: str = ""
    """A small line over the big one."""
    big: str = ""
    presses: int = 0
    """Owed, beside the big line."""
    until_cards: bool = False
    cards: int | None = None
    """A burst is running and has brought so many."""
    under: str = ""
    following: str = ""
    """Who is up after that."""
    left: bool = True
    """They sit on the left of whoever reads this; else on the right."""
    hopper: int | None = None
    warned: bool = False
    """The page has a warning to read."""
    simulated: bool = False
    calm: bool = False
    """Nobody has to do anything now, so the way to join may be shown instead."""


def scene_of(snapshot: Snapshot) -> Scene:
    """What to show. Whoever hasn't called UNO is not in it: nobody's device does the catching (6.2)."""
    view, line = snapshot.launcher, snapshot.table
    scene = Scene(hopper=snapshot.hopper, warned=bool(snapshot.problems), simulated=snapshot.simulated)
    if view.state in _TITLES:
        return replace(scene, title=_TITLES[view.state], text=_what_to_do(view))
    if view.refusing:
        return replace(scene, title="Not now", text=view.refusal)
    if view.button_stuck:
        return replace(scene, title="Button stuck", text=view.advice)
    names = _Names(snapshot.setup.players)
    if view.state in BURST:
        who = names.said(line.up)
        return replace(scene, over=f"{who} presses" if who else "", cards=view.counted)
    if snapshot.armed:
        return replace(
            scene, title="Loading check", text="Press the button: it feeds one card, which is nobody's."
        )
    return _hint(_at_the_table(scene, line, names), view, line)


def _what_to_do(view: LauncherView) -> str:
    """The advice; of a fault also why, after it, since the display may not have room for all of that."""
    advice = view.advice[:1].upper() + view.advice[1:]
    if view.state == "fault" and advice:
        return f"{advice}. {view.why}"
    return advice or view.why


class _Names:
    """Players as the display can write them."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self._said = {name: drawable(name) or f"player {seat}" for seat, name in enumerate(players, start=1)}

    def said(self, name: str | None) -> str:
        return "" if name is None else self._said[name]


def _at_the_table(scene: Scene, line: StateLine, names: _Names) -> Scene:
    calm = replace(scene, calm=True)
    if line.mode == "toy":
        return replace(calm, big="Press", under="toy mode")
    if line.owes:
        return _owing(scene, line.owes[0], line, names)
    if line.mode == "stack":
        return replace(calm, big="Press", under="or tap a hit")
    match line.phase:
        case "turn-up":
            return replace(
                calm, over=f"{names.said(line.dealer)} dealt", big="First card", under="turn it up"
            )
        case "play":
            up = _up(calm, line, names)
            return replace(up, under="lay or press")
        case "choose":
            what = " and ".join("a player" if wanted == "target" else "a colour" for wanted in line.choosing)
            return replace(_up(scene, line, names), under=f"picks {what}", following="")
        case "scoring":
            return replace(
                scene,
                over=f"{names.said(line.out)} is out",
                big="Round over",
                under="what is left in the hands?",
            )
        case "round-over":
            return replace(calm, big="Round over", under="begin the next one")
    if isinstance(line.winner, list):
        return replace(calm, over="a tie", big=" ".join(map(names.said, line.winner)))
    return replace(calm, over="the winner", big=names.said(line.winner))


def _owing(scene: Scene, debt: Owing, line: StateLine, names: _Names) -> Scene:
    also = "or stop" if debt.may_stop else "or answer" if debt.may_answer else ""
    return replace(
        _up(scene, line, names) if line.mode == "game" else replace(scene, over="the table owes"),
        presses=debt.presses,
        until_cards=debt.until_cards,
        under=f"press {also}".strip(),
    )


def _up(scene: Scene, line: StateLine, names: _Names) -> Scene:
    """3.6: whatever shows whose turn it is says where to turn the launcher, too."""
    return replace(
        scene,
        over="turn to",
        big=names.said(line.up),
        following=names.said(line.next),
        left=line.direction == "left",
    )


def _hint(scene: Scene, view: LauncherView, line: StateLine) -> Scene:
    """What should be seen to soon, where there's room to say it."""
    if line.owes:
        return scene
    if view.advice:
        return replace(scene, under=view.advice, following="")
    if line.reload:
        return replace(scene, under="shuffle the pile in", following="")
    return scene
