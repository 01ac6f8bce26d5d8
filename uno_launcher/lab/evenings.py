"""Many games, on one core or several, with one seed for all of them."""

import multiprocessing
import os
import random
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import resource_tracker

import msgspec

from uno_launcher import luck
from uno_launcher.errors import LauncherError
from uno_launcher.lab.deck import Deck
from uno_launcher.lab.game import EndlessError, Game, Manners
from uno_launcher.lab.notes import Notes
from uno_launcher.lab.pace import Pace
from uno_launcher.lab.strategies import strategy
from uno_launcher.luck import CustomProfile
from uno_launcher.rules.boxes import Box
from uno_launcher.rules.setup import Setup

NAMES = tuple("ABCDEFGHIJ")
CHUNK = 20
"""Games that a core plays before it tells how they went."""
PEOPLE = ("greedy", "hit-first", "keep-hits")
"""Who plays if nobody says: people differ."""


class Plan(msgspec.Struct, frozen=True):
    """What to play."""

    box: Box
    players: int
    profile: str = "fair"
    strategies: tuple[str, ...] = PEOPLE
    """Dealt out in turn, beginning one further with each game, so that everybody sits everywhere."""
    target: int = 500
    seed: int = 0
    manners: Manners = Manners()
    pace: Pace = Pace()
    own: dict[str, CustomProfile] = {}
    """Profiles of the config."""


def games(plan: Plan, first: int, count: int, *, careful: bool = False) -> Notes:
    """Play games `first`, `first` + 1 …: each by its number alone, whoever plays the others.

    Raises EndlessError where a game has no end, LauncherError where it falls apart.
    """
    notes = Notes()
    deck = Deck(plan.box)
    names = NAMES[: plan.players]
    setup = Setup(plan.box, plan.box.house, names, dealer=len(names) - 1, target=plan.target)
    known = [(name, strategy(name, deck)) for name in plan.strategies]
    for number in range(first, first + count):
        seated = [known[(seat + number) % len(known)] for seat in range(len(names))]
        rng = random.Random(f"{plan.seed}/{number}")
        game = Game(
            setup,
            deck,
            [chosen for _, chosen in seated],
            luck.profile(plan.profile, plan.own),
            rng,
            plan.manners,
            careful=careful,
        )
        try:
            notes.add(game.play(plan.pace))
        except EndlessError:
            raise
        except Exception as error:
            raise LauncherError(
                f"Game {number} with seed {plan.seed} fell apart, so one of the rules or of the players is"
                f" wrong ({type(error).__name__}: {error})."
            ) from error
        for seat, (name, _) in enumerate(seated):
            notes.strategy_games[name] += 1
            notes.strategy_wins[name] += seat in game.table.state.winners
    return notes


class Cores:
    """Where games are played: in this process (one job), or in so many of their own.

    Use it as a context; fresh processes take a moment to start, so several plans may share them.
    """

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs
        self.pool: ProcessPoolExecutor | None = None
        """The processes; None as long as none was needed."""

    def __enter__(self) -> "Cores":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self.pool is None:
            return
        with _ctrl_c_waits():
            if kind is not None:  # nobody wants the rest of their games
                for process in tuple(self.pool._processes.values()):
                    process.kill()
            self.pool.shutdown(wait=True, cancel_futures=True)

    def evenings(self, plan: Plan, count: int, played: Callable[[int], None] = lambda _: None) -> Notes:
        """The notes of `count` games; the same wherever they are played.

        `played` is told how many more games are over. Raises what `games` raises, and LauncherError where a
        process was killed.
        """
        notes = Notes()
        for number, some in self._parts(plan, count):
            notes.add(some)
            played(number)
        return notes

    def _parts(self, plan: Plan, count: int) -> Iterator[tuple[int, Notes]]:
        chunks = ((first, min(CHUNK, count - first)) for first in range(0, count, CHUNK))
        if self._jobs == 1 or count <= CHUNK:
            for first, some in chunks:
                yield some, games(plan, first, some)
            return
        # A few chunks ahead of the slowest one: what waits to be added up stays small.
        running = deque(
            (some, self._begin(plan, first, some)) for first, some in islice(chunks, 4 * self._jobs)
        )
        try:
            while running:
                number, part = running.popleft()
                yield number, part.result()
                running.extend((some, self._begin(plan, first, some)) for first, some in islice(chunks, 1))
        except BrokenProcessPool:
            raise LauncherError(
                "A process that played games was killed, perhaps for lack of memory: try again with fewer"
                " --jobs."
            ) from None
        finally:
            for _, part in running:  # after a failure nobody wants them
                part.cancel()

    def _begin(self, plan: Plan, first: int, count: int) -> "Future[Notes]":
        if self.pool is None:
            # Not forked: that would inherit threads and locks of whatever runs here.
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self._jobs, context, initializer=_watch_parent)
            resource_tracker.ensure_running()  # starts once, and lets Ctrl+C through when it has
        with _ctrl_c_waits():
            return self.pool.submit(games, plan, first, count)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Processes that are started meanwhile never get it: it's for the one that waits for their results."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch_parent() -> None:
    """However the process that started this one ends, this one ends too."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
