"""A profile for a wished length."""

import pytest
from msgspec.structs import replace

from uno_launcher.lab import tuning
from uno_launcher.lab.evenings import Cores, Plan, games
from uno_launcher.lab.game import EndlessError
from uno_launcher.lab.notes import Notes
from uno_launcher.lab.summary import summary
from uno_launcher.lab.tuning import GAMES, tune
from uno_launcher.rules.boxes import BOXES

PLAN = Plan(BOXES["mega-hit-2020"], 4, target=500, seed=4)


class Formula:
    """In the place of cores: games take 20 minutes for each card of an average press, or have no end."""

    def __init__(self, endless_from=99.0, off=1.0):
        self.endless_from = endless_from
        self.off = off
        self.seeds = []

    def evenings(self, plan, count, played):
        own = plan.own[plan.profile]
        weights = own.weights()
        cards = sum(cards * weight for cards, weight in weights.items()) / tuning.mean_gap(own.chances())
        if cards >= self.endless_from:
            raise EndlessError("without end")
        played(count)
        self.seeds.append(plan.seed)
        off = self.off if count > tuning.MAPPED else 1.0
        tens = round(20 * cards * off * tuning.TENS_A_MINUTE)
        rounds = {0: 1}
        notes = Notes(games=count, seconds_in=Notes().seconds_in)
        notes.seconds_in[tens] = count
        notes.round_wins.update(rounds)
        return notes


@pytest.mark.parametrize("minutes", [20, 30, 45])
@pytest.mark.parametrize("wild", [None, 1, 2, 3])
def test_the_wished_length_and_wildness_are_found_where_there_is_such_a_profile(minutes, wild):
    played = []
    found = tune(PLAN, "mine", minutes, wild, Formula(), played.append)
    assert sum(played) == GAMES
    if wild != 1 or minutes < 45:  # so many cards can't come that evenly
        assert found.summary.minutes.mean == pytest.approx(minutes, rel=0.08)
        if wild is not None:
            assert found.wild == pytest.approx(wild, abs=0.35)


def test_a_map_that_is_off_is_set_right_by_trying():
    """Few games say 20 minutes a card, many say 26."""
    found = tune(PLAN, "mine", 30, None, Formula(off=1.3), lambda _: None)
    assert found.summary.minutes.mean == pytest.approx(30, rel=0.08)


def test_what_has_no_end_is_avoided():
    found = tune(PLAN, "mine", 200, None, Formula(endless_from=4.0), lambda _: None)
    assert 50 < found.summary.minutes.mean < 80


def test_all_is_tried_with_one_seed_and_the_result_with_another():
    cores = Formula()
    tune(PLAN, "mine", 20, None, cores, lambda _: None)
    assert set(cores.seeds[:-1]) == {4}
    assert cores.seeds[-1] == 5


def test_the_same_seed_finds_the_same_with_real_games(monkeypatch):
    monkeypatch.setattr(tuning, "MAPPED", 2)
    monkeypatch.setattr(tuning, "TRIED", 20)
    monkeypatch.setattr(tuning, "SURE", 30)
    monkeypatch.setattr(tuning, "TRIES", 2)
    plan = replace(PLAN, target=150)
    one, again = (tune(plan, "mine", 15, None, Cores(), lambda _: None) for _ in range(2))
    assert one == again
    checked = replace(plan, profile="mine", own={"mine": one.profile}, seed=5)
    assert one.summary == summary(checked, games(checked, 0, 30))
