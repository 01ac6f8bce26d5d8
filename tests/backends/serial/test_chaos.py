"""Whatever happens to the bytes: one burst a press at most, no wrong count called certain, and back soon."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.backends.serial.chaos import Evening, order

BACK_S = 3.0


@pytest.mark.parametrize("rate", [0.0, 0.05, 0.2, 0.5, 0.9])
def test_an_evening_on_a_bad_line(monkeypatch, rate):
    evening = Evening(monkeypatch, f"bad {rate}", rate)
    for _ in range(6):
        evening.play(order(evening.rng))
    assert evening.calm() <= BACK_S
    assert evening.play(3).ended == "done"
    evening.stand.close()


@given(st.integers(0, 1 << 30), st.floats(0.0, 1.0), st.sampled_from((0.0, 0.4)))
@settings(max_examples=12, deadline=None)
def test_any_evening_on_any_line(seed, rate, unplugs):
    with pytest.MonkeyPatch.context() as monkeypatch:
        evening = Evening(monkeypatch, seed, rate, unplugs)
        for _ in range(3):
            evening.play(order(evening.rng))
        assert evening.calm() <= BACK_S
        assert evening.play(2).ended == "done"
        evening.stand.close()


@pytest.mark.parametrize("lines", [1_500, pytest.param(100_000, marks=pytest.mark.long)])
def test_so_many_lines_on_lines_of_every_kind(monkeypatch, lines):
    seen, seed = 0, 0
    while seen < lines:
        seed += 1
        rng = random.Random(f"kind {seed}")
        evening = Evening(monkeypatch, seed, rng.choice((0.02, 0.1, 0.3, 0.6)), rng.choice((0.0, 0.3)))
        for _ in range(10):
            evening.play(order(rng))
        assert evening.calm() <= BACK_S
        assert evening.play(2).ended == "done"
        seen += evening.chaos.lines
        evening.stand.close()
