"""The state line: what everybody at the table may see, with names."""

import msgspec

from uno_launcher.rules.draft import Draft
from uno_launcher.rules.state import State
from uno_launcher.rules.table import Outcome, Table

_BURST = 12
"""Cards that one press may well bring (rule 10): with fewer in the hopper a reload is due."""


class Owing(msgspec.Struct, frozen=True, gc=False):
    who: str | None
    presses: int
    until_cards: bool
    may_stop: bool
    may_answer: bool


class LastPress(msgspec.Struct, frozen=True, gc=False):
    who: str | None
    cards: int


class StateLine(msgspec.Struct, frozen=True, gc=False):
    """The keys of the fixed state line, then further ones."""

    n: int
    phase: str
    up: str | None
    direction: str
    top: str | None
    colour: str | None
    owes: list[Owing]
    stack: int
    hands: dict[str, int]
    hopper: int
    eliminated: list[str]
    scores: dict[str, int]
    uno_open: str | None
    refused: str | None
    winner: str | list[str] | None
    warnings: tuple[str, ...]
    mode: str
    next: str | None
    """Who may play or press once the first obligation is over, or after this turn."""
    choosing: list[str]
    """What is to be chosen: "colour", "target"."""
    pile: int
    reload: bool
    """The pile should be shuffled into the launcher soon (7.6)."""
    out: str | None
    """Who laid the last card of the round."""
    missing: list[str]
    """Whose hands are still to be entered."""
    dealer: str | None
    last_press: LastPress | None
    """What `came_out`, `press_was` and `late` would reach back to."""


def phase(state: State) -> str:
    """What the table waits for."""
    if state.mode == "toy":
        return "play"
    if state.owes:
        return "owing"
    if state.mode == "stack":
        return "owing" if state.pad else "play"
    if state.pending:
        return "choose"
    return state.stage


def state_line(table: Table, n: int, outcome: Outcome) -> StateLine:
    """The line after the n-th move, which led to `outcome`."""
    state = table.state
    players = table.game.players
    draft = Draft(table.game, state)
    now = phase(state)
    named = state.mode == "game"
    owes, stack = _owing(draft, state, players if named else None)
    hands = {name: 0 if seat in state.eliminated else state.hands[seat] for seat, name in enumerate(players)}
    pile = max(0, table.game.deck - state.hopper - sum(hands.values()))
    up, following = _who(draft, now) if named else (None, None)
    winners = [players[seat] for seat in state.winners]
    return StateLine(
        n,
        now,
        up,
        "left" if state.direction > 0 else "right",
        state.top,
        state.colour,
        owes,
        stack,
        hands,
        state.hopper,
        [players[seat] for seat in state.eliminated],
        dict(zip(players, state.scores, strict=True)),
        None if state.uno_open is None else players[state.uno_open],
        outcome.refused,
        None if not winners else winners[0] if len(winners) == 1 else winners,
        outcome.warnings,
        state.mode,
        following,
        _choosing(state) if now == "choose" else [],
        pile,
        _reload(state.hopper, pile),
        None if state.out is None else players[state.out],
        _missing(state, players) if now == "scoring" else [],
        players[state.dealer] if players else None,
        _last_press(table),
    )


def unnoticed(line: StateLine) -> StateLine:
    """`line` without an open UNO window (6.2): it's for people to notice, no program does the catching.

    The hand of one card looks like two, and the pile, with all that follows from it, holds the one that is
    missing there.
    """
    who = line.uno_open
    if who is None:
        return line
    more = 1 if line.hands[who] == 1 else 0
    pile = max(0, line.pile - more)
    return msgspec.structs.replace(
        line,
        uno_open=None,
        hands={**line.hands, who: line.hands[who] + more},
        pile=pile,
        reload=_reload(line.hopper, pile),
    )


def _reload(hopper: int, pile: int) -> bool:
    return hopper < _BURST < pile


def _last_press(table: Table) -> LastPress | None:
    if table.last_press is None:
        return None
    who, cards = table.last_press
    return LastPress(None if who is None else table.game.players[who], cards)


def _owing(draft: Draft, state: State, names: tuple[str, ...] | None) -> tuple[list[Owing], int]:
    """Open obligations, and the sum of the stack. `names` None: nobody is named."""
    if state.mode == "toy":
        return [], 0
    owes = [
        Owing(
            names[debt.who] if names and debt.who is not None else None,
            debt.presses,
            debt.until_cards,
            draft.may_stop(debt),
            draft.may_answer(debt),
        )
        for debt in state.owes
    ]
    stack = state.stack.total if state.stack and state.stack.hits > 1 else 0
    if state.mode == "stack" and state.pad:
        debt = state.pad.debt
        open_for_more = not debt.pressed and not debt.until_cards
        owes.append(Owing(None, debt.presses, debt.until_cards, draft.may_stop(debt), open_for_more))
        stack = stack or (state.pad.total if state.pad.hits > 1 else 0)
    return owes, stack


def _who(draft: Draft, now: str) -> tuple[str | None, str | None]:
    """(who is up, who comes next)."""
    state = draft.state
    if now == "owing":
        who = state.owes[0].who
        following = draft.next_up()
    elif now == "choose" and state.pending:
        who, following = state.pending.who, None
    elif now == "play":
        who, following = state.turn, draft.after(state.turn)
    else:
        return None, None
    return (
        None if who is None else draft.name(who),
        None if following is None else draft.name(following),
    )


def _choosing(state: State) -> list[str]:
    pending = state.pending
    if pending is None:
        return []
    wanted = {"colour": pending.wants_colour, "target": pending.wants_target}
    return [what for what, wants in wanted.items() if wants]


def _missing(state: State, players: tuple[str, ...]) -> list[str]:
    return [
        name
        for seat, name in enumerate(players)
        if state.entered[seat] is None and seat != state.out and seat not in state.benched
    ]
