"""The deadman for what no thread survives: kill -9, an abort, a stopped process, a hanging interpreter.

Raspberry Pi kernels go on driving an output after its process died (field note M2). So the daemon keeps a
child: one pipe, no wake-ups while nothing happens, the standard library only. The daemon says ARM before the
motor goes on and with each proof of progress, DISARM when it's off. Should the pipe close while armed, or
LIMIT_S pass without a word, the child kills the daemon, which holds the lines, and drives every output safe
as `off` does. A daemon whose pins refuse to go low lets go of them and says TAKE_OVER.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.safety.outputs import Outputs, drive_safe

LIMIT_S = 0.95
"""From the last ARM. Below a second, and later than the deadman's expiry, which ends only the burst."""

CLOSE_S = 2.0
"""The longest the daemon waits for its guard to go."""

TAKEN_OVER = (
    "The motor's pins refused to go low, so the guard has driven every output safe from outside: look after"
    " wiring and driver before the next start."
)
STILL_ON = "The motor's pins refuse to go low, from inside and outside: switch off its supply."

ARM, DISARM, GOODBYE, TAKE_OVER = b"A", b"D", b"G", b"T"
LOST = b""
"""No word from the daemon, when there had to be one."""

_ITS_OWN = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGTRAP, signal.SIGSYS}
"""Signals for what goes wrong in the child itself."""

_START = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    " from uno_launcher.safety.guard import main; main(sys.argv[2:])"
)


class Guard:
    """The daemon's end. `arm` and `disarm` never block."""

    def __init__(self, outputs: Outputs) -> None:
        self._armed = False
        theirs, self._pipe = os.pipe()
        root = str(Path(__file__).parent.parent.parent)
        os.set_blocking(self._pipe, False)
        # Keys and signals meant for everybody are the daemon's alone: it says when to go. A session of its
        # own keeps those away that nobody can block (kill -9 of a job, a terminal that stops one).
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals() - _ITS_OWN)
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-I", "-c", _START, root, str(os.getpid()), str(theirs), outputs.to_json()],
                pass_fds=[theirs],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            os.close(self._pipe)
            raise HardwareError(f"The motor's guard can't be started ({error.strerror}).") from None
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            os.close(theirs)

    @property
    def alive(self) -> bool:
        """The child runs, and isn't stopped. One system call: this is asked at each proof of progress."""
        if self._child.returncode is not None:
            return False
        try:
            look = os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self._child.pid, look) is None
        except ChildProcessError:
            return False

    def arm(self) -> None:
        """The motor may run for LIMIT_S from now. Raises HardwareError when nobody guards: then it
        mustn't."""
        self._armed = True
        if not self.alive or not self._say(ARM):
            raise HardwareError(
                "The motor's guard process has ended or is stopped, so the motor stays off:"
                " restart uno-launcher."
            )

    def disarm(self) -> None:
        """The motor is off. A guard that can't be told will find out by itself."""
        self._armed = False
        self._say(DISARM)

    def close(self) -> None:
        """Let the child go: the lines are let go of. Raises HardwareError where the motor wasn't off, and the
        child, which drives the outputs then, had to see to it."""
        if self._pipe < 0:
            return
        self._say(TAKE_OVER if self._armed else GOODBYE)
        os.close(self._pipe)
        self._pipe = -1
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(CLOSE_S)
        if self._armed:
            raise HardwareError(TAKEN_OVER if self._child.returncode == 0 else STILL_ON)

    def _say(self, word: bytes) -> bool:
        try:
            return os.write(self._pipe, word) == 1
        except OSError:  # broken, or full: nobody has read for a long time
            return False


def main(arguments: list[str]) -> None:
    """The child: parent's process id, number of the pipe, the outputs as JSON."""
    parent, pipe, outputs = int(arguments[0]), int(arguments[1]), Outputs.from_json(arguments[2])
    daemon = _pidfd(parent)
    word = _last_word(pipe)
    if word == GOODBYE:
        return
    try:
        if word != TAKE_OVER:
            _kill(daemon)
        try:
            drive_safe(outputs)
        except BusyError:
            if word != TAKE_OVER:
                raise
            _kill(daemon)  # it couldn't let go of them
            drive_safe(outputs)
    except Exception as error:
        sys.exit(f"uno-launcher's guard: {error}")


def _pidfd(parent: int) -> int | None:
    """A handle on the daemon that can't come to mean another process, or None: it's gone already."""
    try:
        handle = os.pidfd_open(parent)
    except ProcessLookupError:
        return None
    if os.getppid() == parent:
        return handle
    os.close(handle)
    return None


def _last_word(pipe: int) -> bytes:
    """Read until it is clear what is to be done: GOODBYE nothing, TAKE_OVER drive the outputs, LOST kill the
    daemon first."""
    deadline: float | None = None
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    while True:
        left = None if deadline is None else max(0.0, (deadline - time.monotonic()) * 1000.0)
        if not poll.poll(left):
            return LOST
        words = os.read(pipe, 4096)
        if not words:
            return GOODBYE if deadline is None else LOST
        if words[-1:] in (GOODBYE, TAKE_OVER):
            return words[-1:]
        deadline = time.monotonic() + LIMIT_S if words.endswith(ARM) else None


def _kill(daemon: int | None) -> None:
    """Wait until it has let go of its lines: that is when it has ended. None: it has already."""
    if daemon is None:
        return
    with contextlib.suppress(ProcessLookupError):
        signal.pidfd_send_signal(daemon, signal.SIGKILL)
    ended = select.poll()
    ended.register(daemon, select.POLLIN)
    ended.poll(1000)
