"""Where the launcher keeps what it writes, and where `off` looks for it."""

from pathlib import Path

import pytest

from uno_launcher import places


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(places, "MEMORY", tmp_path)
    monkeypatch.setattr(places, "SYSTEM", tmp_path / "var")
    return tmp_path / "home"


def test_what_is_said_comes_before_systemd_and_that_before_the_home(monkeypatch, home, tmp_path):
    assert places.state_dir() == home / ".local/state/uno-launcher"
    monkeypatch.setenv("XDG_STATE_HOME", "/xdg")
    assert places.state_dir() == Path("/xdg/uno-launcher")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/one:/var/lib/two")
    assert places.state_dir() == Path("/var/lib/one")
    assert places.state_dir("/said") == Path("/said")


def test_a_folder_is_absolute_whatever_the_working_directory_becomes_G12(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert places.state_dir("here") == tmp_path / "here"


def test_a_user_without_a_home_gets_the_systems_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(places.os.path, "expanduser", lambda path: path)
    assert places.state_dir() == tmp_path / "var"


def test_the_run_folder_is_the_state_folder_and_made(tmp_path):
    assert places.run_dir(tmp_path / "a/b") == tmp_path / "a/b"
    assert (tmp_path / "a/b").is_dir()


def test_on_a_read_only_disk_it_is_one_in_memory_and_off_looks_there_D4(monkeypatch, tmp_path):
    monkeypatch.setattr(places.os, "access", lambda path, mode: False)
    spare = places.run_dir(tmp_path / "a")
    assert spare.parent == tmp_path
    assert spare.stat().st_mode & 0o777 == 0o700
    assert spare == places.spare_dir()


def test_a_folder_that_cant_be_made_is_as_good_as_read_only(tmp_path):
    (tmp_path / "file").write_text("")
    assert places.run_dir(tmp_path / "file/state").parent == tmp_path


def test_somebody_elses_folder_in_memory_isnt_used(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    places.spare_dir().symlink_to(tmp_path / "home")
    (tmp_path / "home").mkdir()
    with pytest.raises(PermissionError):
        places.run_dir(tmp_path / "file/state")


def test_off_looks_wherever_a_daemon_may_have_been(monkeypatch, tmp_path):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "systemd"))
    assert places.candidates(None) == [
        tmp_path / "systemd",
        tmp_path / "home/.local/state/uno-launcher",
        tmp_path / "var",
    ]
    assert places.candidates(str(tmp_path / "there")) == [tmp_path / "there"]
