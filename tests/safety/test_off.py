"""`uno-launcher off`: every output safe in under a second, whatever has become of the daemon."""

import fcntl
import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from uno_launcher import places
from uno_launcher.config import Config
from uno_launcher.config.sections import BackendSection
from uno_launcher.daemon.assembly import assembled
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
    monkeypatch.setattr(off, "any_chip", lambda: False)


def switch_off(folder, *more):
    began = time.monotonic()
    status = off.main(["--state-dir", str(folder), *more])
    assert time.monotonic() - began < 3.0  # a second, and what a busy machine adds to it
    return status


def motor(folder):
    return (folder / "pins").read_bytes()[MOTOR]


def test_a_daemon_that_lives_does_it_itself(tmp_path, standin, driven, capfd):
    daemon = standin("socket", "run")
    assert motor(tmp_path) == 60
    assert switch_off(tmp_path) == 0
    assert motor(tmp_path) == 0
    assert daemon.poll() is None
    driven.assert_not_called()
    assert capfd.readouterr().err.startswith("the daemon has driven every output to its safe level\n")


@pytest.mark.parametrize("words", [("deaf", "run"), ("run",)])
def test_a_daemon_that_doesnt_answer_is_killed_and_the_lines_driven(tmp_path, standin, capfd, words):
    daemon = standin(*words)
    assert switch_off(tmp_path) == 0
    assert motor(tmp_path) == 0
    assert daemon.wait(5.0) == -signal.SIGKILL
    assert f"the daemon, process {daemon.pid}, didn't answer and was killed" in capfd.readouterr().err


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('backend = "serial"\n', "a Pico's"),
        ('[backend]\nkind = "serial"\n[pins]\nlid = 23\n', "a Pico's"),
        ('backend = "none"\n', "no launcher"),
    ],
)
def test_a_computer_whose_pins_are_not_the_launchers_drives_none(tmp_path, driven, capfd, text, said):
    config = tmp_path / "config.toml"
    config.write_text(text)
    assert switch_off(tmp_path, "--config", str(config)) == 0
    driven.assert_not_called()
    assert said in capfd.readouterr().err


def test_the_pins_are_driven_whatever_the_config_says_now_where_a_launcher_on_pins_left_its_list(
    tmp_path, driven
):
    config = tmp_path / "config.toml"
    config.write_text('backend = "serial"\n')
    left = Outputs("lgpio", 0, {5: 0, 6: 0})
    left.save(tmp_path)
    assert switch_off(tmp_path, "--config", str(config)) == 0
    driven.assert_called_once_with(left)
    (tmp_path / "outputs.json").write_text("{")
    assert switch_off(tmp_path, "--config", str(config)) == 0
    assert driven.call_args.args == (REAL,)


@pytest.mark.parametrize("kind", ["serial", "none"])
def test_a_launcher_without_pins_drives_those_that_the_one_before_it_left(crashed, kind):
    """While it lives, `off` asks it, and goes by no list."""
    with assembled(Config(backend=BackendSection(kind=kind, port="/dev/none")), state_dir=str(crashed)):
        assert motor(crashed) == 0
        assert not (crashed / "outputs.json").exists()


def test_without_a_config_the_usual_pins_of_the_motor_are_driven(tmp_path, driven):
    assert switch_off(tmp_path) == 0
    driven.assert_called_once_with(Outputs("lgpio", None, {12: 0, 13: 0}))


def test_a_line_that_refuses_is_said_and_the_status_is_1(tmp_path, driven, capfd):
    driven.side_effect = HardwareError("GPIO 12 says no.")
    assert switch_off(tmp_path) == 1
    assert capfd.readouterr().err == "GPIO 12 says no.\n"


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


SAID_NOTHING_REAL = "there is no gpiochip and no config that names pins: no real output to drive\n"
REAL = Outputs("lgpio", None, {12: 0, 13: 0})


@pytest.mark.parametrize("alive", [True, False])
def test_where_there_are_no_real_pins_a_simulated_launcher_is_all_there_is(tmp_path, standin, capfd, alive):
    daemon = standin("socket", "run")
    if not alive:
        daemon.kill()
        daemon.wait(5.0)
    assert switch_off(tmp_path) == 0
    assert motor(tmp_path) == 0
    assert capfd.readouterr().err.endswith(SAID_NOTHING_REAL)


@pytest.mark.parametrize("alive", [True, False])
@pytest.mark.parametrize("why", ["chip", "config", "unreadable config"])
def test_a_simulated_launcher_doesnt_keep_the_real_pins_from_being_driven(
    tmp_path, standin, driven, monkeypatch, alive, why
):
    more = []
    if why == "chip":
        monkeypatch.setattr(off, "any_chip", lambda: True)
    else:
        more = ["--config", str(tmp_path / "config.toml")]
        if why == "config":
            (tmp_path / "config.toml").write_text("[pins]\nmotor_in1 = 12\n")
    if alive:
        standin("socket", "run")
    else:
        Outputs("mock", None, {12: 0}, str(tmp_path / "pins")).save(tmp_path)
    assert switch_off(tmp_path, *more) == 0
    assert driven.call_args_list[-1].args == (REAL,)


