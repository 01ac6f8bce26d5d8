import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.luck.chi_square import agrees
from uno_launcher.luck.rhythm import rhythm

seeds = st.integers(0, 2**32)


@given(st.integers(0, 30), seeds)
def test_rests_are_few_and_short_and_never_after_the_last_card(cards: int, seed: int) -> None:
    pauses, _ = rhythm(cards, random.Random(seed))
    places = [after for after, _ in pauses]
    assert len(pauses) <= 2
    assert places == sorted(set(places))
    assert all(1 <= after < cards for after in places)
    assert all(150 <= milliseconds <= 900 for _, milliseconds in pauses)


@given(seeds, st.integers(1, 30))
def test_a_tease_doesnt_tell_a_dry_press_from_a_launch(seed: int, cards: int) -> None:
    assert rhythm(0, random.Random(seed))[1] == rhythm(cards, random.Random(seed))[1]


@pytest.mark.parametrize("cards", [0, 1, 8])
def test_a_tease_is_rare(cards: int) -> None:
    rng = random.Random(5)
    teases = Counter(int(rhythm(cards, rng)[1]) for _ in range(20_000))
    assert agrees(teases, {0: 0.92, 1: 0.08})


def test_most_bursts_run_through_and_some_rest_once_or_twice() -> None:
    rng = random.Random(6)
    bursts = [rhythm(5, rng)[0] for _ in range(20_000)]
    assert agrees(Counter(map(len, bursts)), {0: 0.65, 1: 0.25, 2: 0.10})
    lengths = {milliseconds for pauses in bursts for _, milliseconds in pauses}
    assert (min(lengths), max(lengths)) == (150, 900)


def test_two_cards_leave_room_for_one_rest() -> None:
    rng = random.Random(7)
    assert {len(rhythm(2, rng)[0]) for _ in range(500)} == {0, 1}


@given(st.integers(0, 30), seeds)
def test_the_same_seed_gives_the_same_rhythm(cards: int, seed: int) -> None:
    assert rhythm(cards, random.Random(seed)) == rhythm(cards, random.Random(seed))
