"""A commented config file with every key, made from the structs."""

import json
import textwrap
from collections.abc import Iterator
from typing import Any

from uno_launcher.config.keys import Key, keys
from uno_launcher.config.sections import SECTIONS, PinsSection

HEAD = """\
Settings of UNO Launcher. Every section and every key may be left out: what stands here holds without it.
Keys with a # before them are not set; take the # away to set them. After a change:
`uno-launcher check-config FILE`."""

OWN_PROFILE = """\
# A luck profile of your own; choose it with profile = "lively" above. Every key may be left out.
# [profiles.lively]
#
# Chance of cards after 0, 1, 2 and more dry presses, or one number for all: from 0 to 1.
# chance = [0.3, 0.5, 0.7]
#
# Cards and the share of the launches that bring so many; the shares add up to 1.
# sizes = { 1 = 0.5, 2 = 0.3, 5 = 0.2 }
#
# After so many dry presses the next one brings cards for sure: a whole number from 1 to 50.
# at_most_dry = 4"""


def example() -> str:
    """The text of the file: it reads back as all defaults."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    for paragraph in HEAD.splitlines():
        yield from _comment(paragraph)
    for title, section in SECTIONS.items():
        yield ""
        yield ""
        yield from _comment(section.__doc__ or "")
        yield f"[{title}]"
        for key in keys(section).values():
            if section is PinsSection:
                yield f"{_assignment(key):<20} # {key.meaning}"
            else:
                yield ""
                yield from _comment(f"{key.meaning}: {key.what}.")
                yield _assignment(key)
    yield ""
    yield ""
    yield OWN_PROFILE


def _assignment(key: Key) -> str:
    return f"{'# ' if key.default is None else ''}{key.name} = {_toml(key.example)}"


def _toml(value: Any) -> str:
    """Strings, numbers and booleans are written the same way in TOML and JSON."""
    return json.dumps(value, ensure_ascii=False)


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, 100, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
