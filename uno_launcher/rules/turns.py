"""Laying cards: the first one (2.4), a turn (3), what cards do (4), answering a hit (5)."""

from uno_launcher.rules.cards import Card
from uno_launcher.rules.draft import Draft, RefusedError, cards, in_play, known_colour, owes_first
from uno_launcher.rules.events import (
    Awaited,
    Chosen,
    DebtEnded,
    DirectionFlipped,
    HandsSwapped,
    Laid,
    Owed,
    StackGrew,
    TurnedUp,
    TurnGoesTo,
    UnoClosed,
    UnoOpened,
    WentOut,
)
from uno_launcher.rules.moves import Choose, Play, TurnUp
from uno_launcher.rules.state import Debt, Pending, Stack


def turn_up(draft: Draft, move: TurnUp) -> None:
    """The first card of the discard pile."""
    state = draft.state
    if state.stage != "turn-up":
        raise RefusedError("The first card has been turned up already: take that back first.")
    card = draft.card(move.turn_up)
    effect = card.effect
    if effect.turn_again:
        raise RefusedError(f"A {card.word} can't be the first card: turn another.")
    left = draft.game.house.starts == "left"
    first = draft.left_of(state.dealer) if left else draft.right_of(state.dealer)
    draft.emit(TurnedUp(card.word, card.kind, card.colour, first))
    if effect.choose_colour or effect.wants_target:
        wants = Pending(first, card.word, effect.choose_colour, effect.wants_target, first=True)
        draft.emit(Awaited(wants))
    else:
        _start(draft, card, first, None)


def _start(draft: Draft, card: Card, first: int, target: int | None) -> None:
    """What a turned-up card does to the player who starts."""
    effect = card.effect
    turn = first
    if effect.reverse:
        turn = draft.state.dealer
        if draft.playing > 2:  # 7.5
            draft.emit(DirectionFlipped())
    elif effect.skip:
        turn = draft.after(first)
    draft.emit(TurnGoesTo(turn))
    if effect.hits:
        draft.emit(Owed(Debt(first if target is None else target, effect.presses)))


def play(draft: Draft, move: Play) -> None:
    """One card, on somebody's turn or in answer to a hit."""
    card = draft.card(move.play)
    seat, answering = _who_lays(draft, card, draft.maybe_seat(move.by))
    state = draft.state
    if not answering and not _matches(card, state.kind, state.colour):
        raise RefusedError(f"A {card.word} doesn't go on a {_pile(draft)}.")
    left = _left_in_hand(draft, seat, card, move)
    effect = card.effect
    colour = card.colour
    if effect.choose_colour:
        colour = None if move.colour is None else known_colour(move.colour)
    target, wants_target = None, effect.wants_target
    if wants_target and move.target is not None:
        target = _opponent(draft, seat, move.target)
    if state.uno_open is not None:
        draft.emit(UnoClosed("over"))
    draft.emit(Laid(seat, card.word, card.kind, colour, 1 + move.discards))
    if left == 0:
        draft.emit(WentOut(seat))
    elif left == 1 and not effect.swap_hands and not move.uno:
        draft.emit(UnoOpened(seat))
    if answering:
        draft.emit(DebtEnded("answered"))
    if effect.answers_hit and draft.game.house.stacking:  # 5.1
        stack = draft.state.stack or Stack(seat, 0, 0)
        draft.emit(StackGrew(Stack(stack.first, stack.total + effect.presses, stack.hits + 1)))
    wants_colour = effect.choose_colour and colour is None
    wants_target = wants_target and target is None
    if wants_colour or wants_target:
        draft.emit(Awaited(Pending(seat, card.word, wants_colour, wants_target, target)))
    else:
        _carry_out(draft, seat, card, target)


def choose(draft: Draft, move: Choose) -> None:
    """The colour or the target that a card still waits for, or both."""
    state = draft.state
    if state.owes:
        raise owes_first(draft, state.owes[0])
    pending = state.pending
    if pending is None:
        raise RefusedError("There is nothing to choose now.")
    by = draft.maybe_seat(move.by)
    if by not in (None, pending.who):
        raise chooses_first(draft, pending)
    colour, target = None, None
    if pending.wants_colour and move.choose.colour is not None:
        colour = known_colour(move.choose.colour)
    if pending.wants_target and move.choose.target is not None:
        target = _opponent(draft, pending.who, move.choose.target)
    if colour is None and target is None:
        raise chooses_first(draft, pending)
    draft.emit(Chosen(colour, target))
    if draft.state.pending is None:
        card = draft.card(pending.card)
        chosen = pending.target if target is None else target
        if pending.first:
            _start(draft, card, pending.who, chosen)
        else:
            _carry_out(draft, pending.who, card, chosen)


