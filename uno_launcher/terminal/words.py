"""What the table says, in words: the line that everybody reads first, and what is new. Pure."""

from collections.abc import Iterator, Sequence

from uno_launcher.rules.line import Owing, StateLine

LONGEST_NAME = 14


def short(name: str) -> str:
    """A name that leaves room for the rest of its line."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def listed(names: Sequence[str]) -> str:
    """ "Ann, Bo and Cy"."""
    shown = [short(name) for name in names]
    return " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part) if shown else ""


def presses(debt: Owing) -> str:
    """ "press 3×", or "press till cards come"."""
    return "press till cards come" if debt.until_cards else f"press {debt.presses}×"


def headline(line: StateLine) -> tuple[str, str]:
    """(what the table waits for, what else is good to know: "" where nothing is)."""
    if line.mode == "toy":
        return "just press", "toy mode: nobody keeps track"
    if line.mode == "stack":
        return _stack_mode(line)
    up = short(line.up or "")
    match line.phase:
        case "turn-up":
            return "turn up the first card", f"{short(line.dealer or '')} dealt"
        case "play":
            return f"{up} is up", "lays a card or presses once"
        case "choose":
            what = " and ".join("a player" if wanted == "target" else "a colour" for wanted in line.choosing)
            return f"{up} picks {what}", ""
        case "owing":
            return f"{up}: {presses(line.owes[0])}", _allowed(line.owes[0])
        case "scoring":
            out = short(line.out or "")
            return "round over", f"{out} laid the last card: what is left in the other hands?"
        case "round-over":
            return "round over", "begin the next one"
    winner = line.winner
    if isinstance(winner, list):
        return f"a tie: {listed(winner)}", "game over"
    return f"{short(winner or 'nobody')} wins", "game over"


def _stack_mode(line: StateLine) -> tuple[str, str]:
    if not line.owes:
        return "nothing owed", "stack mode: tap a hit, or just press"
    debt = line.owes[0]
    return presses(debt), "or tap another hit" if debt.may_answer else _allowed(debt)


def _allowed(debt: Owing) -> str:
    """What else whoever owes may do."""
    return "may stop" if debt.may_stop else "may answer" if debt.may_answer else ""


def news(old: StateLine | None, new: StateLine) -> Iterator[str]:
    """What happened at the table between two of its lines, one sentence each."""
    said = _summary(new)
    if old is None or said != _summary(old):
        yield f"table: {said}"
    if old is not None and new.direction != old.direction:
        yield f"play goes {new.direction} now"
    if new.uno_open is not None and (old is None or new.uno_open != old.uno_open):
        yield f"{short(new.uno_open)} hasn't called UNO"
    if old is not None and new.scores != old.scores:
        yield "scores: " + ", ".join(f"{name} {points}" for name, points in new.scores.items())
    if new.reload and (old is None or not old.reload):
        yield f"the pile of {new.pile} cards can be shuffled into the launcher"
    if new.refused is not None and (old is None or new.refused != old.refused or new.n != old.n):
        yield f"refused: {new.refused}"
    for warning in new.warnings:
        if old is None or new.n != old.n or warning not in old.warnings:
            yield f"warning: {warning}"


def _summary(line: StateLine) -> str:
    said, more = headline(line)
    parts = [more] if more else []
    if others := [debt.who for debt in line.owes[1:] if debt.who is not None]:
        parts.append(f"then {listed(others)}")
    if line.stack:
        parts.append(f"stack {line.stack}")
    return f"{said} ({', '.join(parts)})" if parts else said
