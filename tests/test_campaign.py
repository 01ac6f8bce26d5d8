"""The books, the motor and the counts over thousands of bursts of the whole program."""

import pytest

from tests.campaign import campaign


def held(bursts: int, seed: int) -> None:
    tally = campaign(bursts, seed)
    print(tally)
    assert tally.healthy > 0
    assert tally.healthy_exact >= 0.99 * tally.healthy
    assert tally.healthy_uncertain <= 0.02 * tally.healthy


def test_200_bursts_hold() -> None:
    held(200, seed=0)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 104))
def test_100_000_bursts_hold(seed: int) -> None:
    held(25_000, seed)