def chooses_first(draft: Draft, pending: Pending) -> RefusedError:
    both = pending.wants_colour and pending.wants_target
    what = "a colour and a player" if both else "a colour" if pending.wants_colour else "a player"
    return RefusedError(f"{draft.name(pending.who)} picks {what} first.")


def _who_lays(draft: Draft, card: Card, by: int | None) -> tuple[int, bool]:
    """(seat, whether it answers a hit). Whoever would be up next says that the one before stopped (4.2)."""
    in_play(draft)
    stopped = False
    while draft.state.owes:
        debt = draft.state.owes[0]
        seat = debt.who if by is None else by
        if seat == debt.who and seat is not None and draft.may_answer(debt) and card.effect.answers_hit:
            return seat, True
        if stopped or not draft.may_stop(debt) or seat != draft.next_up():
            raise owes_first(draft, debt)
        draft.emit(DebtEnded("stopped"))
        stopped, by = True, seat
    state = draft.state
    if state.pending is not None:
        raise chooses_first(draft, state.pending)
    if by not in (None, state.turn):
        raise RefusedError(f"It's {draft.name(state.turn)}'s turn.")
    return state.turn, False


def _matches(card: Card, kind: str | None, colour: str | None) -> bool:
    """3.1. A wild goes on everything; where either card was tapped by its kind, nobody can tell."""
    return colour is None or card.colour is None or card.colour == colour or card.kind == kind


def _pile(draft: Draft) -> str:
    state = draft.state
    return f"{state.top} in {state.colour}" if state.top == state.kind else f"{state.top}"


def _left_in_hand(draft: Draft, seat: int, card: Card, move: Play) -> int:
    """Cards left once this play lies."""
    if move.discards < 0:
        raise RefusedError("The cards laid along can't be less than 0.")
    if move.discards and not card.effect.discard_colour:
        raise RefusedError(f"No further cards go along with a {card.word}.")
    held = draft.state.hands[seat]
    left = held - 1 - move.discards
    if left < 0:
        name = draft.name(seat)
        raise RefusedError(
            f"{name} holds only {cards(held)} by the count: put that right first, if it's wrong"
            f' ({{"correct": {{"{name}": …}}}}).'
        )
    if left == 0 and card.effect.swap_hands:
        raise RefusedError(f"A {card.word} can't be the last card.")
    return left


def _opponent(draft: Draft, seat: int, name: str) -> int:
    target = draft.seat(name)
    if target == seat:
        raise RefusedError(f"{name} has to pick somebody else.")
    return target


def _carry_out(draft: Draft, seat: int, card: Card, target: int | None) -> None:
    """What the card does, with everything chosen: who presses, and who is up after that."""
    effect = card.effect
    house = draft.game.house
    skip = effect.skip
    if effect.reverse:
        if draft.playing > 2:
            draft.emit(DirectionFlipped())
        else:
            skip = True  # 7.5
    if effect.swap_hands and target is not None:
        draft.emit(HandsSwapped(seat, target))
    following = draft.after(seat)
    if not effect.hits:
        if house.again_after_skip_or_reverse and (effect.skip or effect.reverse):
            draft.emit(TurnGoesTo(seat))
        else:
            draft.emit(TurnGoesTo(draft.after(following) if skip else following))
        return
    victim = target if effect.target == "chosen" and target is not None else following
    turn = draft.after(victim) if skip else following
    owed, answerable = effect.presses, False
    stack = draft.state.stack
    if stack is not None:
        owed, answerable = stack.total, draft.state.out is None  # 5.2, 7.1
        if stack.hits > 1:
            turn = draft.after(stack.first)  # 5.4
    draft.emit(TurnGoesTo(turn))
    for who in _victims(draft, effect.target, seat, victim):
        draft.emit(Owed(Debt(who, owed, effect.until_cards, answerable=answerable)))


def _victims(draft: Draft, target: str, seat: int, victim: int) -> list[int]:
    """Who presses, in the order they do."""
    if target == "self":
        return [seat]
    if target != "everyone else":
        return [victim]
    others = []
    other = draft.left_of(seat)
    while other != seat:
        others.append(other)
        other = draft.left_of(other)
    return others
