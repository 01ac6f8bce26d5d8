"""`uno-launcher off`: every output safe in under a second, whatever has become of the daemon."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from uno_launcher import places
from uno_launcher.errors import HardwareError
from uno_launcher.safety import off
from uno_launcher.safety.instance import LOCK
from uno_launcher.safety.outputs import Outputs

STANDIN = Path(__file__).with_name("standin.py")
MOTOR = 12


@pytest.fixture
def standin(tmp_path):
    """Starts a stand-in for the daemon with its things in tmp_path."""
    started = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, str(STANDIN), str(tmp_path), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(STANDIN.parents[2])},
        )
        assert process.stdout.readline() == "ready\n"
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def driven(mocker):
    """What is driven safe, without any pins."""
    return mocker.patch.object(off, "drive_safe")


@pytest.fixture(autouse=True)
def alone(monkeypatch, tmp_path):
    """No folders and no config but the test's."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr(places, "MEMORY", tmp_path)
    monkeypatch.setattr(places, "SYSTEM", tmp_path / "var")
    monkeypatch.setattr(off, "config_file", lambda: None)


def switch_off(folder, *more):
    began = time.monotonic()
    status = off.main(["--state-dir", str(folder), *more])
    assert time.monotonic() - began < 1.0
    return status


def motor(folder):
    return (folder / "pins").read_bytes()[MOTOR]


def test_a_daemon_that_lives_does_it_itself(tmp_path, standin, driven, capsys):
    daemon = standin("socket", "run")
    assert motor(tmp_path) == 60
    assert switch_off(tmp_path) == 0
    assert motor(tmp_path) == 0
    assert daemon.poll() is None
    driven.assert_not_called()
    assert capsys.readouterr().err == "the daemon has driven every output to its safe level\n"


@pytest.mark.parametrize("words", [("deaf", "run"), ("run",)])
def test_a_daemon_that_doesnt_answer_is_killed_and_the_lines_driven(tmp_path, standin, capsys, words):
    daemon = standin(*words)
    assert switch_off(tmp_path) == 0
    assert motor(tmp_path) == 0
    assert daemon.wait(5.0) == -signal.SIGKILL
    assert f"the daemon, process {daemon.pid}, didn't answer and was killed" in capsys.readouterr().err


def test_a_stopped_daemon_is_killed_and_the_lines_driven(tmp_path, standin):
    daemon = standin("socket", "run")
    daemon.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, daemon.pid, os.WSTOPPED | os.WNOWAIT)  # every thread of it, not only the first
    assert switch_off(tmp_path) == 0
    assert motor(tmp_path) == 0
    assert daemon.wait(5.0) == -signal.SIGKILL


def test_after_a_crash_the_lines_are_driven_by_the_list_it_left(tmp_path, standin):
    daemon = standin("socket", "run")
    daemon.kill()
    daemon.wait(5.0)
    assert motor(tmp_path) == 60  # as on a Pi, whose kernel keeps the line driven (field note M2)
    assert switch_off(tmp_path) == 0
    assert motor(tmp_path) == 0


def test_a_stale_number_in_the_lock_kills_nobody(tmp_path, driven):
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    (tmp_path / LOCK).write_text(f"{bystander.pid}\n")
    assert switch_off(tmp_path) == 0
    bystander.communicate(b"\n")
    assert bystander.returncode == 0


def test_where_no_daemon_has_been_the_pins_of_the_config_are_driven(tmp_path, driven):
    config = tmp_path / "config.toml"
    config.write_text('[backend]\npin_factory = "rpigpio"\n[pins]\nmotor_in1 = 5\nemitter = 22\nbutton = 4\n')
    assert switch_off(tmp_path, "--config", str(config)) == 0
    (outputs,) = driven.call_args.args
    assert outputs == Outputs("rpigpio", None, {5: 0, 13: 0, 22: 0})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "pins = 3",
        "[pins",
        '[pins]\nmotor_in1 = "x"\nmotor_in2 = true\n[backend]\npin_factory = 3\nchip = "a"\n',
        "[pins]\nmotor_in1 = 99\nemitter = -1\n",
    ],
)
def test_a_broken_config_is_passed_over_where_it_makes_no_sense(tmp_path, driven, text):
    config = tmp_path / "config.toml"
    config.write_text(text)
    assert switch_off(tmp_path, "--config", str(config)) == 0
    (outputs,) = driven.call_args.args
    assert (outputs.factory, outputs.chip) == ("lgpio", None)
    assert set(outputs.levels) <= {12, 13}


def test_without_a_config_the_usual_pins_of_the_motor_are_driven(tmp_path, driven):
    assert switch_off(tmp_path) == 0
    driven.assert_called_once_with(Outputs("lgpio", None, {12: 0, 13: 0}))


def test_a_line_that_refuses_is_said_and_the_status_is_1(tmp_path, driven, capsys):
    driven.side_effect = HardwareError("GPIO 12 says no.")
    assert switch_off(tmp_path) == 1
    assert capsys.readouterr().err == "GPIO 12 says no.\n"


def test_every_folder_is_looked_into_when_none_is_named(tmp_path, driven):
    for name, chip in (("xdg/uno-launcher", 0), ("var", 4)):
        (tmp_path / name).mkdir(parents=True)
        Outputs("lgpio", chip, {12: 0}).save(tmp_path / name)
    assert off.main([]) == 0
    assert [call.args[0].chip for call in driven.call_args_list] == [0, 4]


def test_what_a_live_daemon_holds_isnt_driven_for_an_older_list(tmp_path, standin, driven, monkeypatch):
    standin("socket", "run")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "var").mkdir()
    Outputs("mock", None, {12: 0}, str(tmp_path / "pins")).save(tmp_path / "var")
    assert off.main([]) == 0
    driven.assert_not_called()


def test_wrong_arguments_are_status_2(capsys):
    with pytest.raises(SystemExit) as ended:
        off.main(["--now"])
    assert ended.value.code == 2
    assert "--state-dir" in capsys.readouterr().err


def test_the_whole_command_takes_less_than_half_a_second(tmp_path, standin):
    daemon = standin("socket", "run")
    daemon.kill()
    daemon.wait(5.0)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "uno_launcher", "off", "--state-dir", str(tmp_path)],
        capture_output=True,
        check=False,
    )
    assert time.monotonic() - began < 0.5
    assert (done.returncode, done.stdout) == (0, b"")
    assert motor(tmp_path) == 0


def test_its_path_imports_nothing_but_the_standard_library(tmp_path):
    """Through the program's own entrance: what is imported for other commands stays out."""
    code = """
import sys
from uno_launcher.__main__ import main
main(["off", "--state-dir", sys.argv[1]])
tops = {name.split(".")[0] for name in sys.modules if not name.startswith("__editable__")}
print(sorted(tops - sys.stdlib_module_names - {"uno_launcher", "__main__", "_distutils_hack", "sitecustomize"}))
"""
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "[]\n"
