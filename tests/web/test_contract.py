"""Whatever is asked of the API, it answers as its own document says: no mistake, nothing undocumented."""

import contextlib
from collections import defaultdict

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import booleans, data, sampled_from
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.rules.evening import read, setup_of
from tests.web.stand import Stand, stand

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SOME = 4
"""Questions to each operation, the same ones each time; others, and many more, with the long tests."""
times = pytest.mark.parametrize("times", [SOME, pytest.param(60, marks=pytest.mark.long)])
LAST = ("GET /", "POST /api/join", "POST /api/parent", "POST /api/code")
"""With these somebody guesses and then has to wait, or everybody is shut out."""
NEVER_ENDS = "GET /api/events"


def operations(table: Stand) -> list[APIOperation]:
    document = table.stranger().get("/api/openapi.json").json()
    found = [result.ok() for result in schemathesis.openapi.from_dict(document).get_all_operations()]
    return sorted(
        (operation for operation in found if operation.label != NEVER_ENDS),
        key=lambda operation: operation.label in LAST,
    )


WORDS = {
    "box": ["mega-hit-2020", "attack-2005", "attack-2010"],
    "players": [["Ann", "Bo", "Cy"], ["Ann", "Bo"], []],
    "play": ["number", "red 7", "hit-2", "wild", "wild-attack-attack", "red discard-all"],
    "turn_up": ["red 7", "wild", "hit-2"],
    "colour": ["red", "blue"],
    "profile": ["fair", "gentle"],
    "scoring": ["standard", "low"],
    "fault": ["jam", "double"],
    "mode": ["stack", "game", "toy"],
    "house": [{}, {"cards_dealt": 1}],
    "custom": [None, {"presses": 2, "target": "next"}],
    **{key: ["Ann", "Bo"] for key in ("by", "target", "dealer", "catch", "press_was", "turn")},
    **{key: [None, 1] for key in ("seen", "evening")},
}
"""What the table knows, by key: without it nearly everything would be refused for its first word."""


def asked(
    table: Stand,
    operation: APIOperation,
    cookies: dict[str, str],
    times: int,
    mode: GenerationMode = GenerationMode.POSITIVE,
) -> set[int]:
    """The statuses of the answers."""
    statuses = set()
    headers = {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}

    @given(case=operation.as_strategy(generation_mode=mode), data=data())
    @settings(
        max_examples=times,
        derandomize=times == SOME,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    def ask(case, data):
        if isinstance(case.body, dict):
            all_known = data.draw(booleans())
            for key in sorted(WORDS.keys() & case.body.keys()):
                if all_known or data.draw(booleans()):
                    case.body[key] = data.draw(sampled_from(WORDS[key]))
        answer = case.call_and_validate(base_url=table.url, headers=headers, checks=CHECKS, session=session)
        statuses.add(answer.status_code)

    with requests.Session() as session, contextlib.suppress(Unsatisfiable):  # where nothing can be wrong
        ask()
    return statuses


@times
def test_every_operation_answers_as_it_says(times):
    with stand(setup=read(setup_of())) as table:
        statuses = defaultdict(set)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            cookies: dict[str, str] = {}
            for operation in operations(table):
                if operation.label not in LAST:
                    cookies = dict(table.parent().cookies)
                elif mode is GenerationMode.POSITIVE:
                    continue
                statuses[operation.label] |= asked(table, operation, cookies, times, mode)
    # It got beyond the doors; only the rules may refuse all of it.
    picky = {"POST /api/moves", "POST /api/evenings", *LAST}
    assert [label for label, found in statuses.items() if not found & {200, 204} and label not in picky] == []


@times
def test_every_operation_answers_strangers_as_it_says(times):
    with stand(kind="none") as table:
        statuses = {operation.label: asked(table, operation, {}, times) for operation in operations(table)}
    closed = {label for label, found in statuses.items() if found <= {401, 403, 429}}
    opened = statuses.keys() - closed
    assert {label for label in opened if label.partition(" ")[2].startswith("/api")} <= {
        "GET /api/openapi.json", "POST /api/join"
    }  # fmt: skip


def test_a_launcher_that_is_none_has_no_hands():
    with stand(kind="none") as table:
        cookies = dict(table.guest().cookies)
        hands = [operation for operation in operations(table) if "/simulated" in operation.path]
        assert len(hands) == 4
        for operation in hands:
            assert asked(table, operation, cookies, SOME) == {404}
