"""What an installation does where something fails, is broken, or is somebody else's."""

from pathlib import Path

import pytest

from tests.service.pretended import Pretended, Version, as_root, environment, everything, there, version
from uno_launcher.service import layout, machine
from uno_launcher.service.install import Wishes, install, roll_back
from uno_launcher.service.machine import InstallError, Machine
from uno_launcher.service.uninstall import uninstall

__all__ = ["as_root", "there", "version"]


def test_what_isnt_whole_any_more_is_made_anew(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    there.fails = lambda command: "purelib" in command
    install(there, version(1), Wishes())
    assert environment(there) == "2"
    assert there.target(layout.PREVIOUS) is None  # nobody wants to go back to it


def test_an_upgrade_whose_backup_fails_leaves_the_old_one_playing(
    there: Pretended, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(there, version(1), Wishes())
    there.ran.clear()

    def full(machine: Machine) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("uno_launcher.service.backup.make", full)
    with pytest.raises(OSError, match="No space left"):
        install(there, version(2), Wishes())
    assert environment(there) == "1"
    assert not there.exists(layout.ENVIRONMENTS / "2")
    assert there.when("systemctl stop") < there.when("systemctl start uno-launcher.service")


def test_going_back_that_fails_leaves_the_new_one_playing(
    there: Pretended, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(there, version(1), Wishes())
    install(there, version(2), Wishes())
    there.ran.clear()

    def full(machine: Machine) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("uno_launcher.service.backup.restore", full)
    with pytest.raises(OSError, match="No space left"):
        roll_back(there)
    assert environment(there) == "2"
    assert there.when("systemctl stop") < there.when("systemctl start uno-launcher.service")


def test_whatever_fails_while_an_environment_is_made_leaves_none_behind(
    there: Pretended, version: Version, tmp_path: Path
) -> None:
    with pytest.raises(FileNotFoundError):
        install(there, version(1), Wishes(wheels=tmp_path / "not-there"))
    assert not there.exists(layout.ENVIRONMENTS / "1")


def test_of_what_a_command_says_its_error_is_told() -> None:
    said = "error: subprocess\n  ERROR: No match for x\n  [end of output]\nnote: not a problem with pip"
    assert machine._why(said) == "ERROR: No match for x"


def test_somebodys_own_folder_of_that_name_is_left_alone(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    there.remove(layout.CURRENT)
    there.at(layout.CURRENT).mkdir()
    (there.at(layout.CURRENT) / "thesis.txt").write_text("all of it")
    uninstall(there)
    assert (there.at(layout.CURRENT) / "thesis.txt").exists()


def test_a_root_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for root in (tmp_path / "file", tmp_path / "not-there"):
        with pytest.raises(InstallError, match=f"{root} is no folder"):
            Machine(root)
    assert Machine(tmp_path / Path(*[".."] * len(tmp_path.parents))).live


@pytest.mark.parametrize("what", ["-m venv", "pip install"])
def test_an_upgrade_that_fails_leaves_everything_as_it_was_and_playing(
    there: Pretended, version: Version, what: str
) -> None:
    install(there, version(1), Wishes())
    before = everything(there)
    there.ran.clear()
    there.fails = lambda command: what in command
    with pytest.raises(InstallError, match=r"\(what went wrong\)"):
        install(there, version(2), Wishes())
    assert everything(there) == before
    assert not any("systemctl" in command for command in there.ran)


def test_a_new_version_that_doesnt_understand_the_config_isnt_taken(
    there: Pretended, version: Version
) -> None:
    install(there, version(1), Wishes())
    before = everything(there)
    there.refuses = 3
    with pytest.raises(InstallError, match="line 1: old; line 7: older"):
        install(there, version(2), Wishes())
    assert everything(there) == before


def test_a_start_that_fails_names_the_way_back(there: Pretended, version: Version) -> None:
    there.fails = lambda command: "systemctl restart" in command
    with pytest.raises(InstallError, match=r"journalctl .* --rollback"):
        install(there, version(1), Wishes())


def test_a_folder_that_isnt_ours_is_left_alone(there: Pretended, version: Version) -> None:
    there.at(layout.CURRENT).mkdir(parents=True)
    (there.at(layout.CURRENT) / "mine").write_text("")
    with pytest.raises(InstallError, match="move it away"):
        install(there, version(1), Wishes())
    assert (there.at(layout.CURRENT) / "mine").exists()
    assert not any("systemctl" in command for command in there.ran)


def test_an_old_python_is_named(there: Pretended, version: Version) -> None:
    there.fails = lambda command: "version_info" in command
    with pytest.raises(InstallError, match=r"older than 3\.11"):
        install(there, version(1), Wishes())


def test_whoever_isnt_root_is_told_so(
    there: Pretended, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)
    for call in (
        lambda: install(there, version(1), Wishes()),
        lambda: roll_back(there),
        lambda: uninstall(there),
    ):
        with pytest.raises(InstallError, match="sudo"):
            call()
    assert there.ran == []
