"""A machine that is a folder, and programs to install on it."""

import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from uno_launcher.service import layout, machine
from uno_launcher.service.machine import Machine
from uno_launcher.service.source import Source

SYSTEMD = Path(__file__).parents[2] / "systemd"


class Pretended(Machine):
    """A live machine of files: whatever commands it's told to run do as little as is needed."""

    live = True

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.ran: list[str] = []
        self.fails: Callable[[str], bool] = lambda command: False
        self.full = False
        """There is no room on its disk any more."""
        self.has = {"ensurepip", "lgpio"}

    def ask(self, *command: str) -> "subprocess.CompletedProcess[str]":
        words = " ".join(command)
        self.ran.append(words)
        if self.fails(words):
            return subprocess.CompletedProcess(command, 1, "", "first line\nwhat went wrong\n")
        if "find_spec" in words:
            return subprocess.CompletedProcess(
                command, int(not any(name in words for name in self.has)), "", ""
            )
        if "-m venv" in words:
            self.at(Path(command[-1], "bin")).mkdir(parents=True)
        if "pip install" in words:
            environment = Path(command[0]).parents[1]
            shutil.copytree(SYSTEMD, self.at(environment / "share/uno-launcher/systemd"))
            self.at(environment / "bin/uno-launcher").write_text(words)
        if "config init" in words:
            self.at(layout.CONFIG).write_text("# all defaults\n")
        if words.startswith("mkdir"):
            self.at(Path(command[-1])).mkdir(parents=True, exist_ok=True)
        if "check-config" in words and "new = 1" not in self.at(layout.CONFIG).read_text() and "/2/" in words:
            return subprocess.CompletedProcess(command, self.refuses, "", "line 1: old\nline 7: older\n")
        return subprocess.CompletedProcess(command, 0, "", "")

    refuses = 0

    def _write(self, path: Path, content: bytes, mode: int) -> None:
        self._need_room()
        super()._write(path, content, mode)

    def _copy(self, source: Path, to: Path) -> None:
        self._need_room()
        super()._copy(source, to)

    def _need_room(self) -> None:
        if self.full:
            raise OSError(28, "No space left on device")

    def when(self, part: str) -> int:
        """When a command with this in it ran."""
        return next(number for number, command in enumerate(self.ran) if part in command)


@pytest.fixture(autouse=True)
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.os, "geteuid", lambda: 0)


@pytest.fixture
def there(tmp_path: Path) -> Pretended:
    (tmp_path / "root" / "var" / "tmp").mkdir(parents=True)
    return Pretended(tmp_path / "root")


@pytest.fixture
def version(tmp_path: Path) -> Callable[[int], Source]:
    def make(number: int) -> Source:
        wheel = tmp_path / f"uno_launcher-{number}-py3-none-any.whl"
        wheel.write_text(str(number))
        return Source(wheel, f"checksum {number}")

    return make


Version = Callable[[int], Source]


def environment(there: Machine, link: Path = layout.CURRENT) -> str:
    target = there.target(link)
    assert target is not None
    return target.name


def everything(there: Machine) -> dict[str, str]:
    found = {}
    for path in sorted(there.root.rglob("*")):
        name = str(path.relative_to(there.root))
        text = path.read_text(errors="replace") if path.is_file() else ""
        found[name] = str(path.readlink()) if path.is_symlink() else text
    return found


def log(path: Path, version: int, presses: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE IF NOT EXISTS launches (number)")
    connection.executemany("INSERT INTO launches VALUES (?)", [(n,) for n in range(presses)])
    connection.execute(f"PRAGMA user_version = {version}")
    connection.commit()
    connection.close()


def presses(path: Path) -> int:
    connection = sqlite3.connect(path)
    (found,) = connection.execute("SELECT count(*) FROM launches").fetchone()
    connection.close()
    return int(found)
