"""Cards told from chatter, flashes and edges that were told wrongly."""

import json
from pathlib import Path

import pytest

from uno_launcher.calibrate.tape import Passage, passed
from uno_launcher.traces import read_beam

TRACES = Path(__file__).parents[1] / "traces"
TRUTH = json.loads((TRACES / "truth.json").read_text())
CLEAN = [name for name, truth in TRUTH.items() if truth["clean"] and not name.startswith("retract")]


def test_a_card_is_from_its_nose_to_its_tail():
    assert passed([(10_000, True), (45_000, False)]).passages == [Passage(10_000, 45_000)]


def test_what_is_still_in_the_beam_has_no_tail():
    assert passed([(10_000, True)]).passages == [Passage(10_000, None)]


def test_chatter_is_neither_a_card_nor_a_gap():
    edges = [
        (10_000, True),
        (10_200, False),
        (10_400, True),
        (45_000, False),
        (45_300, True),
        (45_500, False),
    ]
    seen = passed(edges)
    assert seen.passages == [Passage(10_000, 45_000)]
    assert (seen.turns, seen.bounces, seen.flashes) == (2, 4, 0)


def test_a_flash_within_a_card_and_a_shadow_between_two_are_counted_as_such():
    edges = [
        (10_000, True),
        (20_000, False),
        (20_400, True),
        (45_000, False),
        (60_000, True),
        (60_500, False),
    ]
    seen = passed(edges)
    assert seen.passages == [Passage(10_000, 45_000)]
    assert (seen.bounces, seen.flashes) == (0, 2)


def test_edges_told_twice_and_edges_not_told_are_told_apart_g4():
    twice = passed([(10_000, True), (10_000, True), (45_000, False)])
    assert (twice.repeats, twice.missed, len(twice.passages)) == (1, 0, 1)
    lost = passed([(10_000, True), (60_000, True), (95_000, False)])
    assert (lost.repeats, lost.missed) == (0, 1)


@pytest.mark.parametrize("name", CLEAN)
def test_of_every_clean_recording_each_card_is_found(name):
    *edges, _ = read_beam(TRACES / f"{name}.csv")
    seen = passed(edges)
    assert len(seen.passages) == TRUTH[name]["cards"]


def test_nothing_is_nothing():
    assert passed([]) == ([], 0, 0, 0, 0, 0)
