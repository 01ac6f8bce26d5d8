"""What the API answers with: JSON as msgspec writes it, and problems as one sentence."""

from collections.abc import Mapping

import msgspec
from starlette.responses import Response

JSON = "application/json"
LONGEST = 200
"""Characters of a refusal: it may repeat what somebody sent, or names that a file gave."""


class Problem(msgspec.Struct, frozen=True):
    """Why something wasn't done, one sentence for a person."""

    error: str


class ProblemError(Exception):
    """Ends a request. `retry_after`: seconds until it is worth another try."""

    def __init__(self, status: int, sentence: str, retry_after: float | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.retry_after = retry_after


def problem(error: ProblemError) -> Response:
    """The answer that says it."""
    headers = {} if error.retry_after is None else {"retry-after": str(max(1, round(error.retry_after)))}
    if error.status == 503:
        headers["connection"] = "close"  # there are too many, or there is trouble
    return said(Problem(error.sentence), error.status, headers)


def said(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Any value as JSON."""
    return Response(msgspec.json.encode(value), status, headers, JSON)


def brief(sentence: str) -> str:
    """As much of it as a phone needs."""
    return sentence if len(sentence) <= LONGEST else f"{sentence[: LONGEST - 1]}…"


def done() -> Response:
    """It was done, and there is nothing to say."""
    return Response(status_code=204)