@pytest.mark.parametrize("state", ["here", "elsewhere", None])
def test_a_list_in_memory_counts_for_its_own_state_folder_only(tmp_path, driven, state):
    """It's driven in any case, but only its own folder's makes the pins of the config superfluous."""
    memory = tmp_path / f"uno-launcher-{os.getuid()}"
    memory.mkdir()
    (tmp_path / "here").mkdir()
    left = Outputs("lgpio", 0, {5: 0}, state=str(tmp_path / state) if state else None)
    left.save(memory)
    assert switch_off(tmp_path / "here") == 0
    assert [call.args[0] for call in driven.call_args_list] == [left] + [REAL] * (state != "here")


@pytest.mark.parametrize("garbled", ["list", "memory"])
def test_a_broken_list_isnt_taken_for_a_simulated_launchers(crashed, driven, garbled):
    """Whatever else is there that's simulated: nobody knows then which the real outputs are."""
    memory = crashed / f"uno-launcher-{os.getuid()}"
    memory.mkdir()
    if garbled == "list":
        (crashed / "outputs.json").rename(memory / "outputs.json")
        (crashed / "outputs.json").write_text("{")
    else:
        (memory / "outputs.json").write_text("{")
    switch_off(crashed)
    assert driven.call_args_list[-1].args == (REAL,)


def test_a_simulated_list_in_memory_for_another_folder_says_nothing_of_this_one(crashed, driven):
    memory = crashed / f"uno-launcher-{os.getuid()}"
    memory.mkdir()
    (crashed / "outputs.json").rename(memory / "outputs.json")
    switch_off(crashed)
    assert driven.call_args_list[-1].args == (REAL,)


def test_a_folder_in_memory_that_somebody_else_made_is_passed_over(tmp_path, driven, mocker):
    memory = tmp_path / f"uno-launcher-{os.getuid()}"
    memory.mkdir()
    Outputs("lgpio", 0, {5: 0}).save(memory)
    mocker.patch.object(off, "is_ours", return_value=False)
    assert switch_off(tmp_path / "here") == 0
    driven.assert_called_once_with(REAL)


@pytest.fixture
def crashed(tmp_path):
    """What a launcher left whose motor is on."""
    (tmp_path / "pins").write_bytes(bytes([60]) * 28)
    Outputs("mock", None, {12: 0, 13: 0}, str(tmp_path / "pins")).save(tmp_path)
    return tmp_path


def command(folder, *more, **how):
    """`off` in a process of its own, which has to end."""
    return subprocess.run(
        [sys.executable, "-m", "uno_launcher", "off", "--state-dir", str(folder), *more],
        stdout=subprocess.DEVNULL,
        timeout=20,
        check=False,
        **{"stderr": subprocess.DEVNULL, **how},
    ).returncode


@pytest.mark.parametrize("how", ["full", "blocked", "gone", "closed"])
def test_where_nobody_hears_what_it_says_everything_is_driven_all_the_same(crashed, how):
    reader, writer = os.pipe()
    more = {"stderr": writer}
    if how == "full":
        os.close(writer)
        writer = more["stderr"] = os.open("/dev/full", os.O_WRONLY)
    elif how == "blocked":
        os.set_blocking(writer, False)
        while True:
            try:
                os.write(writer, bytes(4096))
            except BlockingIOError:
                break
        os.set_blocking(writer, True)
    elif how == "closed":
        more["preexec_fn"] = lambda: os.close(2)
    if how == "gone":
        os.close(reader)
    assert command(crashed, **more) == 0
    assert motor(crashed) == 0
    os.close(writer)
    if how != "gone":
        os.close(reader)


@pytest.mark.parametrize("name", ["lock", "control.sock", "config.toml"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "loop", "socket"])
def test_something_else_in_the_place_of_a_file_keeps_no_line_from_being_driven(crashed, name, kind):
    put(crashed / name, kind)
    more = ["--config", str(crashed / name)] if name == "config.toml" else []
    command(crashed, *more)
    assert motor(crashed) == 0


@pytest.mark.parametrize("kind", ["pipe", "folder", "loop", "socket"])
def test_something_else_in_the_place_of_the_list_makes_it_go_by_the_config(crashed, kind, driven):
    (crashed / "outputs.json").unlink()
    put(crashed / "outputs.json", kind)
    assert switch_off(crashed) == 0
    driven.assert_called_once_with(REAL)


