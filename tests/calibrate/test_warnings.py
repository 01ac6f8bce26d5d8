"""A beam, a roller or cells that look bad are named; what doesn't matter isn't."""

import pytest

from tests.trying import calibration, drawn
from uno_launcher.errors import LauncherError

NAMED = {
    "chatter": "edges chatter",
    "spikes": "Light or dirt flickers",
    "weak_spring": "the hopper's spring",
    "sag": "fresh cells",
    "lost_edges": "weren't told",
}


@pytest.mark.parametrize("fault", NAMED)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_what_looks_bad_is_named(fault, seed):
    went, _ = calibration(seed, drawn(seed), cards=24, faults=[fault])
    assert any(NAMED[fault] in said for said in went.warnings), went.warnings


@pytest.mark.parametrize("fault", ["noise", "repeated_edges", "double", "bouncing_button"])
def test_troubles_that_dont_matter_here_change_nothing(fault):
    physics = drawn(4)
    went, _ = calibration(4, physics, cards=24, faults=[fault])
    assert went.found.fit.transit_us / 1000 == pytest.approx(physics.transit_ms, rel=0.06)


def test_without_a_motor_nothing_is_learned_and_the_motor_is_off():
    with pytest.raises(LauncherError, match="No card came out"):
        calibration(1, faults=["dead_motor"])


def test_an_empty_hopper_is_no_launcher_to_measure():
    with pytest.raises(LauncherError, match="No card came out"):
        calibration(1, hopper=0)


def test_a_hopper_that_runs_empty_soon_is_too_few_cards():
    with pytest.raises(LauncherError, match="too few to learn from"):
        calibration(1, hopper=7)


def test_a_hopper_that_runs_empty_late_is_enough():
    went, launcher = calibration(1, hopper=30)
    assert launcher.simulation.world.truth.in_hopper == 0
    assert went.found.fit.used > 10


@pytest.mark.parametrize("fault", ["sunlight", "dead_beam", "dark_beam"])
def test_a_blind_beam_ends_it_with_what_to_do(fault):
    with pytest.raises(LauncherError, match="beam"):
        calibration(1, faults=[fault])
