"""`uno-launcher evenings`: what a luck profile does to a game, from games that nobody has to play."""

import os
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import isnan
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from uno_launcher import luck
from uno_launcher.cli.options import ConfigOption, JsonOption
from uno_launcher.config import Config, load
from uno_launcher.errors import InputError, UsageError
from uno_launcher.lab.evenings import PEOPLE, Cores, Plan
from uno_launcher.lab.game import Manners
from uno_launcher.lab.pace import Pace
from uno_launcher.lab.report import show
from uno_launcher.lab.strategies import STRATEGIES
from uno_launcher.lab.summary import Summary, summary
from uno_launcher.table.evening import find_box

SEVERAL = ",".join(PEOPLE)
EARLY = 12
"""Cards in the hopper below which a table is told to reload."""


def number(value: float | None) -> float | None:
    """Ranges let nan through."""
    if value is not None and isnan(value):
        raise typer.BadParameter("nan is not a number.")
    return value


PlayersOption = Annotated[int, typer.Option(min=2, max=10, metavar="N", help="How many play.")]
BoxOption = Annotated[
    str | None,
    typer.Option(metavar="B", help="A box by its name, or a box file; without it the config's."),
]
StrategyOption = Annotated[
    str,
    typer.Option(
        metavar="S",
        help="How they play: random, greedy, hit-first, keep-hits, or several of them with commas between.",
    ),
]
TargetOption = Annotated[int, typer.Option(min=1, max=9999, metavar="POINTS", help="Points that win a game.")]
ReloadOption = Annotated[
    Literal["dry", "early"],
    typer.Option(help="Reload when the hopper has run dry, or early, when the launcher suggests it."),
]
ForgetsOption = Annotated[
    float, typer.Option(min=0, max=1, metavar="P", callback=number, help="How often UNO isn't called.")
]
CaughtOption = Annotated[
    float, typer.Option(min=0, max=1, metavar="P", callback=number, help="How often that is caught.")
]
PaceOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WHAT=S",
        help="Seconds that card, press, out, reload, deal or score takes; may be given several times.",
    ),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="S", help="The same games every time; without it new ones.")
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", "--cores", min=1, max=256, metavar="N", help="Cores to use, at most; without it all."
    ),
]


def evenings(
    players: PlayersOption = 4,
    box: BoxOption = None,
    profile: Annotated[
        str | None,
        typer.Option(metavar="P", help="A luck profile; without it the config's, which may be yours."),
    ] = None,
    compare: Annotated[
        str | None, typer.Option(metavar="P,P…", help="Several profiles side by side instead.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, metavar="G", help="Games of each.")] = 1000,
    strategy: StrategyOption = SEVERAL,
    target: TargetOption = 500,
    reload: ReloadOption = "dry",
    forgets: ForgetsOption = 0.1,
    caught: CaughtOption = 0.5,
    pace: PaceOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
    pictures: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Draw three pictures into this folder too, as SVG and PNG."),
    ] = None,
    config: ConfigOption = None,
) -> None:
    """Play whole games without cards and people, and show what luck does to them.

    Every player holds a real hand, dealt from the box's cards, and every move goes through the same referee
    as at a real table. It shows how long games take, what the launcher brings, how large hands get, how
    often stacks happen, and how much the seat matters.

    \b
    random     any card that can be laid, or a press
    greedy     gets rid of as many points as possible
    hit-first  lays a hit whenever one can be laid
    keep-hits  keeps hits to answer with

    \b
    Examples:
      uno-launcher evenings --players 4 --profile fair
      uno-launcher evenings --compare fair,classic,gentle,wild --pictures pictures
      uno-launcher evenings --box attack-2010 --strategy random --games 50 --json
    """
    settings = load(config)
    if profile is not None and compare is not None:
        raise UsageError("--profile and --compare exclude each other: name all profiles with --compare")
    chosen = settings.launcher.profile if profile is None else profile
    names = [chosen] if compare is None else compare.split(",")
    manners = Manners(forgets, caught, EARLY if reload == "early" else 0)
    plan = plan_for(settings, players, box, strategy, target, manners=manners, pace=pace, seed=seed)
    plans = [msgspec.structs.replace(plan, profile=known(name.strip(), settings)) for name in names]
    if pictures is not None:
        from uno_launcher.lab.pictures import prepare

        prepare(pictures)
    found = played(plans, games, jobs)
    if pictures is not None:
        from uno_launcher.lab.pictures import draw

        for file in draw(found, pictures):
            typer.echo(f"{file}: drawn.", err=True)
    if json:
        for each in found:
            sys.stdout.write(msgspec.json.encode(each).decode() + "\n")
    else:
        show(found, Console(highlight=False, markup=False, emoji=False))


def played(plans: list[Plan], games: int, jobs: int | None) -> list[Summary]:
    """So many games of each plan, with a progress bar."""
    found = []
    with progress() as bar, on_cores(jobs) as cores:
        for plan in plans:
            task = bar.add_task(plan.profile, total=games)
            found.append(summary(plan, cores.evenings(plan, games, partial(bar.advance, task))))
    return found


def plan_for(
    settings: Config,
    players: int,
    box: str | None,
    strategy: str,
    target: int,
    *,
    manners: Manners | None = None,
    pace: list[str] | None,
    seed: int | None,
) -> Plan:
    """The plan that options ask for. Raises UsageError, or InputError where a box file is wrong."""
    chosen = find_box(settings.table.box if box is None else box)
    if players * chosen.house.cards_dealt >= chosen.cards:
        raise UsageError(
            f"{players} players can't be dealt {chosen.house.cards_dealt} of {chosen.cards} cards"
        )
    strategies = tuple(name.strip() for name in strategy.split(","))
    for name in strategies:
        if name not in STRATEGIES:
            raise UsageError(f'there is no strategy "{name}"; choose {", ".join(STRATEGIES)}')
    return Plan(
        chosen,
        players,
        strategies=strategies,
        target=target,
        seed=random.SystemRandom().randrange(10**6) if seed is None else seed,
        manners=manners or Manners(),
        pace=_pace(pace or []),
        own=settings.profiles,
    )


def known(name: str, settings: Config) -> str:
    """The name of a profile, if there is one. Raises UsageError."""
    try:
        luck.profile(name, settings.profiles)
    except InputError as error:  # the config is right, so it's the name on the command line
        raise UsageError(str(error)) from None
    return name


@contextmanager
def on_cores(jobs: int | None) -> Iterator[Cores]:
    """So many, but not more than this process may use. A SIGTERM meanwhile ends it as a failure would."""
    usable = len(os.sched_getaffinity(0))
    before = signal.signal(signal.SIGTERM, _ended)
    try:
        with Cores(min(jobs or usable, usable)) as cores:
            yield cores
    finally:
        signal.signal(signal.SIGTERM, before)


def _ended(number: int, _: object) -> None:
    sys.exit(128 + number)


@contextmanager
def progress() -> Iterator[Progress]:
    """A bar on standard error, where that is a terminal."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        yield bar


def _pace(given: list[str]) -> Pace:
    changed = {}
    for each in given:
        what, _, seconds = each.partition("=")
        try:
            changed[what] = float(seconds)
        except ValueError:
            raise UsageError(f"--pace takes WHAT=SECONDS like card=4, not {each}") from None
        if what not in Pace.__struct_fields__:
            raise UsageError(f'--pace knows no "{what}", only {", ".join(Pace.__struct_fields__)}')
        if not 0 <= changed[what] <= 3600:
            raise UsageError(f"--pace {what} must be from 0 to 3600 seconds, not {seconds}")
    return Pace(**changed)
