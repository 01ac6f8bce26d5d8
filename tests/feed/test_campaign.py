"""Thousands of bursts against the simulated physics. 1,000 by default, 100,000 with the long ones."""

import pytest

from tests.feed.campaign import Tally, healthy, troubled

SHARDS = [pytest.param(0, 250, id="some")] + [
    pytest.param(shard, 3_400, id=f"many-{shard}", marks=pytest.mark.long) for shard in range(1, 11)
]
shards = pytest.mark.parametrize(("shard", "bursts"), SHARDS)


def no_promise_is_broken(tally: Tally) -> None:
    assert tally.broken == []
    assert tally.wrong == []


@shards
def test_the_usual_launcher_feeds_what_was_ordered_and_is_certain_of_it(shard, bursts):
    tally = healthy(bursts, str(shard), drawn=False)
    no_promise_is_broken(tally)
    assert tally.as_ordered >= 0.99 * tally.bursts, str(tally)
    assert tally.uncertain <= 0.02 * tally.bursts, str(tally)
    assert tally.short_uncertain <= 0.02 * tally.short, str(tally)
    assert (tally.ended, tally.slips) == ({"done": tally.bursts}, 0)


@shards
def test_so_do_launchers_over_the_whole_range_that_their_controllers_know_nothing_of(shard, bursts):
    tally = healthy(bursts, str(shard), drawn=True)
    no_promise_is_broken(tally)
    assert tally.as_ordered >= 0.99 * tally.bursts, str(tally)
    # A few extreme launchers decide: five in the small campaign, hundreds in the large one.
    share = 0.03 if shard == 0 else 0.02
    assert tally.uncertain <= share * tally.bursts, str(tally)
    assert tally.short_uncertain <= share * tally.short, str(tally)
    assert (tally.ended, tally.slips) == ({"done": tally.bursts}, 0)


@pytest.mark.parametrize("half", ["a", "b"])
@shards
def test_whatever_goes_wrong_no_limit_is_broken_and_no_certain_count_is_wrong(shard, bursts, half):
    tally = troubled(bursts // (1 if shard == 0 else 2), f"{half}{shard}")
    no_promise_is_broken(tally)
    assert set(tally.ended) <= {"done", "empty", "jam", "lid", "timeout", "fault"}
    assert tally.doubles > 0
    assert tally.fooled <= tally.invisible, str(tally)
