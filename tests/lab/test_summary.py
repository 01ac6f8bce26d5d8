"""Notes, worked out."""

import random
from collections import Counter

import pytest

from uno_launcher.lab.evenings import Plan, games
from uno_launcher.lab.notes import Notes
from uno_launcher.lab.pace import Pace
from uno_launcher.lab.shares import share
from uno_launcher.lab.summary import Lap, Stack, summary
from uno_launcher.rules.boxes import BOXES

PLAN = Plan(BOXES["mega-hit-2020"], 2)


def noted(**changes):
    few = {"games": 4, "presses": 40, "out": 60, "round_wins": Counter({0: 5, 1: 3})}
    return Notes(**{**few, **changes})


def test_games_are_set_beside_the_published_30_to_60_minutes():
    # 29:50, 30:00, 60:00 and 60:10, in tens of seconds.
    minutes = summary(PLAN, noted(seconds_in=Counter({179: 1, 180: 1, 360: 1, 361: 1}))).minutes
    assert minutes.published == (30, 60)
    assert (minutes.shorter, minutes.within, minutes.longer) == (0.25, 0.5, 0.25)
    assert minutes.by_minute == {29: 0.25, 30: 0.25, 60: 0.5}
    assert minutes.mean == pytest.approx(45.0)


def test_a_pace_adds_up_what_people_do():
    pace = Pace(card=1, press=10, out=100, reload=1000, deal=10_000, score=20_000)
    assert pace.seconds(laid=2, presses=3, out=4, reloads=5, rounds=6) == 2 + 30 + 400 + 5000 + 180_000


def test_stacks_of_the_same_presses_are_one_kind_whatever_they_are_made_of():
    found = summary(PLAN, noted(stacks=Counter({(2, 4): 3, (3, 4): 1, (3, 6): 2})))
    assert found.stacks == {4: Stack(4, 1.0, 2.0), 6: Stack(2, 0.5, 4.0)}
    assert found.largest_stack == 6
    assert summary(PLAN, noted()).largest_stack == 0


def test_hands_are_told_lap_by_lap_as_long_as_rounds_last():
    held = Counter({(0, 7): 16, (1, 5): 8, (1, 9): 4})
    assert summary(PLAN, noted(hands=held)).hands == [
        Lap(0, 1.0, 7.0, 7.0, 7.0),
        Lap(1, 0.75, 6.333, 5.0, 9.0),
    ]


def test_owed_presses_are_told_by_how_many_they_were():
    found = summary(PLAN, noted(owed=Counter({(2, 0): 1, (2, 3): 3, (0, 4): 2}))).owed
    assert found[2].times == 4
    assert found[2].mean == 2.25
    assert found[2].cards == {0: 0.25, 3: 0.75}
    assert found[0].mean == 4


def test_the_seat_matters_only_beyond_chance():
    even = summary(PLAN, noted(round_wins=Counter({0: 520, 1: 480})))
    assert not even.seat_matters  # 1.6 for the 3.8 that chance exceeds once in 20 times
    uneven = summary(PLAN, noted(round_wins=Counter({0: 533, 1: 467})))
    assert uneven.seat_matters  # 4.4
    assert uneven.seats[0].rounds == share(533, 1000)
    assert uneven.fair_share == 0.5


@pytest.mark.parametrize("players", range(2, 11))
def test_a_seat_that_doesnt_matter_is_said_to_once_in_20_times(players):
    rng, plan, times = random.Random(players), Plan(BOXES["mega-hit-2020"], players), 300
    wins = (Counter(rng.choices(range(players), k=500)) for _ in range(times))
    said = sum(summary(plan, noted(round_wins=each)).seat_matters for each in wins)
    assert said == pytest.approx(times / 20, abs=4 * (times / 20) ** 0.5)


def test_a_summary_of_a_box_without_stacks_has_none():
    plan = Plan(BOXES["attack-2010"], 3, target=50)
    found = summary(plan, games(plan, 0, 5))
    assert found.stacks == {}
    assert found.games == 5
    assert sum(found.bursts.values()) == pytest.approx(1, abs=0.001)
    assert sum(found.minutes.by_minute.values()) == pytest.approx(1, abs=0.001)
