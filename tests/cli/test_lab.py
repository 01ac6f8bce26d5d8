"""`evenings`: whole games on the command line."""

import json
import os
import re

import pytest

from uno_launcher import luck
from uno_launcher.lab.evenings import Cores

ALL = ",".join(luck.names())
FEW = ("evenings", "--games", 6, "--target", 100, "--jobs", 1)


def printed(result):
    assert (result.status, result.err) == (0, "")
    return result.out


def test_json_is_one_object_for_each_profile(call):
    out = printed(call(*FEW, "--players", 3, "--compare", "fair,wild", "--seed", 2, "--json"))
    fair, wild = map(json.loads, out.splitlines())
    assert (fair["profile"], wild["profile"]) == ("fair", "wild")
    for found in (fair, wild):
        assert (found["games"], found["players"], found["seed"], found["target"]) == (6, 3, 2, 100)
        assert found["box"] == "mega-hit-2020"
        assert found["minutes"]["published"] == [30, 60]
        assert len(found["seats"]) == 3


def test_the_same_seed_gives_the_same_output_and_another_another(call):
    one, again, other = (printed(call(*FEW, "--seed", seed, "--json")) for seed in (1, 1, 2))
    assert one == again != other


def test_without_a_seed_the_games_are_new_and_can_be_had_again(call):
    one, other = (printed(call(*FEW, "--json")) for _ in range(2))
    assert one != other
    assert printed(call(*FEW, "--json", "--seed", json.loads(one)["seed"])) == one


@pytest.mark.parametrize("compare", ["fair", "fair,wild", "fair,classic,gentle,wild", ALL])
@pytest.mark.parametrize("players", [2, 10])
def test_the_table_fits_80_columns(call, compare, players):
    out = printed(call(*FEW, "--compare", compare, "--players", players, "--seed", 1))
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert "…" not in out
    assert f"{players} players" in out
    found = [json.loads(line) for line in printed(
        call(*FEW, "--compare", compare, "--players", players, "--seed", 1, "--json")
    ).splitlines()]  # fmt: skip
    row = next(line.split() for line in lines if line.strip().startswith("on average "))
    assert row[2:] == [f"{each['minutes']['mean']:.0f}" for each in found]
    assert sum("win" in line for line in lines) >= len(found)
    table, signs = out.split("Minutes assume")
    for sign, explained in ((r"\(\d+–\d+\)", "In brackets"), ("±", "After ±")):
        assert bool(re.search(sign, table)) == (explained in " ".join(signs.split()))


@pytest.mark.parametrize("columns", [20, 60])
def test_where_not_all_profiles_fit_side_by_side_more_tables_follow_and_nothing_is_cut(
    call, columns, monkeypatch
):
    wide = printed(call(*FEW, "--compare", ALL, "--seed", 1))
    monkeypatch.setenv("COLUMNS", str(columns))
    narrow = printed(call(*FEW, "--compare", ALL, "--seed", 1))
    assert "…" not in narrow

    def said(out, row):
        lines = [line.split() for line in out.splitlines() if line.strip().startswith(row)]
        return [word for line in lines for word in line[len(row.split()) :]]

    for row in ("on average", "rounds", "hand after 5 turns", "who starts"):
        assert said(narrow, row) == said(wide, row)
        assert len(said(wide, row)) == len(luck.names())
    assert narrow.count("A game, minutes") == (len(luck.names()) if columns == 20 else 2)


