import random

from uno_launcher.feed.constant import Constant

TRANSIT = 35_000


def test_single_cards_lead_a_wrong_guess_to_the_truth():
    rng = random.Random(1)
    true_us, learned = 42_000, Constant(30_000, TRANSIT)
    for _ in range(60):
        # A card's width says so much of it: a tenth of the constant is 1.5 ms of width.
        miss = round((true_us - learned.us) / learned.us * 10 * 1_500 + rng.gauss(0, 0.04 * TRANSIT))
        learned.learn(miss, 1_500)
    assert abs(learned.us - true_us) < 0.06 * true_us
    assert learned.known


def test_widths_that_do_not_depend_on_it_teach_nothing():
    learned = Constant(30_000, TRANSIT)
    for _ in range(1000):
        learned.learn(TRANSIT, 0)
    assert learned.us == 30_000
    assert not learned.known


def test_it_cannot_run_away():
    for miss in (-10 * TRANSIT, 10 * TRANSIT):
        learned = Constant(30_000, TRANSIT)
        for _ in range(10_000):
            learned.learn(miss, 3_000)
        assert 12_000 <= learned.us <= 75_000


def test_one_odd_card_hardly_moves_what_many_have_taught():
    learned = Constant(30_000, TRANSIT)
    for _ in range(50):
        learned.learn(0, 1_500)
    learned.learn(TRANSIT, 1_500)
    assert 30_000 < learned.us < 31_000
