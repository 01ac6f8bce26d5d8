"""What lamps do by time: a rhythm for everything that is told apart, and none that flashes too fast."""

from itertools import combinations, pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.launcher.look import COUNTED, Blink
from uno_launcher.panel.lamps import lit, next_change

S = 1_000_000
BLINKS = get_args(Blink)
MOVING = [blink for blink in BLINKS if blink not in ("on", "off")]


def changes(blink, tempo, until):
    """When the lamp changes, from when it is lit at 0."""
    t, seen = 0, []
    assert lit(blink, tempo, 0)
    while (t := next_change(blink, tempo, t)) < until:
        seen.append(t)
    return seen


def flashes(blink, tempo, until):
    """When the lamp goes on."""
    return [0, *changes(blink, tempo, until)[1::2]]


def test_on_is_lit_and_off_is_dark_for_ever():
    assert (lit("on", 0, 10**12), next_change("on", 0, 10**12)) == (True, None)
    assert (lit("off", 0, 10**12), next_change("off", 0, 10**12)) == (False, None)


@pytest.mark.parametrize(
    ("blink", "expected"),
    [
        (".", [200, 1200, 1400]),
        ("...", [200, 400, 600, 800, 1000, 2000, 2200]),
        ("-", [600, 1600, 2200]),
        ("..-", [200, 400, 600, 800, 1400, 2400]),
        ("many", [200, 400, 600, 800]),
        ("slow", [500, 1000, 1500]),
        ("fast", [170, 340, 510]),
        ("beat", [850, 1000, 1850]),
        ("pulse", [100, 1000, 1100]),
        ("wink", [200, 3000, 3200]),
        ("dip", [1400, 1600, 3000]),
        ("lazy", [2000, 4000, 6000]),
    ],
)
def test_a_rhythm_begins_lit_and_changes_at_these_milliseconds(blink, expected):
    assert changes(blink, 0, expected[-1] * 1000 + 1) == [ms * 1000 for ms in expected]


@pytest.mark.parametrize("presses", range(1, 7))
def test_presses_owed_are_as_many_blinks_and_then_a_pause(presses):
    seen = changes(COUNTED[presses - 1], 0, 10 * S)
    lengths = [later - earlier for earlier, later in pairwise([0, *seen])]
    assert lengths[: 2 * presses] == [200_000] * (2 * presses - 1) + [1_000_000]


@pytest.mark.parametrize(("one", "other"), list(combinations(BLINKS, 2)))
def test_no_two_rhythms_are_alike_within_some_seconds(one, other):
    apart = sum(lit(one, 0, t) != lit(other, 0, t) for t in range(0, 6 * S, 10_000))
    assert apart >= 30, "they differ for less than a third of a second in six"


@pytest.mark.parametrize("blink", MOVING)
@pytest.mark.parametrize("tempo", [0, 50, 99, 100])
def test_nothing_flashes_more_than_three_times_a_second(blink, tempo):
    seen = flashes(blink, tempo, 12 * S)
    assert all(later - earlier >= S for earlier, later in zip(seen, seen[3:], strict=False))


def test_tension_quickens_the_beat_and_the_pauses_but_not_what_is_counted():
    assert [flashes("beat", tempo, 3 * S)[1] for tempo in (0, 50, 100)] == [1_000_000, 700_000, 400_000]
    assert changes("..", 100, 2 * S)[:4] == [200_000, 400_000, 600_000, 1_000_000]
    assert changes("slow", 100, 2 * S) == changes("slow", 0, 2 * S)


@given(st.sampled_from(BLINKS), st.integers(0, 100), st.integers(0, 10**9))
def test_a_lamp_changes_exactly_when_it_says_and_not_before(blink, tempo, t):
    change = next_change(blink, tempo, t)
    if change is None:
        assert lit(blink, tempo, t) == (blink == "on")
    else:
        assert change > t
        assert lit(blink, tempo, change - 1) == lit(blink, tempo, t) != lit(blink, tempo, change)
