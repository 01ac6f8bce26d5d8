"""What every request passes on its way in, and every answer on its way out.

In: the name it calls this machine by, where a page that changes something comes from, how long its body is.
Out: headers that keep a browser from doing what this page never needs. What goes wrong in between is one
sentence, in the log once.
"""

import asyncio
import ipaddress
import logging
import re
from collections.abc import Collection
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from uno_launcher.web.answers import ProblemError, problem

LOG = logging.getLogger(__name__)

MOST_BODY = 65_536
"""Bytes. A hand of a hundred cards stays far below."""
ANSWER_S = 20.0
"""The longest that any answer with an end may take, with a slow phone taking it."""
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
NO_STORE = (b"cache-control", b"no-store")
_WHOLE = re.compile(rb"https?://([^/]*)(/.*)?", re.IGNORECASE | re.DOTALL)
READS = ("GET", "HEAD", "OPTIONS")


class Doors:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, names: Collection[str], endless: Collection[str]) -> None:
        """`names`: what this machine may be called, in lower case, besides any IP address. `endless`: paths
        whose answers have no end."""
        self._app = app
        self._endless = frozenset(endless)
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if (target := _WHOLE.fullmatch(scope["raw_path"])) is not None:
            scope = _as_usual(scope, *target.groups())
        started = False

        async def out(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                _add_headers(message)
            await send(message)

        async def say(error: ProblemError) -> None:
            if started:
                await scope["state"]["connection"].abort()
            else:
                await problem(error)(scope, receive, out)

        try:
            headers: dict[bytes, bytes] = dict(scope["headers"])
            self._check(scope["method"], headers)
            if scope["path"] in self._endless:
                await self._app(scope, receive, out)
                return
            async with asyncio.timeout(ANSWER_S):
                body = await _body(headers, receive)
                await self._app(scope, _given(body, receive), out)
        except ProblemError as error:
            await say(error)
        except TimeoutError:
            await scope["state"]["connection"].abort()
        except Exception as error:
            path = scope["raw_path"].decode("ascii", "replace")  # may hold what a terminal takes for orders
            LOG.error("%s %s failed: %s: %s", scope["method"], path, type(error).__name__, error)
            LOG.debug("it failed here", exc_info=error)
            await say(ProblemError(500, "This is a mistake of the program: see the launcher's messages."))

    def _check(self, method: str, headers: dict[bytes, bytes]) -> None:
        host = headers.get(b"host", b"").decode("latin-1").lower()
        if not self._is_ours(host):
            raise ProblemError(
                421, "This launcher isn't called that: open the address that its screen shows."
            )
        if method in READS:
            return
        # A browser always says where a page that changes something is from; scripts need not.
        origin = headers.get(b"origin")
        site = headers.get(b"sec-fetch-site", b"same-origin")
        if site not in (b"same-origin", b"none") or (
            origin is not None
            and origin.decode("latin-1").lower() not in (f"http://{host}", f"https://{host}")
        ):
            raise ProblemError(403, "A page from elsewhere can't change anything here.")

    def _is_ours(self, host: str) -> bool:
        """An IP address can't be made to lead here by somebody's name server; names can."""
        name, colon, port = host.rpartition(":")
        if not colon or host.endswith("]"):
            name, port = host, ""
        if port and not (port.isascii() and port.isdigit()):
            return False
        if name.removesuffix(".") in self._names:
            return True
        try:
            ipaddress.ip_address(name[1:-1] if name.startswith("[") and name.endswith("]") else name)
        except ValueError:
            return False
        return True


def _as_usual(scope: Scope, host: bytes, path: bytes) -> Scope:
    """A request for a whole address, as one for a path: its name goes before the header's (RFC 9112)."""
    path = path or b"/"
    headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {
        **scope,
        "path": unquote(path.decode("ascii", "replace")),
        "raw_path": path,
        "headers": [(b"host", host), *headers],
    }


def _add_headers(message: Message) -> None:
    given = message.setdefault("headers", [])
    names = {name.lower() for name, _ in given}
    given.extend(HEADERS)
    if b"cache-control" not in names:
        given.append(NO_STORE)


async def _body(headers: dict[bytes, bytes], receive: Receive) -> bytes:
    """The whole body. Raises ProblemError: it's too long, or breaks off."""
    length = headers.get(b"content-length", b"0")
    if length.isdigit() and int(length[:20]) > MOST_BODY:
        raise _too_long()
    if length == b"0" and b"transfer-encoding" not in headers:
        return b""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ProblemError(400, "The request broke off.")
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            raise _too_long()
        if not message.get("more_body", False):
            return bytes(body)


def _too_long() -> ProblemError:
    return ProblemError(413, f"That is too long: {MOST_BODY // 1024} kB are enough for anything at a table.")


def _given(body: bytes, receive: Receive) -> Receive:
    told = False

    async def again() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
