"""From parsed JSON or TOML to typed values, with mistakes told in plain words."""

import re
from typing import Any, TypeVar

import msgspec

from uno_launcher.errors import InputError

T = TypeVar("T")

MOST = 9999
"""No number of cards, presses or points at a table is larger."""

_NAMES = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "a text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "a group of keys",
}


class MistakeError(InputError):
    """One value that doesn't fit. `key` is the outermost key it stands under, or ""."""

    def __init__(self, sentence: str, key: str = "") -> None:
        super().__init__(sentence)
        self.key = key


def convert(value: object, kind: type[T], what: str) -> T:
    """`value` as `kind`. Raises MistakeError with one sentence that begins with `what`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _plain(str(error), what) from None


def _plain(message: str, what: str) -> MistakeError:
    text, _, path = message.partition(" - at `")
    path = path.rstrip("`").removeprefix("$").removeprefix(".").replace("[...]", "")
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        key = ".".join(part for part in (path, found[1]) if part)
        return MistakeError(f'{what} has no key "{key}"', _outermost(key))
    if found := re.fullmatch(r"Object missing required field `(.*)`", text, re.DOTALL):
        return MistakeError(f'{what} lacks "{found[1]}"', "")
    where = f'{what}: "{path}"' if path else what
    if found := re.fullmatch(r"Expected `(.*?)`(?:, got `(.*)`)?", text):
        wanted = " or ".join(_NAMES.get(name, name) for name in found[1].split(" | "))
        got = f", not {_NAMES.get(found[2], found[2])}" if found[2] else ""
        return MistakeError(f"{where} takes {wanted}{got}", _outermost(path))
    if found := re.fullmatch(r"Expected `int` ([<>])= (-?\d+)", text):
        limit = "at least" if found[1] == ">" else "at most"
        return MistakeError(f"{where} must be {limit} {found[2]}", _outermost(path))
    if found := re.fullmatch(r"Invalid enum value (.*)", text, re.DOTALL):
        return MistakeError(f"{where} can't be {found[1]}", _outermost(path))
    return MistakeError(f"{where}: {text[:1].lower()}{text[1:]}", _outermost(path))


def _outermost(path: str) -> str:
    return re.split(r"[.\[]", path, maxsplit=1)[0]


LONGEST_TEXT = 100
"""Characters of any text in a move."""


def check_texts(value: object, what: str) -> None:
    """Raises InputError where a text in `value` isn't plain: refusals repeat it, in terminals too."""
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise InputError(
                f"{what}: a text has {len(value)} characters, more than the {LONGEST_TEXT} that fit"
            )
        if not value.isprintable():
            raise InputError(f"{what}: a text has control characters or line breaks: leave them out")
    elif isinstance(value, dict):
        for key, inner in value.items():
            check_texts(key, what)
            check_texts(inner, what)
    elif isinstance(value, list):
        for inner in value:
            check_texts(inner, what)


def parse_json(line: bytes) -> Any:
    """One JSON value. Raises InputError with a sentence."""
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"this is no JSON ({str(error)[:1].lower()}{str(error)[1:]})") from None
