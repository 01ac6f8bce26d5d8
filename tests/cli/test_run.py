"""`run` and `fire` as a person starts them, with the errors a newcomer meets first."""

import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Result

Call = Callable[..., Result]
UNO = [sys.executable, "-m", "uno_launcher"]
LOCAL = ("--local", "--port", "0")
READY = re.compile(r"ready http://127\.0\.0\.1:[0-9]+/\?code=[0-9A-Z]{8,}\n")


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A simulated launcher in a process of its own, with nothing on standard input."""
    with subprocess.Popen(
        [*UNO, "run", "--simulated", "--seed", "7", *LOCAL, "--state-dir", tmp_path / "here"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert READY.fullmatch(process.stdout.readline())
        yield process
        process.kill()


def test_run_says_ready_stays_up_and_ends_well_on_sigterm(daemon: subprocess.Popen[str]) -> None:
    assert daemon.poll() is None
    daemon.send_signal(signal.SIGTERM)
    out, err = daemon.communicate(timeout=20)
    assert daemon.returncode == 0
    assert out == ""
    assert err.startswith("SIMULATED: ready")


def test_a_second_daemon_is_told_who_runs_and_how_to_stop_it(
    daemon: subprocess.Popen[str], call: Call, tmp_path: Path
) -> None:
    result = call("run", "--simulated", "--state-dir", tmp_path / "here")
    assert result.status == 1
    assert f"process {daemon.pid}" in result.err
    assert f"kill {daemon.pid}" in result.err
    assert result.err.count("\n") == 1


def test_a_script_is_played_to_its_end(call: Call, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("0.1 press\n0.5 open-lid\n1 close-lid\n1.3 end\n")
    result = call("run", "--simulated", "--seed", "7", "--script", script, *LOCAL, "--state-dir", tmp_path)
    assert result.status == 0
    assert READY.fullmatch(result.out)
    *said, last = result.err.splitlines()
    assert any(line.startswith("press 1: ") for line in said)
    assert "SIMULATED: lid open: the lid is open → close the lid" in said
    assert last == "SIMULATED: ready"


def test_a_wrong_script_is_refused_before_anything_starts(call: Call, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("0.1 dance\n")
    result = call("run", "--simulated", "--script", script, "--state-dir", tmp_path)
    assert result.status == 3
    assert result.out == ""
    assert f"{script} line 1" in result.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("run", "--seed", "7"), "--seed is for --simulated"),
        (("run", "--script", "evening.txt"), "add --simulated"),
        (("fire", "0", "--simulated"), "0"),
        (("fire", "31", "--simulated"), "31"),
        (("fire", "many", "--simulated"), "many"),
    ],
)
def test_wrong_arguments_end_with_2(call: Call, words: tuple[str, ...], sentence: str) -> None:
    result = call(*words)
    assert result.status == 2
    assert sentence in result.err


def test_without_a_pi_the_remedy_is_named(call: Call, tmp_path: Path) -> None:
    result = call("run", "--state-dir", tmp_path)
    assert result.status == 1
    assert result.err.count("\n") == 1
    assert "--simulated" in result.err or "python3-lgpio" in result.err


def test_a_typo_in_the_config_is_named_with_its_line(call: Call, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("[launcher]\nprofil = 'fair'\n")
    result = call("run", "--simulated", "--config", config, "--state-dir", tmp_path)
    assert result.status == 3
    assert f"{config} line 2" in result.err
    assert "profile" in result.err


def test_without_a_disk_to_write_to_it_plays_on_and_says_so(call: Call, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("0.1 press\n1.0 end\n")
    (tmp_path / "file").write_text("in the way of the folder")
    place = tmp_path / "file" / "state"
    result = call("run", "--simulated", "--seed", "5", "--script", script, *LOCAL, "--state-dir", place)
    assert result.status == 0
    assert "warning: Launches aren't recorded" in result.err
    assert "press 1: " in result.err


def test_a_port_that_is_taken_is_named_and_play_goes_on_without_the_page(call: Call, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("0.1 press\n1.0 end\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = call(
            "run", "--simulated", "--seed", "5", "--local", "--port", port,
            "--script", script, "--state-dir", tmp_path,
        )  # fmt: skip
    assert (result.status, result.out) == (0, "ready\n")
    (said,) = [line for line in result.err.splitlines() if "Port" in line]
    assert f"Port {port} is taken" in said
    assert "--port" in said
    assert "press 1: " in result.err


def test_a_page_that_isnt_wanted_isnt_served(call: Call, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[web]\nserve = "off"\n')
    script = tmp_path / "evening.txt"
    script.write_text("0.1 end\n")
    result = call("run", "--simulated", "--config", config, "--script", script, "--state-dir", tmp_path)
    assert (result.status, result.out) == (0, "ready\n")


@pytest.mark.parametrize("words", [("--local",), ("--port", "8000")])
def test_a_page_that_is_off_has_no_port(call: Call, tmp_path: Path, words: tuple[str, ...]) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[web]\nserve = "off"\n')
    result = call("run", "--simulated", "--config", config, "--state-dir", tmp_path, *words)
    assert (result.status, result.out) == (2, "")
    assert "--port and --local are for the page, which is off: set [web] serve" in result.err


def test_without_a_launcher_there_is_nothing_to_fire(call: Call, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('backend = "none"\n')
    result = call("fire", 1, "--config", config, "--state-dir", tmp_path)
    assert result.status == 2
    assert "there is no launcher" in result.err


def test_fire_feeds_exactly_so_many_and_says_so(call: Call, tmp_path: Path) -> None:
    def fire(folder: str) -> tuple[int, str]:
        return call("fire", 2, "--simulated", "--seed", "1", "--state-dir", tmp_path / folder)[:2]

    # A machine that is busy may let a card more come, once.
    assert (0, "press 1: 2 cards, done\n") in map(fire, "abc")


def test_nothing_of_a_command_stays_behind(call: Call, tmp_path: Path) -> None:
    before = {thread.name for thread in threading.enumerate()}
    call("fire", 1, "--simulated", "--seed", "1", "--state-dir", tmp_path)
    assert {thread.name for thread in threading.enumerate()} == before
    assert not (tmp_path / "control.sock").exists()
