"""What an installation does where something fails, is broken, or is somebody else's."""

import itertools
import os
import shutil
from pathlib import Path

import pytest

from tests.service.pretended import (
    Pretended,
    Version,
    as_root,
    environment,
    everything,
    log,
    presses,
    there,
    version,
)
from uno_launcher.service import layout, machine
from uno_launcher.service.install import Wishes, install, roll_back
from uno_launcher.service.machine import DryRun, InstallError, Machine
from uno_launcher.service.uninstall import uninstall

__all__ = ["as_root", "there", "version"]


def test_what_isnt_whole_any_more_is_made_anew(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    there.fails = lambda command: "purelib" in command
    install(there, version(1), Wishes())
    assert environment(there) == "2"
    assert there.target(layout.PREVIOUS) is None  # nobody wants to go back to it


def test_an_upgrade_for_whose_backup_there_is_no_room_leaves_everything_as_it_was_and_playing(
    there: Pretended, version: Version
) -> None:
    install(there, version(1), Wishes())
    log(there.at(layout.STATE / "launches.db"), 4, presses=3)
    there.at(layout.PLACED[-1].to).write_text("[Unit]\n")  # the old version's
    (there.at(layout.CURRENT) / "share/uno-launcher/systemd" / layout.PLACED[-1].name).write_text("[Unit]\n")
    install(there, version(2), Wishes())
    there.at(layout.PLACED[-1].to).write_text("[Unit]\n")
    (there.at(layout.CURRENT) / "share/uno-launcher/systemd" / layout.PLACED[-1].name).write_text("[Unit]\n")
    before = everything(there)
    there.ran.clear()

    def ask(command: str) -> bool:
        there.full = "systemctl stop" in command
        return False

    there.fails = ask
    with pytest.raises(InstallError, match=r"before-upgrade \(No space left on device\).*: make room"):
        install(there, version(3), Wishes())
    assert everything(there) == before
    assert there.when("systemctl stop") < there.when("systemctl start uno-launcher.service")


def test_whatever_fails_while_the_new_one_takes_over_the_launcher_plays_on(
    there: Pretended, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(there, version(1), Wishes())
    there.ran.clear()

    def broken(path: Path, target: str) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(there, "_link", broken)
    with pytest.raises(OSError, match="Input/output"):
        install(there, version(2), Wishes())
    assert environment(there) == "1"
    assert there.when("systemctl stop") < there.when("systemctl start uno-launcher.service")


def old_log(there: Pretended, version: Version) -> Path:
    """A launcher of version 2 that has given the log another format since version 1."""
    journal = there.at(layout.STATE / "launches.db")
    install(there, version(1), Wishes())
    log(journal, 4, presses=3)
    install(there, version(2), Wishes())
    log(journal, 5, presses=5)
    return journal


def test_on_a_full_disk_going_back_wants_no_room(there: Pretended, version: Version) -> None:
    journal = old_log(there, version)
    there.full = True
    roll_back(there)
    assert environment(there) == "1"
    assert presses(journal) == 3
    assert presses(journal.with_name("launches.db.newer-1")) == 8


def test_going_back_that_fails_leaves_everything_as_it_was_and_playing(
    there: Pretended, version: Version
) -> None:
    old_log(there, version)
    unit = there.at(layout.PREVIOUS) / "share/uno-launcher/systemd" / layout.PLACED[-1].name
    unit.write_text("[Unit]\n")  # another one, for which there is no room
    before = everything(there)
    there.full = True
    there.ran.clear()
    with pytest.raises(OSError, match="No space left"):
        roll_back(there)
    assert everything(there) == before
    assert there.when("systemctl stop") < there.when("systemctl start uno-launcher.service")


def test_two_at_once_dont_get_into_each_others_way(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    refused = []

    def meanwhile(command: str) -> bool:
        if "-m venv" in command:
            for call in (
                lambda: install(there, version(3), Wishes()),
                lambda: roll_back(there),
                lambda: uninstall(there),
            ):
                with pytest.raises(InstallError, match="is at work on this system: try again"):
                    call()
                refused.append(command)
        return False

    there.fails = meanwhile
    install(there, version(2), Wishes())
    assert len(refused) == 3
    assert (environment(there), environment(there, layout.PREVIOUS)) == ("2", "1")
    uninstall(there)


def test_somebodys_own_command_of_that_name_is_left_alone(
    there: Pretended, version: Version, tmp_path: Path
) -> None:
    command = there.at(layout.COMMAND)
    command.parent.mkdir(parents=True)
    command.symlink_to(tmp_path / "mine")  # and as a file
    for _ in range(2):
        before = everything(there)
        with pytest.raises(InstallError, match=f"^{layout.COMMAND} is there .* move it away first"):
            install(there, version(1), Wishes())
        assert everything(there) == before
        command.unlink()
        command.write_text("#!/bin/sh\n")
    command.unlink()
    install(there, version(1), Wishes())
    command.unlink()
    command.symlink_to(tmp_path / "mine")
    uninstall(there)
    assert command.is_symlink()


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
    before = everything(there)
    with pytest.raises(InstallError, match=r"older than 3\.11"):
        install(there, version(1), Wishes())
    assert everything(there) == before


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


def test_a_way_back_that_a_kill_cut_short_is_gone_to_its_end_when_it_is_asked_for_again(
    there: Pretended, version: Version
) -> None:
    journal = old_log(there, version)
    pid = os.fork()
    if pid == 0:
        moves = itertools.count()
        there.say = lambda what: os._exit(9) if what.startswith("move") and next(moves) else None
        roll_back(there)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9
    assert not journal.exists()
    roll_back(there)
    assert environment(there) == "1"
    assert presses(journal) == 3
    assert presses(journal.with_name("launches.db.newer-1")) == 8


def test_a_version_isnt_its_own_way_back(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    there.link(layout.PREVIOUS, "uno-launcher.d/1")
    with pytest.raises(InstallError, match="nothing to go back to"):
        roll_back(there)


@pytest.mark.parametrize("name", [layout.CURRENT, layout.PREVIOUS])
@pytest.mark.parametrize("kind", ["link", "folder", "file"])
def test_somebodys_own_link_folder_or_file_of_that_name_is_left_alone(
    there: Pretended, version: Version, tmp_path: Path, name: Path, kind: str
) -> None:
    place = there.at(name)
    place.parent.mkdir(parents=True)
    if kind == "link":
        place.symlink_to(tmp_path)
    elif kind == "folder":
        place.mkdir()
    else:
        place.write_text("mine")
    before = everything(there)
    with pytest.raises(InstallError, match=f"^{name} is there .* move it away first"):
        install(there, version(1), Wishes())
    assert everything(there) == before
    there.at(layout.ENVIRONMENTS).mkdir()
    uninstall(there)
    assert place.exists()


def test_where_all_environments_were_deleted_there_is_no_way_back(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    shutil.rmtree(there.at(layout.ENVIRONMENTS))
    install(there, version(2), Wishes())
    with pytest.raises(InstallError, match="nothing to go back to"):
        roll_back(there)


def test_what_would_be_done_in_a_folder_only_root_can_be_told(
    tmp_path: Path, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)
    with pytest.raises(InstallError, match="sudo"):
        install(DryRun(tmp_path), version(1), Wishes())


def test_where_no_environment_can_be_made_the_disk_is_asked_after(there: Pretended, version: Version) -> None:
    there.fails = lambda command: "-m venv" in command
    with pytest.raises(InstallError, match=r"\(what went wrong\): is there room on the disk\?$"):
        install(there, version(1), Wishes())
