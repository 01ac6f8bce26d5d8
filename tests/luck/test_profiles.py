"""What each profile promises, found by watching it press, not by reading its tables."""

import random
from collections import Counter
from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.luck.laws import CHANCES, FIRES, Fixed, chance_after, run, share_over_time
from uno_launcher import luck
from uno_launcher.errors import InputError
from uno_launcher.luck import Luck
from uno_launcher.luck.classic import Classic
from uno_launcher.luck.sizes import EARLY, LATER

BUILT_IN = ("fair", "classic", "chance", "rising", "gentle", "wild")
DRY, FIRE = Fixed(0.999), Fixed(0.0)
names = st.sampled_from(BUILT_IN)
seeds = st.integers(0, 2**32)


def chance_of_next(before: list[str], name: str) -> float:
    """The chance of cards after what came before, by trying ever closer draws on fresh profiles."""
    low, high = 0.0, 1.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        profile = luck.profile(name)
        for event in before:
            if event == "lid":
                profile.lid_opened()
            else:
                profile.press(DRY if event == "dry" else FIRE, at_most=2)
        low, high = (middle, high) if profile.press(Fixed(middle)) else (low, middle)
    return low


@pytest.mark.parametrize("name", CHANCES)
@pytest.mark.parametrize("dry", range(9))
def test_the_chance_after_each_dry_press_is_the_published_one(name: str, dry: int) -> None:
    if name == "gentle" and dry > 2:
        dry = 2  # there is no third dry press
    before = ["cards", *["dry"] * dry]
    assert chance_of_next(before, name) == pytest.approx(float(chance_after(dry, CHANCES[name])), abs=1e-6)


@given(st.lists(st.sampled_from(["dry", "cards", "lid"]), max_size=30))
def test_fair_is_never_below_20_nor_above_65_percent_whatever_came_before(before: list[str]) -> None:
    assert 0.20 <= chance_of_next(before, "fair") <= 0.65


def test_fair_fires_over_time_as_often_as_the_toy() -> None:
    assert share_over_time(CHANCES["fair"]) == pytest.approx(Fraction(34, 96), abs=0.002)
    assert float(share_over_time(CHANCES["fair"])) == pytest.approx(0.3553, abs=0.0001)


def test_fair_is_dry_more_than_five_times_in_a_row_under_3_percent() -> None:
    still_dry = [1 - chance_after(dry, CHANCES["fair"]) for dry in range(6)]
    assert float(prod(still_dry)) == pytest.approx(0.0211, abs=0.0001)  # of all waits for the next cards
    assert float(prod(still_dry[1:])) == pytest.approx(
        0.0270, abs=0.0001
    )  # of the waits with a dry press in them


def test_fair_right_after_cards_fires_again_22_times_in_100_and_then_more_likely() -> None:
    after = [chance_of_next(["cards", *["dry"] * dry], "fair") for dry in range(6)]
    assert after == pytest.approx([0.22, 0.33, 0.44, 0.55, 0.60, 0.60], abs=1e-6)


@pytest.mark.parametrize("name", ["fair", "chance", "rising", "gentle", "wild"])
def test_opening_the_lid_betters_nobodys_odds(name: str) -> None:
    assert chance_of_next(["dry", "lid"], name) == chance_of_next(["dry"], name)


def test_the_published_gaps_of_classic_come_out() -> None:
    gaps = Counter(later - earlier for earlier, later in zip((0, *FIRES), FIRES, strict=False))
    assert len(FIRES) == 34
    assert gaps == {1: 7, 2: 3, 3: 13, 4: 11}


def fired(profile: Luck, presses: int, seed: int = 1) -> list[int]:
    """The numbers, from 1, of the presses that fire."""
    return [press for press, cards in enumerate(run(profile, presses, seed), 1) if cards]


@given(seeds)
def test_classic_fires_as_published_whatever_the_random_numbers(seed: int) -> None:
    assert fired(Classic(), 96, seed) == list(FIRES)


def test_classic_starts_over_after_press_96() -> None:
    assert fired(Classic(), 192) == [*FIRES, *(96 + press for press in FIRES)]


@pytest.mark.parametrize("before", [1, 2, 40, 95, 96, 100])
def test_classic_starts_over_when_the_lid_is_opened(before: int) -> None:
    profile = Classic()
    fired(profile, before)
    profile.lid_opened()
    assert fired(profile, 96) == list(FIRES)


