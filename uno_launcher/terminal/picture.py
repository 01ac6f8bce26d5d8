"""One snapshot as a picture for a terminal of 80 columns. Pure: no terminal is touched here."""

from collections.abc import Mapping, Sequence

from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from uno_launcher.control import Snapshot
from uno_launcher.launcher.look import Blink
from uno_launcher.launcher.view import LastPress

WIDTH = 78
CARD = "▮"
FULL_HOPPER = 112

_STATES = {
    "starting": ("STARTING", "white"),
    "ready": ("READY", "bold green"),
    "launching": ("LAUNCHING", "bold bright_blue"),
    "settling": ("LAUNCHING", "bold bright_blue"),
    "card_out": ("TAKE THE CARD", "bold bright_blue"),
    "jammed": ("JAMMED", "bold yellow"),
    "empty": ("EMPTY", "bold yellow"),
    "lid_open": ("LID OPEN", "bold"),
    "fault": ("FAULT", "bold red"),
    "stopped": ("STOPPED", "bold red"),
}
_COLOURS = {"off": "bright_black", "amber": "yellow", "white": "bright_white", "purple": "magenta"}
_BLINKS: Mapping[Blink, str] = {
    "off": "dark",
    "on": "lit",
    "slow": "blinking",
    "fast": "blinking fast",
    "pulse": "pulsing",
}


def picture(snapshot: Snapshot, presses: Sequence[LastPress], keys: Mapping[str, str]) -> RenderableType:
    """The launcher as it is, the last `presses` (newest first) and what each of `keys` does."""
    view = snapshot.launcher
    word, style = _STATES[view.state]
    state = Text.assemble((f" {word} ", style + " reverse"), "  ", view.why if view.why != view.state else "")
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bright_black", width=8)
    facts.add_column()
    facts.add_row("lamps", _lamps(snapshot))
    facts.add_row("cards", Text(CARD * view.counted, "bold bright_yellow") + Text(f"  {view.counted}"))
    facts.add_row("hopper", _hopper(view.hopper))
    parts: list[RenderableType] = [state]
    if view.advice:
        parts.append(Text(f"→ {view.advice}", "bold yellow"))
    parts += [Text(), facts]
    if view.refusing:
        parts.append(Text(f"✗ {view.refusal}", "bold red"))
    parts += [Text(f"! {problem}", "yellow") for problem in snapshot.problems]
    if presses:
        parts += [Rule(style="bright_black"), *(_press(press) for press in presses)]
    if keys:
        parts.append(Rule(style="bright_black"))
        parts.append(
            Text("   ").join(Text.assemble((key, "bold reverse"), " ", does) for key, does in keys.items())
        )
    title = "UNO Launcher"
    if snapshot.simulated:
        parts.insert(
            0,
            Align.center(Text("  S I M U L A T E D  –  no motor, no cards  ", "bold black on bright_yellow")),
        )
        title += " · SIMULATED"
    return Panel(Group(*parts), title=f"{title} · {snapshot.profile}", width=WIDTH)


def _lamps(snapshot: Snapshot) -> Text:
    look = snapshot.look
    colour = _COLOURS.get(look.colour, look.colour)
    button = "bright_white" if look.lamp != "off" else "bright_black"
    return Text.assemble(
        ("◉", button),
        f" button {_BLINKS[look.lamp]}    ",
        ("●", colour),
        f" {look.colour} {_BLINKS[look.blink]}" if look.colour != "off" else " dark",
    )


def _hopper(cards: int | None) -> Text:
    if cards is None:
        return Text("nobody has counted: say so after reloading", "bright_black")
    full = round(min(cards, FULL_HOPPER) / FULL_HOPPER * 28)
    return Text.assemble(("█" * full, "green"), ("░" * (28 - full), "bright_black"), f"  about {cards} cards")


def _press(press: LastPress) -> Text:
    line = Text(f"press {press.number:<4}", "bright_black")
    if press.counted:
        line.append(f"{CARD * press.counted} {press.counted}", "bright_yellow")
        line.append("" if press.certain else "  (or so: two may have come out as one)", "yellow")
    elif press.ended == "done":
        line.append("nothing", "bright_black")
    if press.ended != "done":
        line.append(f"  {press.ended}", "bold yellow")
    if press.difference:
        line.append(f"  {press.difference}", "bright_black")
    line.truncate(WIDTH - 4, overflow="ellipsis")
    return line
