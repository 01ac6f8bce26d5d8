"""The parents' page over the API: settings, loading checks, how the launcher does."""

from collections.abc import Iterable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.daemon.orders import ChangeSettings, CheckLoading
from uno_launcher.daemon.settings import Settings
from uno_launcher.store import read
from uno_launcher.wear import Wear, wear
from uno_launcher.web.answers import JSON, Problem, ProblemError, said
from uno_launcher.web.asking import Asking
from uno_launcher.web.hub import Hub
from uno_launcher.web.operations import Operation, body_as
from uno_launcher.web.shelf import Shelf
from uno_launcher.web.state import StateView


class Parents:
    """`journal` is the file with the launch log."""

    def __init__(
        self, hub: Hub, asking: Asking, shelf: Shelf, journal: Path, profiles: Iterable[str]
    ) -> None:
        self._hub = hub
        self._asking = asking
        self._shelf = shelf
        self._journal = journal
        self._profiles = frozenset(profiles)

    async def settings(self, request: Request) -> Response:
        settings = await body_as(request, Settings)
        if settings.profile not in self._profiles:
            known = ", ".join(sorted(self._profiles))
            raise ProblemError(422, f"There is no such luck profile: choose one of {known}.")
        return self._state(await self._asking.ask(lambda answer: ChangeSettings(settings, answer)))

    async def check_loading(self, _request: Request) -> Response:
        return self._state(await self._asking.ask(CheckLoading))

    async def health(self, _request: Request) -> Response:
        return said(await self._shelf.fetch(self._wear))

    def _state(self, refused: str | None) -> Response:
        if refused is not None:
            raise ProblemError(409, refused)
        return Response(self._hub.latest.data, media_type=JSON)

    def _wear(self) -> Wear:
        return wear(read(self._journal) if self._journal.exists() else [])

    def operations(self) -> list[Operation]:
        changed = {200: StateView, 409: Problem, 503: Problem}
        return [
            Operation(
                "PUT",
                "/api/settings",
                "Play with these settings from the next press on.",
                self.settings,
                "parent",
                Settings,
                changed,
            ),
            Operation(
                "POST",
                "/api/loading-check",
                "Arm the launcher's button: the next press feeds one card.",
                self.check_loading,
                "parent",
                gives=changed,
            ),
            Operation(
                "GET",
                "/api/health",
                "How the launcher does over the months.",
                self.health,
                "parent",
                gives={200: Wear, 503: Problem},
            ),
        ]
