"""How a table stands, in sentences for whoever sits at it."""

from collections.abc import Iterable, Iterator

from uno_launcher.rules.draft import cards, presses
from uno_launcher.rules.line import Owing, StateLine
from uno_launcher.rules.state import Debt, State
from uno_launcher.rules.table import Table


def sentences(table: Table, line: StateLine) -> Iterator[str]:
    """Who is up, who owes what and why, what lies where. Hands and scores are left to a table."""
    state = table.state
    if line.mode == "toy":
        yield "Toy mode: a press is just a press, and nobody keeps track."
    else:
        yield from _owing(state, line) if line.owes else _waiting(state, line)
    if line.top is not None:
        chosen = line.colour is not None and not line.top.startswith(line.colour)
        yield f"On the pile: {line.top}{f', the colour is {line.colour}' if chosen else ''}."
    if line.uno_open is not None:
        yield f"{line.uno_open} has one card left and hasn't called UNO."
    if line.mode == "game" and line.phase in ("play", "owing", "choose"):
        yield f"Play goes to the {line.direction}."
    reload = "; shuffle the pile into it soon" if line.reload else ""
    yield f"In the launcher: {cards(line.hopper)}{reload}."
    if line.last_press is not None:
        whose = f", {line.last_press.who}'s," if line.last_press.who else ""
        brought = cards(line.last_press.cards) if line.last_press.cards else "no card"
        yield f"The last press{whose} brought {brought}."
    yield from (f"Look again: {warning}" for warning in line.warnings)


def won(winner: str | list[str] | None) -> str:
    """Who won a game, or that it's a tie."""
    if isinstance(winner, list):
        return f"a tie between {listed(winner)}"
    return f"{winner or 'nobody'} won"


def listed(names: Iterable[str]) -> str:
    """ "Ann, Bo and Cy"."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _owing(state: State, line: StateLine) -> Iterator[str]:
    """One sentence for each obligation, in the order in which they are to be made."""
    tapped = [state.pad.debt] if state.pad and len(line.owes) > len(state.owes) else []
    for place, (owing, debt) in enumerate(zip(line.owes, [*state.owes, *tapped], strict=True)):
        who = owing.who or "The table"
        what = "presses until cards come out" if owing.until_cards else f"owes {presses(owing.presses)}"
        then = "" if place == 0 else "Then "
        turn_to = f" Turn the launcher to {owing.who}." if place == 0 and owing.who else ""
        yield f"{then}{who} {what}{_because(state, debt)}{_allowed(owing)}.{turn_to}"


def _because(state: State, debt: Debt) -> str:
    if debt.why == "penalty":
        return " as a penalty"
    stack = state.pad if debt.who is None else state.stack
    if stack is not None and stack.hits > 1:
        return f" for a stack of {stack.hits} hits"
    return f" for {state.top}" if state.top and debt.who is not None else ""


def _allowed(owing: Owing) -> str:
    if owing.may_stop:
        return ", and may stop"
    return ", or answers with another hit" if owing.may_answer else ""


def _waiting(state: State, line: StateLine) -> Iterator[str]:
    match line.phase:
        case "turn-up":
            yield f"The first card is to be turned up; {line.dealer} dealt."
        case "choose":
            card = state.pending.card if state.pending else "the card"
            what = " and ".join("a player" if wanted == "target" else "a colour" for wanted in line.choosing)
            yield f"{line.up} picks {what} for {card}."
        case "play" if line.mode == "stack":
            yield "Nothing is owed: anybody may press, or tap a hit."
        case "play":
            following = "" if line.next in (None, line.up) else f" {line.next} is next."
            yield f"It's {line.up}'s turn: turn the launcher to {line.up}.{following}"
        case "scoring":
            out = f", {line.out} laid the last card" if line.out else ""
            yield f"The round is over{out}: enter what is left in the hands of {listed(line.missing)}."
        case "round-over":
            yield "The round is over and counted: begin the next one."
        case "game-over":
            yield f"The game is over: {won(line.winner)}."
