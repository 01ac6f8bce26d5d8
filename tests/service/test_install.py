"""Installing, upgrading, going back and removing, on a machine that is a folder."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.service.pretended import (
    SYSTEMD,
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
from uno_launcher.__main__ import main
from uno_launcher.service import layout, machine
from uno_launcher.service.install import Wishes, install, roll_back
from uno_launcher.service.machine import DryRun, InstallError, Machine
from uno_launcher.service.uninstall import uninstall, what_stays

__all__ = ["as_root", "there", "version"]


def test_a_first_install_puts_everything_where_it_belongs_and_starts_it(
    there: Pretended, version: Version
) -> None:
    install(there, version(1), Wishes())
    assert environment(there) == "1"
    assert (there.at(layout.CURRENT) / "bin" / "uno-launcher").is_file()
    assert there.target(layout.COMMAND) == layout.CURRENT / "bin" / "uno-launcher"
    for placed in layout.PLACED:
        assert there.at(placed.to).read_bytes() == (SYSTEMD / placed.name).read_bytes()
    assert there.at(layout.CONFIG).read_text() == "# all defaults\n"
    assert there.when("config init") < there.when("systemd-sysusers") < there.when("chown")
    assert there.when("chown") < there.when("daemon-reload") < there.when("systemctl restart")
    assert "systemctl enable --quiet uno-launcher.service" in there.ran


def test_installing_the_same_again_makes_nothing_new(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    before = everything(there)
    there.ran.clear()
    install(there, version(1), Wishes())
    assert everything(there) == before
    assert not any("venv" in command or "pip install" in command for command in there.ran)
    assert not any("stop" in command or "restart" in command for command in there.ran)


def test_an_upgrade_is_made_beside_the_old_one_which_plays_until_it_is_done(
    there: Pretended, version: Version
) -> None:
    install(there, version(1), Wishes())
    there.at(layout.CONFIG).write_text("# mine\n")
    there.ran.clear()
    install(there, version(2), Wishes())
    assert (environment(there), environment(there, layout.PREVIOUS)) == ("2", "1")
    assert there.when("pip install") < there.when("systemctl stop") < there.when("systemctl restart")
    assert there.at(layout.CONFIG).read_text() == "# mine\n"
    install(there, version(3), Wishes())
    assert (environment(there), environment(there, layout.PREVIOUS)) == ("3", "2")
    assert sorted(path.name for path in there.at(layout.ENVIRONMENTS).iterdir()) == ["2", "3"]


def test_going_back_is_a_step_that_can_be_taken_back(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    with pytest.raises(InstallError, match="nothing to go back to"):
        roll_back(there)
    install(there, version(2), Wishes())
    roll_back(there)
    assert (environment(there), environment(there, layout.PREVIOUS)) == ("1", "2")
    roll_back(there)
    assert (environment(there), environment(there, layout.PREVIOUS)) == ("2", "1")


def test_going_back_keeps_what_was_played_since_where_the_old_version_can_read_it(
    there: Pretended, version: Version
) -> None:
    journal = there.at(layout.STATE / "launches.db")
    install(there, version(1), Wishes())
    log(journal, 4, presses=3)
    install(there, version(2), Wishes())
    log(journal, 4, presses=5)
    roll_back(there)
    assert presses(journal) == 8


def test_going_back_to_a_version_that_cant_read_the_log_brings_its_own_back_and_deletes_none(
    there: Pretended, version: Version
) -> None:
    journal = there.at(layout.STATE / "launches.db")
    install(there, version(1), Wishes())
    log(journal, 4, presses=3)
    install(there, version(2), Wishes())
    log(journal, 5, presses=5)
    roll_back(there)
    assert presses(journal) == 3
    assert presses(journal.with_name("launches.db.newer-1")) == 8


def test_extras_stay_once_they_were_wished_for(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes(extras=("mqtt",)))
    assert there.ran[there.when("pip install")].endswith("-1-py3-none-any.whl[mqtt]")
    there.ran.clear()
    install(there, version(2), Wishes(extras=("display",)))
    assert there.ran[there.when("pip install")].endswith("-2-py3-none-any.whl[display,mqtt]")
    there.ran.clear()
    install(there, version(2), Wishes())
    assert not any("pip install" in command for command in there.ran)


def test_with_a_folder_of_wheels_no_network_is_asked(
    there: Pretended, version: Version, tmp_path: Path
) -> None:
    (tmp_path / "wheels").mkdir()
    install(there, version(1), Wishes(wheels=tmp_path / "wheels"))
    assert "--no-index --find-links=/var/tmp/" in there.ran[there.when("pip install")]


def test_lgpio_comes_from_apt_or_where_apt_has_none_from_pip_g13(there: Pretended, version: Version) -> None:
    there.has = {"ensurepip"}
    there.fails = lambda command: "apt-get install" in command
    install(there, version(1), Wishes())
    assert any(command.endswith("--no-install-recommends python3-lgpio") for command in there.ran)
    assert there.ran[there.when("pip install")].endswith("[rpi]")
    there.ran.clear()
    there.has = {"ensurepip", "lgpio"}
    install(there, version(2), Wishes())
    assert not any("apt-get" in command for command in there.ran)
    assert there.ran[there.when("pip install")].endswith(".whl")


def test_removing_it_leaves_evenings_config_and_drop_ins_and_says_where(
    there: Pretended, version: Version
) -> None:
    install(there, version(1), Wishes())
    install(there, version(2), Wishes())
    log(there.at(layout.STATE / "launches.db"), 4, presses=3)
    there.at(layout.DROP_INS).mkdir(parents=True)
    there.ran.clear()
    uninstall(there)
    for path in (*(placed.to for placed in layout.PLACED), layout.COMMAND, layout.CURRENT, layout.PREVIOUS):
        assert not there.exists(path), path
    assert not there.exists(layout.ENVIRONMENTS)
    assert there.ran[0] == "systemctl disable --now --quiet uno-launcher.service"
    assert presses(there.at(layout.STATE / "launches.db")) == 3
    assert there.exists(layout.CONFIG)
    said = " ".join(what_stays(there))
    assert all(str(path) in said for path in (layout.STATE, layout.CONFIG, layout.DROP_INS))
    with pytest.raises(InstallError, match="no service"):
        uninstall(there)


def test_installed_again_it_goes_on_with_what_was_left(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes())
    there.at(layout.CONFIG).write_text("# mine\n")
    uninstall(there)
    install(there, version(1), Wishes())
    assert there.at(layout.CONFIG).read_text() == "# mine\n"


def test_a_dry_run_says_it_all_and_does_nothing(
    there: Pretended, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    dry = DryRun(there.root, said.append)
    monkeypatch.setattr(dry, "ask", there.ask)
    before = everything(there)
    install(dry, version(1), Wishes())
    assert everything(there) == before
    assert not any("venv" in command or "systemctl" in command for command in there.ran)
    for word in ("venv", "pip install", "uno-launcher.service", "link /opt/uno-launcher", "systemctl enable"):
        assert any(word in line for line in said), word


def test_for_an_image_commands_run_inside_it_and_nothing_is_started(
    tmp_path: Path, version: Version, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        ran.append(command)
        return Pretended.ask(inside, *command[2:])

    inside = Pretended(tmp_path)
    (tmp_path / "var/tmp").mkdir(parents=True)
    monkeypatch.setattr(machine.subprocess, "run", run)
    install(Machine(tmp_path), version(1), Wishes())
    assert all(command[:2] == ["chroot", str(tmp_path)] for command in ran)
    told = [" ".join(command[2:]) for command in ran]
    assert "systemctl enable uno-launcher.service" in told
    assert not any("start" in command or "daemon-reload" in command for command in told)
    assert (tmp_path / "opt/uno-launcher").readlink() == Path("uno-launcher.d/1"), (
        "it would lead out of the image"
    )


def test_what_was_installed_is_on_record(there: Pretended, version: Version) -> None:
    install(there, version(1), Wishes(extras=("mqtt",)))
    record = json.loads((there.at(layout.CURRENT) / layout.RECORD).read_text())
    assert record == {"checksum": "checksum 1", "extras": ["mqtt"]}


@pytest.mark.parametrize(
    ("words", "status"),
    [(["--help"], 0), (["install", "--help"], 0), ([], 2), (["fly"], 2), (["install", "--extra", "x"], 2)],
)
def test_help_and_wrong_words(words: list[str], status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["service", *words]) == status
    capsys.readouterr()


def test_an_error_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["service", "uninstall", "--root", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "There is no service of the launcher here.\n"
