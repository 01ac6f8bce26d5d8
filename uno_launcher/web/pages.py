"""The page itself and what a browser fetches with it. All files are read when the launcher starts."""

import contextlib
import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.web.answers import ProblemError
from uno_launcher.web.gate import Gate
from uno_launcher.web.operations import Operation

FOLDER = Path(__file__).parent / "static"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
}
PACKED_ALREADY = (".png", ".mp4", ".webm")
ICONS = ("/icon.svg", "/icon-192.png", "/icon-512.png")
PAGE = "/static/index.html"
MANIFEST = "application/manifest+json"


@dataclass(frozen=True, slots=True)
class File:
    data: bytes
    kind: str
    tag: str
    """Changes with what is in it."""
    packed: bytes | None
    """The same by gzip, for text."""


@cache
def _file(data: bytes, suffix: str) -> File:
    """Packed once, also for a launcher that begins again in the same process."""
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    packed = None if suffix in PACKED_ALREADY else gzip.compress(data, mtime=0)
    return File(data, KINDS[suffix], tag, packed)


class Pages:
    """A fixed table: no path of a request ever reaches the disk."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self.files: dict[str, File] = {}
        for path in sorted(FOLDER.rglob("*")):
            if path.is_file() and path.suffix in KINDS:
                name = path.relative_to(FOLDER).as_posix()
                self.files[f"/static/{name}"] = _file(path.read_bytes(), path.suffix)

    async def page(self, request: Request) -> Response:
        response = self._file(PAGE, request)
        code = request.query_params.get("code")
        if code is not None and not self._gate.is_guest(request):
            with contextlib.suppress(ProblemError):  # the page asks for it
                self._gate.follow(code, request, response)
        return response

    async def static(self, request: Request) -> Response:
        return self._file(request.url.path, request)

    async def icon(self, request: Request) -> Response:
        return self._file(f"/static{request.url.path}", request)

    async def manifest(self, request: Request) -> Response:
        start = "/"
        with contextlib.suppress(ProblemError):
            self._gate.need_guest(request)
            start = f"/?code={self._gate.keys.code}"
        data = msgspec.json.encode(
            {
                "name": "UNO Launcher",
                "short_name": "Launcher",
                "start_url": start,
                "scope": "/",
                "display": "standalone",
                "background_color": "#1c6a50",
                "theme_color": "#1c6a50",
                "icons": [
                    {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"},
                    {"src": "/icon-192.png", "sizes": "192x192", "type": "image/png"},
                    {"src": "/icon-512.png", "sizes": "512x512", "type": "image/png"},
                ],
            }
        )
        return Response(data, media_type=MANIFEST)

    def _file(self, name: str, request: Request) -> Response:
        file = self.files.get(name)
        if file is None:
            raise ProblemError(404, "There is no such page.")
        headers = {"cache-control": "no-cache", "etag": file.tag, "vary": "accept-encoding"}
        if file.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        headers["content-type"] = file.kind
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers={**headers, "content-encoding": "gzip"})
        return Response(file.data, headers=headers)

    def operations(self) -> list[Operation]:
        html = KINDS[".html"]
        return [
            Operation(
                "GET",
                "/",
                "The page.",
                self.page,
                "anyone",
                gives={200: html},
                query={"code": "The table's code: whoever opens this has joined."},
            ),
            Operation(
                "GET",
                "/manifest.webmanifest",
                "For home screens.",
                self.manifest,
                "anyone",
                gives={200: MANIFEST},
            ),
            *(
                Operation("GET", path, "An icon.", self.icon, "anyone", gives={200: KINDS[Path(path).suffix]})
                for path in ICONS
            ),
        ]
