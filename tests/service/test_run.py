"""`run` as systemd starts it, in a process of its own, with somebody who listens in systemd's place."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from uno_launcher.service.starts import FILE, MOST

HANG = """
import signal, sys, time
def hang(*_):
    while True: time.sleep(1)
signal.signal(signal.SIGUSR1, hang)
"""
RUN = "from uno_launcher.__main__ import main; sys.exit(main(sys.argv[1:]))"
IDLE_S = 0.4


class Service:
    """A simulated launcher whose service manager this is."""

    def __init__(self, folder: Path, before: str = "") -> None:
        self.folder = folder
        self.config = folder / "config.toml"
        self.ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._words: list[str] = []
        name = str(folder / "notify")
        Path(name).unlink(missing_ok=True)
        self.ear.bind(name)
        words = ["run", "--simulated", "--seed", "7", "--local", "--port", "0"]
        words += ["--config", str(self.config), "--state-dir", str(folder)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"import sys\n{HANG}\n{before}\n{RUN}", *words],
            env={"NOTIFY_SOCKET": name, "WATCHDOG_USEC": str(round(IDLE_S * 1e6)), "HOME": str(folder)},
            cwd=Path(__file__).parents[2],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def hear(self, wanted: str, within_s: float = 20.0) -> str:
        """The first word that begins with this."""
        give_up = time.monotonic() + within_s
        while True:
            while self._words:
                if (word := self._words.pop(0)).startswith(wanted):
                    return word
            self.ear.settimeout(max(0.001, give_up - time.monotonic()))
            try:
                self._words = self.ear.recv(10_000).decode().split("\n")
            except TimeoutError:
                break
        raise AssertionError(f"{wanted} was never said: {self.process.poll()}")

    def forget(self) -> None:
        """Whatever was said so far."""
        self._words = []
        self.ear.setblocking(False)
        try:
            while True:
                self.ear.recv(10_000)
        except BlockingIOError:
            pass

    def state(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.fullmatch(r"ready (http://127\.0\.0\.1:\d+)/\?code=([0-9A-Z]+)\n", line)
        assert found, (line, self.process.communicate())
        request = urllib.request.Request(
            f"{found[1]}/api/state", headers={"Authorization": f"Bearer {found[2]}"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            state: dict[str, Any] = json.load(answer)
        return state

    def close(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=10)
        self.ear.close()


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    running: list[Service] = []
    (tmp_path / "config.toml").write_text('[launcher]\nprofile = "gentle"\n')

    def start(before: str = "") -> Service:
        running.append(Service(tmp_path, before))
        return running[-1]

    yield start
    for each in running:
        each.close()


def test_it_says_when_it_is_ready_and_where_then_feeds_the_watchdog(started: Callable[..., Service]) -> None:
    service = started()
    service.hear("READY=1")
    service.hear("STATUS=http://127.0.0.1:")
    for _ in range(6):
        service.hear("WATCHDOG=1", 4 * IDLE_S)


def test_a_loop_that_hangs_feeds_no_watchdog_d1(started: Callable[..., Service]) -> None:
    service = started()
    service.hear("WATCHDOG=1")
    service.process.send_signal(signal.SIGUSR1)
    time.sleep(0.1)
    service.forget()
    with pytest.raises(AssertionError, match="never said"):
        service.hear("WATCHDOG=1", 3 * IDLE_S)
    assert service.process.poll() is None, "systemd has somebody to kill"


def test_a_hang_up_reads_the_config_again_in_the_same_process(started: Callable[..., Service]) -> None:
    service = started()
    assert service.state()["profile"]["name"] == "gentle"
    service.config.write_text('[launcher]\nprofile = "wild"\n')
    service.hear("READY=1")
    service.process.send_signal(signal.SIGHUP)
    service.hear("RELOADING=1")
    service.process.send_signal(signal.SIGHUP)  # somebody is impatient
    service.hear("READY=1")
    assert service.state()["profile"]["name"] == "wild"
    assert service.process.poll() is None


def test_a_hang_up_with_a_mistake_in_the_config_plays_on_and_says_so(
    started: Callable[..., Service],
) -> None:
    service = started()
    service.hear("READY=1")
    service.config.write_text('[launcher]\nprofil = "wild"\n')
    service.process.send_signal(signal.SIGHUP)
    said = service.hear("STATUS=http://127.0.0.1:")
    while "line 2" not in said:
        said = service.hear("STATUS=")
    assert "ready: ready" in said
    assert "has no key profil" in said
    service.process.terminate()
    assert service.process.wait(20) == 0


def test_a_start_with_a_mistake_in_the_config_has_a_page_that_says_so(
    started: Callable[..., Service], tmp_path: Path
) -> None:
    (tmp_path / "config.toml").write_text('[launcher]\nprofil = "wild"\n')
    service = started()
    launcher = service.state()["launcher"]
    assert launcher["state"] == "fault"
    assert f"{tmp_path}/config.toml line 2" in launcher["why"]
    assert launcher["advice"] == ""


def test_five_starts_that_come_to_nothing_lead_to_safe_mode_with_a_page(
    started: Callable[..., Service], tmp_path: Path
) -> None:
    broken = (
        "import uno_launcher.daemon.assembly as a\n"
        "def refuse(*_): raise ValueError('the evening is from Mars')\n"
        "a.referee_for = refuse"
    )
    for _ in range(MOST):
        assert started(broken).process.wait(20) == 1
    service = started(broken)
    state = service.state()
    assert state["launcher"]["state"] == "fault"
    assert state["launcher"]["why"].startswith("Safe mode, without motor and journal: 5 starts in 10 minutes")
    assert "the evening is from Mars" in state["launcher"]["why"]
    assert "In safe mode nothing is recorded." in state["problems"]
    service.hear("READY=1")
    assert not (tmp_path / FILE).exists()
    service.process.terminate()
    assert service.process.wait(20) == 0
