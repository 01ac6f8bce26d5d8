"""Averages, intervals and shares."""

import pytest

from uno_launcher.lab.shares import Share, Spread, part, share, shares, spread


def test_a_spread_is_the_mean_and_where_eight_in_ten_lie():
    assert spread(dict.fromkeys(range(1, 11), 1)) == Spread(5.5, 1, 9)
    assert spread({4: 3}) == Spread(4, 4, 4)
    assert spread({10: 1, 20: 1}, unit=0.5) == Spread(7.5, 5, 10)
    assert spread({}) == Spread(0, 0, 0)


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (250, 1000, 0.2242, 0.2778)],
)
def test_wilsons_interval_at_known_values(count, total, low, high):
    found = share(count, total)
    assert found.share == pytest.approx(count / total)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.0001)


def test_nothing_is_known_of_no_games():
    assert share(0, 0) == Share(0, 0, 1)


def test_shares_come_in_rising_order_and_add_up_to_1():
    assert list(shares({3: 1, 1: 2, 2: 1}).items()) == [(1, 0.5), (2, 0.25), (3, 0.25)]
    assert part({1: 1, 2: 2, 3: 1}, 2, 3) == 0.5
    assert part({}, 0, 9) == 0
