"""The guard outside the process: for when no thread of the daemon can act any more (field notes M1, M2).

The pins are bytes in a file, which stay as they are when their process dies, as a Pi's lines do.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.safety import guard as module
from uno_launcher.safety.guard import LIMIT_S, Guard
from uno_launcher.safety.outputs import Outputs

STANDIN = Path(__file__).with_name("standin.py")
MOTOR = 12


class Daemon:
    """A stand-in for the daemon, in a process of its own."""

    def __init__(self, folder, *words):
        self.mirror = folder / "pins"
        self.process = subprocess.Popen(
            [sys.executable, str(STANDIN), str(folder), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(STANDIN.parents[2])},
        )
        assert self.process.stdout.readline() == "ready\n"
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        self.guards = [os.pidfd_open(int(child)) for child in children]

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n"

    @property
    def motor(self):
        return self.mirror.read_bytes()[MOTOR]

    def wait_for_the_guard(self, seconds=5.0):
        """Until it has ended: it has done then what it's there for."""
        (guard,) = self.guards
        assert select.select([guard], [], [], seconds)[0], "the guard still runs"

    def end(self):
        self.process.kill()
        self.process.communicate()
        for guard in self.guards:
            select.select([guard], [], [], 5.0)
            os.close(guard)


@pytest.fixture
def daemon(tmp_path):
    started = []

    def start(*words):
        started.append(Daemon(tmp_path, "guard", *words))
        return started[-1]

    yield start
    for one in started:
        one.end()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGABRT, signal.SIGTERM, signal.SIGINT])
def test_a_daemon_that_dies_with_the_motor_on_leaves_it_off_M1(daemon, how):
    running = daemon("run")
    assert running.motor == 60
    began = time.monotonic()
    running.process.send_signal(how)
    running.wait_for_the_guard()
    assert running.motor == 0
    assert time.monotonic() - began < LIMIT_S  # at once, not when its time was up


def test_a_daemon_that_is_stopped_with_the_motor_on_is_killed_and_the_motor_off(daemon):
    running = daemon("run")
    running.process.send_signal(signal.SIGSTOP)
    running.wait_for_the_guard()
    assert running.motor == 0
    assert running.process.wait(5.0) == -signal.SIGKILL


def test_a_motor_that_runs_on_past_the_limit_is_cut_off_though_the_daemon_lives(daemon):
    """As with an interpreter that hangs in one call and lets no thread run."""
    running = daemon("run")
    running.wait_for_the_guard()
    assert running.motor == 0
    assert running.process.wait(5.0) == -signal.SIGKILL


def test_progress_lets_the_daemon_live(daemon):
    running = daemon("run")
    began = time.monotonic()
    while time.monotonic() - began < 1.5 * LIMIT_S:
        running.tell("arm")
        time.sleep(0.01)
    assert running.process.poll() is None
    assert running.motor == 60


def test_with_the_motor_off_a_stopped_daemon_is_left_alone(daemon):
    running = daemon("run", "quiet")
    running.process.send_signal(signal.SIGSTOP)
    assert not select.select(running.guards, [], [], 1.2 * LIMIT_S)[0]
    assert running.process.poll() is None
    assert running.motor == 1


def test_with_the_motor_off_the_guard_of_a_dead_daemon_goes_without_touching_a_pin(daemon):
    running = daemon("run", "quiet")
    running.process.kill()
    running.wait_for_the_guard()
    assert running.motor == 1


def test_it_goes_when_the_daemon_says_goodbye(daemon):
    running = daemon("run", "quiet")
    running.tell("goodbye")
    running.wait_for_the_guard()
    assert running.motor == 1
    assert running.process.poll() is None


def test_a_goodbye_with_the_motor_on_leaves_it_off_and_the_daemon_alive(daemon):
    """The daemon couldn't turn it off: its pins refuse."""
    running = daemon("run")
    running.tell("goodbye")
    running.wait_for_the_guard()
    assert running.motor == 0
    assert running.process.poll() is None


def test_closing_with_the_motor_on_says_that_the_guard_had_to_act(guard):
    guard.arm()
    with pytest.raises(HardwareError, match="the guard has driven every output safe"):
        guard.close()
    guard.close()