def test_sizes_follow_the_published_words() -> None:
    total = sum(EARLY.values())
    assert sum(EARLY[cards] for cards in range(3, 9)) / total == pytest.approx(0.85)  # "usually 3 to 8"
    assert max(EARLY) == 16
    assert EARLY[16] / total < 0.01  # "16 once"
    assert not {13, 14, 15} & EARLY.keys()  # "up to 12"
    assert set(LATER) == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("name", "possible"),
    [
        ("fair", set(range(1, 13))),
        ("classic", {*range(1, 13), 16}),
        ("chance", set(range(1, 13))),
        ("rising", set(range(1, 6))),
        ("gentle", {1, 2, 3}),
        ("wild", set(range(1, 31))),
    ],
)
def test_every_size_a_profile_promises_comes_and_no_other(name: str, possible: set[int]) -> None:
    assert set(run(luck.profile(name), 50_000, seed=3)) - {0} == possible


def test_wild_empties_much_more_on_one_press_in_a_hundred() -> None:
    brought = run(luck.profile("wild"), 100_000, seed=4)
    floods = sum(cards > 12 for cards in brought)
    assert floods == pytest.approx(1000, abs=4 * (1000 * 0.99) ** 0.5)


@given(seeds)
def test_gentle_brings_at_most_3_cards_and_at_most_2_dry_presses_in_a_row(seed: int) -> None:
    brought = run(luck.profile("gentle"), 200, seed)
    assert max(brought) <= 3
    assert all(any(brought[i : i + 3]) for i in range(198))


@given(names, seeds, st.integers(1, 20))
def test_a_cap_cuts_large_bursts_and_leaves_dry_and_not_dry_alone(name: str, seed: int, cap: int) -> None:
    profile, rng = luck.profile(name), random.Random(seed)
    capped = [profile.press(rng, at_most=cap) for _ in range(100)]
    assert capped == [min(cards, cap) for cards in run(luck.profile(name), 100, seed)]


@pytest.mark.parametrize("cap", [0, -1])
def test_a_cap_with_nothing_left_lets_no_card_out(cap: int) -> None:
    assert luck.profile("fair").press(FIRE, at_most=cap) == 0


@given(names, seeds)
def test_the_same_seed_brings_the_same_cards(name: str, seed: int) -> None:
    assert run(luck.profile(name), 50, seed) == run(luck.profile(name), 50, seed)


@given(names, st.lists(st.sampled_from([DRY, FIRE])))
def test_nothing_can_be_asked_about_the_coming_press(name: str, presses: list[random.Random]) -> None:
    profile = luck.profile(name)
    public = {word for word in dir(profile) if not word.startswith("_")}
    assert public == {"name", "tension", "describe", "press", "lid_opened"}
    sentence = profile.describe()
    for rng in presses:
        profile.press(rng)
        assert (profile.name, profile.describe()) == (name, sentence)
        assert name == "rising" or profile.tension == 0


def test_rising_publishes_how_far_its_odds_have_risen_and_nothing_else() -> None:
    profile, seen = luck.profile("rising"), []
    for _ in range(9):
        seen.append(profile.tension)
        profile.press(DRY)
    assert seen == [0, 17, 33, 50, 67, 83, 100, 100, 100]
    profile.press(FIRE)
    assert profile.tension == 0


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("fair", ["35 presses in 100", "22 in 100", "adds 11 up to 60", "no press is ever sure"]),
        ("classic", ["34 of 96", "3 to 8", "at most 3 dry", "lid is opened", "learnt by heart"]),
        ("chance", ["35 times in 100", "whatever came before"]),
        ("rising", ["20 in 100", "adds 12 up to 92", "1 to 5 cards"]),
        ("gentle", ["1 to 3 cards", "more than 2 dry", "1 in 4", "1 in 2", "for sure after two"]),
        ("wild", ["35 times in 100", "1 to 12", "one press in a hundred", "13 to 30"]),
    ],
)
def test_each_profile_says_its_odds_in_one_plain_sentence(name: str, says: list[str]) -> None:
    sentence = luck.profile(name).describe()
    assert [part for part in says if part not in sentence] == []
    assert sentence.endswith(".")
    assert sentence.count(".") == 1


def test_the_profiles_are_these_and_an_unknown_one_is_refused_with_their_names() -> None:
    own = {"lively": luck.CustomProfile(chance=0.6)}
    assert luck.names(own) == (*BUILT_IN, "lively")
    with pytest.raises(InputError) as refused:
        luck.profile("fare", own)
    assert str(refused.value) == (
        'there is no luck profile "fare"; choose one of fair, classic, chance, rising, gentle, wild, lively'
    )
