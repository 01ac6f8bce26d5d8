"""What games show agrees with what is published, and with what the odds of a profile say."""

import random
from collections import Counter
from math import sqrt

import pytest

from tests.lab.stand import game_of, setup_of
from uno_launcher import luck
from uno_launcher.lab.evenings import Plan, games
from uno_launcher.lab.notes import Notes
from uno_launcher.lab.pace import Pace
from uno_launcher.lab.summary import summary
from uno_launcher.luck.classic import LAUNCHES, Classic
from uno_launcher.luck.odds import odds
from uno_launcher.rules.boxes import BOXES


class Heard(Classic):
    """The toy's sequence, and what it brought: 0 where the lid was opened."""

    def __init__(self, *, forgets=True):
        super().__init__()
        self.forgets = forgets
        self.brought = []
        self.lids = []

    def press(self, rng, at_most=None):
        self.brought.append(super().press(rng, at_most))
        return self.brought[-1]

    def lid_opened(self):
        self.lids.append(len(self.brought))
        if self.forgets:
            super().lid_opened()


@pytest.fixture(scope="module")
def long_sequence():
    """Many games at a toy whose lid doesn't start the sequence over: then its odds are the published ones."""
    notes = Notes()
    toy = Heard(forgets=False)
    for seed in range(40):
        game = game_of(setup_of(4, "attack-2010"), brings=toy, seed=seed, play="hit-first")
        notes.add(game.play(Pace()))
    return notes, toy, odds(luck.profile("classic"), 96 * 400, random.Random(1))


def test_classic_fires_on_the_published_presses_counted_from_the_last_lid_10():
    toy = Heard()
    for seed in range(5):
        game_of(setup_of(4), brings=toy, seed=seed).play(Pace())
    assert len(toy.lids) > 20
    for start, end in zip(toy.lids, [*toy.lids[1:], len(toy.brought)], strict=True):
        fired = {n for n, cards in enumerate(toy.brought[start:end], start=1) if cards}
        assert fired == {n for n in range(1, end - start + 1) if (n - 1) % 96 + 1 in LAUNCHES}


def test_classic_gaps_are_the_published_ones_7_3_13_and_11_of_34_10(long_sequence):
    notes, toy, _ = long_sequence
    fired = [n for n, cards in enumerate(toy.brought, start=1) if cards]
    drawn = Counter(later - earlier for earlier, later in zip([0, *fired], fired, strict=False))
    rounds = len(toy.brought) // 96
    assert rounds > 30
    assert set(drawn) == {1, 2, 3, 4}
    for gap, count in {1: 7, 2: 3, 3: 13, 4: 11}.items():
        assert count * rounds <= drawn[gap] <= count * (rounds + 1)
        # What players see is the same, but for a burst that met an empty hopper now and then.
        assert abs(notes.gaps[gap] - drawn[gap]) <= 2 * notes.dry
    assert sum(count for gap, count in notes.gaps.items() if gap > 4) <= notes.dry


def test_cards_a_press_are_as_the_odds_say(long_sequence):
    notes, toy, said = long_sequence
    spread = sqrt(sum((n**2) * count for n, count in Counter(toy.brought).items()) / len(toy.brought))
    error = 4 * spread / sqrt(len(toy.brought))
    assert sum(toy.brought) / len(toy.brought) == pytest.approx(said.mean_cards, abs=error)
    assert notes.out / notes.presses == pytest.approx(said.mean_cards, abs=error + 0.02)


@pytest.mark.parametrize("owed", [2, 4])
def test_owed_presses_bring_what_the_odds_say(long_sequence, owed):
    """In a box without stopping every owed press is made. Hits come anywhere in the sequence."""
    notes, _, said = long_sequence
    brought = Counter({cards: count for (n, cards), count in notes.owed.items() if n == owed})
    times = brought.total()
    assert times > (2000 if owed == 2 else 60)
    mean = sum(cards * count for cards, count in brought.items()) / times
    squares = sum(cards**2 * count for cards, count in brought.items()) / times
    assert mean == pytest.approx(said.owing[owed].mean, abs=4 * sqrt((squares - mean**2) / times))
    none = said.owing[owed].cards.get(0, 0.0)
    assert brought[0] / times == pytest.approx(none, abs=4 * sqrt(max(none, 0.01) / times) + 0.01)


@pytest.mark.parametrize("profile", ["fair", "chance", "gentle"])
def test_drawn_profiles_bring_in_games_what_their_odds_say(profile):
    notes = games(Plan(BOXES["mega-hit-2020"], 4, profile, seed=2), 0, 30)
    said = odds(luck.profile(profile), 50_000, random.Random(3))
    found = summary(Plan(BOXES["mega-hit-2020"], 4, profile, seed=2), notes)
    assert found.dry == pytest.approx(said.dry, abs=0.015)
    assert found.cards_a_press == pytest.approx(said.mean_cards, rel=0.06)
    for gap in (1, 2, 3):
        assert found.gaps[gap] == pytest.approx(said.gaps[gap], abs=0.025)


@pytest.mark.parametrize("half", [60, pytest.param(5000, marks=pytest.mark.long)])
def test_the_seat_is_worth_as_much_in_one_half_of_the_games_as_in_the_other(half):
    """The two shares of a place differ by no more than their intervals allow: by chance, not by mistake."""
    plan = Plan(BOXES["mega-hit-2020"], 4, "fair", seed=5)
    one, other = (summary(plan, games(plan, first, half)) for first in (0, half))
    for mine, yours in zip(one.seats, other.seats, strict=True):
        for here, there in ((mine.rounds, yours.rounds), (mine.games, yours.games)):
            assert here.low <= there.high
            assert there.low <= here.high
        assert abs(mine.rounds.share - 0.25) < (0.08 if half == 60 else 0.015)
