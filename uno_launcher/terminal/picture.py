"""One snapshot as a picture for a terminal of 80 × 24. Pure: no terminal is touched here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.align import Align
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.panel import Panel
from rich.rule import Rule
from rich.segment import Segment
from rich.text import Text

from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.facts import BURST
from uno_launcher.launcher.look import Blink
from uno_launcher.launcher.view import LastPress
from uno_launcher.terminal import table
from uno_launcher.terminal.legend import Legend, Typing
from uno_launcher.terminal.table import CARD, DIM
from uno_launcher.terminal.typed import EXAMPLES

WIDTH = 78
INSIDE = WIDTH - 4
FULL_HOPPER = 112
MOST_CARDS_SHOWN = 30

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
    "beat": "beating",
    "slow": "blinking",
    "fast": "blinking fast",
    "pulse": "pulsing",
    "wink": "winking",
    "dip": "dipping",
    "lazy": "blinking slowly",
    "many": "blinking on and on",
}
"""In words; of blinks that are counted, their dots and dashes."""

_ALWAYS = 100
_LAMPS = 50
"""What a part is worth where the terminal is too low for all; the newest press is worth a little less."""


@dataclass(frozen=True, slots=True)
class _Fitted:
    """Parts, one below the other; while they're too high, the one worth least is left out."""

    parts: Sequence[tuple[int, RenderableType]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawn = [(worth, console.render_lines(part, options)) for worth, part in self.parts]
        room = console.height - 3  # the frame's two, and one for the cursor
        while sum(len(lines) for _, lines in drawn) > room:
            least = min(worth for worth, _ in drawn)
            if least == _ALWAYS:
                break
            drawn = [(worth, lines) for worth, lines in drawn if worth != least]
        for _, lines in drawn:
            for line in lines:
                yield from line
                yield Segment.line()


def picture(snapshot: Snapshot, presses: Sequence[LastPress], legend: Legend) -> RenderableType:
    """Table and launcher as they are, the last `presses` (newest first) and what keys do now."""
    parts: list[tuple[int, RenderableType]] = []
    title = Text("UNO Launcher")
    if snapshot.simulated:
        banner = Text("  S I M U L A T E D  –  no motor, no cards  ", "bold black on bright_yellow")
        parts.append((_ALWAYS, Align.center(banner)))
        title.append(" · SIMULATED")
    title.append(f" · {snapshot.settings.profile} · {snapshot.setup.box.name}")
    heading = table.heading(snapshot.table, pressing=snapshot.launcher.state in BURST)
    parts.append((_ALWAYS, _line(heading)))
    parts += [(_ALWAYS, row) for row in table.rows(snapshot.table, snapshot.setup, INSIDE)]
    parts.append((_ALWAYS, Rule(style=DIM)))
    parts += _launcher(snapshot)
    for age, press in enumerate(presses):
        worth = _LAMPS - 1 - age
        if age == 0:
            parts.append((worth, Rule(style=DIM)))
        parts.append((worth, _press(press)))
    keys = list(_keys(legend))
    if keys:
        parts += [(_ALWAYS, Rule(style=DIM)), *((_ALWAYS, line) for line in keys)]
    title.truncate(INSIDE, overflow="ellipsis")
    foot = Text("  ").join(_key(key, does) for key, does in legend.always.items())
    return Panel(_Fitted(parts), title=title, subtitle=foot if legend.always else None, width=WIDTH)


def _line(text: Text) -> Text:
    """On one line, whatever it says."""
    text.truncate(INSIDE, overflow="ellipsis")
    return text


def _launcher(snapshot: Snapshot) -> Iterator[tuple[int, RenderableType]]:
    view = snapshot.launcher
    word, style = _STATES[view.state]
    if snapshot.resting and view.state == "ready":
        word, style = "A MOMENT", "bold white"
    state = Text.assemble((f" {word} ", style + " reverse"))
    if view.counted:
        state.append(f"  {CARD * min(view.counted, MOST_CARDS_SHOWN)}  {view.counted}", "bold bright_yellow")
    elif view.why != view.state:
        state.append(f"  {view.why}")
    yield _ALWAYS, state
    if view.advice:
        yield _ALWAYS, Text(f"→ {view.advice}", "bold yellow")
    if view.refusing:
        yield _ALWAYS, Text(f"✗ {view.refusal}", "bold red")
    for problem in snapshot.problems:
        yield _ALWAYS, Text(f"! {problem}", "yellow")
    yield _LAMPS, _hopper(snapshot)
    yield _LAMPS, _lamps(snapshot)


def _lamps(snapshot: Snapshot) -> Text:
    look = snapshot.look
    colour = _COLOURS.get(look.colour, look.colour)
    button = "bright_white" if look.lamp != "off" else DIM
    return Text.assemble(
        ("lamps   ", DIM),
        ("◉", button),
        f" button {_BLINKS.get(look.lamp, look.lamp)}    ",
        ("●", colour),
        f" {look.colour} {_BLINKS.get(look.blink, look.blink)}" if look.colour != "off" else " dark",
    )


def _hopper(snapshot: Snapshot) -> Text:
    cards = snapshot.hopper
    by = "" if cards == snapshot.launcher.hopper else " by the table's count"
    label = Text("hopper  ", DIM)
    if cards is None:
        return label + Text("nobody has counted: say so after reloading", DIM)
    full = round(min(cards, FULL_HOPPER) / FULL_HOPPER * 28)
    return label + Text.assemble(
        ("█" * full, "green"), ("░" * (28 - full), DIM), f"  about {cards} cards{by}"
    )


def _press(press: LastPress) -> Text:
    line = Text(f"press {press.number:<4}", DIM)
    if press.counted:
        shown = CARD * min(press.counted, MOST_CARDS_SHOWN)
        line.append(f"{shown} {press.counted}", "bright_yellow")
        line.append("" if press.certain else "  (or so: two may have come out as one)", "yellow")
    elif press.ended == "done":
        line.append("nothing", DIM)
    if press.ended != "done":
        line.append(f"  {press.ended}", "bold yellow")
    if press.difference:
        line.append(f"  {press.difference}", DIM)
    return _line(line)


def _keys(legend: Legend) -> Iterator[Text]:
    """What keys do, without breaking a line between a key and its meaning."""
    if legend.typing is not None:
        yield from _typing(legend.typing)
    for row in legend.rows:
        line = Text.assemble((row.title, DIM if row.waits else "bold"))
        for key, does in row.keys.items():
            piece = _key(key, does)
            if row.waits:
                piece = Text(piece.plain, DIM)
            if line and line.cell_len + 2 + piece.cell_len > INSIDE:
                yield line
                line = Text()
            line += Text("  " if line else "") + piece
        yield line


def _key(key: str, does: str) -> Text:
    piece = Text.assemble((key, "bold reverse"), f" {does}" if does else "")
    piece.truncate(INSIDE, overflow="ellipsis")
    return piece


def _typing(typing: Typing) -> Iterator[Text]:
    shown = typing.text
    while Text(shown).cell_len > INSIDE - 4:
        shown = shown[1:]
    yield Text.assemble((" : ", "bold reverse"), (shown, "bold"), ("▏", "blink"))
    if typing.mistake:
        yield Text(f"✗ {typing.mistake}", "bold red")
    yield from (_line(Text(example, DIM)) for example in EXAMPLES)
    yield Text("  ").join([_key("Enter", "make the move"), _key("Esc", "leave")])
