"""`make bench-lab`: simulated turns a second beside a public UNO engine, and a large run.

The engine is rlcard from PyPI, in an environment of its own that is thrown away. Both play with random
agents, one after the other and again, so that whatever else the machine does slows both; what counts is
processor time. The exit status is 1 where a figure falls short.
"""

import cProfile
import json
import os
import pstats
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table as Grid

from tests.lab.stand import game_of, setup_of
from uno_launcher.lab.evenings import Cores, Plan, games
from uno_launcher.lab.pace import Pace
from uno_launcher.rules.boxes import BOXES
from uno_launcher.rules.table import Table

THEIRS = Path(__file__).with_name("rlcard_uno.py")
TAKES, SECONDS = 5, 4.0
RLCARD = "rlcard==1.2.0"
LEAST = 3.0
"""Times as many turns a second."""
MANY, FEW, MOST_S, MOST_MB = 10_000, 1_000, 120, 5
"""Games, the first of them, the seconds that all may take on a machine with nothing else to do, and how much
a core's memory may grow after the first."""


class Speed(NamedTuple):
    """A second of one core."""

    turns: float
    moves: float


def main() -> int:
    grid = Grid("what", "lab", "rlcard", "times", box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    ours: dict[int, list[Speed]] = {2: [], 4: []}
    theirs: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        python = _with_rlcard(Path(folder))
        for _ in range(TAKES):
            for players, takes in ours.items():
                takes.append(lab(players))
            theirs.append(rlcard(python))
    there = statistics.median(theirs)
    short = False
    for players, takes in ours.items():
        here = statistics.median(take.turns for take in takes)
        name = f"turns a second and core, random, {players} players"
        short = short or here < LEAST * there
        grid.add_row(name, f"{here:,.0f}", f"{there:,.0f} (2 players)", f"{here / there:.1f}")
        moves = statistics.median(take.moves for take in takes)
        grid.add_row(f"moves a second and core, random, {players} players", f"{moves:,.0f}", "", "")
    grid.add_row("of that time, at the referee's table alone", f"{100 * referees_part():.0f} %", "", "")
    for room, part in by_room():
        grid.add_row(f"of it, in {room}, by a profile", f"{100 * part:.0f} %", "", "")
    jobs = len(os.sched_getaffinity(0))
    plan = Plan(BOXES["mega-hit-2020"], 4, seed=1)
    spent = _spent_s()
    start = time.monotonic()
    with Cores(jobs) as cores:
        cores.evenings(plan, FEW)
        before = memory_mb(cores)
        cores.evenings(plan, MANY - FEW)
        after = memory_mb(cores)
    took = time.monotonic() - start
    each = (_spent_s() - spent) / jobs
    grid.add_row(f"{MANY:,} games of four to 500, {jobs} cores, s", f"{took:.0f}", "", "")
    grid.add_row("of these, processor s of each core", f"{each:.0f}", "", "")
    grid.add_row(f"memory of a core after {FEW:,} games, MB", f"{before:.1f}", "", "")
    grid.add_row(f"memory of a core after {MANY:,} games, MB", f"{after:.1f}", "", "")
    Console(width=120).print(grid)
    return int(short or each > MOST_S or after - before > MOST_MB)


def lab(players: int) -> Speed:
    """Games of the box that is most like rlcard's, with players who do anything that is allowed."""
    plan = Plan(BOXES["attack-2010"], players, "fair", ("random",), seed=1)
    turns = moves = number = 0
    start = time.process_time()
    while (took := time.process_time() - start) < SECONDS:
        notes = games(plan, number, 5)
        number += 5
        turns, moves = turns + notes.turns, moves + notes.moves
    return Speed(turns / took, moves / took)


def rlcard(python: Path) -> float:
    done = subprocess.run(
        [str(python), str(THEIRS), str(SECONDS)], capture_output=True, check=True, text=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["players"] == 2
    return float(found["turns"] / found["seconds"])


def referees_part() -> float:
    """The share of a game's time that its moves take at a table alone."""
    whole = alone = 0.0
    for seed in range(30):
        game = game_of(setup_of(4), play="random", seed=seed)
        game._careful = False
        start = time.process_time()
        game.play(Pace())
        played = time.process_time()
        table = Table(game.table.setup)
        for move in game.table.moves:
            table.apply(move)
        whole += played - start
        alone += time.process_time() - played
    return alone / whole


def by_room() -> Iterator[tuple[str, float]]:
    """Where a profiler sees the time of random games go: folders and their shares."""
    plan = Plan(BOXES["attack-2010"], 2, "fair", ("random",), seed=1)
    profile = cProfile.Profile()
    profile.runcall(games, plan, 0, 20)
    spent: Counter[str] = Counter()
    for (file, *_), (*_, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        folder = Path(file).parent.name
        spent[folder if folder in ("rules", "lab", "luck") else "Python's own"] += own
    for room, part in spent.most_common():
        yield room, part / spent.total()


def _spent_s() -> float:
    """Processor seconds of this process, and of those it started that are over."""
    mine, theirs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def _with_rlcard(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", RLCARD], check=True, stderr=sys.stderr)
    return python


def memory_mb(cores: Cores) -> float:
    """The most that one of its processes has ever held."""
    assert cores.pool is not None
    return cores.pool.submit(_peak_mb).result()


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
