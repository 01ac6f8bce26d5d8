"""The fairness receipt: counted as the rules count, promised as the profile promises, said without blame."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from tests.luck.laws import CHANCES as PERCENTS
from tests.luck.laws import owing_shares, share_over_time
from uno_launcher import luck
from uno_launcher.errors import InputError
from uno_launcher.luck import fairness
from uno_launcher.luck.fairness import FEWEST, MOST, Drew, Line, Receipt, receipt
from uno_launcher.luck.verdict import notes, one_in, verdict

NAMES = ("Ann", "Bo", "Cy", "Di")


@dataclass
class Always:
    """Every press brings so many cards."""

    cards: int
    name: str = "always"
    tension: int = 0
    made: int = 0

    def describe(self) -> str:
        return ""

    def press(self, rng: random.Random, at_most: int | None = None) -> int:
        self.made += 1
        return self.cards if at_most is None else min(self.cards, at_most)

    def lid_opened(self) -> None: ...


def of(
    presses: Sequence[Drew],
    players: Sequence[str] = NAMES,
    profile: Callable[[str], luck.Luck] = luck.profile,
    seed: int = 1,
) -> Receipt:
    return receipt(presses, players, profile, random.Random(seed))


def dealt(cards: Sequence[int | None], profile: str = "fair", players: int = 4) -> list[Drew]:
    """Presses that go round the table."""
    return [Drew(profile, press % players, out) for press, out in enumerate(cards)]


def drawn(presses: int, seed: int, profile: str = "fair", players: int = 4) -> list[Drew]:
    rng = random.Random(seed)
    fresh = luck.profile(profile)
    return dealt([fresh.press(rng) for _ in range(presses)], profile, players)


def counted(line: Line) -> tuple[int, int, int]:
    return line.presses, line.launches, line.cards


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer evenings played again: for tests that want many receipts."""
    monkeypatch.setattr(fairness, "MOST", 200)


# What is counted.


def test_presses_launches_and_cards_are_everybodys_own_and_the_total_is_their_sum() -> None:
    found = of(dealt([3, 0, 0, 5, 2, 0, 1]))
    assert [line.who for line in found.players] == list(NAMES)
    assert [counted(line) for line in found.players] == [(2, 2, 5), (2, 0, 0), (2, 1, 1), (1, 1, 5)]
    assert counted(found.total) == (7, 4, 11)
    assert found.unnamed is None


def test_what_counts_for_nobody_is_in_no_line_but_moves_luck_on() -> None:
    always = Always(1)
    found = of([Drew("a", 0, 1), Drew("a", 1, None), Drew("a", 0, 1)], profile=lambda _: always)
    assert [counted(line) for line in found.players] == [(2, 2, 2), *[(0, 0, 0)] * 3]
    assert counted(found.total) == (2, 2, 2)
    assert always.made >= 3 * found.runs
    assert found.total.promise is not None
    assert found.total.promise.cards == 2
    assert "1 press counts for nobody: taken back, or nothing could come out." in found.notes


def test_an_evening_without_names_has_one_line_for_everybody() -> None:
    found = of([Drew("fair", None, out) for out in (3, 0, 1)], players=())
    assert (found.players, found.unnamed) == ((), None)
    assert counted(found.total) == (3, 2, 4)
    assert found.total.promise is not None


def test_presses_without_a_name_at_a_named_table_have_a_line_of_their_own() -> None:
    found = of([Drew("fair", 0, 2), Drew("fair", None, 4)])
    assert found.unnamed is not None
    assert counted(found.unnamed) == (1, 1, 4)
    assert counted(found.total) == (2, 2, 6)


def test_who_has_not_pressed_is_told_so() -> None:
    found = of(dealt([1]))
    assert [line.sentence for line in found.players[1:]] == ["no press yet"] * 3
    assert [line.verdict for line in found.players[1:]] == ["unknown"] * 3


def test_an_evening_without_a_press_is_a_receipt_too() -> None:
    found = of([])
    assert (found.runs, found.notes, found.total.promise) == (0, (), None)


# What is promised.


