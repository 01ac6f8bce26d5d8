"""Many games, on one core or several, with one seed for all of them."""

import multiprocessing
import random
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

import msgspec

from uno_launcher import luck
from uno_launcher.errors import LauncherError
from uno_launcher.lab.deck import Deck
from uno_launcher.lab.game import Game, Manners
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

    Raises LauncherError where a game falls apart.
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
            notes,
            plan.manners,
            careful=careful,
        )
        try:
            game.play(plan.pace)
        except Exception as error:
            raise LauncherError(
                f"Game {number} with seed {plan.seed} fell apart, so one of the rules or of the players is"
                f" wrong ({type(error).__name__}: {error})."
            ) from error
        for seat, (name, _) in enumerate(seated):
            notes.strategy_games[name] += 1
            notes.strategy_wins[name] += seat in game.table.state.winners
    return notes


def evenings(plan: Plan, count: int, jobs: int = 1, played: Callable[[int], None] = lambda _: None) -> Notes:
    """The notes of `count` games on so many cores; the same on one and on several.

    `played` is told how many more games are over. Raises LauncherError where a game falls apart.
    """
    notes = Notes()
    for number, some in _parts(plan, count, jobs):
        notes.add(some)
        played(number)
    return notes


def _parts(plan: Plan, count: int, jobs: int) -> Iterator[tuple[int, Notes]]:
    chunks = [(first, min(CHUNK, count - first)) for first in range(0, count, CHUNK)]
    if jobs == 1 or len(chunks) == 1:
        for first, some in chunks:
            yield some, games(plan, first, some)
        return
    # Fresh processes, since a forked one would inherit threads and locks of whatever runs here.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_undisturbed) as cores:
        waiting = iter(chunks)
        # A few chunks ahead of the slowest one: what waits to be added up stays small.
        running = [
            (some, cores.submit(games, plan, first, some)) for first, some in islice(waiting, 4 * jobs)
        ]
        try:
            while running:
                number, part = running.pop(0)
                yield number, part.result()
                running += [
                    (some, cores.submit(games, plan, first, some)) for first, some in islice(waiting, 1)
                ]
        finally:
            cores.shutdown(wait=True, cancel_futures=True)


def _undisturbed() -> None:
    """Ctrl+C is for the process that waits for the results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
