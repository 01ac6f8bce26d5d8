"""The application: operations become routes, each behind the gate it needs."""

from collections.abc import Iterable

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from uno_launcher.web.answers import JSON, ProblemError, problem, said
from uno_launcher.web.gate import Gate
from uno_launcher.web.openapi import document
from uno_launcher.web.operations import Do, Operation


class Healthy(msgspec.Struct, frozen=True):
    """The page is served. It says nothing about the launcher."""

    ok: bool


def application(operations: Iterable[Operation], gate: Gate, static: Do) -> ASGIApp:
    """`static` answers for files."""
    all_of_it = [*operations]

    async def healthy(_request: Request) -> Response:
        return said(Healthy(True))

    async def described(_request: Request) -> Response:
        return said(document(all_of_it))

    all_of_it += [
        Operation("GET", "/healthz", "Whether the page is served.", healthy, "anyone", gives={200: Healthy}),
        Operation("GET", "/api/openapi.json", "This document.", described, "anyone", gives={200: JSON}),
    ]
    by_path: dict[str, dict[str, Operation]] = {}
    for operation in [*all_of_it, Operation("GET", "/static/{name:path}", "A file.", static, "anyone")]:
        by_path.setdefault(operation.path, {})[operation.method] = operation
    routes: list[BaseRoute] = [Route(path, _Endpoint(methods, gate)) for path, methods in by_path.items()]
    return Router(routes, redirect_slashes=False, default=_nothing)


class _Endpoint:
    """All methods of one path."""

    def __init__(self, methods: dict[str, Operation], gate: Gate) -> None:
        self._methods = methods
        self._gate = gate
        allowed = {*methods, "OPTIONS", *(["HEAD"] if "GET" in methods else [])}
        self._allow = {"allow": ", ".join(sorted(allowed))}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response = await self._answer(request)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        operation = self._methods.get(method)
        if operation is None:
            if method == "OPTIONS":
                return Response(status_code=204, headers=self._allow)
            response = problem(ProblemError(405, f"This can't be done here: {self._allow['allow']} can."))
            response.headers.update(self._allow)
            return response
        if operation.who != "anyone":
            self._gate.need_guest(request)
        if operation.who == "parent":
            self._gate.need_parent(request)
        try:
            return await operation.do(request)
        except HTTPException as error:
            raise ProblemError(error.status_code, "The request can't be read.") from None


async def _nothing(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise ProblemError(404, "There is no such page.")
