"""Settings go into the config file, and nothing else of it changes."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uno_launcher.calibrate.writing import with_feed, write_feed
from uno_launcher.config import check, load
from uno_launcher.config.example import example
from uno_launcher.errors import InputError, LauncherError

NEW = {"transit_ms": 31.5, "friction_pct": 10, "jam_ms": 230.0}


def lines_that_differ(before: str, after: str) -> list[str]:
    old = before.splitlines()
    return [line for line in after.splitlines() if line not in old]


def test_in_the_example_only_the_numbers_change():
    text = example()
    made = with_feed(text, NEW, "it")
    assert lines_that_differ(text, made) == ["transit_ms = 31.5", "friction_pct = 10", "jam_ms = 230.0"]
    assert len(made.splitlines()) == len(text.splitlines())


def test_comments_and_order_stay():
    text = "# mine\n[feed] # the roller\njam_ms=300  # was too short\n# transit_ms = 99\n\n[web]\nport = 81\n"
    assert with_feed(text, NEW, "it") == (
        "# mine\n[feed] # the roller\njam_ms=230.0  # was too short\ntransit_ms = 31.5\nfriction_pct = 10\n"
        "# transit_ms = 99\n\n[web]\nport = 81\n"
    )


def test_a_file_without_the_section_gets_it_at_the_end():
    assert with_feed('[web]\nserve = "off"', NEW, "it") == (
        '[web]\nserve = "off"\n\n[feed]\ntransit_ms = 31.5\nfriction_pct = 10\njam_ms = 230.0\n'
    )


def test_an_empty_file_is_a_config_too():
    assert with_feed("", {"transit_ms": 31.5}, "it") == "[feed]\ntransit_ms = 31.5\n"


def test_line_ends_of_windows_and_a_byte_order_mark_stay():
    made = with_feed("\ufeff[feed]\r\ntransit_ms = 35\r\n", NEW, "it")
    assert made == "\ufeff[feed]\r\ntransit_ms = 31.5\r\nfriction_pct = 10\r\njam_ms = 230.0\r\n"


def test_the_same_key_elsewhere_is_left_alone():
    text = '[profiles.transit_ms]\nchance = 0.5\nsizes = { 1 = 1.0 }\n[feed]\n"transit_ms" = 35\n'
    made = with_feed(text, {"transit_ms": 31.5}, "it")
    assert lines_that_differ(text, made) == ['"transit_ms" = 31.5']


@pytest.mark.parametrize("text", ["feed = { transit_ms = 35 }\n", "feed.transit_ms = 35\n"])
def test_a_section_written_otherwise_is_changed_or_left_alone_with_the_lines_to_write(text):
    assert "31.5" in with_feed(text, {"transit_ms": 31.5}, "it")
    with pytest.raises(InputError, match=r"it: .* by hand: transit_ms = 31\.5, friction_pct = 10, jam_ms"):
        with_feed(text, NEW, "it")


def test_a_file_with_mistakes_is_not_touched():
    with pytest.raises(InputError, match=r"it line 2: .*trans"):
        with_feed("[feed]\ntransit = 35\n", NEW, "it")


def test_values_that_dont_fit_the_rest_are_refused():
    with pytest.raises(InputError, match="friction_pct"):
        with_feed("", {"friction_pct": 48}, "it")


@given(
    st.lists(st.sampled_from(["", "# x", "[feed]", "jam_ms = 300", "[web]", "port = 1 # [feed]"]), max_size=6)
)
def test_whatever_is_in_the_file_the_rest_means_the_same_or_it_stays(lines):
    text = "\n".join(lines)
    before, mistakes = check(text, "it")
    try:
        made = with_feed(text, NEW, "it")
    except InputError:
        assert mistakes
        return
    after, _ = check(made, "it")
    assert after.feed.transit_ms == 31.5
    assert after.web == before.web
    assert [line for line in lines if line.startswith("#")] == [
        line for line in made.splitlines() if line.startswith("#")
    ]


def test_the_old_file_is_kept_and_the_new_one_has_its_mode(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text("[feed]\ntransit_ms = 35\n")
    file.chmod(0o640)
    kept = write_feed(file, NEW)
    assert kept.read_text() == "[feed]\ntransit_ms = 35\n"
    assert load(file).feed.transit_ms == 31.5
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["config.toml", "config.toml.bak"]


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real.toml").write_text("")
    (tmp_path / "config.toml").symlink_to("real.toml")
    write_feed(tmp_path / "config.toml", NEW)
    assert (tmp_path / "config.toml").is_symlink()
    assert load(tmp_path / "real.toml").feed.jam_ms == 230


def test_where_there_is_no_file_one_is_made_in_its_folder(tmp_path):
    assert write_feed(tmp_path / "new" / "config.toml", NEW) is None
    assert load(tmp_path / "new" / "config.toml").feed.friction_pct == 10


@pytest.mark.parametrize("kind", ["pipe", "link to a pipe", "device", "folder"])
def test_settings_go_into_files_only(tmp_path, kind):
    file = tmp_path / "config.toml"
    if kind == "folder":
        file.mkdir()
    elif kind == "device":
        file.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        os.mkfifo(tmp_path / "pipe")
        file.symlink_to("pipe")
    with pytest.raises(InputError, match=r"config\.toml is a pipe, device or folder, so no .* name a file"):
        write_feed(file, NEW)


def test_a_file_that_cant_be_written_stays_as_it_is(tmp_path, monkeypatch):
    file = tmp_path / "config.toml"
    file.write_text("[feed]\ntransit_ms = 35\n")

    def full(self: Path, target: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(LauncherError, match=r"config\.toml can't be written: No space left"):
        write_feed(file, NEW)
    assert file.read_text() == "[feed]\ntransit_ms = 35\n"
    assert not list(tmp_path.glob(".*"))
