"""How phones get in: by the code, by a picture of it, and parents by their PIN."""

from collections.abc import Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.web.answers import Problem, done, said
from uno_launcher.web.gate import Gate
from uno_launcher.web.operations import Operation, body_as
from uno_launcher.web.stream import Streams

SVG = "image/svg+xml"


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table's join code."""

    code: str


class Pin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parents' PIN."""

    pin: str


class Address(msgspec.Struct, frozen=True):
    """What whoever wants to join opens."""

    address: str


class Opened(msgspec.Struct, frozen=True):
    """Whether the parents' page is open on this phone."""

    open: bool


class Joining:
    """`invitation` gives the address that lets people in; `news` has everybody told what works and what
    doesn't by now."""

    def __init__(
        self, gate: Gate, streams: Streams, invitation: Callable[[], str], news: Callable[[], None]
    ) -> None:
        self._gate = gate
        self._streams = streams
        self._invitation = invitation
        self._news = news

    async def join(self, request: Request) -> Response:
        asked = await body_as(request, Code)
        response = done()
        self._gate.join(asked.code, request, response)
        return response

    async def address(self, _request: Request) -> Response:
        return said(Address(self._invitation()))

    async def picture(self, _request: Request) -> Response:
        from uno_launcher.web.qr import qr_svg

        return Response(qr_svg(self._invitation()), media_type=SVG)

    async def open(self, request: Request) -> Response:
        asked = await body_as(request, Pin)
        response = done()
        self._gate.open_parent(asked.pin, request, response)
        return response

    async def is_open(self, request: Request) -> Response:
        return said(Opened(self._gate.is_parent(request)))

    async def close(self, request: Request) -> Response:
        response = done()
        self._gate.close_parent(request, response)
        return response

    async def new_code(self, _request: Request) -> Response:
        try:
            response = said(Code(self._gate.new_code()))
        finally:
            self._news()
        self._gate.let_in(response)
        self._streams.end()
        return response

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "POST",
                "/api/join",
                "Join the table with its code.",
                self.join,
                "anyone",
                Code,
                {204: None, 401: Problem, 429: Problem},
            ),
            Operation(
                "GET", "/api/join", "The address that lets others in.", self.address, gives={200: Address}
            ),
            Operation("GET", "/api/join.svg", "The same as a QR code.", self.picture, gives={200: SVG}),
            Operation(
                "POST",
                "/api/parent",
                "Open the parents' page with the PIN.",
                self.open,
                takes=Pin,
                gives={204: None},
            ),
            Operation("GET", "/api/parent", "Whether it is open.", self.is_open, gives={200: Opened}),
            Operation("DELETE", "/api/parent", "Close it.", self.close, gives={204: None}),
            Operation(
                "POST",
                "/api/code",
                "A new code: everybody else has to join again.",
                self.new_code,
                "parent",
                gives={200: Code, 503: Problem},
            ),
        ]
