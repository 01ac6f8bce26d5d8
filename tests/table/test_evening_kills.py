"""A simulated evening is killed at random moments: what anybody has seen is there when it goes on.

A spy in the launcher's process writes down every snapshot at the moment when watchers get it. After the kill
the journal has to lead through every one of them.
"""

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from tests.journals import SETUP, killed, same
from uno_launcher.backends.simulated.mirror import Mirror
from uno_launcher.config import Config
from uno_launcher.config.sections import TableSection
from uno_launcher.launcher.facts import BURST
from uno_launcher.pins import NAMED
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import FailedPress
from uno_launcher.store import SIMULATED_FILE_NAME, Evening, Launch, Store, read, read_evening
from uno_launcher.table.evening import going_on, referee_for
from uno_launcher.table.referee import Guards

LATE_S = 0.1
"""Cards of so short a time before the kill may be missing, and moves of it not be shown."""
DISKS_S = 0.0, 0.03, 0.7
"""What a commit takes, evening by evening: a slow card shows what isn't waited for."""
GUARD_S = 2.0
"""The guard's limit of a second, and what a busy machine adds to it."""
MOTOR = [bcm for name, bcm in Config().fitted().items() if NAMED[name].motor]
CONFIG = '[launcher]\nprofile = "wild"\n[table]\nturn_guard_s = 0\nstop_after_s = 1\n[web]\nserve = "off"\n'
WITH_A_SPY = """
import os, sys, time, msgspec
from uno_launcher.__main__ import main
from uno_launcher.daemon.control import Control
from uno_launcher.store.writer import Writer
file = os.open(sys.argv.pop(1), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
def seen(snapshot):
    view, last = snapshot.launcher, snapshot.launcher.last
    line = {"at": time.monotonic(), "table": snapshot.table, "state": view.state, "number": view.number,
        "counted": view.counted, "over": last and [last.number, last.counted], "problems": snapshot.problems}
    os.write(file, msgspec.json.encode(line) + b"\\n")
def spied_on(self, post, now):
    self.watch(seen)
    opened(self, post, now)
opened, Control.open = Control.open, spied_on
disk_s = float(sys.argv.pop(1))
def slowly(self, batch):
    time.sleep(disk_s)
    return commit(self, batch)
commit, Writer._commit = Writer._commit, slowly
sys.exit(main())
"""


class Seen(msgspec.Struct):
    """One snapshot, as the spy wrote it down."""

    at: float
    table: StateLine
    state: str
    number: int
    counted: int
    over: tuple[int, int] | None
    problems: list[str]


