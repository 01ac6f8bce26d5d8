"""The document of the API: it has all of it, and says who may do what."""

import pytest

from tests.web.stand import Stand

ANYONE, GUEST, PARENT = "anyone", "guest", "parent"
ALL = {
    "GET /": ANYONE,
    "GET /manifest.webmanifest": ANYONE,
    "GET /icon.svg": ANYONE,
    "GET /icon-192.png": ANYONE,
    "GET /icon-512.png": ANYONE,
    "GET /healthz": ANYONE,
    "GET /api/openapi.json": ANYONE,
    "POST /api/join": ANYONE,
    "GET /api/join": GUEST,
    "GET /api/join.svg": GUEST,
    "GET /api/state": GUEST,
    "GET /api/events": GUEST,
    "POST /api/moves": GUEST,
    "GET /api/setup": GUEST,
    "POST /api/evenings": GUEST,
    "GET /api/evenings": GUEST,
    "GET /api/evenings/{number}": GUEST,
    "GET /api/evenings/{number}/fairness": GUEST,
    "POST /api/parent": GUEST,
    "GET /api/parent": GUEST,
    "DELETE /api/parent": GUEST,
    "PUT /api/settings": PARENT,
    "POST /api/loading-check": PARENT,
    "GET /api/health": PARENT,
    "POST /api/code": PARENT,
    "GET /api/simulated": GUEST,
    "POST /api/simulated/press": GUEST,
    "POST /api/simulated/faults": GUEST,
    "POST /api/simulated/hands": GUEST,
}


@pytest.fixture
def document(game: Stand):
    return game.stranger().get("/api/openapi.json").json()


def described(document):
    return {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def test_it_has_everything_and_says_who_may_do_it(document):
    def who(operation):
        security = operation.get("security", [{}])
        return PARENT if "parent" in security[0] else GUEST if security[0] else ANYONE

    assert {name: who(operation) for name, operation in described(document).items()} == ALL


def test_everything_has_a_name_of_its_own_and_a_sentence(document):
    operations = described(document).values()
    assert len({operation["operationId"] for operation in operations}) == len(ALL)
    assert all(operation["summary"].endswith(".") for operation in operations)


def test_whoever_may_be_refused_is_told_how(document):
    for name, operation in described(document).items():
        answers = operation["responses"].keys()
        assert answers >= {"413", "421"}
        assert ALL[name] == ANYONE or answers >= {"401", "429"}
        assert ALL[name] != PARENT or "403" in answers
        assert name.startswith("GET") or "403" in answers
        assert ("requestBody" in operation) == (answers >= {"400", "415", "422"})


def test_a_move_is_any_of_its_kinds_with_what_was_seen(document):
    schemas = document["components"]["schemas"]
    kinds = [
        schemas[kind["$ref"].rpartition("/")[2]]["properties"].keys() for kind in schemas["Move"]["anyOf"]
    ]
    asked = [kind["properties"].keys() for kind in schemas["MoveAsked"]["anyOf"]]
    assert len(kinds) == 19
    assert [kind | {"seen", "evening"} for kind in kinds] == asked


def test_every_reference_leads_somewhere(document):
    import json
    import re

    schemas = document["components"]["schemas"]
    assert set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document))) <= schemas.keys()
