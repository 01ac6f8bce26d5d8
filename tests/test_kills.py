"""A running launcher is stopped in every way a process can be, and the motor's lines are low soon after.

The simulated lines live in a file that outlives the process, as a Pi's lines do (field notes M1, M2).
"""

import contextlib
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from uno_launcher.backends.simulated.mirror import Mirror
from uno_launcher.config import Config
from uno_launcher.daemon.signals import GRACE_S
from uno_launcher.errors import StoreError
from uno_launcher.pins import NAMED
from uno_launcher.store import SIMULATED_FILE_NAME, read

MOTOR = [bcm for name, bcm in Config().fitted().items() if NAMED[name].motor]
OUTPUTS = [signal_.bcm for signal_ in NAMED.values() if signal_.output]
WITHIN_S = 2.0
"""The guard's limit of a second, and what a busy machine adds to it."""
OFF_S = 3.0
"""A second for `off` with its start, and what a busy machine adds to it."""

FIRE = """
from uno_launcher.__main__ import main
sys.exit(main(["fire", "30", "--simulated", "--seed", "1", *sys.argv[1:]]))
"""
HANG = """
from uno_launcher.daemon.control import Control
def hang(self, now):
    if self.busy and self.snapshot.launcher.counted > 1:
        while True: pass
    tick(self, now)
tick, Control.tick = Control.tick, hang
"""
HANG_ASLEEP = HANG.replace("pass", "time.sleep(0.01)").replace("from", "import time\nfrom", 1)
"""Where it matters that it hangs, not that it takes the processor."""
RAISE = """
from uno_launcher.daemon.control import Control
def fail(self, now):
    if self.busy and self.snapshot.launcher.counted > 1:
        raise RuntimeError("something nobody thought of")
    tick(self, now)
tick, Control.tick = Control.tick, fail
"""
REFUSE = """
from uno_launcher.backends.simulated.factory import SimPin
from uno_launcher.daemon.control import Control
refusing = False
def refuse(self, *what):
    if refusing and self.bcm in (12, 13, 16): raise OSError(5, "Input/output error")
    return change(self, *what)
change, SimPin._change_state = SimPin._change_state, refuse
def break_pins(self, now):
    global refusing
    if not refusing and self.busy and self.snapshot.launcher.counted > 1:
        refusing = True
        print("refusing", flush=True)
    tick(self, now)
tick, Control.tick = Control.tick, break_pins
"""
SLOW = """
import time
from uno_launcher.backends.gpio.lines import Lines
def slow(self):
    print("closing", flush=True)
    time.sleep(0.5)
    close(self)
    print("closed", flush=True)
close, Lines.close = Lines.close, slow
"""
HANG_FOR_GOOD = (
    HANG
    + """
import ctypes
def wedge(): ctypes.PyDLL(None).sleep(60)  # holds the interpreter's lock: no thread of ours runs
def hang(self, now):
    if self.busy and self.snapshot.launcher.counted > 1:
        wedge()
    tick(self, now)
Control.tick = hang
"""
)


