"""The published cases: set-up, moves, and partial states expected after some of them."""

import json
from pathlib import Path

import pytest

from tests.rules.evening import line_of, read, told
from uno_launcher.rules.table import Table

CASES = json.loads((Path(__file__).parents[1] / "cases" / "rules.json").read_text())


def fits(want, got):
    """Whether `got` has everything in `want`; "*" is anything but null."""
    if isinstance(want, dict) and isinstance(got, dict):
        return all(key in got and fits(value, got[key]) for key, value in want.items())
    if isinstance(want, list) and isinstance(got, list):
        return len(want) == len(got) and all(map(fits, want, got))
    return got is not None if want == "*" else want == got


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case):
    table = Table(read(case["setup"]))
    lines = [line_of(table), *told(table, *case["moves"])]
    for place, want in case["expect"].items():
        assert fits(want, lines[int(place)]), (place, want, lines[int(place)])


def test_all_53_are_there():
    assert len(CASES) == 53
