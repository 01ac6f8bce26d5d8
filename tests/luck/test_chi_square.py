import random
from collections import Counter

import pytest

from tests.luck.chi_square import agree, agrees, limit

DIE = dict.fromkeys(range(1, 7), 1 / 6)


@pytest.mark.parametrize(
    ("freedom", "table"), [(1, 10.828), (2, 13.816), (5, 20.515), (10, 29.588), (30, 59.703)]
)
def test_the_limit_is_that_of_printed_tables(freedom: int, table: float) -> None:
    assert limit(freedom) == pytest.approx(table, rel=0.035)


def rolls(seed: int, weights: tuple[int, ...] = (10,) * 6) -> Counter[int]:
    return Counter(random.Random(seed).choices(range(1, 7), weights, k=7000))


def test_a_true_die_agrees_nearly_always_and_a_loaded_one_doesnt() -> None:
    assert sum(agrees(rolls(seed), DIE) for seed in range(100)) >= 99
    assert not any(agrees(rolls(seed, (10, 10, 10, 10, 10, 13)), DIE) for seed in range(50))


def test_two_true_dice_agree_nearly_always_and_a_loaded_one_with_neither() -> None:
    assert sum(agree(rolls(seed), rolls(seed + 1000)) for seed in range(100)) >= 99
    assert not any(agree(rolls(seed), rolls(seed + 1000, (10, 10, 10, 10, 10, 14))) for seed in range(50))


def test_a_value_that_cant_come_never_agrees() -> None:
    assert not agrees(rolls(1) + Counter({7: 1}), DIE)
