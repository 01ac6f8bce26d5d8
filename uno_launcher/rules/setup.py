"""How a table is set up: the box, who sits where, what is played for."""

import unicodedata
from collections.abc import Callable
from typing import Any, Literal, cast

import msgspec

from uno_launcher.errors import InputError
from uno_launcher.rules.boxes import CUSTOM, Box
from uno_launcher.rules.cards import Effect, Target
from uno_launcher.rules.house import House, house_rules
from uno_launcher.rules.state import Mode
from uno_launcher.rules.wire import convert

Scoring = Literal["standard", "low", "challenge"]

MODES = ("toy", "stack", "game")
SCORINGS = ("standard", "low", "challenge")


class Setup(msgspec.Struct, frozen=True, gc=False):
    """A table's fixed side. `box` is as played: what is written on its Customizable cards included."""

    box: Box
    house: House
    players: tuple[str, ...] = ()
    """In seat order, clockwise."""
    dealer: int = 0
    """Seat of the first dealer."""
    scoring: Scoring = "standard"
    target: int = 500
    """Points at which the game (or, in challenge, a player) is over."""
    mode: Mode = "game"


class _Custom(msgspec.Struct, forbid_unknown_fields=True):
    presses: int | str = 0
    target: str = "next"
    until_cards: bool = False


class _Wire(msgspec.Struct, forbid_unknown_fields=True):
    box: str
    players: list[str] = []
    dealer: str | None = None
    scoring: str | None = None
    target: int = 500
    house: dict[str, Any] = {}
    custom: _Custom | None = None
    mode: str = "game"


_BREAKS = ("Cc", "Zl", "Zp")
"""Categories of signs that end a line or do something."""
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Signs that turn the rest of a line around."""

_ONLY_SETUP = {"box", "players", "dealer", "scoring", "house", "custom"}


def is_setup(line: object) -> bool:
    """Whether a line is meant to set a table up, rather than as a move."""
    return isinstance(line, dict) and not _ONLY_SETUP.isdisjoint(line)


def read_setup(line: object, find_box: Callable[[str], Box]) -> Setup:
    """What a set-up line says.

    `find_box` turns a box's name or path into the box, or raises InputError. Raises InputError.
    """
    wire = convert(line, _Wire, "the set-up")
    if wire.mode not in MODES:
        raise InputError(f'there is no mode "{wire.mode}": choose one of {", ".join(MODES)}')
    box = find_box(wire.box)
    if wire.custom is not None:
        box = _written_on(box, wire.custom)
    house = house_rules(wire.house, box.house, "house")
    _check_players(wire)
    if len(wire.players) * house.cards_dealt >= box.cards:
        raise InputError(
            f"{house.cards_dealt} cards each for {len(wire.players)} players are more than"
            f" the {box.cards} cards of {box.name}"
        )
    if not 1 <= wire.target <= 999_999:
        raise InputError("the set-up's target must be 1 to 999999 points")
    scoring = wire.scoring or "standard"
    if scoring not in SCORINGS:
        raise InputError(f'there is no scoring "{scoring}": choose one of {", ".join(SCORINGS)}')
    dealer = wire.players.index(wire.dealer) if wire.dealer is not None else max(len(wire.players) - 1, 0)
    return Setup(
        box, house, tuple(wire.players), dealer, cast(Scoring, scoring), wire.target, cast(Mode, wire.mode)
    )


def _check_players(wire: _Wire) -> None:
    players = wire.players
    if players and not 2 <= len(players) <= 10:
        raise InputError(f"2 to 10 players can play, not {len(players)}")
    seen: set[str] = set()
    for name in players:
        visible = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")
        if not visible.strip() or any(
            unicodedata.category(sign) in _BREAKS or sign in _TURNS for sign in name
        ):
            raise InputError("every player needs a name, without line breaks or control characters")
        key = unicodedata.normalize("NFKC", visible.strip())
        if key in seen:
            raise InputError(f"two players are called {name}: give one of them another name")
        seen.add(key)
    if wire.dealer is not None and wire.dealer not in players:
        raise InputError(f"the dealer {wire.dealer} is not among the players")
    if wire.mode == "game":
        if not players:
            raise InputError("the set-up needs players (2 to 10 names), unless its mode is toy or stack")
        if wire.dealer is None:
            raise InputError('the set-up needs a "dealer"')
        if wire.scoring is None:
            raise InputError(f'the set-up needs "scoring": one of {", ".join(SCORINGS)}')


def _written_on(box: Box, custom: _Custom) -> Box:
    """The box with this effect on its Customizable cards."""
    presses, until = custom.presses, custom.until_cards
    if isinstance(presses, str):
        if _spaced(presses) != "until cards":
            raise InputError('custom: "presses" takes a number, or "until cards"')
        presses, until = 0, True
    target = _spaced(custom.target)
    target = {"everyone": "everyone else", "player": "self"}.get(target, target)
    if target not in ("next", "chosen", "everyone else", "self"):
        raise InputError(f'custom: "target" can be next, chosen, everyone else or self, not {custom.target}')
    if not 0 <= presses <= 99:
        raise InputError('custom: "presses" must be 0 to 99')
    if presses and until:
        raise InputError('custom: "presses" and "until_cards" can\'t both be owed')
    effect = Effect(choose_colour=True, turn_again=True)
    if presses or until:
        # Like the cards of rule 4: the next or a chosen player loses the turn, everyone else doesn't.
        effect = Effect(
            presses=presses,
            until_cards=until,
            target=cast(Target, target),
            skip=target in ("next", "chosen"),
            choose_colour=True,
            turn_again=True,
        )
    kinds = tuple(
        msgspec.structs.replace(kind, effect=effect) if kind.name == CUSTOM else kind for kind in box.kinds
    )
    return msgspec.structs.replace(box, kinds=kinds)


def _spaced(words: str) -> str:
    return words.replace("-", " ").replace("_", " ")
