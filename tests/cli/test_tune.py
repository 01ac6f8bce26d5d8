"""`tune`: a profile for a wished length on the command line."""

import json

import pytest

from uno_launcher.cli import tune as command
from uno_launcher.config import check, load
from uno_launcher.lab.evenings import Plan, games
from uno_launcher.lab.shape import shaped
from uno_launcher.lab.summary import summary
from uno_launcher.lab.tuning import Tuned, wild_of
from uno_launcher.rules.boxes import BOXES

OWN = shaped(0.3, 4.0)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Finds the same profile whatever is wished, and says that its games take 40 minutes or so."""
    plan = Plan(BOXES["mega-hit-2020"], 4, "found", own={"found": OWN}, seed=3)
    found = Tuned(OWN, wild_of(OWN), summary(plan, games(plan, 0, 5)))
    monkeypatch.setattr(command, "find", lambda *_: found)
    return found


def wish(found):
    return ("tune", "--minutes", round(found.summary.minutes.mean), "--seed", 1, "--jobs", 1)


def test_it_prints_a_section_for_the_config_with_its_odds(call, quick):
    result = call(*wish(quick), "--name", "mine")
    assert (result.status, result.err) == (0, "")
    parsed, mistakes = check(result.out, "printed")
    assert mistakes == []
    assert parsed.profiles["mine"] == OWN
    assert "# mega-hit-2020, 4 players, to 500 points: about " in result.out
    assert "# 4 presses owed: " in result.out


def test_json_holds_profile_odds_and_games(call, quick):
    result = call(*wish(quick), "--json")
    found = json.loads(result.out)
    assert result.out.count("\n") == 1
    assert found["profile"]["sizes"] == OWN.sizes
    assert found["near"] is True
    assert found["odds"]["profile"] == found["name"] == "tuned"
    assert found["summary"]["games"] == 5


def test_it_is_written_into_a_new_config(call, quick, tmp_path):
    file = tmp_path / "new" / "config.toml"
    result = call(*wish(quick), "--write", file)
    assert result.status == 0
    assert result.err == f'{file}: the profile was added; [launcher] profile = "tuned" chooses it.\n'
    assert load(file).profiles == {"tuned": OWN}
    assert [each.name for each in file.parent.iterdir()] == ["config.toml"]


def test_it_is_added_to_a_config_and_all_else_stays(call, quick, tmp_path):
    file = tmp_path / "config.toml"
    before = '# mine\n[launcher]\nprofile = "gentle"\n\n[profiles.old]\nchance = 0.5'
    file.write_text(before)
    assert call(*wish(quick), "--write", file).status == 0
    assert file.read_text().startswith(before + "\n\n# ")
    settings = load(file)
    assert set(settings.profiles) == {"old", "tuned"}
    assert settings.launcher.profile == "gentle"


def test_a_config_keeps_who_may_read_it_its_line_ends_and_the_link_to_it(call, quick, tmp_path):
    """A PIN may stand in it."""
    file, link = tmp_path / "kept.toml", tmp_path / "config.toml"
    file.write_bytes(b'[web]\r\npin = "482913"\r\n')
    file.chmod(0o600)
    link.symlink_to(file)
    assert call(*wish(quick), "--write", link).status == 0
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_bytes().startswith(b'[web]\r\npin = "482913"\n\n# ')
    assert load(link).profiles == {"tuned": OWN}
    assert sorted(each.name for each in tmp_path.glob("*.toml*")) == ["config.toml", "kept.toml"]


def test_what_was_written_into_a_config_meanwhile_stays(call, quick, tmp_path, monkeypatch):
    file = tmp_path / "config.toml"
    file.write_text("[profiles.old]\nchance = 0.5\n")

    def edited(*_):
        file.write_text("[profiles.newer]\nchance = 0.4\n")
        return quick

    monkeypatch.setattr(command, "find", edited)
    assert call(*wish(quick), "--write", file).status == 0
    assert set(load(file).profiles) == {"newer", "tuned"}


def test_a_device_is_no_config(call, quick):
    result = call(*wish(quick), "--write", "/dev/zero")
    assert (result.status, result.out) == (3, "")
    assert "/dev/zero can't be read: it is no file" in result.err


def test_a_profile_of_that_name_is_never_replaced(call, quick, tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("[profiles.tuned]\nchance = 0.5\n")
    result = call(*wish(quick), "--write", file)
    assert (result.status, result.out) == (1, "")
    assert result.err == f"{file} has a profile tuned already: take another --name, or remove that one\n"
    assert file.read_text() == "[profiles.tuned]\nchance = 0.5\n"


def test_a_config_that_cant_take_it_stays_as_it_is(call, quick, tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("profiles = { old = { chance = 0.5 } }\n")
    result = call(*wish(quick), "--write", file)
    assert result.status == 1
    assert result.err == f"{file} can't take the profile at its end: add it by hand\n"
    assert file.read_text() == "profiles = { old = { chance = 0.5 } }\n"


def test_a_broken_config_is_told_before_anything_is_played(call, quick, tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("[launcher]\nprofil = 3\n")
    result = call(*wish(quick), "--write", file)
    assert (result.status, result.out) == (3, "")
    assert f"{file} line 2" in result.err


def test_what_no_luck_gives_is_said_with_the_nearest_and_nothing_is_written(call, quick, tmp_path):
    result = call("tune", "--minutes", 10, "--seed", 1, "--jobs", 1, "--write", tmp_path / "no.toml")
    assert result.status == 1
    assert result.out.startswith("# mega-hit-2020")
    found = quick.summary.minutes.mean
    assert result.err == (
        "No luck gives 10 minutes with 4 players to 500 points: the nearest is this,"
        f" {found:.0f} minutes and wild 3; play to other points, about --target"
        f" {round(500 * 10 / found / 20) * 20}.\n"
    )
    assert not (tmp_path / "no.toml").exists()


@pytest.mark.parametrize("share", [0.02, 0.9])
def test_a_game_shorter_than_a_round_isnt_to_be_had_by_other_points(call, quick, share):
    a_round = quick.summary.minutes.mean / quick.summary.rounds.mean
    minutes = max(1, share * a_round)
    result = call("tune", "--minutes", minutes, "--seed", 1, "--jobs", 1)
    assert result.status == 1
    assert result.err.startswith(
        f"No luck gives {'1 minute' if minutes == 1 else f'{minutes:g} minutes'} with"
    )
    assert result.err.endswith("; wish for a longer game.\n")


@pytest.mark.parametrize("option", ["--minutes", "--wild"])
def test_what_is_no_number_is_refused(call, quick, option):
    result = call(*wish(quick), option, "nan")
    assert (result.status, result.out) == (2, "")
    assert option in result.err


def test_a_wildness_that_goes_not_with_the_length_is_said(call, quick):
    result = call(*wish(quick), "--wild", 1)
    assert result.status == 1
    assert "and wild 1 with 4 players" in result.err
    assert result.err.endswith("leave --wild out, or wish for another length.\n")


@pytest.mark.parametrize("name", ["fair", "two words", "", "a.b", "größer"])
def test_a_name_that_a_config_cant_hold_is_refused(call, quick, name):
    result = call(*wish(quick), "--name", name)
    assert (result.status, result.out) == (2, "")
    assert f'a profile of your own can\'t be called "{name}"' in result.err
