"""What `service status` says, of this computer and of a system that doesn't run."""

import subprocess

import pytest

from tests.service.pretended import Pretended, Version, as_root, there, version
from uno_launcher.__main__ import main
from uno_launcher.service import layout, machine
from uno_launcher.service.install import Wishes, install
from uno_launcher.service.machine import Machine
from uno_launcher.service.status import status

__all__ = ["as_root", "there", "version"]

PROGRAM = "UNO Launcher 1.2 in /opt/uno-launcher"


@pytest.fixture
def said(there: Pretended, version: Version, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the programs of an installed launcher say."""
    install(there, version(1), Wishes())
    said = {"--version": "1.2\n"}

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        inside = command[:2] == ["chroot", str(there.root)]
        return subprocess.CompletedProcess(command, 0, said.get(command[-1], "") if inside else "", "")

    def ask(*command: str) -> "subprocess.CompletedProcess[str]":
        found = said.get(command[1] if command[0] == "systemctl" else command[-1], "")
        return subprocess.CompletedProcess(command, 0, found, "")

    monkeypatch.setattr(machine.subprocess, "run", run)
    monkeypatch.setattr(there, "ask", ask)
    return said


def test_of_a_running_one_the_address_with_the_code_is_said(there: Pretended, said: dict[str, str]) -> None:
    there.at(layout.STATE).mkdir(parents=True)
    (there.at(layout.STATE) / "web.json").write_text('{"code": "ABCD"}')
    said["show"] = (
        "ActiveState=active\nStatusText=http://pi.local:8080 ready: Ann is up\nNRestarts=0\n"
        "UnitFileState=enabled\n"
    )
    assert status(there) == (
        [
            PROGRAM,
            "It runs: ready: Ann is up",
            "Phones open http://pi.local:8080/?code=ABCD",
            "The join code is ABCD",
        ],
        True,
    )


def test_of_one_that_failed_it_is_said_why(there: Pretended, said: dict[str, str]) -> None:
    said["show"] = "ActiveState=failed\nResult=watchdog\n"
    lines, well = status(there)
    assert lines[:2] == [PROGRAM, "It doesn't run (failed, it hung)"]
    assert not well


def test_of_an_image_it_is_said_whether_it_starts_with_it_and_what_comes_next(
    there: Pretended, said: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    started = there.at(layout.STARTED)
    started.parent.mkdir(parents=True)
    started.symlink_to(layout.PLACED[-1].to)  # leads nowhere from here
    assert main(["service", "status", "--root", str(there.root)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        PROGRAM,
        "It starts with that system: `sudo uno-launcher service status` there says where phones find it",
    ]
    started.unlink()
    assert status(Machine(there.root)) == (
        [
            PROGRAM,
            "It doesn't start with that system: `sudo systemctl"
            f" --root={there.root} enable uno-launcher` changes that",
        ],
        False,
    )


def test_of_an_image_with_a_broken_program_all_isnt_well(there: Pretended, said: dict[str, str]) -> None:
    there.at(layout.STARTED).parent.mkdir(parents=True)
    there.at(layout.STARTED).touch()
    del said["--version"]
    lines, well = status(Machine(there.root))
    assert lines[0] == "UNO Launcher (broken: install it again) in /opt/uno-launcher"
    assert not well


def test_after_an_install_into_an_image_its_status_is_said(
    there: Pretended,
    said: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("uno_launcher.service.main.install", lambda *_: None)
    assert main(["service", "install", "--root", str(there.root)]) == 1
    assert "It doesn't start with that system" in capsys.readouterr().out
