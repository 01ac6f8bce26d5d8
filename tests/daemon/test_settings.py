"""Settings that people make while the launcher runs, on the disk."""

import os

import pytest

from uno_launcher.daemon.settings import Settings, SettingsFile


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


def test_without_a_file_the_config_holds(path):
    file = SettingsFile(path, "classic")
    assert (file.read(), file.problem) == (Settings("classic"), "")


def test_what_was_set_holds_after_a_restart(path):
    settings = Settings("gentle", 3, quiet=True)
    SettingsFile(path, "fair").write(settings)
    assert SettingsFile(path, "fair").read() == settings


def test_who_changes_the_profile_in_the_config_means_it(path):
    SettingsFile(path, "fair").write(Settings("gentle", 3))
    assert SettingsFile(path, "wild").read() == Settings("wild", 3)


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"settings":{"profile":3}}', b"a" * 2_000_000]
)
def test_a_file_that_cant_be_read_is_said_and_the_config_holds(path, data):
    path.write_bytes(data)
    file = SettingsFile(path, "fair")
    assert file.read() == Settings("fair")
    assert str(path) in file.problem
    assert "the config's settings hold until you set them again" in file.problem


def test_a_folder_in_its_place_is_said(path):
    path.mkdir()
    file = SettingsFile(path, "fair")
    assert file.read() == Settings("fair")
    file.write(Settings("wild"))
    assert "can't be written" in file.problem


def test_a_pipe_in_its_place_keeps_nobody_waiting(path):
    os.mkfifo(path)
    file = SettingsFile(path, "fair")
    assert file.read() == Settings("fair")
    assert "it is no regular file" in file.problem


def test_settings_that_can_be_written_again_are_no_problem_any_more(path):
    path.mkdir()
    file = SettingsFile(path, "fair")
    file.write(Settings("wild"))
    path.rmdir()
    file.write(Settings("wild"))
    assert file.problem == ""
    assert [each.name for each in path.parent.iterdir()] == ["settings.json"]
