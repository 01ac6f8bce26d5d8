"""Random evenings in every box, with 2 to 10 players, all scorings and house rules."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.rules.chance import Evening


class AnyEvening(RuleBasedStateMachine):
    @initialize(seed=st.integers(0, 2**32))
    def sit_down(self, seed):
        self.evening = Evening(random.Random(seed))

    @rule(seed=st.integers(0, 2**16))
    def a_possible_move(self, seed):
        self.evening.rng.seed(seed)
        self.evening.step(self.evening.sure_move(), sure=True)

    @rule(seed=st.integers(0, 2**16))
    def any_move(self, seed):
        self.evening.rng.seed(seed)
        self.evening.step(self.evening.any_move())

    @rule(count=st.integers(1, 30))
    def take_back(self, count):
        for _ in range(min(count, len(self.evening.kept))):
            self.evening.step({"undo": True}, sure=True)

    def teardown(self):
        if hasattr(self, "evening"):
            self.evening.replayed()


AnyEvening.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
test_any_evening = AnyEvening.TestCase


def games(number, first_seed=0):
    """Play so many games to their end, with a wrong or forgotten tap now and then."""
    finished = 0
    for seed in range(first_seed, first_seed + number):
        evening = Evening(random.Random(seed))
        for _ in range(600):
            if evening.rng.random() < 0.75:
                evening.step(evening.sure_move(), sure=True)
            else:
                evening.step(evening.any_move())
            if evening.line["phase"] == "game-over" and evening.rng.random() < 0.8:
                break
        finished += evening.line["phase"] == "game-over"
        evening.replayed()
    return finished


def test_40_games():
    assert games(40) > 20


@pytest.mark.long
def test_10_000_games():
    assert games(10_000) > 5000
