"""A box of one's own: a TOML file with cards, counts, points and effects (rule 8.2).

name = "kitchen"
cards = 20                 # what it must add up to

[rules]                    # any switch of house.py; left out: its most common value
stacking = true

[numbers]                  # how many of each per colour; worth their face value
0 = 1
7 = 2

[[card]]
name = "hit-3"
per_colour = 2             # or `wild = 4`: so many in all, without a colour
points = 30
presses = 3                # and further effects: the keys of cards.Effect
target = "next"
skip = true
"""

import re
import tomllib
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uno_launcher.errors import InputError
from uno_launcher.rules.boxes import Box
from uno_launcher.rules.cards import COLOURS, Effect, Kind
from uno_launcher.rules.house import House, house_rules
from uno_launcher.rules.wire import MistakeError, convert

Count = Annotated[int, Meta(ge=1, le=99)]

_EFFECTS = frozenset(Effect.__struct_fields__)
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class _File(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    cards: Annotated[int, Meta(ge=1, le=999)]
    card: list[dict[str, Any]] = []
    numbers: dict[str, int] = {}
    rules: dict[str, Any] = {}


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    points: Annotated[int, Meta(ge=0, le=999)]
    per_colour: Count = 0
    wild: Count = 0


def read_box(text: str, name: str) -> Box:
    """The box that a file describes. Raises InputError with `name`, the line and the reason."""
    try:
        return _read(text)
    except _LineError as mistake:
        raise InputError(f"{name} line {mistake.line}: {mistake}") from None


class _LineError(Exception):
    """A mistake on a line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


def _read(text: str) -> Box:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise _LineError(
            int(line[1]) if line else text.count("\n") + 1, f"this is no TOML ({reason})"
        ) from None
    except (RecursionError, ValueError) as error:
        raise _LineError(1, f"this is no TOML ({error})") from None
    lines = _Lines(text)
    try:
        file = convert(data, _File, "a box")
        house = house_rules(file.rules, House(), "rules")
    except MistakeError as mistake:
        raise _LineError(lines.find(mistake.key), str(mistake)) from None
    if not file.name.strip() or not file.name.isprintable():
        raise _LineError(
            lines.find("name"),
            "a box needs a name of 1 to 60 characters, without line breaks or other invisible characters",
        )
    kinds = [*_numbers(file, lines)]
    for index, row in enumerate(file.card):
        try:
            kinds.append(_kind(row, {kind.name for kind in kinds}))
        except MistakeError as mistake:
            raise _LineError(lines.find(mistake.key, card=index), str(mistake)) from None
    held = sum(kind.cards for kind in kinds)
    if held != file.cards:
        raise _LineError(
            lines.find("cards"), f"the cards listed are {held}, not {file.cards}: put a count right"
        )
    return Box(file.name, file.cards, tuple(kinds), house)


def _numbers(file: _File, lines: "_Lines") -> list[Kind]:
    for number, count in file.numbers.items():
        if not re.fullmatch(r"[0-9]", number):
            raise _LineError(lines.find(number), f'numbers has no key "{number}": it takes 0 to 9')
        if not 1 <= count <= 99:
            raise _LineError(lines.find(number), f"there can be 1 to 99 of number {number}, not {count}")
    return [Kind(number, count, int(number)) for number, count in file.numbers.items()]


def _kind(row: dict[str, Any], taken: set[str]) -> Kind:
    effects = {key: value for key, value in row.items() if key in _EFFECTS}
    plain = convert({key: value for key, value in row.items() if key not in _EFFECTS}, _Row, "a card")
    effect = convert(effects, Effect, plain.name)
    if not _NAME.fullmatch(plain.name) or plain.name in ("number", *COLOURS):
        raise MistakeError(
            f'"{plain.name}" is no name for a card: use small letters, digits and hyphens', "name"
        )
    if plain.name in taken:
        raise MistakeError(f"{plain.name} is listed twice", "name")
    if bool(plain.per_colour) == bool(plain.wild):
        raise MistakeError(f"{plain.name} needs either per_colour or wild (so many in all, without a colour)")
    if reason := _nonsense(effect, wild=bool(plain.wild)):
        raise MistakeError(f"{plain.name}: {reason[1]}", reason[0])
    if effect.swap_hands or effect.until_cards or effect.target in ("everyone else", "self"):
        # Nobody has laid the first card, so there is nobody to do this for (2.4).
        effect = msgspec.structs.replace(effect, turn_again=True)
    count = plain.wild or plain.per_colour
    return Kind(plain.name, count, plain.points, effect, wild=bool(plain.wild))


def _nonsense(effect: Effect, *, wild: bool) -> tuple[str, str] | None:
    """(key, reason) where effects don't fit together."""
    if not 0 <= effect.presses <= 99:
        return "presses", "presses must be 0 to 99"
    if effect.presses and effect.until_cards:
        return "until_cards", "presses and until_cards can't both be owed"
    if effect.hits != (effect.target != "none"):
        return "target", "presses (or until_cards) and a target belong together"
    if effect.answers_hit and not (effect.presses and effect.target in ("next", "chosen")):
        return "answers_hit", "only presses for the next or a chosen player can answer a hit"
    if wild != effect.choose_colour and wild:
        return "wild", "a card without a colour needs choose_colour = true"
    if wild and effect.discard_colour:
        return "discard_colour", "a card without a colour can't take its colour along"
    return None


class _Lines:
    """Finds the line of a key again, which the TOML reader doesn't tell."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")

    def find(self, key: str, card: int | None = None) -> int:
        """The line that sets `key` (in the card with this index), else where the card begins, else 1."""
        heads = [n for n, line in enumerate(self._lines) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]
        start, end = 0, len(self._lines)
        if card is not None and card >= len(heads):
            return self.find("card")  # written in another way
        if card is not None:
            start, end = heads[card], [*heads, end][card + 1]
        if key:
            setting = re.compile(rf"\s*(\[\[?\s*)?[\"']?{re.escape(key)}[\"']?\s*(=|\.|\])")
            for n in range(start, end):
                if setting.match(self._lines[n]):
                    return n + 1
        return start + 1
