"""A virtual Pi, booted and told what to do."""

import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
BOOT_S = 120.0
"""The longest that booting may take on a busy machine; it takes ten seconds on a quiet one."""


class Done(NamedTuple):
    """What came of an order."""

    status: int
    out: str
    err: str


class Guest:
    """`folder` is shared: the guest has it as /vpi."""

    def __init__(self, process: subprocess.Popen[bytes], orders: int, answers: int, folder: Path) -> None:
        self._process = process
        self._orders = orders
        self._answers = answers
        self.folder = folder
        self._ids = itertools.count(1)
        self._came: set[int] = set()
        self._waiting = b""

    def start(self, shell: str, timeout: float = 60.0) -> int:
        """Have this run by a shell of root's, and don't wait for it."""
        number = next(self._ids)
        order = json.dumps({"id": number, "shell": shell, "timeout": timeout})
        os.write(self._orders, order.encode() + b"\n")
        return number

    def end(self, number: int, timeout: float = 60.0) -> Done:
        """What came of `start`."""
        self._await(number, timeout + 30.0)
        where = self.folder / f"answer-{number}"
        answer: dict[str, Any] = json.loads(where.read_text())
        where.unlink()
        return Done(answer["status"], answer["out"], answer["err"])

    def run(self, shell: str, timeout: float = 60.0) -> Done:
        """Have this run by a shell of root's; says with what status it ended, and what it said."""
        return self.end(self.start(shell, timeout), timeout)

    def ok(self, shell: str, timeout: float = 60.0) -> str:
        """`run`, which must end well. What it said on standard output."""
        done = self.run(shell, timeout)
        assert done.status == 0, f"{shell}\nended with {done.status}:\n{done.out}\n{done.err}"
        return done.out

    def until(self, shell: str, timeout: float = 30.0) -> None:
        """Wait until this command ends well."""
        looped = f"until {shell}; do sleep 0.1; done >/dev/null 2>&1"
        done = self.run(looped, timeout)
        assert done.status == 0, f"not within {timeout} s: {shell}\n{self.run(shell).err}"

    def _await(self, number: int, timeout: float) -> None:
        give_up = time.monotonic() + timeout
        while number not in self._came:
            left = give_up - time.monotonic()
            ready, _, _ = select.select([self._answers], [], [], max(0.0, left))
            came = os.read(self._answers, 65536) if ready else b""
            if not came:
                raise AssertionError(f"the guest doesn't answer any more:\n{self.console()[-3000:]}")
            *lines, self._waiting = (self._waiting + came).split(b"\n")
            for line in lines:
                with contextlib.suppress(ValueError):  # the line's first bytes, before it was set up
                    self._came.add(json.loads(line)["id"])

    def console(self) -> str:
        """The kernel's last words."""
        return (self.folder / "console.log").read_text(errors="replace")


@contextlib.contextmanager
def booted(kernel: Path, root: Path, memory: str = "700M") -> Iterator[Guest]:
    """A guest that takes orders, until the block ends."""
    with tempfile.TemporaryDirectory(prefix="virtual-pi-") as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        init = folder / "init"
        shutil.copy(HERE / "init.sh", init)
        init.chmod(0o755)
        theirs_in, orders = os.pipe()
        answers, theirs_out = os.pipe()
        command = [
            str(kernel),
            f"mem={memory}",
            f"uml_dir={folder}",
            "umid=guest",
            *("root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", f"init={init}"),
            *("con=null", "con0=null,fd:1", f"ssl0=fd:{theirs_in},fd:{theirs_out}"),
            *("quiet", "loglevel=3", "random.trust_cpu=on"),
            *("systemd.show_status=0", "systemd.log_target=journal"),
            *(f"vpi.ctl={folder}", f"vpi.root={root.resolve()}", f"vpi.tests={HERE}"),
        ]
        with (folder / "console.log").open("wb") as console, _one_processor():
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=subprocess.STDOUT,
                pass_fds=(theirs_in, theirs_out),
                env={**os.environ, "TMPDIR": "/dev/shm"},
                start_new_session=True,
            )
        # A guest that is kept waiting for half a second looks like a launcher that hangs. Where Linux shares
        # the processor between sessions first, a process's own priority counts for nothing outside of its.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, -15)
            Path(f"/proc/{process.pid}/autogroup").write_text("-20")
        for descriptor in (theirs_in, theirs_out):
            os.close(descriptor)
        stack.callback(os.close, orders)
        stack.callback(os.close, answers)
        stack.callback(_end, process)
        guest = Guest(process, orders, answers, folder)
        guest._await(0, BOOT_S)
        yield guest


@contextlib.contextmanager
def _one_processor() -> Iterator[None]:
    """Whatever starts in this block stays on one processor, another one for each worker of the tests.

    The guest's kernel and its processes are processes that wait for each other at every call: from one
    processor to the next, that takes two or three times as long.
    """
    all_of_them = os.sched_getaffinity(0)
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    os.sched_setaffinity(0, {sorted(all_of_them)[-1 - worker % len(all_of_them)]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, all_of_them)


def _end(process: subprocess.Popen[bytes]) -> None:
    """The kernel and the processes of the host that it keeps for its own ones."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait(10)
