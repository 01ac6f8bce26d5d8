"""The OpenAPI document, made from the operations and the types that they take and give."""

from collections.abc import Iterable, Iterator
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

import msgspec

from uno_launcher.rules.moves import KINDS, Move
from uno_launcher.web.answers import JSON, Problem
from uno_launcher.web.asked import MoveAsked
from uno_launcher.web.gate import GUEST, PARENT
from uno_launcher.web.operations import Operation

REF = "#/components/schemas/{name}"
NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999_999}
"""Of an evening."""
DESCRIPTION = """The table at an UNO launcher: how it stands, and moves for it. Nothing here starts the motor.

Guests join with the table's code, as a cookie or as a bearer token; parents besides with their PIN.
"""


def document(operations: Iterable[Operation]) -> dict[str, Any]:
    """The whole of it, as JSON takes it."""
    all_of_it = list(operations)
    types = [*dict.fromkeys(_types(all_of_it)), Problem, *KINDS.values()]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    by_type = dict(zip(types, schemas, strict=True))
    kinds = [by_type[kind] for kind in KINDS.values()]
    # What may stand for a move is one of its kinds; with what was seen, where somebody asks for it.
    components[Move.__name__] = {"anyOf": kinds}
    seen = components[MoveAsked.__name__]["properties"]
    components[MoveAsked.__name__] = {
        "anyOf": [_with(seen, components[kind.__name__]) for kind in KINDS.values()]
    }
    paths: dict[str, dict[str, Any]] = {}
    for operation in all_of_it:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "UNO Launcher", "version": version("uno-launcher"), "description": DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": GUEST},
                "code": {"type": "http", "scheme": "bearer"},
                "parent": {"type": "apiKey", "in": "cookie", "name": PARENT},
            },
        },
    }


def statuses(operation: Operation) -> dict[int, Any]:
    """Everything that it can answer, and what each answer holds."""
    always = {413: Problem, 421: Problem}
    found = {**always, **operation.gives}
    if operation.who != "anyone":
        found |= {401: Problem, 429: Problem}
    if operation.who == "parent" or operation.method != "GET":
        found[403] = Problem
    if operation.takes is not None:
        found |= {400: Problem, 415: Problem, 422: Problem}
    return dict(sorted(found.items()))


def _types(operations: Iterable[Operation]) -> Iterator[Any]:
    for operation in operations:
        for value in (operation.takes, *statuses(operation).values()):
            if value is not None and not isinstance(value, str):
                yield value


def _described(operation: Operation, by_type: dict[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "summary": operation.what,
        "operationId": _name(operation),
        "responses": {
            str(status): _response(status, holds, by_type) for status, holds in statuses(operation).items()
        },
    }
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in operation.query.items()
    ]
    if "{number}" in operation.path:
        parameters.append({"name": "number", "in": "path", "required": True, "schema": NUMBER})
    if parameters:
        described["parameters"] = parameters
    if operation.takes is not None:
        described["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": by_type[operation.takes]}},
        }
    if operation.who == "guest":
        described["security"] = [{"cookie": []}, {"code": []}]
    elif operation.who == "parent":
        described["security"] = [{"cookie": [], "parent": []}, {"code": [], "parent": []}]
    return described


def _response(status: int, holds: Any, by_type: dict[Any, Any]) -> dict[str, Any]:
    response: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if isinstance(holds, str):
        response["content"] = {holds: {}}
    elif holds is not None:
        response["content"] = {JSON: {"schema": by_type[holds]}}
    return response


def _name(operation: Operation) -> str:
    words = operation.path.replace("/api/", "").replace("{", "").replace("}", "")
    return "-".join([operation.method.lower(), *filter(None, words.replace(".", "/").split("/"))])


def _with(properties: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "properties": {**schema["properties"], **properties}}
