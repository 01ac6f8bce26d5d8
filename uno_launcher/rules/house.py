"""House rules: the switches of rule 8.1. A box brings its own values; a table may change single ones."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from uno_launcher.rules.wire import convert

Penalty = Annotated[int, Meta(ge=0, le=99)]


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The switches with their most common values."""

    stacking: bool = False
    """A hit may be answered with a hit (5)."""
    stop_after_cards: bool = False
    """Presses still owed may be left once cards came out (4.2)."""
    uno_penalty: Penalty = 2
    """Presses for a missed UNO that is caught (6.2)."""
    suggestion_penalty: Penalty | None = None
    """Presses for suggesting a card (6.4). None or 0: costs nothing."""
    cards_dealt: Annotated[int, Meta(ge=1, le=99)] = 7
    starts: Literal["left", "right"] = "left"
    """Who starts, seen from the dealer (2.3)."""
    again_after_skip_or_reverse: bool = False
    max_cards_per_obligation: Annotated[int, Meta(ge=1, le=9999)] | None = None
    """An obligation ends when it has brought so many cards. None: no limit."""


def house_rules(changes: dict[str, Any], default: House, what: str) -> House:
    """`default` with these changes. Raises InputError: a mistake in `changes` is told as one in `what`."""
    return convert({**msgspec.structs.asdict(default), **changes}, House, what)
