"""What a key can lead to, and what stands on the screen about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from uno_launcher.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Picking:
    """A question that one more key answers."""

    question: str
    offers: "tuple[Offer, ...]"


@dataclass(frozen=True, slots=True)
class Typing:
    """A move that is being typed in words."""

    text: str = ""
    mistake: str = ""
    """Why it is no move."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One key, what stands beside it, and what it leads to."""

    key: str
    label: str
    act: Move | Picking | Typing


@dataclass(frozen=True, slots=True)
class Offers:
    """All that may be done at the table now. `cards` are laid by `who` ("" where nobody is named)."""

    who: str = ""
    cards: tuple[Offer, ...] = ()
    table: tuple[Offer, ...] = ()
    always: tuple[Offer, ...] = ()

    @property
    def all(self) -> tuple[Offer, ...]:
        return (*self.cards, *self.table, *self.always)


@dataclass(frozen=True, slots=True)
class Row:
    """Key to label, behind a title ("" for none)."""

    title: str
    keys: Mapping[str, str]
    waits: bool = False
    """These keys will be refused until the press that is under way is over."""


@dataclass(frozen=True, slots=True)
class Legend:
    """What keys do now, as it's shown."""

    rows: tuple[Row, ...] = ()
    always: Mapping[str, str] = field(default_factory=dict)
    typing: Typing | None = None
