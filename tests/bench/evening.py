"""What an evening costs: moves at the table, each on the disk before anybody sees it."""

import contextlib
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.rules.chance import Evening as Chance
from tests.rules.evening import line_of, read, setup_of
from uno_launcher.config import Config
from uno_launcher.config.sections import TableSection
from uno_launcher.daemon.assembly import Assembly, assembled
from uno_launcher.daemon.loop import Quit
from uno_launcher.daemon.orders import TableMove
from uno_launcher.rules.moves import Correct, parse_move
from uno_launcher.rules.table import Table
from uno_launcher.store import FILE_NAME, Store
from uno_launcher.table.evening import referee_for

SETUP = setup_of(4, target=999_999)
"""An evening that isn't over soon."""


def moves(count: int) -> list[bytes]:
    """So many moves of an evening of many rounds, as JSON; nine in ten are sensible ones."""
    rng = random.Random(1)
    chance = Chance(rng)
    chance.setup, chance.table = SETUP, Table(read(SETUP))
    made = []
    while len(made) < count:
        chance.line = line_of(chance.table)
        move = chance.sure_move() if rng.random() < 0.9 else chance.any_move()
        if move.get("mode") in (None, "game") and chance.table.apply(parse_move(move)).refused is None:
            made.append(msgspec.json.encode(move))
    return made


def replay_s(made: list[bytes]) -> float:
    """Seconds that `table replay` takes, the start of its process included."""
    script = b"\n".join([msgspec.json.encode(SETUP), *made])
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "uno_launcher", "table", "replay", "-"],
        input=script,
        capture_output=True,
        check=True,
    )
    took = time.monotonic() - start
    assert done.stdout.count(b"\n") == len(made) + 1
    return took


def resume_s(made: list[bytes]) -> float:
    """Seconds from a file on the disk to a table that stands where it stood."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, FILE_NAME)
        store = Store.open(path)
        referee_for(store, TableSection(), read(SETUP))
        for move in made:
            store.moved(move.decode())
        assert store.close(60.0)
        start = time.monotonic()
        store = Store.open(path)
        referee = referee_for(store, TableSection())
        took = time.monotonic() - start
        assert referee.line.n == len(made)
        store.close()
        return took


def move_s(count: int) -> list[float]:
    """Seconds from a tap to its answer in a running daemon, each time."""
    times = []
    with _running() as launcher:
        for number in range(count):
            answered = threading.Event()
            move = Correct(correct={"Bo": 2 + number % 20})
            start = time.monotonic()
            launcher.loop.post(TableMove(move, lambda _outcome, answered=answered: answered.set()))
            assert answered.wait(10.0)
            times.append(time.monotonic() - start)
        assert launcher.control.snapshot.table.n == count
    return times


def write_s(count: int) -> list[float]:
    """Seconds that the same disk takes to keep four kilobytes, each time: nothing can be on it any sooner."""
    times = []
    with _on_the_disk() as folder, (folder / "file").open("wb") as file:
        for _ in range(count):
            start = time.monotonic()
            os.write(file.fileno(), bytes(4096))
            os.fdatasync(file.fileno())
            times.append(time.monotonic() - start)
    return times


@contextlib.contextmanager
def _running() -> Iterator[Assembly]:
    with (
        _on_the_disk() as folder,
        assembled(Config(), simulated=True, state_dir=str(folder), setup=read(SETUP)) as launcher,
    ):
        thread = threading.Thread(target=launcher.loop.run)
        thread.start()
        try:
            yield launcher
        finally:
            launcher.loop.post(Quit())
            thread.join()


@contextlib.contextmanager
def _on_the_disk() -> Iterator[Path]:
    """A folder here, since the one for temporary files may be in memory."""
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".bench-") as folder:
        yield Path(folder)
