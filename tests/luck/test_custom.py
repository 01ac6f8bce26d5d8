"""Luck profiles of one's own: what is accepted keeps its promises, what is refused is refused with reason."""

import random
from math import inf, nan

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.luck.chi_square import agrees
from tests.luck.laws import gaps_of, run
from uno_launcher import luck
from uno_launcher.errors import InputError
from uno_launcher.luck import CustomProfile
from uno_launcher.luck.drawn import mean_gap
from uno_launcher.luck.sizes import BOTH


@st.composite
def sizes(draw: st.DrawFn) -> dict[str, float]:
    weights = draw(
        st.dictionaries(st.integers(1, 30), st.integers(0, 20), min_size=1).filter(lambda w: any(w.values()))
    )
    return {str(cards): weight / sum(weights.values()) for cards, weight in weights.items()}


chances = st.floats(0, 1)
likely = st.builds(
    CustomProfile,
    chance=chances | st.lists(chances, min_size=1, max_size=6),
    sizes=st.none() | sizes(),
    at_most_dry=st.none() | st.integers(1, 50),
)
anything = st.builds(
    CustomProfile,
    chance=st.floats() | st.lists(st.floats(), max_size=60),
    sizes=st.none() | st.dictionaries(st.text(max_size=3) | st.integers(-2, 40).map(str), st.floats()),
    at_most_dry=st.none() | st.integers(),
)
accepted = likely.filter(lambda own: not own.mistakes("own"))


def sentences(own: CustomProfile) -> list[str]:
    return [mistake.sentence.removeprefix("[profiles.own] ") for mistake in own.mistakes("own")]


def mean_wait(own: CustomProfile) -> float:
    """Presses to the next launch on average, by adding up the chances to be still dry."""
    table = own.chances()
    total, still_dry = 0.0, 1.0
    for dry in range(20_000):
        total += still_dry
        still_dry *= 1 - table[min(dry, len(table) - 1)]
    return total


@given(accepted)
def test_an_accepted_profile_brings_cards_within_100_presses_on_average(own: CustomProfile) -> None:
    assert mean_wait(own) <= 100 + 1e-6
    assert mean_gap(own.chances()) == pytest.approx(mean_wait(own))


@given(accepted, st.integers(0, 2**32), st.integers(1, 30))
def test_an_accepted_profile_keeps_to_its_sizes_its_cap_and_its_longest_streak(
    own: CustomProfile, seed: int, cap: int
) -> None:
    profile, rng = luck.profile("own", {"own": own}), random.Random(seed)
    brought = [profile.press(rng, cap) for _ in range(200)]
    possible = (
        set(BOTH) if own.sizes is None else {int(cards) for cards, share in own.sizes.items() if share > 0}
    )
    assert set(brought) - {0} <= {min(cards, cap) for cards in possible}
    if own.at_most_dry is not None:
        assert all(any(brought[i : i + own.at_most_dry + 1]) for i in range(200 - own.at_most_dry))
    assert profile.tension == 0
    assert profile.describe().startswith("Over time about ")


@given(anything | likely)
def test_whatever_is_written_is_either_refused_or_can_be_played(own: CustomProfile) -> None:
    if own.mistakes("own"):
        with pytest.raises(InputError) as refused:
            luck.profile("own", {"own": own})
        assert refused.value.mistakes == tuple(mistake.sentence for mistake in own.mistakes("own"))
    else:
        assert any(run(luck.profile("own", {"own": own}), 5000, seed=1))


def test_an_own_profile_comes_out_as_written() -> None:
    own = CustomProfile(chance=[0.3, 0.5, 0.7], sizes={"1": 0.5, "2": 0.3, "5": 0.2}, at_most_dry=4)
    brought = run(luck.profile("lively", {"lively": own}), 20_000, seed=11)
    count = {cards: brought.count(cards) for cards in (1, 2, 5)}
    gaps = gaps_of(brought)
    dry, law = 1.0, {}
    for gap, chance in enumerate([0.3, 0.5, 0.7, 0.7, 1.0], 1):
        law[gap] = dry * chance
        dry *= 1 - chance
    assert agrees(count, {1: 0.5, 2: 0.3, 5: 0.2})
    assert agrees({gap: gaps.count(gap) for gap in set(gaps)}, law)


@pytest.mark.parametrize(
    ("own", "chances"),
    [
        (CustomProfile(), (0.35,)),
        (CustomProfile(chance=[0.2, 0.4]), (0.2, 0.4)),
        (CustomProfile(chance=0.2, at_most_dry=3), (0.2, 0.2, 0.2, 1.0)),
        (CustomProfile(chance=[0.2, 0.4], at_most_dry=3), (0.2, 0.4, 0.4, 1.0)),
        (CustomProfile(chance=[0.2, 0.4], at_most_dry=2), (0.2, 0.4, 1.0)),
    ],
)
def test_at_most_dry_makes_the_press_after_it_sure(own: CustomProfile, chances: tuple[float, ...]) -> None:
    assert own.chances() == chances


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        (CustomProfile(), "Over time about 35 presses in 100 bring cards, 1 to 12 at a time."),
        (
            CustomProfile(chance=0.25, sizes={"2": 1.0, "9": 0.0}, at_most_dry=2),
            "Over time about 43 presses in 100 bring cards, 2 at a time,"
            " never with more than 2 dry in a row.",
        ),
    ],
)
def test_an_own_profile_says_its_odds(own: CustomProfile, sentence: str) -> None:
    assert luck.profile("own", {"own": own}).describe() == sentence


