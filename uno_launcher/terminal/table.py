"""The table as lines for a terminal: who is up, what is owed, the stack, hands and scores. Pure."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from uno_launcher.rules.line import Owing, StateLine
from uno_launcher.rules.setup import Setup
from uno_launcher.terminal.words import headline, short

CARD: Final = "▮"
DIM: Final = "bright_black"

_STYLES = {
    "turn-up": "bold white",
    "play": "bold bright_cyan",
    "choose": "bold bright_magenta",
    "owing": "bold bright_yellow",
    "scoring": "bold bright_green",
    "round-over": "bold bright_green",
    "game-over": "bold bright_green",
}
_COLOURS = {"red": "bright_red", "yellow": "bright_yellow", "green": "bright_green", "blue": "bright_blue"}
_MOST_IN_ONE_COLUMN = 5


def heading(line: StateLine, *, pressing: bool) -> Text:
    """What everybody must see, and whom the launcher is turned to (3.6). While cards come it's as before."""
    said, more = headline(line)
    text = Text.assemble((f" {said.upper()} ", f"{_STYLES[line.phase]} reverse"))
    turn_to = line.up if line.phase in ("play", "owing") else None
    if pressing:
        text.append(" presses now", "bold")
    elif more and (turn_to is None or line.owes):
        text.append(f" {more}", "bold" if line.owes else "")
    if turn_to is not None:
        text.append(f" → turn the launcher to {short(turn_to)}", "bright_cyan")
    return text


def rows(line: StateLine, setup: Setup, width: int) -> list[Text]:
    """Everything else about the table, in lines of at most `width` cells."""
    if line.mode == "toy":
        return []
    if line.mode == "stack":
        who = [] if setup.players else [Text("for a game with names: uno-launcher run --table FILE", DIM)]
        return [*_stack(line), *who, *_remarks(line)]
    return [_joined(_facts(line)), *_players(line, setup, width), *_remarks(line)]


def _joined(parts: list[Text]) -> Text:
    return Text("  ·  ", DIM).join(parts)


def _stack(line: StateLine) -> list[Text]:
    return [Text(f"stack {line.stack}", "bold bright_yellow")] if line.stack else []


def _facts(line: StateLine) -> list[Text]:
    parts = []
    if line.top is not None:
        top = Text("top ") + Text(line.top, _COLOURS.get(line.colour or "", ""))
        if line.colour is not None and not line.top.startswith(line.colour):
            top.append(f" in {line.colour}", _COLOURS.get(line.colour, ""))
        parts.append(top)
    parts += _stack(line)
    parts.append(Text("to the left ↻" if line.direction == "left" else "to the right ↺"))
    pile = Text(f"pile {line.pile}")
    if line.reload:
        pile.append(", shuffle it into the launcher", "bold yellow")
    return [*parts, pile]


def _remarks(line: StateLine) -> Iterator[Text]:
    if line.refused is not None:
        yield Text(f"✗ {line.refused}", "bold red")
    for warning in line.warnings:
        yield Text(f"! {warning}", "yellow")


def _players(line: StateLine, setup: Setup, width: int) -> list[Text]:
    """One player a line, or from six on two, in seat order down the columns."""
    names = setup.players
    if len(names) <= _MOST_IN_ONE_COLUMN:
        return [_player(line, name, width) for name in names]
    half = (len(names) + 1) // 2
    column = width // 2
    return [
        Text.assemble(*(_compact(line, name, column) for name in names[row : row + half + 1 : half]))
        for row in range(half)
    ]


def _player(line: StateLine, name: str, width: int) -> Text:
    cards = line.hands[name]
    hand = Text.assemble((CARD * min(cards, 15), "bright_white"), f" {cards}")
    text = _cells(_named(line, name), 21) + _cells(hand, 20)
    text += Text(f"{line.scores[name]:>5} pt  ") + _note(line, name)
    text.truncate(width, overflow="ellipsis")
    return text


def _compact(line: StateLine, name: str, width: int) -> Text:
    text = _cells(_named(line, name), 13) + Text(f"{line.hands[name]:>3}{CARD}{line.scores[name]:>4} pt ")
    return _cells(text + _note(line, name), width)


def _named(line: StateLine, name: str) -> Text:
    up = name == line.up
    style = "bold bright_cyan" if up else DIM if name in line.eliminated else "bold"
    return Text.assemble(("▶ " if up else "  ", "bold bright_cyan"), (name, style))


def _cells(text: Text, width: int) -> Text:
    """Exactly so many cells, one of them free."""
    text.truncate(width - 1, overflow="ellipsis", pad=True)
    return text + Text(" ")


def _note(line: StateLine, name: str) -> Text:
    """The one thing to know about a player."""
    if owed := [debt for debt in line.owes if debt.who == name]:
        return Text(_owed(owed), "bold bright_yellow")
    if name in line.eliminated:
        return Text("out", DIM)
    if line.winner == name or (isinstance(line.winner, list) and name in line.winner):
        return Text("★", "bold bright_green")
    if name in line.missing:
        return Text("hand?", "bold bright_green")
    if name == line.uno_open:
        return Text("no UNO!", "bold bright_magenta")
    if name == line.out:
        return Text("went out", "bright_green")
    if line.phase == "turn-up" and name == line.dealer:
        return Text("deals", DIM)
    return Text("next" if name == line.next else "", DIM)


def _owed(debts: list[Owing]) -> str:
    parts = ["till cards" if debt.until_cards else f"{debt.presses}×" for debt in debts]
    return " + ".join(parts) if len(parts) > 1 or debts[0].until_cards else f"owes {parts[0]}"
