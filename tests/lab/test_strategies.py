"""Each strategy does what its sentence says."""

import random
from collections import Counter

import pytest

from uno_launcher.errors import UsageError
from uno_launcher.lab.deck import Deck
from uno_launcher.lab.strategies import STRATEGIES, strategy
from uno_launcher.rules.boxes import BOXES

DECK = Deck(BOXES["mega-hit-2020"])
RNG = random.Random(1)


def hand_of(*words):
    return [DECK.words.index(word) for word in words]


def lays(name, options, hand=()):
    face = strategy(name, DECK).lay(hand_of(*options), hand_of(*options, *hand), RNG)
    return DECK.words[face]


def test_greedy_gets_rid_of_the_most_points():
    assert lays("greedy", ["red 9", "red hit-2", "red skip"]) == "red hit-2"
    assert lays("greedy", ["red 9", "wild", "red hit-2"]) == "wild"


def test_greedy_counts_what_goes_along_with_a_discard_all():
    assert lays("greedy", ["wild", "red discard-all"], ["red 9", "red 8", "red 7"]) == "red discard-all"
    assert lays("greedy", ["wild", "red discard-all"], ["red 9", "blue 8", "blue 7"]) == "wild"


def test_hit_first_lays_a_hit_whatever_else_is_worth_more():
    assert lays("hit-first", ["wild", "red hit-1", "red 9"]) == "red hit-1"
    assert lays("hit-first", ["wild", "red discard-all", "red hit-1"], ["red 9", "red 8"]) == "red hit-1"
    assert lays("hit-first", ["red 9", "red skip"]) == "red skip"


def test_keep_hits_keeps_them_until_nothing_else_fits():
    assert lays("keep-hits", ["wild-attack-attack", "red hit-2", "red 1"]) == "red 1"
    assert lays("keep-hits", ["red hit-1", "red hit-2"]) == "red hit-2"


@pytest.mark.parametrize("name", ["greedy", "hit-first", "keep-hits"])
def test_all_but_random_answer_every_hit_and_stop_as_soon_as_they_may(name):
    player = strategy(name, DECK)
    assert player.answer(hand_of("red hit-1"), hand_of("red hit-1"), RNG) in hand_of("red hit-1")
    assert player.goes_on(RNG) is False
    assert player.colour(hand_of("blue 1", "blue 2", "red 3"), RNG) == 3
    assert player.target(1, [[1, 2], [1], [1, 2, 3], [1, 2]], RNG) == 0  # whoever holds fewest, but oneself


def test_random_does_anything_alike_pressing_included():
    player, rng = strategy("random", DECK), random.Random(5)
    options = hand_of("red 1", "red 2", "red 3")
    for choose in (player.lay, player.answer):
        done = Counter(choose(options, options, rng) for _ in range(4000))
        assert set(done) == {*options, None}
        assert all(900 < count < 1100 for count in done.values())
    assert 450 < sum(player.goes_on(rng) for _ in range(1000)) < 550
    assert set(Counter(player.colour([], rng) for _ in range(100))) == {0, 1, 2, 3}
    assert set(Counter(player.target(1, [[]] * 4, rng) for _ in range(100))) == {0, 2, 3}


def test_an_unknown_strategy_is_refused_with_those_there_are():
    with pytest.raises(UsageError, match=f'no strategy "bold"; choose one of {", ".join(STRATEGIES)}'):
        strategy("bold", DECK)
