"""`config init`: an example that says everything and changes nothing."""

import re
import stat

import pytest

from uno_launcher.config import Config, check, load
from uno_launcher.config.example import example
from uno_launcher.config.keys import keys
from uno_launcher.config.sections import SECTIONS


def test_the_written_file_is_without_mistakes_and_equals_the_defaults(call, tmp_path):
    file = tmp_path / "deep" / "my.toml"
    assert call("config", "init", file) == (0, f"{file}: written.\n", "")
    assert load(file) == Config()
    assert call("check-config", file).status == 0


def test_without_a_name_it_goes_where_it_is_looked_for(call, home):
    assert call("config", "init").status == 0
    assert (home / "settings" / "uno-launcher" / "config.toml").read_text() == example()


def test_a_file_that_is_there_is_kept(call, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text("mine")
    result = call("config", "init", file)
    assert result == (1, "", f"{file}: the file is there already; --force overwrites it\n")
    assert file.read_text() == "mine"


def test_force_overwrites(call, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text("mine")
    assert call("config", "init", "--force", file).status == 0
    assert file.read_text() == example()


def test_a_place_that_cant_be_written_is_one_sentence(call, tmp_path):
    (tmp_path / "file").write_text("")
    result = call("config", "init", tmp_path / "file" / "my.toml")
    assert (result.status, result.out) == (1, "")
    assert re.fullmatch(r".*/my.toml: the file can't be written: .+\n", result.err)


def test_a_folder_isnt_overwritten(call, tmp_path):
    result = call("config", "init", "--force", tmp_path)
    assert (result.status, result.err) == (1, f"{tmp_path}: the file can't be written: Is a directory\n")


def test_the_file_is_readable_for_the_daemons_user(call, tmp_path):
    file = tmp_path / "my.toml"
    call("config", "init", file)
    assert file.stat().st_mode & stat.S_IRUSR


@pytest.mark.parametrize("title", SECTIONS)
def test_every_key_stands_in_the_example_with_meaning_range_and_default(title):
    own = example().partition(f"\n[{title}]\n")[2].partition("\n[")[0]
    for key in keys(SECTIONS[title]).values():
        assert key.meaning
        line = re.search(rf"^(# )?{key.name} = \S", own, re.M)
        assert line
        if title != "pins":
            comment = own[: line.start()].replace("\n# ", " ")
            assert key.meaning in comment
            assert key.what in comment


def test_what_is_left_out_by_default_can_be_set_by_taking_the_mark_away():
    everything = re.sub(r"^# ?(?=\[profiles|\w+ = )", "", example(), flags=re.M)
    everything = everything.replace('kind = "gpio"', 'kind = "serial"')  # the port is a Pico's
    config, mistakes = check(everything, "example")
    assert mistakes == []
    assert config.pins.lid == 23
    assert config.launcher.hopper == 108
    assert config.profiles["lively"].at_most_dry == 4
    named = {f"{title} {key}" for title, section in SECTIONS.items() for key in keys(section)}
    given = {
        f"{t} {k}" for t, s in SECTIONS.items() for k in keys(s) if getattr(getattr(config, t), k) is not None
    }
    assert given == named


def test_no_line_of_the_example_is_longer_than_100_characters():
    assert max(map(len, example().splitlines())) <= 100