class Chain:
    """One evening that is killed again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.file = folder / SIMULATED_FILE_NAME
        self.rng = random.Random(seed)
        self.seed = seed
        self.disk_s = DISKS_S[seed % len(DISKS_S)]
        self.late_s = LATE_S + 2 * self.disk_s
        self.runs = 0
        self.bursts = 0
        """Kills that interrupted a press."""
        self.expected: StateLine | None = None
        """Where the next run has to go on."""
        self.interrupted: list[int] = []
        """Numbers of presses that the next run has to speak of."""
        folder.mkdir()
        (folder / "config.toml").write_text(CONFIG)
        (folder / "table.json").write_bytes(msgspec.json.encode(SETUP))

    def run_and_kill(self) -> None:
        self.runs += 1
        script, log = self.folder / f"script-{self.runs}", self.folder / f"seen-{self.runs}"
        script.write_text("\n".join(self._script()))
        files = ["--config", "config.toml", "--script", script, "--state-dir", self.folder]
        table = ["--table", "table.json"] if self.runs == 1 else []
        seed = str(self.seed * 1000 + self.runs)
        with subprocess.Popen(
            [
                sys.executable,
                "-c",
                WITH_A_SPY,
                log,
                str(self.disk_s),
                "run",
                "--simulated",
                "--seed",
                seed,
                *files,
                *table,
            ],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            time.sleep(self.rng.uniform(0.0, 1.6 + 3 * self.disk_s))
            at, clock = time.monotonic(), datetime.now(UTC)
            process.kill()
        self._check_motor()
        lines = log.read_bytes().splitlines(keepends=True)
        seen = [msgspec.json.decode(line, type=Seen) for line in lines if line.endswith(b"\n")]
        self._check(seen, at, clock)

    def _script(self) -> Iterator[str]:
        """Presses and taps, more than can be taken."""
        rng, at = self.rng, 0.02
        yield f'{at:g} move {{"turn_up": "number"}}'
        while at < 4.0:
            at += rng.uniform(0.02, 0.12)
            name = rng.choice(SETUP["players"])
            yield rng.choice(
                [
                    *[f"{at:g} press"] * 5,
                    f"{at:g} take-card",
                    f"{at:g} reload {rng.randint(20, 90)}",
                    f'{at:g} move {{"correct": {{"{name}": {rng.randint(3, 60)}}}}}',
                    f'{at:g} move {{"play": "hit-{rng.randint(1, 2)}"}}',
                    f'{at:g} move {{"play": "number"}}',
                    f'{at:g} move {{"suggested": "{name}"}}',
                    f'{at:g} move {{"reloaded": true}}',
                    f'{at:g} move {{"undo": true}}',
                    f'{at:g} move {{"stop": true}}',
                ]
            )

    def _check_motor(self) -> None:
        lines = Mirror(self.folder / "pins")
        give_up = time.monotonic() + GUARD_S
        while any(lines.read(bcm) for bcm in MOTOR):
            assert time.monotonic() < give_up, "the motor is on"
            time.sleep(0.01)

    def _check(self, seen: list[Seen], killed_at: float, clock: datetime) -> None:
        evening = read_evening(self.file, 1)
        assert evening is not None
        presses = {launch.number: launch for launch in read(self.file)}
        first, last = seen[0], seen[-1]
        assert first.state not in BURST
        if self.expected is not None:
            assert same(first.table, self.expected)
            assert self._said(first.problems) == self.interrupted
        self._check_moves(evening, seen, clock)
        assert list(presses) == list(range(1, len(presses) + 1))
        assert len(presses) <= last.number + 1  # one may have been accepted and not been seen any more
        for snapshot in seen:
            self._check_press(presses, snapshot, killed_at)
        running = [launch for launch in presses.values() if launch.running]
        assert [made.press for made in evening.moves if made.press] == list(presses)[
            : len(presses) - len(running)
        ]
        self.bursts += len(running)
        self._go_on(evening, running)

    def _check_moves(self, evening: Evening, seen: list[Seen], clock: datetime) -> None:
        """No move is missing, none is there twice, none is out of its order."""
        lines = {n: self._line(evening, n) for n in {snapshot.table.n for snapshot in seen}}
        for snapshot in seen:
            assert same(snapshot.table, lines[snapshot.table.n])
        # A slow disk has several at once, a moment before they're shown.
        for made in evening.moves[seen[-1].table.n + 1 :]:
            assert clock - datetime.fromisoformat(made.at) < timedelta(seconds=self.late_s)

    def _line(self, evening: Evening, n: int) -> StateLine:
        assert n <= len(evening.moves), "a move that was seen is missing"
        return going_on(replace(evening, moves=evening.moves[:n]), Guards()).line

    def _check_press(self, presses: dict[int, Launch], snapshot: Seen, killed_at: float) -> None:
        if snapshot.over is not None:
            number, counted = snapshot.over
            assert (presses[number].counted, presses[number].running) == (counted, False)
        if snapshot.state in BURST:
            late = snapshot.at > killed_at - self.late_s
            if self.disk_s and late and snapshot.number not in presses:
                return  # the motor doesn't wait for a slow disk
            assert presses[snapshot.number].counted >= snapshot.counted or late

    def _go_on(self, evening: Evening, running: list[Launch]) -> None:
        """What is going to be said, and where the evening is going to stand."""
        expected = going_on(evening, Guards())
        for launch in running:
            expected.make(FailedPress(failed_press=launch.counted, by=expected.line.up), 0.0)
        left = killed(self.folder, self.folder / f"left-{self.runs}", SIMULATED_FILE_NAME)
        store = Store.open(left / SIMULATED_FILE_NAME)
        assert same(referee_for(store, TableSection()).line, expected.line)
        self.interrupted = [launch.number for launch in running]
        assert self._said(store.found) == self.interrupted
        assert store.problems == []
        store.close(5.0)
        self.expected = expected.line

    def _said(self, problems: list[str]) -> list[int]:
        """The numbers of presses that were interrupted, by what is said of them."""
        return [int(said) for problem in problems for said in re.findall(r"^Press (\d+) was interr", problem)]


def play_and_kill(folder: Path, seed: int, kills: int) -> int:
    chain = Chain(folder, seed)
    for _ in range(kills):
        chain.run_and_kill()
    return chain.bursts


@pytest.mark.waits
@pytest.mark.parametrize(("evenings", "kills"), [(5, 1), pytest.param(30, 10, marks=pytest.mark.long)])
def test_nothing_that_was_seen_is_lost_or_done_twice_when_the_launcher_is_killed_d4(
    tmp_path: Path, evenings: int, kills: int
) -> None:
    with ThreadPoolExecutor(5 if kills == 1 else 3) as pool:
        chains = [pool.submit(play_and_kill, tmp_path / f"evening-{i}", i, kills) for i in range(evenings)]
        interrupted = sum(chain.result() for chain in chains)
    assert kills == 1 or interrupted > evenings * kills // 10  # or presses weren't killed