class Running:
    """`fire 30` in a process of its own, its lines and its log."""

    def __init__(self, process: subprocess.Popen[Any], folder: Path) -> None:
        self.process = process
        self.folder = folder
        self.lines = Mirror(folder / "pins")

    def wait_for(self, what: Callable[[], bool], within_s: float = WITHIN_S) -> bool:
        give_up = time.monotonic() + within_s
        while not what():
            if time.monotonic() > give_up:
                return False
            time.sleep(0.005)
        return True

    @property
    def motor_on(self) -> bool:
        return any(self.lines.read(bcm) for bcm in MOTOR)

    def counted(self) -> int:
        """Cards on record, by the log on the disk."""
        with contextlib.suppress(StoreError):  # it's just being made
            if launches := read(self.folder / SIMULATED_FILE_NAME):
                return launches[-1].counted
        return 0

    def wait_until_cards_come(self) -> None:
        assert self.wait_for(lambda: self.counted() > 1 or self.process.poll() is not None, 20.0)
        assert self.process.poll() is None, self.process.communicate()
        assert self.wait_for(lambda: self.motor_on)  # it rests between two directions

    def wait_until_pins_refuse(self) -> None:
        """Cards are on record before the loop's next tick, which breaks the pins."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "refusing\n"
        assert self.motor_on


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    with contextlib.ExitStack() as stack:

        def start(before: str = "") -> Running:
            process = subprocess.Popen(
                [sys.executable, "-c", f"import sys\n{before}\n{FIRE}", "--state-dir", str(tmp_path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                process_group=0,
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return Running(process, tmp_path)

        yield start


def off(folder: Path) -> tuple[int, float]:
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "uno_launcher", "off", "--state-dir", str(folder)],
        capture_output=True,
        check=False,
    )
    return done.returncode, time.monotonic() - start


@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGABRT, signal.SIGKILL, signal.SIGSTOP],
)
def test_a_signal_in_a_burst_ends_with_the_motor_off_and_its_cards_on_record_m1(
    started: Callable[..., Running], number: signal.Signals
) -> None:
    running = started()
    running.wait_until_cards_come()
    before = running.counted()
    running.process.send_signal(number)
    assert running.wait_for(lambda: not running.motor_on), f"the motor is on {WITHIN_S} s after {number.name}"
    ends = {signal.SIGABRT: 134, signal.SIGKILL: -9, signal.SIGSTOP: -9}
    assert running.process.wait(10) == ends.get(number, 1)  # `fire` fell short
    (launch,) = read(running.folder / SIMULATED_FILE_NAME)
    assert launch.counted >= before
    assert launch.ended == ("" if number in ends else "fault")


LESS_USUAL = [pytest.param(name, marks=pytest.mark.long) for name in ("QUIT", "USR1", "ALRM", "TERM")]


@pytest.mark.parametrize("name", ["KILL", "STOP", "TSTP", "HUP", *LESS_USUAL])
def test_a_signal_to_the_whole_job_ends_with_the_motor_off_too(
    started: Callable[..., Running], name: str
) -> None:
    """As Ctrl-Z, Ctrl-backslash or `kill -9 %1` in a shell."""
    running = started()
    running.wait_until_cards_come()
    os.killpg(running.process.pid, signal.Signals[f"SIG{name}"])
    assert running.wait_for(lambda: not running.motor_on), f"the motor is on {WITHIN_S} s after SIG{name}"


def test_a_loop_that_hangs_in_the_middle_of_a_burst_ends_with_the_motor_off_m8(
    started: Callable[..., Running],
) -> None:
    running = started(HANG)
    running.wait_until_cards_come()
    assert running.wait_for(lambda: not running.motor_on), "the motor is still on"


def test_an_interpreter_that_hangs_is_killed_from_outside_and_the_motor_is_off(
    started: Callable[..., Running],
) -> None:
    running = started(HANG_FOR_GOOD)
    assert running.wait_for(lambda: running.motor_on, 20.0)
    assert running.process.wait(20) == -signal.SIGKILL
    assert running.wait_for(lambda: not running.motor_on), "the motor is still on"


def test_an_exception_in_the_control_loop_ends_with_the_motor_off_and_one_sentence(
    started: Callable[..., Running],
) -> None:
    running = started(RAISE)
    out, said = running.process.communicate(timeout=20)
    assert (running.process.returncode, out) == (1, "")
    assert not running.motor_on
    assert "something nobody thought of" in said
    assert "Traceback" not in said


def test_sigterm_ends_a_hanging_daemon_too(started: Callable[..., Running]) -> None:
    running = started(HANG_ASLEEP)
    running.wait_until_cards_come()
    running.process.terminate()
    assert running.wait_for(lambda: not running.motor_on, 0.5)
    assert running.process.wait(10) == 1


def test_another_signal_doesnt_keep_the_outputs_from_being_made_safe(started: Callable[..., Running]) -> None:
    running = started(SLOW)
    running.wait_until_cards_come()
    running.process.terminate()
    assert running.process.stdout is not None
    assert running.process.stdout.readline() == "closing\n"
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        running.process.send_signal(number)
    out, _ = running.process.communicate(timeout=10)
    assert out.startswith("closed\n")
    assert running.process.returncode == 1
    assert not any(running.lines.read(bcm) for bcm in OUTPUTS)


@pytest.mark.waits
def test_sigterm_ends_a_daemon_whose_terminal_takes_nothing_more(tmp_path: Path) -> None:
    """As after Ctrl-S, or with an ssh whose line is dead."""
    script = tmp_path / "script.txt"
    script.write_text("".join(f"{0.3 * each:.1f} press\n" for each in range(1, 60)), encoding="utf-8")
    terminal, theirs = os.openpty()
    command = [sys.executable, "-m", "uno_launcher", "run", "--simulated", "--seed", "3", "--script"]
    process = subprocess.Popen(
        [*command, str(script), "--state-dir", str(tmp_path)], stdin=theirs, stdout=theirs, stderr=theirs
    )
    try:
        running = Running(process, tmp_path)
        os.set_blocking(terminal, False)

        def read_on_until_cards_come() -> bool:
            with contextlib.suppress(BlockingIOError):
                os.read(terminal, 65536)
            return running.motor_on

        assert running.wait_for(read_on_until_cards_come, 20.0)
        termios.tcflow(theirs, termios.TCOOFF)
        assert running.wait_for(lambda: not running.motor_on)
        assert running.wait_for(lambda: running.motor_on, 20.0)  # a press later there is something to show
        process.terminate()
        assert running.wait_for(lambda: not running.motor_on, 0.5)
        assert process.wait(2 * GRACE_S + WITHIN_S) in (0, 1)
        assert not any(running.lines.read(bcm) for bcm in OUTPUTS)
    finally:
        process.kill()
        process.wait(10)
        os.close(theirs)
        os.close(terminal)


def test_off_stops_a_live_daemon_which_stays_alive(started: Callable[..., Running]) -> None:
    running = started()
    running.wait_until_cards_come()
    status, took_s = off(running.folder)
    assert status == 0
    assert took_s < OFF_S
    assert not running.motor_on


def test_off_kills_a_hanging_daemon_and_drives_every_line_low(started: Callable[..., Running]) -> None:
    running = started(HANG)
    running.wait_until_cards_come()
    status, took_s = off(running.folder)
    assert status == 0
    assert took_s < OFF_S
    assert not any(running.lines.read(bcm) for bcm in OUTPUTS)
    assert running.process.wait(10) == -signal.SIGKILL


def test_pins_that_refuse_to_go_low_are_driven_from_outside_when_the_daemon_ends(
    started: Callable[..., Running],
) -> None:
    running = started(REFUSE)
    running.wait_until_pins_refuse()
    running.process.terminate()
    assert running.wait_for(lambda: not running.motor_on), "the motor is still on"
    _, said = running.process.communicate(timeout=10)
    # On a busy machine the guard is quicker than the daemon's last words.
    assert running.process.returncode in (1, -signal.SIGKILL)
    if running.process.returncode == 1:
        assert said.endswith("look after wiring and driver before the next start.\n")
    assert not running.motor_on


def test_off_drives_what_refuses_the_daemon_itself(started: Callable[..., Running]) -> None:
    running = started(REFUSE)
    running.wait_until_pins_refuse()
    status, took_s = off(running.folder)
    assert status == 0
    assert took_s < OFF_S
    assert not running.motor_on
    assert running.process.wait(10) in (1, -signal.SIGKILL)  # on a busy machine it may end before it's killed


def test_off_works_after_a_crash(started: Callable[..., Running]) -> None:
    running = started()
    running.wait_until_cards_come()
    running.process.kill()
    running.process.wait(10)
    assert off(running.folder)[0] == 0
    assert not any(running.lines.read(bcm) for bcm in OUTPUTS)