@pytest.mark.parametrize("name", PERCENTS)
def test_the_promise_is_the_profiles(name: str) -> None:
    promise = of(dealt([0] * 96, name)).total.promise
    assert promise is not None
    assert promise.launches == pytest.approx(96 * float(share_over_time(PERCENTS[name])), rel=0.02)
    mean = sum(cards * share for cards, share in owing_shares(name, 1).items())
    assert promise.cards == pytest.approx(96 * mean, rel=0.03)


def test_19_evenings_in_20_lie_between_low_and_high(quick: None) -> None:
    found = [of(drawn(40, seed), seed=-seed - 1).total for seed in range(100)]
    inside = sum(line.promise.low <= line.cards <= line.promise.high for line in found if line.promise)
    assert 0.9 <= inside / len(found) <= 0.99


def test_as_many_and_as_few_include_what_came() -> None:
    promise = of([Drew("a", 0, 1)] * 3, profile=lambda _: Always(1)).total.promise
    assert promise is not None
    assert (promise.low, promise.high, promise.as_many, promise.as_few) == (3, 3, 1.0, 1.0)


def test_a_cap_is_kept_8_1() -> None:
    capped = [Drew("chance", 0, 1, at_most=1)] * 50
    promise = of(capped).total.promise
    assert promise is not None
    assert promise.cards == promise.launches
    assert promise.high < 35


def test_each_press_is_made_again_with_the_profile_that_decided() -> None:
    presses = [Drew("one", 0, 1), Drew("five", 1, 5), Drew("one", 0, 1)]
    found = of(presses, profile=lambda name: Always({"one": 1, "five": 5}[name], name))
    assert found.profiles == ("one", "five")
    promises = [line.promise.cards if line.promise else None for line in found.players]
    assert promises == [2, 5, None, None]


def test_a_fixed_order_is_compared_wherever_it_may_have_begun() -> None:
    # Four players in turn: of 96 presses each meets the same 24 places, which differ a good deal.
    promises = [line.promise for line in of(dealt([0] * 96, "classic")).players]
    assert all(promise is not None for promise in promises)
    means = [promise.launches for promise in promises if promise]
    assert means == pytest.approx([34 / 4] * 4, rel=0.1)


def test_presses_of_an_unknown_profile_are_counted_but_not_compared() -> None:
    def profile(name: str) -> luck.Luck:
        if name != "fair":
            raise InputError("unknown")
        return luck.profile(name)

    presses = [Drew("fair", 0, 2), Drew("grandma", 0, 7), Drew("grandma", 1, 0), Drew(None, 2, 3)]
    found = of(presses, profile=profile)
    ann, bo, cy, _ = found.players
    assert (counted(ann), ann.left_out) == ((2, 2, 9), 1)
    assert ann.promise == of([Drew("fair", 0, 2)]).players[0].promise
    assert [line.sentence for line in (bo, cy)] == ["these presses can't be compared"] * 2
    assert found.notes[1:] == (
        '2 presses by "grandma", which is no luck profile here now: they aren\'t compared.',
        "1 press without a launch in the log: it isn't compared.",
    )


def test_a_profile_of_ones_own_is_the_one_in_the_config_now() -> None:
    own = {"lively": luck.CustomProfile(chance=0.9)}
    found = of(dealt([1, 1], "lively"), profile=lambda name: luck.profile(name, own))
    assert found.notes[-1].startswith('"lively" is a profile of your own')


def test_the_same_seed_is_the_same_receipt() -> None:
    presses = drawn(60, 3)
    assert of(presses) == of(presses)
    assert of(presses, seed=2).total.promise != of(presses).total.promise


