"""What a whole process costs, by the kernel's own books."""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

WATCHED_S = 10.0
SETTLED_S = 2.0


class Idle(NamedTuple):
    processor_percent: float
    wake_ups_a_second: float
    memory_MB: float  # noqa: N815


def launcher_idle() -> Idle:
    """The simulated daemon with nobody near it, its guard process included but for the memory."""
    with _launcher() as process:
        return _idle(process.pid)


def bare_idle() -> Idle:
    with _bare() as process:
        return _idle(process.pid)


def ready_after(*, bare: bool = False) -> float:
    """Seconds from the start of the process to its `ready`."""
    times = []
    for _ in range(5):
        start = time.monotonic()
        with _bare() if bare else _launcher():
            times.append(time.monotonic() - start)
    return statistics.median(times)


@contextlib.contextmanager
def _launcher() -> Iterator[subprocess.Popen[str]]:
    """Without the page, which `tests.bench.web` measures."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder, "config.toml")
        config.write_text('[web]\nserve = "off"\n')
        words = ("run", "--simulated", "--config", str(config), "--state-dir", folder)
        with _started("-m", "uno_launcher", *words) as process:
            yield process


@contextlib.contextmanager
def _bare() -> Iterator[subprocess.Popen[str]]:
    with _started("-m", "tests.bench.bare") as process:
        yield process


@contextlib.contextmanager
def _started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready")
        yield process
    finally:
        process.terminate()
        process.wait(10)
        assert process.stdout is not None
        process.stdout.close()


def _idle(pid: int) -> Idle:
    time.sleep(SETTLED_S)
    family = [pid, *_children(pid)]
    before, start = [_spent(each) for each in family], time.monotonic()
    time.sleep(WATCHED_S)
    passed = time.monotonic() - start
    after = [_spent(each) for each in family]
    ticks, switches = (sum(b[i] - a[i] for a, b in zip(before, after, strict=True)) for i in (0, 1))
    return Idle(100 * ticks / os.sysconf("SC_CLK_TCK") / passed, switches / passed, _resident_mb(pid))


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _spent(pid: int) -> tuple[int, int]:
    """Clock ticks of the processor, and times that any thread went to sleep."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    switches = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        status = task.joinpath("status").read_text()
        switches += int(status.split("\nvoluntary_ctxt_switches:")[1].split()[0])
    return int(fields[11]) + int(fields[12]), switches


def _resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
