"""A key for every kind of card in the box in play, and the cards that may be laid now. Pure."""

import string
from collections.abc import Callable
from typing import Final

from uno_launcher.rules.boxes import Box
from uno_launcher.rules.cards import Kind
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import Move, Play, TurnUp
from uno_launcher.rules.pad import PLUS_ONE
from uno_launcher.rules.setup import Setup
from uno_launcher.terminal.legend import Offer, Picking

NUMBER: Final = "n"
TAKEN: Final = frozenset("ltjsdeqr" + "mnxugcbp")
"""Letters of a simulated launcher's hands, and those that mean something else at the table."""


def card_keys(box: Box) -> dict[str, str]:
    """Key to card word for the kinds of this box: the digit in its name, or else a letter of it.

    A card that finds no free key has none: it's laid in words.
    """
    keys = {NUMBER: "number"} if any(kind.is_number for kind in box.kinds) else {}
    for kind in box.kinds:
        if kind.is_number:
            continue
        name = _label(kind.name)
        wanted = sorted(name, key=lambda sign: not sign.isdigit()) + list(string.ascii_lowercase)
        free = (sign for sign in wanted if sign.isalnum() and sign not in TAKEN and sign not in keys)
        if (key := next(free, None)) is not None:
            keys[key] = kind.name
    return keys


def tapped(key: str, line: StateLine, setup: Setup) -> Move | None:
    """The card that this key lays in some other phase of a game: the table says why not now."""
    card = card_keys(setup.box).get(key)
    return None if line.mode != "game" or card is None else Play(play=card, by=line.up)


def laid_now(line: StateLine, setup: Setup) -> tuple[str, list[Offer]]:
    """(who lays a card now, "" for nobody in particular; the cards)."""
    if line.mode == "stack":
        return "", hits(setup)
    if line.phase == "turn-up":
        return "", _each(setup, lambda card, _: TurnUp(turn_up=card), lambda kind: not kind.effect.turn_again)
    if line.phase == "play":
        return line.up or "", _laid(line, setup, line.up)
    if line.phase == "owing":
        first = line.owes[0]
        if first.may_answer:
            return line.up or "", _laid(line, setup, line.up, lambda kind: kind.effect.answers_hit)
        if first.may_stop and line.next is not None and len(line.owes) == 1:
            return line.next, _laid(line, setup, line.next)
    return "", []


def hits(setup: Setup, *, late: bool = False) -> list[Offer]:
    """What is tapped in stack mode."""
    offers = _each(
        setup,
        lambda card, _: Play(play=card, late=late),
        lambda kind: kind.effect.hits and kind.effect.target != "everyone else",
    )
    return [*offers, Offer("+", "one more press", Play(play=PLUS_ONE, late=late))]


def laid_before(setup: Setup) -> list[Offer]:
    """Cards that lay there before the last press."""
    return _each(setup, lambda card, _: Play(play=card, late=True))


def _laid(
    line: StateLine, setup: Setup, by: str | None, fits: Callable[[Kind], bool] = lambda _: True
) -> list[Offer]:
    last = by is not None and line.hands[by] == 1

    def act(card: str, kind: Kind) -> Move | Picking:
        if not kind.effect.discard_colour or last:
            return Play(play=card, by=by)
        along = [Offer(digit, "", Play(play=card, by=by, discards=int(digit))) for digit in string.digits]
        return Picking("How many further cards go along?", tuple(along))

    return _each(setup, act, lambda kind: fits(kind) and not (last and kind.effect.swap_hands))


def _each(
    setup: Setup, act: Callable[[str, Kind], Move | Picking], fits: Callable[[Kind], bool] = lambda _: True
) -> list[Offer]:
    """The cards of the box whose kind fits."""
    offers = []
    for key, card in card_keys(setup.box).items():
        kind = next(k for k in setup.box.kinds if k.name == card or (card == "number" and k.is_number))
        if fits(kind):
            offers.append(Offer(key, _label(card), act(card, kind)))
    return offers


def _label(card: str) -> str:
    """A card word as short as a person says it."""
    return card.removeprefix("wild-")