def test_closing_with_the_motor_on_says_when_nobody_could_turn_it_off(tmp_path, capfd):
    guard = Guard(Outputs("mock", None, {MOTOR: 0}, str(tmp_path / "nowhere")))
    guard.arm()
    with pytest.raises(HardwareError, match="switch off its supply"):
        guard.close()


@pytest.mark.parametrize("times", [1, 2])
def test_a_daemon_that_keeps_its_lines_is_killed_when_the_guard_takes_over(mocker, times):
    driven = mocker.patch.object(module, "drive_safe", side_effect=[BusyError("held")] * times + [None] * 2)
    killed = mocker.patch.object(module, "_kill")
    mocker.patch.object(module, "_last_word", return_value=module.TAKE_OVER)
    arguments = [str(os.getppid()), "0", Outputs("mock", None, {}).to_json()]
    with contextlib.nullcontext() if times == 1 else pytest.raises(SystemExit, match="held"):
        module.main(arguments)
    killed.assert_called_once()
    assert driven.call_count == 2


@pytest.mark.parametrize(
    "how",
    [
        signal.SIGTERM,
        signal.SIGINT,
        signal.SIGHUP,
        signal.SIGQUIT,
        signal.SIGTSTP,
        signal.SIGUSR1,
        signal.SIGALRM,
        signal.SIGCHLD,
    ],
)
def test_what_systemd_and_terminals_send_to_everybody_doesnt_end_the_guard(daemon, how):
    running = daemon("run")
    signal.pidfd_send_signal(running.guards[0], how)
    running.process.kill()
    running.wait_for_the_guard()
    assert running.motor == 0


def test_a_guard_that_cant_drive_the_lines_says_so_in_one_sentence(tmp_path):
    outputs = Outputs("mock", None, {MOTOR: 0}, str(tmp_path / "nowhere"))
    code = (
        "import os, sys; from uno_launcher.safety import guard; guard._last_word = lambda pipe: b'';"
        " guard._kill = lambda daemon: None; guard.main(sys.argv[1:])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(os.getpid()), "0", outputs.to_json()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("uno-launcher's guard: The mock pins in ")
    assert ended.stderr.count("\n") == 1


@pytest.fixture
def guard(tmp_path):
    mirror = tmp_path / "pins"
    mirror.write_bytes(bytes(28))
    guard = Guard(Outputs("mock", None, {MOTOR: 0}, str(mirror)))
    yield guard
    guard.disarm()
    guard.close()


def test_a_motor_may_not_run_when_its_guard_has_ended(guard):
    guard.arm()
    guard.disarm()
    guard._child.kill()
    guard._child.wait(5.0)
    assert not guard.alive
    with pytest.raises(HardwareError, match="restart"):
        guard.arm()


def test_a_stopped_guard_is_none(guard):
    """It can't act, though its process is there."""
    guard.arm()
    guard._child.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, guard._child.pid, os.WSTOPPED | os.WNOWAIT)
    for _ in range(2):
        assert not guard.alive
        with pytest.raises(HardwareError, match="stopped"):
            guard.arm()
    guard._child.send_signal(signal.SIGCONT)
    assert guard.alive
    guard.arm()
    guard.disarm()


def test_a_guard_that_doesnt_read_never_blocks_the_motor(guard, mocker):
    mocker.patch.object(Guard, "alive", True)
    guard._child.send_signal(signal.SIGSTOP)
    refused = False
    for _ in range(200_000):
        try:
            guard.arm()
        except HardwareError:
            refused = True
            break
        guard.disarm()
    guard._child.send_signal(signal.SIGCONT)
    assert refused


def test_closing_twice_is_closing_once(guard):
    guard.close()
    guard.close()
    assert guard._child.returncode == 0


def test_it_imports_nothing_but_the_standard_library():
    code = (
        "import sys; import uno_launcher.safety.guard; "
        "print([name for name in sys.modules if name != '__main__'"
        " and name.split('.')[0] not in sys.stdlib_module_names"
        " and not name.startswith(('uno_launcher', '__editable__', '_distutils_hack', 'sitecustomize'))])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "[]\n"
