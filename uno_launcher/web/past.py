"""What was played, over the API: evenings, their moves and scores, the fairness receipt, who plays."""

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.errors import StoreError
from uno_launcher.luck import Luck
from uno_launcher.luck.fairness import Receipt, receipt
from uno_launcher.rules.moves import Move
from uno_launcher.rules.setup import Scoring, Setup
from uno_launcher.store import begun
from uno_launcher.store.leniently import numbers, one_evening, setups
from uno_launcher.table.played import Played, launches_of, played, presses_of
from uno_launcher.web.answers import Problem, ProblemError, said
from uno_launcher.web.operations import Operation
from uno_launcher.web.shelf import Shelf
from uno_launcher.web.state import SetupView, setup_view

MOST_EVENINGS = 100
MOST_PLAYERS = 20
LOOKED_BACK = 200
"""Evenings among whose players the remembered ones are."""
NO_EVENING = "There is no such evening."


class EveningView(msgspec.Struct, frozen=True):
    """One evening in the list."""

    number: int
    begun_at: str
    """UTC, ISO 8601."""
    box: str
    players: tuple[str, ...]
    mode: str
    scoring: Scoring
    phase: str
    winner: str | list[str] | None
    rounds: int
    """That were begun."""
    moves: int
    """All that the table took, undone ones and undos included."""
    scores: dict[str, int]


class RoundView(msgspec.Struct, frozen=True):
    """A round that is over."""

    points: dict[str, int]
    """What it brought everybody."""
    scores: dict[str, int]
    """After it."""
    out: str | None
    """Who laid the last card."""


class MoveView(msgspec.Struct, frozen=True):
    """A move that the table took."""

    n: int
    at: str
    """UTC, ISO 8601."""
    move: Move
    round: int
    counts: bool
    """It wasn't taken back."""
    who: str | None
    """Of a press: whose it was, as corrected since."""
    cards: int | None
    """That it brought, as corrected since."""


class History(msgspec.Struct, frozen=True):
    """One evening, move by move."""

    number: int
    begun_at: str
    setup: SetupView
    rounds: list[RoundView]
    scores: dict[str, int]
    winner: str | list[str] | None
    moves: list[MoveView]
    troubles: tuple[str, ...]
    """Sentences about moves that are broken and left out."""


class ReceiptView(Receipt, frozen=True):
    """The fairness receipt, as `uno-launcher fairness --json` prints it."""

    evening: int
    begun_at: str


class Past:
    """`journal` is the file with the evenings."""

    def __init__(
        self,
        journal: Path,
        shelf: Shelf,
        luck: Callable[[str], Luck],
        playing: Callable[[], int | None],
    ) -> None:
        """`luck` gives a fresh profile by its name, or raises InputError; `playing` the number of the evening
        that is going on."""
        self._journal = journal
        self._shelf = shelf
        self._luck = luck
        self._playing = playing
        self._over: dict[int, EveningView] = {}
        """Evenings that nothing changes any more."""

    async def evenings(self, _request: Request) -> Response:
        playing = self._playing()
        return said(await self._shelf.fetch(lambda: self._list(playing)))

    async def evening(self, request: Request) -> Response:
        number = _number(request)
        return said(await self._shelf.fetch(lambda: _history(self._find(number))))

    async def fairness(self, request: Request) -> Response:
        number = _number(request)
        return said(await self._shelf.fetch(lambda: self._receipt(number)))

    def remembered(self) -> tuple[list[str], SetupView | None]:
        """Names of players, the most recent first, and the last set-up with names. Raises StoreError."""
        names: dict[str, None] = {}
        last = None
        if begun(self._journal):
            for text in setups(self._journal, LOOKED_BACK):
                setup = _read(text)
                if setup is not None and setup.players:
                    last = last or setup_view(setup)
                    names.update(dict.fromkeys(setup.players))
        return list(names)[:MOST_PLAYERS], last

    def _list(self, playing: int | None) -> list[EveningView]:
        if not self._journal.exists():
            return []
        found = []
        for number in reversed(numbers(self._journal)[-MOST_EVENINGS:]):
            view = self._over.get(number)
            if view is None:
                try:
                    view = _summary(self._find(number))
                except StoreError:
                    continue  # `uno-launcher games` says what is wrong with it
            if playing is not None and number < playing:  # another may have begun since that was looked up
                self._over[number] = view
            found.append(view)
        return found

    def _find(self, number: int) -> Played:
        evening = one_evening(self._journal, number) if self._journal.exists() else None
        if evening is None:
            raise ProblemError(404, NO_EVENING)
        return played(evening)

    def _receipt(self, number: int) -> ReceiptView:
        found = self._find(number)
        result = receipt(
            presses_of(found, launches_of(found, self._journal)),
            found.setup.players,
            self._luck,
            random.Random(f"evening {number}"),
        )
        return ReceiptView(**msgspec.structs.asdict(result), evening=number, begun_at=found.evening.begun_at)

    def operations(self) -> list[Operation]:
        one = {404: Problem, 503: Problem}
        return [
            Operation(
                "GET",
                "/api/evenings",
                "The evenings, newest first.",
                self.evenings,
                gives={200: list[EveningView], 503: Problem},
            ),
            Operation(
                "GET",
                "/api/evenings/{number}",
                "One evening, move by move.",
                self.evening,
                gives={200: History, **one},
            ),
            Operation(
                "GET",
                "/api/evenings/{number}/fairness",
                "What everybody's presses brought, and what was promised.",
                self.fairness,
                gives={200: ReceiptView, **one},
            ),
        ]


def _number(request: Request) -> int:
    text: str = request.path_params["number"]
    if not (text.isascii() and text.isdigit()) or len(text) > 18:
        raise ProblemError(404, NO_EVENING)
    return int(text)


def _read(text: str) -> Setup | None:
    try:
        return msgspec.json.decode(text, type=Setup)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _summary(found: Played) -> EveningView:
    line, setup = found.line, found.setup
    return EveningView(
        found.evening.number,
        found.evening.begun_at,
        setup.box.name,
        setup.players,
        line.mode,
        setup.scoring,
        line.phase,
        line.winner,
        found.begun,
        line.n,
        line.scores,
    )


def _history(found: Played) -> History:
    players = found.setup.players
    moves = []
    for n, made, entry in found.moves:
        booked = entry.booked
        who = None if booked is None or booked.who is None else players[booked.who]
        cards = None if booked is None else booked.cards
        moves.append(MoveView(n, made.at, entry.move, entry.round, entry.counts, who, cards))
    return History(
        found.evening.number,
        found.evening.begun_at,
        setup_view(found.setup),
        [RoundView(it.points, it.scores, it.out) for it in found.rounds],
        found.line.scores,
        found.line.winner,
        moves,
        found.troubles,
    )