@pytest.mark.parametrize(("presses", "runs"), [(1, MOST), (100, MOST), (200, 1_000), (2_000, FEWEST)])
def test_long_evenings_are_played_again_less_often_and_that_is_said(
    presses: int, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Always(1)
    found = of([Drew("always", 0, 1)] * presses, profile=lambda _: made)
    assert found.runs == runs
    assert made.made <= 200_000 + runs * fairness.SKIP
    assert f"in {runs} evenings" in found.notes[0]
    assert f"one evening in {runs // 5} " in found.notes[0]


# What is said.


def test_a_launcher_that_keeps_its_promise_is_seldom_called_unusual(quick: None) -> None:
    said: Counter[str] = Counter()
    for seed in range(100):
        said.update(line.verdict for line in of(drawn(48, seed), seed=-seed - 1).players)
    assert said["unlucky"] / 400 < 0.045
    assert said["lucky"] / 400 < 0.045
    assert said["unlucky"] + said["lucky"] > 0


def test_who_may_stop_once_cards_came_is_compared_fairly_4_2(quick: None) -> None:
    said: Counter[str] = Counter()
    for seed in range(100):
        rng = random.Random(seed)
        fresh = luck.profile("fair")
        presses: list[Drew] = []
        for turn in range(40):
            for _ in range(rng.choice([1, 1, 2, 4])):
                presses.append(Drew("fair", turn % 3, fresh.press(rng)))
                if presses[-1].cards:
                    break
        said.update(line.verdict for line in of(presses, NAMES[:3], seed=-seed - 1).players)
    assert said["unlucky"] / 300 < 0.045
    assert said["lucky"] / 300 < 0.045


def test_far_too_many_cards_are_unlucky_and_far_too_few_lucky() -> None:
    cards = [8 if press % 4 == 0 else 0 if press % 4 == 1 else 1 for press in range(80)]
    ann, bo, *_ = of(dealt(cards)).players
    assert (ann.verdict, ann.sentence) == (
        "unlucky",
        "unlucky: fewer than one evening in 400 brings as many cards",
    )
    assert (bo.verdict, bo.sentence) == ("lucky", "lucky: fewer than one evening in 400 brings as few cards")


def test_a_single_press_says_next_to_nothing() -> None:
    for cards in (0, 1, 5):
        assert of(dealt([cards])).players[0].verdict == "usual"


def test_among_many_somebody_is_far_off_more_often_than_one_alone() -> None:
    presses = [Drew("fair", press % 10, 0) for press in range(200)]
    names = [f"p{seat}" for seat in range(10)]
    presses[0] = Drew("fair", 0, 58)
    for press in range(1, 200):
        if press % 10:
            presses[press] = Drew("fair", press % 10, 3 if press // 10 % 2 else 0)
    found = of(presses, names)
    assert found.players[0].verdict == "unlucky"
    promise = found.players[0].promise
    assert promise is not None
    assert found.somebody is not None
    assert 5 * promise.as_many < found.somebody < 25 * promise.as_many
    assert found.notes[1].startswith("Somebody at the table is that far off in one evening in ")


def test_where_nobody_is_far_off_nothing_is_said_of_somebody() -> None:
    found = of(dealt([0, 0, 4, 1, 3, 0, 0, 2]))
    assert found.somebody is None
    assert not any("Somebody" in note for note in found.notes)


@pytest.mark.parametrize(
    ("as_many", "as_few", "said"),
    [
        (0.5, 0.55, ("usual", "nothing unusual: most evenings look like this")),
        (0.25, 0.8, ("usual", "nothing unusual: every second evening looks like this")),
        (1 / 6, 0.9, ("usual", "nothing unusual: one evening in three looks like this")),
        (0.97, 0.05, ("usual", "nothing unusual: one evening in ten looks like this")),
        (0.025, 0.98, ("unlucky", "unlucky: one evening in forty brings as many cards")),
        (0.999, 0.01, ("lucky", "lucky: one evening in a hundred brings as few cards")),
        (0.002, 1.0, ("unlucky", "unlucky: fewer than one evening in 400 brings as many cards")),
    ],
)
def test_verdicts_are_two_sided_and_rarities_one_sided(
    as_many: float, as_few: float, said: tuple[str, str]
) -> None:
    assert verdict(as_many, as_few, 2_000) == said


@pytest.mark.parametrize(
    ("share", "runs", "words"),
    [
        (0.34, 2_000, "one evening in three"),
        (0.0251, 2_000, "one evening in forty"),
        (0.0249, 100, "fewer than one evening in 20"),
        (0.5, 100, "one evening in two"),
    ],
)
def test_no_number_is_given_that_so_few_runs_cannot_tell(share: float, runs: int, words: str) -> None:
    assert one_in(share, runs) == words


def test_no_word_blames_anybody() -> None:
    texts = [verdict(share, 1.0, 2_000)[1] for share in (0.5, 0.1, 0.01, 0.0005)]
    texts += notes(2_000, 0.1, 2, {None: 1, "x": 2}, ["y"])
    for text in texts:
        assert not any(word in text.lower() for word in ("cheat", "fault", "wrong", "hate", "manipulat"))
