"""The table over the API: how it stands, and what people there make of it."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.daemon.orders import NewEvening, Seen, TableMove, take_seen
from uno_launcher.errors import InputError
from uno_launcher.rules.boxes import BOXES, Box
from uno_launcher.rules.moves import FailedPress, Move, Press, parse_move
from uno_launcher.rules.setup import Setup, read_setup
from uno_launcher.rules.table import Outcome
from uno_launcher.table.evening import find_box
from uno_launcher.web.answers import JSON, Problem, ProblemError, brief, said
from uno_launcher.web.asked import EveningAsked, MoveAsked
from uno_launcher.web.asking import Asking
from uno_launcher.web.hub import Hub
from uno_launcher.web.operations import Operation, body_of, sentence
from uno_launcher.web.state import StateView
from uno_launcher.web.stream import EVENTS, Streams

LONGEST_NAME = 40
"""Characters of a player's name that somebody sends: on a phone it stands beside others."""
ONLY_THE_LAUNCHER = "Presses come from the launcher alone: press its button."
NO_SETUP = "Send the set-up of an evening: box, players, dealer, scoring."


class Refused(msgspec.Struct, frozen=True):
    """Why the rules, or the table as it is by now, don't take a move; and the state as it is."""

    refused: str
    state: StateView


class Play:
    """`profiles`: names of those that an evening can be played with."""

    def __init__(self, hub: Hub, streams: Streams, asking: Asking, profiles: Iterable[str]) -> None:
        self._hub = hub
        self._streams = streams
        self._asking = asking
        self._profiles = frozenset(profiles)

    async def state(self, _request: Request) -> Response:
        return self._state()

    async def events(self, request: Request) -> Response:
        address = request.client.host if request.client else ""
        return self._streams.open(address, request.headers.get("last-event-id", ""))

    async def move(self, request: Request) -> Response:
        line = await body_of(request)
        try:
            move, seen = read_move(line)
        except InputError as error:
            raise ProblemError(422, sentence(error)) from None
        if isinstance(move, Press | FailedPress) and self._hub.snapshot.backend != "none":
            return self._refused(ONLY_THE_LAUNCHER)
        outcome: Outcome = await self._asking.ask(lambda answer: TableMove(move, answer, seen))
        return self._state() if outcome.refused is None else self._refused(outcome.refused)

    async def begin(self, request: Request) -> Response:
        line = await body_of(request)
        try:
            setup, seen, profile = self._read_setup(line)
        except InputError as error:
            raise ProblemError(422, sentence(error)) from None
        refused: str | None = await self._asking.ask(lambda answer: NewEvening(setup, answer, seen, profile))
        return self._state() if refused is None else self._refused(refused)

    def _read_setup(self, line: Any) -> tuple[Setup, Seen | None, str | None]:
        if not isinstance(line, dict):
            raise InputError(NO_SETUP)
        line, seen = take_seen(line)
        profile = line.pop("profile", None)
        if profile is not None and (not isinstance(profile, str) or profile not in self._profiles):
            raise InputError(
                f"There is no such luck profile: choose one of {', '.join(sorted(self._profiles))}"
            )
        setup = read_setup(line, _known_box(self._hub.snapshot.setup.box))
        for name in setup.players:
            if len(name) > LONGEST_NAME:
                raise InputError(f"the name {name[:20]}… is too long: {LONGEST_NAME} characters fit")
        return setup, seen, profile

    def _state(self) -> Response:
        return Response(self._hub.latest.data, media_type=JSON)

    def _refused(self, why: str) -> Response:
        body = {"refused": brief(why), "state": msgspec.Raw(self._hub.latest.data)}
        return said(body, 409)

    def operations(self) -> list[Operation]:
        moved = {200: StateView, 409: Refused, 503: Problem}
        return [
            Operation(
                "GET", "/api/state", "How table and launcher stand.", self.state, gives={200: StateView}
            ),
            Operation(
                "GET",
                "/api/events",
                "The same as a stream of server-sent events, one for each change.",
                self.events,
                gives={200: EVENTS, 503: Problem},
                endless=True,
            ),
            Operation("POST", "/api/moves", "Make a move.", self.move, takes=MoveAsked, gives=moved),
            Operation(
                "POST", "/api/evenings", "Begin an evening.", self.begin, takes=EveningAsked, gives=moved
            ),
        ]


def read_move(line: Any) -> tuple[Move, Seen | None]:
    """A move with what was seen. Raises InputError."""
    if not isinstance(line, dict):
        return parse_move(line), None
    line, seen = take_seen(line)
    return parse_move(line), seen


def _known_box(playing: Box) -> Callable[[str], Box]:
    """Boxes by name. A file isn't read because somebody on the network says so, but the box in play can be
    played on with."""

    def find(name: str) -> Box:
        if name in BOXES:
            return find_box(name)
        if name == playing.name:
            return playing
        raise InputError(f'there is no box "{name}": choose one of {", ".join(BOXES)}')

    return find
