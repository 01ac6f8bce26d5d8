"""What people may send with a move and to begin an evening, for the OpenAPI document.

The rules read both themselves (`rules.moves`, `rules.setup`): they say what is wrong in plainer words.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from uno_launcher.rules.house import House
from uno_launcher.rules.setup import Scoring
from uno_launcher.rules.state import Mode
from uno_launcher.web.state import Custom

Seen = Annotated[
    int,
    Meta(description="`n` of the state that was looked at: where that has passed, the answer is 409."),
]
Evening = Annotated[int, Meta(description="`evening` of that state, with `seen`.")]


class MoveAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Comes with a move, which is shaped as in a script."""

    seen: Seen | None = None
    evening: Evening | None = None


class EveningAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A set-up, as in the first line of a script."""

    box: str
    players: list[str] = []
    """In seat order, clockwise; 2 to 10, or nobody where the mode isn't "game"."""
    dealer: str | None = None
    scoring: Scoring | None = None
    target: Annotated[int, Meta(ge=1, le=999_999)] = 500
    house: House = House()
    """What is left out is as in the box."""
    custom: Custom | None = None
    mode: Mode = "game"
    profile: Annotated[str, Meta(description="Luck profile from now on.")] | None = None
    seen: Seen | None = None
    evening: Evening | None = None
