"""What the API can be asked to do: routes and the OpenAPI document are both made from these."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.errors import InputError
from uno_launcher.rules.wire import convert, parse_json
from uno_launcher.web.answers import JSON, ProblemError, brief

T = TypeVar("T")
Who = Literal["anyone", "guest", "parent"]
Do = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path.

    `gives` says what each answer holds: a type whose JSON it is, the name of a media type, or None for
    nothing. Answers that every operation of its kind has (401, 421 and so on) needn't be named.
    """

    method: str
    path: str
    what: str
    do: Do
    who: Who = "guest"
    takes: Any = None
    """Type of the JSON body; None: it takes none."""
    gives: Mapping[int, Any] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    """Name to meaning."""
    endless: bool = False
    """The answer goes on for as long as the other side listens."""


async def body_of(request: Request) -> Any:
    """The JSON in a request. Raises ProblemError."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise ProblemError(415, f"Send JSON, with the content type {JSON}.")
    try:
        return parse_json(await request.body())
    except InputError as error:
        raise ProblemError(400, sentence(error)) from None


async def body_as(request: Request, kind: type[T]) -> T:
    """The JSON in a request as `kind`. Raises ProblemError."""
    value = await body_of(request)
    try:
        return convert(value, kind, "this")
    except InputError as error:
        raise ProblemError(422, sentence(error)) from None


def sentence(error: InputError) -> str:
    """What an error says, as a sentence."""
    text = str(error)
    return brief(f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}")