def put(path, kind):
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    else:
        os.mknod(path, stat.S_IFSOCK | 0o600)


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = 1e99999", "\0", "pins = " + "9" * 5000])
def test_a_config_nobody_can_read_keeps_the_usual_pins_from_nothing(tmp_path, driven, text):
    (tmp_path / "config.toml").write_text(text)
    assert switch_off(tmp_path, "--config", str(tmp_path / "config.toml")) == 0
    driven.assert_called_once_with(REAL)


@pytest.mark.parametrize("text", ["99999999999999999999", "18446744073709551616\n", "\xb2"])
def test_a_garbled_number_in_a_held_lock_keeps_the_lines_from_nothing(crashed, text, capfd):
    (crashed / LOCK).write_text(text)
    with (crashed / LOCK).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert switch_off(crashed) == 1
    assert motor(crashed) == 0
    assert "stop its holder" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["d" * 300, "a\0b", "\udc80"])
def test_a_folder_that_cant_be_keeps_the_pins_of_the_config_from_nothing(driven, name):
    off.main(["--state-dir", f"/tmp/{name}"])
    driven.assert_called_once_with(REAL)


def test_a_working_directory_that_is_gone_keeps_the_pins_of_the_config_from_nothing(
    tmp_path, driven, monkeypatch, capfd
):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert off.main(["--state-dir", "here"]) == 1
    driven.assert_called_once_with(REAL)
    assert "here can't be found (No such file or directory).\n" in capfd.readouterr().err


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), RuntimeError("anything")])
@pytest.mark.parametrize("step", ["ask", "kill_daemon", "is_dir", "_listed"])
def test_one_bad_folder_doesnt_keep_the_others_from_being_driven(tmp_path, driven, mocker, step, error):
    for name in ("xdg/uno-launcher", "var"):
        (tmp_path / name).mkdir(parents=True)
        Outputs("lgpio", 4, {5: 0}).save(tmp_path / name)
    where = Path if step == "is_dir" else off
    real = getattr(where, step)

    def fail(folder, *more, **named):
        if folder.name == "uno-launcher":
            raise error
        return real(folder, *more, **named)

    mocker.patch.object(where, step, fail)
    assert off.main([]) == 1
    assert Outputs("lgpio", 4, {5: 0}) in [call.args[0] for call in driven.call_args_list]


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(
        ["lgpio", "mock", "", "/", "/nowhere/pins", "\0", "\ud800", "12", "9" * 30, "9" * 5000]
    ),
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(st.sampled_from(["12", "-1", "9" * 30, "x"]), inside, max_size=3)
    ),
    max_leaves=6,
)
LISTS = (
    st.binary()
    | st.sampled_from([b"[" * 100_000, b'{"a":' * 100_000])
    | st.fixed_dictionaries(
        {
            "factory": st.sampled_from(["lgpio", "mock", "nope"]) | VALUES,
            "chip": VALUES,
            "outputs": st.dictionaries(st.sampled_from(["12", "-1", "99", "9" * 30, "x"]), VALUES) | VALUES,
            "mirror": VALUES,
        },
        optional={"state": VALUES},
    ).map(lambda made: json.dumps(made).encode())
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(listed=LISTS, lock=st.binary() | st.integers().map(lambda number: b"%d" % number), held=st.booleans())
def test_whatever_a_list_and_a_lock_hold_it_ends_with_a_sentence(tmp_path, capfd, listed, lock, held):
    (tmp_path / "outputs.json").write_bytes(listed)
    (tmp_path / LOCK).write_bytes(lock)
    with (tmp_path / LOCK).open() as file:
        if held:
            fcntl.flock(file, fcntl.LOCK_EX)
        assert off.main(["--state-dir", str(tmp_path)]) in (0, 1)
    said = capfd.readouterr().err
    assert said.endswith("\n")
    assert "Error" not in said


def test_wrong_arguments_are_status_2(capsys):
    with pytest.raises(SystemExit) as ended:
        off.main(["--now"])
    assert ended.value.code == 2
    assert "--state-dir" in capsys.readouterr().err


def test_the_whole_command_takes_less_than_half_a_second_of_the_processor(tmp_path, standin):
    daemon = standin("socket", "run")
    daemon.kill()
    daemon.wait(5.0)
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-m", "uno_launcher", "off", "--state-dir", str(tmp_path)],
        capture_output=True,
        check=False,
    )
    after = os.times()
    assert after.children_user + after.children_system - before.children_user - before.children_system < 0.5
    assert (done.returncode, done.stdout) == (0, b"")
    assert motor(tmp_path) == 0


def test_its_path_imports_nothing_but_the_standard_library(tmp_path):
    """Through the program's own entrance: what is imported for other commands stays out."""
    code = """
import sys
from uno_launcher.__main__ import main
main(["off", "--state-dir", sys.argv[1]])
tops = {name.split(".")[0] for name in sys.modules if not name.startswith("__editable__")}
ours = {"uno_launcher", "__main__", "_distutils_hack", "sitecustomize"}
print(sorted(tops - sys.stdlib_module_names - ours))
"""
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "[]\n"