NEVER = "must bring cards at least once in 100 presses over time, but brings them"


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        (CustomProfile(chance=35), "chance must be from 0 to 1, but is 35; 35 % is written 0.35"),
        (CustomProfile(chance=-0.1), "chance must be from 0 to 1, but is -0.1; 35 % is written 0.35"),
        (CustomProfile(chance=nan), "chance must be from 0 to 1, but is nan; 35 % is written 0.35"),
        (
            CustomProfile(chance=[0.5, 2]),
            "chance after 1 dry presses must be from 0 to 1, but is 2; 35 % is written 0.35",
        ),
        (
            CustomProfile(chance=[]),
            "chance is an empty list; write one number, or one for each count of dry presses",
        ),
        (
            CustomProfile(chance=[0.5] * 51),
            "chance has 51 numbers, but 50 is the most; shorten the list",
        ),
        (
            CustomProfile(chance=[0.1, 0.2, 0.3], at_most_dry=2),
            "chance has 3 numbers, but with at_most_dry = 2 only the first 2 count; shorten the list",
        ),
        (CustomProfile(chance=0), f"chance {NEVER} possibly never again; raise it or set at_most_dry"),
        (CustomProfile(chance=[0.9, 0]), f"chance {NEVER} possibly never again; raise it or set at_most_dry"),
        (CustomProfile(chance=0.005), f"chance {NEVER} once in 200 presses; raise it or set at_most_dry"),
        (
            CustomProfile(at_most_dry=0),
            "at_most_dry must be from 1 to 50, but is 0; leave it out for no limit",
        ),
        (
            CustomProfile(at_most_dry=51),
            "at_most_dry must be from 1 to 50, but is 51; leave it out for no limit",
        ),
        (CustomProfile(sizes={}), "sizes must add up to 1, but add up to 0; 25 % is written 0.25"),
        (
            CustomProfile(sizes={"1": 0.5, "2": 0.4}),
            "sizes must add up to 1, but add up to 0.9; 25 % is written 0.25",
        ),
        (
            CustomProfile(sizes={"1": 1.2, "2": -0.2}),
            'sizes for "1" must be from 0 to 1, but is 1.2; 35 % is written 0.35',
        ),
        (
            CustomProfile(sizes={"1": 1.0, "2": -0.2}),
            'sizes for "2" must be from 0 to 1, but is -0.2; 35 % is written 0.35',
        ),
        (
            CustomProfile(sizes={"1": 1.0, "2": inf}),
            'sizes for "2" must be from 0 to 1, but is inf; 35 % is written 0.35',
        ),
        (CustomProfile(sizes={"0": 1.0}), 'sizes are for 1 to 30 cards, but "0" was given'),
        (CustomProfile(sizes={"31": 1.0}), 'sizes are for 1 to 30 cards, but "31" was given'),
        (CustomProfile(sizes={"01": 1.0}), 'sizes are for 1 to 30 cards, but "01" was given'),
        (CustomProfile(sizes={"few": 1.0}), 'sizes are for 1 to 30 cards, but "few" was given'),
    ],
)
def test_what_is_wrong_is_refused_with_key_limit_and_remedy(own: CustomProfile, sentence: str) -> None:
    assert sentence in sentences(own)


@pytest.mark.parametrize(
    "own",
    [
        CustomProfile(chance=0.01),
        CustomProfile(chance=1),
        CustomProfile(chance=[0, 0, 0.5]),
        CustomProfile(chance=[1.0, 0.0]),
        CustomProfile(chance=0, at_most_dry=50),
        CustomProfile(chance=[0.5] * 50),
        CustomProfile(chance=[0.5] * 50, at_most_dry=50),
        CustomProfile(sizes={"1": 1.0, "30": 0.0}),
        CustomProfile(sizes={str(cards): 0.1 for cards in range(1, 11)}),
    ],
)
def test_what_is_just_within_the_limits_is_taken(own: CustomProfile) -> None:
    assert own.mistakes("own") == []


def test_all_mistakes_come_at_once_each_with_its_place() -> None:
    own = {
        "fair": CustomProfile(),
        "odd": CustomProfile(chance=[2, 0.5, -1], sizes={"0": 0.5, "2": 9}, at_most_dry=-3),
        "good": CustomProfile(),
    }
    assert [mistake.path for mistake in luck.mistakes(own)] == [
        ("profiles", "fair"),
        ("profiles", "odd", "at_most_dry"),
        ("profiles", "odd", "chance"),
        ("profiles", "odd", "chance"),
        ("profiles", "odd", "sizes"),
        ("profiles", "odd", "sizes"),
    ]
    assert (
        luck.mistakes(own)[0].sentence
        == "[profiles.fair] takes the name of a built-in profile; choose another"
    )


def test_a_section_of_a_config_file_becomes_a_profile() -> None:
    section = "chance = [0.3, 0.5]\nsizes = { 1 = 0.75, 4 = 0.25 }\nat_most_dry = 3\n"
    assert msgspec.toml.decode(section, type=CustomProfile) == CustomProfile(
        chance=[0.3, 0.5], sizes={"1": 0.75, "4": 0.25}, at_most_dry=3
    )


@pytest.mark.parametrize(
    "section", ["chances = 0.3", "chance = true", 'sizes = { 1 = "all" }', "at_most_dry = 2.5"]
)
def test_a_wrong_key_or_type_is_no_profile(section: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.toml.decode(section, type=CustomProfile)
