"""What is said of a profile before a game: shape, surface, wildness, outlook."""

import random
from math import inf

import msgspec
import pytest

from uno_launcher import luck
from uno_launcher.lab import making
from uno_launcher.lab.evenings import Cores, Plan, games
from uno_launcher.lab.making import EXACT, made
from uno_launcher.lab.outlook import FILE, Known, outlook
from uno_launcher.lab.shape import RISING, shaped
from uno_launcher.lab.summary import summary
from uno_launcher.lab.surface import OFTEN, SIZES, Surface
from uno_launcher.lab.tuning import wild_of
from uno_launcher.lab.wildness import level, wildness
from uno_launcher.luck import CustomProfile
from uno_launcher.luck.drawn import mean_gap
from uno_launcher.luck.odds import odds
from uno_launcher.rules.boxes import BOXES


def odds_of(name, own=None):
    return odds(luck.profile(name, own), 5_000, random.Random(1))


@pytest.mark.parametrize("often", [0.05, 0.1, 0.35, 0.6, 0.9])
@pytest.mark.parametrize("size", [1.0, 1.5, 4.2, 7.0, 12.0])
def test_a_shaped_profile_brings_so_much_so_often_and_is_a_right_one(often, size):
    own = shaped(often, size)
    assert own.mistakes("mine") == []
    assert 1 / mean_gap(own.chances()) == pytest.approx(often, abs=0.006)
    mean = sum(cards * share for cards, share in own.weights().items())
    assert mean == pytest.approx(size, rel=0.03)
    assert list(own.chances()) == sorted(own.chances())


def test_the_shape_of_fair_is_that_of_fair():
    own = shaped(1 / mean_gap(RISING), 4.2)
    assert own.chances() == RISING
    assert wild_of(own) == pytest.approx(wildness(odds_of("fair").dry, odds_of("fair").sizes), rel=0.06)


def test_a_surface_is_known_at_its_places_and_between_them_by_ratio():
    rows = [[10.0 * (row + 1) * (column + 1) for column in range(len(SIZES))] for row in range(len(OFTEN))]
    surface = Surface(rows)
    for row, often in enumerate(OFTEN):
        for column, size in enumerate(SIZES):
            assert surface.minutes(often, size) == pytest.approx(rows[row][column])
    middle = surface.minutes((OFTEN[0] * OFTEN[1]) ** 0.5, SIZES[0])
    assert middle == pytest.approx((rows[0][0] * rows[1][0]) ** 0.5)
    assert surface.minutes(0.001, 99) == pytest.approx(rows[0][-1])  # as at the edge
    rows[-1][-1] = inf
    assert Surface(rows).minutes(OFTEN[-1], SIZES[-1] - 0.1) == inf
    assert Surface(rows).minutes(OFTEN[-1], SIZES[-2]) == pytest.approx(rows[-1][-2])
    assert Surface(rows).minutes(OFTEN[-1], SIZES[-2] * 1.01) == pytest.approx(rows[-1][-2])
    assert Surface(rows).minutes(OFTEN[-1], SIZES[-2] * 1.01, wary=True) == inf
    assert Surface(rows).minutes(OFTEN[-1], SIZES[-2], wary=True) == pytest.approx(rows[-1][-2])


def test_wildness_is_how_much_presses_differ():
    assert wildness(0.0, {3: 1.0}) == 0  # every press brings three
    assert wildness(0.5, {2: 1.0}) == pytest.approx(1.2)  # 0 or 2: one card off on average
    assert {name: level(wildness(odds_of(name).dry, odds_of(name).sizes)) for name in luck.names()} == {
        "fair": 3, "classic": 4, "chance": 3, "rising": 2, "gentle": 1, "wild": 5
    }  # fmt: skip
    assert level(17.0) == 5


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("name", luck.names())
def test_there_is_an_outlook_for_every_profile_box_and_number_of_players(box, name):
    said = odds_of(name)
    for players in range(2, 11):
        found = outlook(said, players, box=box, stacking=True)
        assert 5 <= found.low < found.minutes < found.high <= 300
        assert found.minutes % 5 == 0
        assert 0 <= found.wild <= 5


def test_the_outlook_is_what_games_come_to():
    """As simulated here, to within five minutes of rounding and what few games leave open."""
    for name, players in (("fair", 4), ("gentle", 6)):
        plan = Plan(BOXES["mega-hit-2020"], players, name, seed=77)
        minutes = summary(plan, games(plan, 0, 40)).minutes.mean
        found = outlook(odds_of(name), players, box="mega-hit-2020", stacking=True)
        assert found.minutes == pytest.approx(minutes, abs=10)


@pytest.mark.parametrize("name", ["fair", "gentle", "rising", "chance"])
@pytest.mark.parametrize("players", [2, 4, 7])
def test_ones_own_profile_like_a_known_one_has_about_its_outlook(name, players):
    said = odds_of(name)
    known = outlook(said, players, box="attack-2010", stacking=False)
    guessed = outlook(
        msgspec.structs.replace(said, profile="mine"), players, box="attack-2010", stacking=False
    )
    assert guessed.minutes == pytest.approx(known.minutes, rel=0.2)
    assert guessed.wild == known.wild


def test_a_box_of_ones_own_is_taken_for_the_one_that_it_is_most_like():
    said = odds_of("fair")
    for stacking, like in ((True, "mega-hit-2020"), (False, "attack-2010")):
        mine = outlook(said, 4, box="kitchen", stacking=stacking)
        assert mine == outlook(said, 4, box=like, stacking=stacking)


def test_a_profile_without_end_is_said_to_take_as_long_as_anything():
    flood = {"flood": CustomProfile(chance=1.0, sizes={"30": 1.0})}
    assert outlook(odds_of("flood", flood), 2, box="attack-2010", stacking=False).minutes >= 100
    dry = msgspec.structs.replace(odds_of("fair"), profile="dry", launches=0, sizes={}, dry=1.0)
    assert outlook(dry, 4, box="attack-2010", stacking=False).minutes == 300


def test_the_file_can_be_made_again_by_its_command(monkeypatch):
    monkeypatch.setattr(making, "PLAYERS", range(5, 7))
    box, known = next(made(Cores(), exact=1, mapped=1))
    assert box == "attack-2005"
    assert set(known.profiles) == set(luck.names())
    assert len(known.map) == 2
    assert [len(row) for row in known.map[0]] == [len(SIZES)] * len(OFTEN)
    assert msgspec.convert(msgspec.to_builtins(known), Known) == known
    assert FILE.endswith(".json")
    assert EXACT > 100
