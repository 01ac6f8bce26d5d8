"""`odds`: what a luck profile brings."""

import json
import random

import msgspec
import pytest

from uno_launcher import luck
from uno_launcher.luck.odds import draw, odds

OWN = """
[launcher]
profile = "lively"

[profiles.lively]
chance = 0.8
sizes = { 2 = 1.0 }
"""


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    return file


def printed(result):
    assert (result.status, result.err) == (0, "")
    return result.out


@pytest.mark.parametrize("name", luck.names())
def test_json_is_one_object_with_the_odds(call, name):
    out = printed(call("odds", "--profile", name, "--presses", 500, "--seed", 7, "--json"))
    assert out.count("\n") == 1
    found = odds(luck.profile(name), 500, random.Random(7))
    assert json.loads(out) == json.loads(msgspec.json.encode(found))
    assert list(json.loads(out)["owing"]) == ["1", "2", "3", "4", "6"]


def test_each_lists_the_cards_of_every_press_one_number_a_line(call):
    out = printed(call("odds", "--profile", "classic", "--presses", 200, "--seed", 7, "--each"))
    assert [int(line) for line in out.splitlines()] == draw(luck.profile("classic"), 200, random.Random(7))


@pytest.mark.parametrize("form", [[], ["--json"], ["--each"]])
def test_the_same_seed_gives_the_same_output_and_another_seed_another(call, form):
    one, again, other = (printed(call("odds", "--presses", 300, "--seed", seed, *form)) for seed in (1, 1, 2))
    assert one == again != other


def test_without_a_seed_the_luck_is_new(call):
    assert printed(call("odds", "--each", "--presses", 300)) != printed(
        call("odds", "--each", "--presses", 300)
    )


def test_without_options_it_is_fair_and_20000_presses(call):
    found = json.loads(printed(call("odds", "--json")))
    assert (found["profile"], found["presses"]) == ("fair", 20_000)


def test_own_profiles_come_from_the_config(call, own):
    found = json.loads(printed(call("odds", "--config", own, "--json", "--seed", 1)))
    assert (found["profile"], found["sizes"]) == ("lively", {"2": 1.0})
    assert found["dry"] == pytest.approx(0.2, abs=0.02)
    assert (
        json.loads(printed(call("odds", "--config", own, "--json", "--profile", "wild")))["profile"] == "wild"
    )


def test_the_tables_say_it_in_words_and_bars_and_fit_80_columns(call):
    lines = printed(call("odds", "--profile", "gentle", "--seed", 1)).splitlines()
    assert lines[0].startswith("gentle: For small hands: 1 to 3 cards")
    assert max(map(len, lines)) <= 80
    found = odds(luck.profile("gentle"), 20_000, random.Random(1))
    words = [line.split() for line in lines]
    for shares in (found.gaps, found.sizes):
        for value, share in shares.items():
            bar = "█" * round(30 * share / max(shares.values()))
            assert [str(value), f"{100 * share:.1f}", "%", bar] in words
    # Of three owed presses at least one brings cards: half the time 2 at most, nine times in ten 4 at most.
    assert ["3", "2.4", "0.0", "%", "2", "4"] in words


def test_rare_large_numbers_share_a_row(call):
    lines = printed(call("odds", "--profile", "wild", "--seed", 1)).splitlines()
    row = next(line.split() for line in lines if line.split()[:3] == ["13", "or", "more"])
    found = odds(luck.profile("wild"), 20_000, random.Random(1))
    assert row[3] == f"{100 * sum(share for cards, share in found.sizes.items() if cards > 12):.1f}"


def test_a_run_without_cards_is_told_without_tables(call):
    assert printed(call("odds", "--profile", "classic", "--presses", 1)).endswith(
        "\n\nPresses: 1. With cards: 0.0 %. Cards a press: 0.0. Most dry in a row: 1.\n\n"
    )


def test_an_unknown_profile_is_refused_with_the_ones_there_are(call, own):
    result = call("odds", "--profile", "fare", "--config", own)
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        'there is no luck profile "fare"; choose one of fair, classic, chance, rising, gentle, wild, lively\n'
    )


@pytest.mark.parametrize("wrong", [["--presses", 0], ["--presses", 1_000_001], ["--seed", "x"]])
def test_a_wrong_number_is_a_wrong_argument(call, wrong):
    result = call("odds", *wrong)
    assert (result.status, result.out) == (2, "")
    assert wrong[0] in result.err


def test_a_broken_own_profile_is_said_with_all_its_mistakes(call, tmp_path):
    file = tmp_path / "own.toml"
    file.write_text("[profiles.mine]\nchance = 35\nsizes = { 1 = 0.5 }\n")
    result = call("odds", "--config", file)
    assert (result.status, result.out) == (3, "")
    assert result.err.splitlines() == [
        f"{file} line 2: [profiles.mine] chance must be from 0 to 1, but is 35; 35 % is written 0.35",
        f"{file} line 3: [profiles.mine] sizes must add up to 1, but add up to 0.5; 25 % is written 0.25",
    ]
