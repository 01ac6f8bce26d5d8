"""The words of a mistake."""

from collections.abc import Iterable
from datetime import date, time
from difflib import get_close_matches
from typing import Any, NamedTuple

from uno_launcher.config.lines import Path


class Mistake(NamedTuple):
    """What is wrong, without the line, which is looked up once all mistakes are known."""

    path: Path
    sentence: str


def suggestion(name: str, known: Iterable[str]) -> str:
    """The end of a sentence: the known name that was probably meant, or all there are."""
    known = list(known)
    close = get_close_matches(name.lower().replace("-", "_"), known, 1)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; there is {', '.join(known)}"


VISIBLE = "without line breaks or other invisible characters"
"""What is asked of every text that is shown again. `str.isprintable` says whether it's so."""


def printable(sentence: str) -> str:
    """A quoted key may hold anything, line ends and terminal codes too; a mistake is one line."""
    return "".join(letter if letter.isprintable() else "?" for letter in sentence)


def shown(value: Any) -> str:
    """A value of a TOML file as it is written there, in short."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"' if len(value) <= 40 else f'"{value[:40]}…"'
        case int():
            return str(value) if abs(value) < 10**18 else "a huge number"
        case float():
            return str(value)
        case dict():
            return "a section"
        case list():
            return "a list"
        case date() | time():
            return "a date or time"
        case _:
            return "something else"
