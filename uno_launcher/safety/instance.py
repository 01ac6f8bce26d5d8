"""One daemon a launcher: its lock, and the socket through which `off` reaches it. Standard library only.

Both live in the daemon's run folder (`places.run_dir`): `lock`, held by flock and with the daemon's process
id in it, and `control.sock`, a stream socket that takes one line and answers with one line.
"""

import contextlib
import fcntl
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.safety.regular import open_regular

LOCK = "lock"
SOCKET = "control.sock"
CLIENT_S = 0.1
"""The longest a client may keep the socket waiting for its line: less than `off` waits for its answer."""


class InstanceLock:
    """Held by the daemon from before it touches a pin until the last one is safe. Ends with the process."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._fd = -1

    def acquire(self) -> None:
        """Raises BusyError when another daemon has it, HardwareError when there is no room for it."""
        try:
            fd = open_regular(self._path, os.O_RDWR | os.O_CREAT)
        except OSError as error:
            raise HardwareError(
                f"{self._path} can't be opened ({error.strerror}): choose another folder with --state-dir."
            ) from None
        if not _flock(fd):
            pid = _pid_in(fd)
            os.close(fd)
            raise BusyError(
                f"Another uno-launcher runs already, as process {pid or 'unknown'} with {self._path.parent}:"
                f" stop it first (`kill {pid or 'PID'}`)."
            )
        try:
            ours = b"%d\n" % os.getpid()
            os.pwrite(fd, ours, 0)  # before the rest is cut off: on a full disk an old file has room
            os.ftruncate(fd, len(ours))
        except OSError as error:
            os.close(fd)
            raise HardwareError(f"{self._path} can't be written ({error.strerror}).") from None
        self._fd = fd

    def release(self) -> None:
        """Let the next one in. The file stays: deleting it would let two in at once."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


class ControlSocket:
    """The daemon's ear for `off`, on a thread of its own so that it works while the control loop hangs.

    `switch_off` is called on that thread and must drive everything safe before it returns.
    """

    def __init__(self, folder: Path, switch_off: Callable[[], None]) -> None:
        self._folder = folder
        self._switch_off = switch_off
        self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="control socket", daemon=True)

    def open(self) -> None:
        """Listen. Call with the lock held: a socket that is already there was left by a dead daemon."""
        (self._folder / SOCKET).unlink(missing_ok=True)
        with _short_name(self._folder) as name:
            self._ear.bind(name)
        (self._folder / SOCKET).chmod(0o660)
        self._ear.listen(8)
        self._thread.start()

    def close(self) -> None:
        """Stop listening and take the socket away. May be called twice."""
        if self._closing.is_set():
            return
        self._closing.set()
        with contextlib.suppress(OSError):
            self._ear.shutdown(socket.SHUT_RDWR)  # wakes accept()
        if self._thread.ident is not None:
            self._thread.join(1.0)
            (self._folder / SOCKET).unlink(missing_ok=True)
        self._ear.close()

    def _serve(self) -> None:
        while not self._closing.is_set():
            try:
                client, _ = self._ear.accept()
            except OSError:
                self._closing.wait(0.1)  # no more files to open, say: try again, but not all the time
                continue
            with client, contextlib.suppress(OSError):
                if _line(client) == b"off\n":
                    with contextlib.suppress(Exception):
                        self._switch_off()
                        client.sendall(b"ok\n")
                else:
                    client.sendall(b"unknown\n")


def _line(client: socket.socket) -> bytes:
    """What has come by the end of the line, or of CLIENT_S for all of it together."""
    give_up = time.monotonic() + CLIENT_S
    line = b""
    while not line.endswith(b"\n") and len(line) < 100:
        client.settimeout(max(0.001, give_up - time.monotonic()))
        came = client.recv(100)
        if not came or time.monotonic() > give_up:
            break
        line += came
    client.settimeout(CLIENT_S)
    return line


def ask(folder: Path, line: bytes, timeout_s: float) -> bytes | None:
    """What the daemon in `folder` answers to `line`, or None: nobody listens there, or not in time."""
    give_up = time.monotonic() + timeout_s
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as mouth, _short_name(folder) as name:
            mouth.settimeout(timeout_s)
            while True:
                try:
                    mouth.connect(name)
                    break
                except BlockingIOError:  # so many others wait that the kernel doesn't let it queue up
                    if time.monotonic() > give_up:
                        return None
                    time.sleep(0.005)
            mouth.settimeout(max(0.001, give_up - time.monotonic()))
            mouth.sendall(line)
            return mouth.recv(100)
    except OSError:
        return None


def kill_daemon(folder: Path, wait_s: float) -> int | None:
    """Kill whoever holds the lock in `folder`, and wait until its lines are free. None: nobody held it.

    Only the process that has the locked file open is killed, whatever number the file gives. Raises BusyError
    when the lock is held but its holder can't be told or may not be killed.
    """
    try:
        fd = open_regular(folder / LOCK, os.O_RDONLY)
    except OSError:
        return None
    try:
        if _flock(fd):
            return None
        pid = _pid_in(fd)
        try:
            # A handle first, then the check: the number can't come to mean another process in between.
            process = os.pidfd_open(pid)
        except (OSError, OverflowError):
            process = -1
        try:
            if process < 0 or not _has_open(pid, fd):
                raise BusyError(
                    f"{folder / LOCK} is held, but not by process {pid or 'unknown'}: stop its holder."
                )
            signal.pidfd_send_signal(process, signal.SIGKILL)
            ended = select.poll()
            ended.register(process, select.POLLIN)
            ended.poll(wait_s * 1000.0)
            return pid
        except PermissionError:
            raise BusyError(
                f"The daemon, process {pid}, may not be killed by you: run this with sudo."
            ) from None
        finally:
            if process >= 0:
                os.close(process)
    finally:
        os.close(fd)


def _flock(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _pid_in(fd: int) -> int:
    text = os.pread(fd, 20, 0).strip()
    return int(text) if text.isdigit() else 0


def _has_open(pid: int, fd: int) -> bool:
    """Process `pid` has the file open that `fd` is. Raises PermissionError for somebody else's process."""
    ours = os.fstat(fd)
    for name in os.listdir(f"/proc/{pid}/fd"):
        with contextlib.suppress(FileNotFoundError):
            theirs = os.stat(f"/proc/{pid}/fd/{name}")
            if (theirs.st_dev, theirs.st_ino) == (ours.st_dev, ours.st_ino):
                return True
    return False


@contextlib.contextmanager
def _short_name(folder: Path) -> Iterator[str]:
    """A name for the socket that fits in the 107 bytes an address holds, however deep the folder is."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{fd}/{SOCKET}"
    finally:
        os.close(fd)
