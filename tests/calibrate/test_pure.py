"""What is worked out of recordings needs no clock, no thread, no pins and no disk."""

import pytest

from tests.test_rooms import OUTSIDE, imports_of, reached_from

WORKED_OUT = ("tape", "roller", "least", "fit", "steps", "found", "proposal")
BY_NUMBERS_ALONE = WORKED_OUT[:4]
"""These don't even know the config."""


@pytest.mark.parametrize("name", WORKED_OUT)
def test_it_imports_nothing_of_the_outside(name):
    modules = {imported.partition(".")[0] for imported in imports_of(f"uno_launcher.calibrate.{name}")}
    assert not modules & set().union(*OUTSIDE.values())


@pytest.mark.parametrize("name", BY_NUMBERS_ALONE)
def test_nor_does_anything_that_it_reaches(name):
    for reached in reached_from(f"uno_launcher.calibrate.{name}"):
        modules = {imported.partition(".")[0] for imported in imports_of(reached)}
        assert not modules & set().union(*OUTSIDE.values()), reached
