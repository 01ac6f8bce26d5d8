"""20,000 seeded presses of each profile: what comes out agrees with the published odds and with `odds`."""

import random
from collections import Counter

import pytest

from tests.luck.chi_square import agree, agrees
from tests.luck.laws import (
    CHANCES,
    FIRES,
    WEIGHTS,
    gap_shares,
    gaps_of,
    owing_shares,
    run,
    share_over_time,
    size_shares,
)
from uno_launcher import luck
from uno_launcher.luck.odds import Odds, odds

PRESSES = 20_000


def counts(shares: dict[int, float], total: int) -> dict[int, int]:
    return {value: round(share * total) for value, share in shares.items()}


def brought_by(name: str) -> list[int]:
    return run(luck.profile(name), PRESSES, seed=1992)


def odds_of(name: str) -> Odds:
    return odds(luck.profile(name), PRESSES, random.Random(2020))


@pytest.mark.parametrize("name", CHANCES)
def test_gaps_agree_with_the_published_chances(name: str) -> None:
    law = gap_shares(CHANCES[name])
    found = odds_of(name)
    assert agrees(Counter(gaps_of(brought_by(name))), law)
    assert agrees(counts(found.gaps, found.launches), law)


@pytest.mark.parametrize("name", WEIGHTS)
def test_sizes_agree_with_the_weights(name: str) -> None:
    law = size_shares(name)
    found = odds_of(name)
    assert agrees(Counter(filter(None, brought_by(name))), law)
    assert agrees(counts(found.sizes, found.launches), law)


@pytest.mark.parametrize("name", WEIGHTS)
def test_presses_and_odds_agree_with_each_other(name: str) -> None:
    brought, found = brought_by(name), odds_of(name)
    assert agree(Counter(gaps_of(brought)), counts(found.gaps, found.launches))
    assert agree(Counter(filter(None, brought)), counts(found.sizes, found.launches))


@pytest.mark.parametrize("owed", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("name", WEIGHTS)
def test_what_owed_presses_bring_agrees_with_the_exact_law(name: str, owed: int) -> None:
    law = owing_shares(name, owed)
    brought, brings = brought_by(name), odds_of(name).owing[owed]
    # Presses are summed but once, and in steps that take classic through all its 96 places.
    step = next(step for step in (1, 5, 7) if step >= owed)
    assert agrees(Counter(sum(brought[i : i + owed]) for i in range(0, PRESSES - owed + 1, step)), law)
    # Here each press is in several sums, which are worth no more than so many separate ones.
    assert agrees(counts(brings.cards, PRESSES // owed), law)
    assert brings.mean == pytest.approx(sum(cards * share for cards, share in law.items()), rel=0.04)


@pytest.mark.parametrize("name", CHANCES)
def test_the_share_of_dry_presses_is_the_one_the_chances_lead_to(name: str) -> None:
    exact = 1 - float(share_over_time(CHANCES[name]))
    # Four standard deviations of independent presses; all profiles but chance and wild keep closer than that.
    allowed = 4 * (exact * (1 - exact) / PRESSES) ** 0.5
    assert brought_by(name).count(0) / PRESSES == pytest.approx(exact, abs=allowed)
    assert odds_of(name).dry == pytest.approx(exact, abs=allowed)


def test_classic_fires_press_for_press_as_published() -> None:
    fired = [cards > 0 for cards in brought_by("classic")]
    assert fired == [press % 96 + 1 in FIRES for press in range(PRESSES)]


def test_neighbouring_gaps_and_sizes_of_fair_have_nothing_to_do_with_each_other() -> None:
    brought = brought_by("fair")
    sizes, gaps = list(filter(None, brought)), gaps_of(brought)
    after_short = Counter(size for size, gap in zip(sizes, gaps, strict=True) if gap <= 2)
    after_long = Counter(size for size, gap in zip(sizes, gaps, strict=True) if gap > 2)
    assert agree(after_short, after_long)
    after_large = Counter(gap for gap, size in zip(gaps[1:], sizes, strict=False) if size >= 5)
    assert agrees(after_large, gap_shares(CHANCES["fair"]))