def test_box_profile_and_own_profiles_come_from_the_config(call, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(
        '[launcher]\nprofile = "mine"\n[table]\nbox = "attack-2010"\n[profiles.mine]\nchance = 1.0\n'
    )
    found = json.loads(printed(call(*FEW, "--config", file, "--json")))
    assert (found["profile"], found["box"], found["gaps"]) == ("mine", "attack-2010", {"1": 1.0})


def test_a_pace_changes_minutes_and_nothing_else(call):
    slow = ("--pace", "card=50", "--pace", "deal=0", "--pace", "score=0")
    usual, other = (
        json.loads(printed(call(*FEW, "--seed", 1, "--json", *pace))) for pace in ((), slow)
    )  # fmt: skip
    assert other["pace"] == usual["pace"] | {"card": 50.0, "deal": 0.0, "score": 0.0}
    assert other["minutes"]["mean"] > 2 * usual["minutes"]["mean"]
    assert {**other, "pace": 0, "minutes": 0} == {**usual, "pace": 0, "minutes": 0}


def test_reloading_early_keeps_the_hopper_from_running_dry(call):
    late, early = (
        json.loads(printed(call(*FEW, "--seed", 1, "--json", "--reload", when, "--profile", "wild")))
        for when in ("dry", "early")
    )
    assert late["reloads"] == late["hopper_dry"]
    assert early["reloads"] > early["hopper_dry"]


def test_forgetting_and_catching_are_settable(call):
    always = ("--forgets", 1, "--caught", 1, "--seed", 1, "--json")
    found = json.loads(printed(call(*FEW, *always)))
    assert found["uno_forgotten"] == found["uno_caught"] > 1
    never = json.loads(printed(call(*FEW, "--forgets", 0, "--seed", 1, "--json")))
    assert never["uno_forgotten"] == never["uno_caught"] == 0


def test_pictures_are_drawn_and_named(call, tmp_path):
    result = call(*FEW, "--seed", 1, "--pictures", tmp_path / "drawn")
    assert result.status == 0
    assert len(result.err.splitlines()) == len(list((tmp_path / "drawn").iterdir())) == 6


def test_a_folder_that_cant_be_written_is_told_before_anything_is_played(call, tmp_path):
    (tmp_path / "file").write_text("")
    result = call("evenings", "--games", 10_000_000, "--pictures", tmp_path / "file")
    assert (result.status, result.out) == (1, "")
    assert result.err == f"{tmp_path / 'file'}: the pictures can't be written: File exists\n"


def test_no_more_cores_are_used_than_there_are(call, monkeypatch):
    asked = []
    monkeypatch.setattr("uno_launcher.cli.lab.Cores", lambda jobs: asked.append(jobs) or Cores())
    for words in (("--jobs", 1), ("--jobs", 256), ()):
        call("evenings", "--games", 1, "--target", 50, *words)
    here = len(os.sched_getaffinity(0))
    assert asked == [1, here, here]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("--profile", "fare"),
            f'there is no luck profile "fare"; choose one of {", ".join(luck.names())}\n',
        ),
        (("--profile", ""), 'there is no luck profile "";'),
        (("--compare", "fair,fare"), 'there is no luck profile "fare"; choose one of'),
        (("--compare", "fair", "--profile", "fair"), "--profile and --compare exclude each other"),
        (
            ("--strategy", "bold"),
            'there is no strategy "bold"; choose random, greedy, hit-first, keep-hits\n',
        ),
        (("--pace", "card"), "--pace takes WHAT=SECONDS like card=4, not card\n"),
        (("--pace", "talk=4"), '--pace knows no "talk", only card, press, out, reload, deal, score\n'),
        (("--pace", "card=-1"), "--pace card must be from 0 to 3600 seconds, not -1\n"),
        (("--pace", "card=nan"), "--pace card must be from 0 to 3600 seconds, not nan\n"),
        (("--forgets", "nan"), "--forgets"),
        (("--players", 11), "--players"),
        (("--games", 0), "--games"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(call, words, says):
    result = call("evenings", *words)
    assert (result.status, result.out) == (2, "")
    assert says in result.err


def test_an_unknown_box_is_a_wrong_file(call):
    result = call("evenings", "--box", "mars")
    assert (result.status, result.out) == (3, "")
    assert "there is no box 'mars'" in result.err


def test_a_box_too_small_for_so_many_is_refused(call, tmp_path):
    file = tmp_path / "small.toml"
    file.write_text('name = "small"\ncards = 40\n[numbers]\n1 = 5\n2 = 5\n')
    result = call("evenings", "--box", file, "--players", 6)
    assert (result.status, result.err) == (2, "6 players can't be dealt 7 of 40 cards\n")
