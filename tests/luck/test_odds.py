import random

import pytest

from uno_launcher import luck
from uno_launcher.luck.odds import Odds, Owing, draw, odds


class Scripted:
    """Brings what the list says."""

    name = "scripted"
    tension = 0

    def __init__(self, *cards: int) -> None:
        self.left = list(cards)

    def describe(self) -> str:
        return "As written."

    def press(self, rng: random.Random, at_most: int | None = None) -> int:
        return self.left.pop(0)

    def lid_opened(self) -> None:
        pass


def odds_of(*cards: int) -> Odds:
    return odds(Scripted(*cards), len(cards), random.Random(1))


def test_odds_are_what_the_presses_brought() -> None:
    third, sixth = pytest.approx(1 / 3), pytest.approx(1 / 6)
    assert odds_of(0, 3, 0, 0, 1, 2) == Odds(
        profile="scripted",
        presses=6,
        launches=3,
        dry=0.5,
        mean_cards=1.0,
        longest_dry=2,
        gaps={1: third, 2: third, 3: third},
        sizes={1: third, 2: third, 3: third},
        owing={
            1: Owing(pytest.approx(1.0), {0: 0.5, 1: sixth, 2: sixth, 3: sixth}),
            2: Owing(pytest.approx(2.0), {0: 0.2, 1: 0.2, 3: 0.6}),
            3: Owing(pytest.approx(2.5), {1: 0.25, 3: 0.75}),
            4: Owing(pytest.approx(10 / 3), {3: pytest.approx(2 / 3), 4: third}),
            6: Owing(6.0, {6: 1.0}),
        },
    )


def test_a_dry_streak_at_the_end_counts_as_the_longest_but_is_no_gap() -> None:
    found = odds_of(2, 0, 0, 0)
    assert (found.longest_dry, found.gaps) == (3, {1: 1.0})


def test_nothing_but_dry_presses() -> None:
    found = odds_of(0, 0)
    assert (found.launches, found.dry, found.mean_cards, found.longest_dry) == (0, 1.0, 0.0, 2)
    assert (found.gaps, found.sizes) == ({}, {})
    assert found.owing == {1: Owing(0.0, {0: 1.0}), 2: Owing(0.0, {0: 1.0})}


def test_distributions_are_in_rising_order_and_add_up_to_one() -> None:
    found = odds(luck.profile("wild"), 5000, random.Random(8))
    for shares in (found.gaps, found.sizes, *(brings.cards for brings in found.owing.values())):
        assert list(shares) == sorted(shares)
        assert sum(shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", luck.names())
def test_the_same_seed_gives_the_same_odds_and_another_seed_others(name: str) -> None:
    one, again, other = (odds(luck.profile(name), 2000, random.Random(seed)) for seed in (1, 1, 2))
    assert one == again != other


def test_the_odds_are_of_the_presses_that_can_be_listed() -> None:
    listed = draw(luck.profile("fair"), 500, random.Random(9))
    found = odds(luck.profile("fair"), 500, random.Random(9))
    assert sum(listed) / 500 == found.mean_cards
    assert listed.count(0) / 500 == pytest.approx(found.dry)
