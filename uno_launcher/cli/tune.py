"""`uno-launcher tune`: a luck profile for a wished length of game."""

import contextlib
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE
from typing import Annotated

import msgspec
import typer

from uno_launcher import luck
from uno_launcher.cli.lab import (
    SEVERAL,
    BoxOption,
    JobsOption,
    PaceOption,
    PlayersOption,
    SeedOption,
    StrategyOption,
    TargetOption,
    number,
    on_cores,
    plan_for,
    progress,
)
from uno_launcher.cli.options import ConfigOption, JsonOption
from uno_launcher.config import check, load
from uno_launcher.contents import MB, contents
from uno_launcher.errors import LauncherError, UsageError
from uno_launcher.lab.summary import Summary
from uno_launcher.lab.tuning import GAMES, Tuned
from uno_launcher.lab.tuning import tune as find
from uno_launcher.lab.wildness import level
from uno_launcher.luck import CustomProfile
from uno_launcher.luck.odds import Odds, odds

PRESSES = 20_000
NEAR = 0.1
"""A length within this share of the wished one will do, and a wildness within WILD_NEAR."""
WILD_NEAR = 0.6


class Found(msgspec.Struct, frozen=True):
    """What --json prints."""

    name: str
    profile: CustomProfile
    wished: float
    """Minutes."""
    near: bool
    """What was wished is met, about."""
    wild: float
    odds: Odds
    summary: Summary


def tune(
    minutes: Annotated[
        float,
        typer.Option(min=1, max=600, metavar="M", callback=number, help="How long a game shall take."),
    ],
    players: PlayersOption = 4,
    wild: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=5,
            metavar="W",
            callback=number,
            help="How wild it shall be, 0 to 5: gentle is 1, fair is 3.",
        ),
    ] = None,
    name: Annotated[str, typer.Option(metavar="NAME", help="What to call the profile.")] = "tuned",
    write: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Add it to this config file, which is made if it isn't there."),
    ] = None,
    box: BoxOption = None,
    strategy: StrategyOption = SEVERAL,
    target: TargetOption = 500,
    pace: PaceOption = None,
    seed: SeedOption = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Find a luck profile whose games take about as long as you wish, and are about as exciting.

    It plays some thousand games with different luck and prints the profile for the config, with its odds as
    comments. The exit status is 1 where no luck comes near enough to what was wished; nothing is written
    then.

    \b
    Examples:
      uno-launcher tune --players 5 --minutes 30
      uno-launcher tune --players 3 --minutes 75 --wild 2 --write my.toml
      uno-launcher evenings --players 3 --profile tuned --config my.toml
    """
    settings = load(config)
    if name in luck.names() or not (name.isascii() and name.isidentifier()):
        raise UsageError(f'a profile of your own can\'t be called "{name}": take a plain word of its own')
    if write is not None:
        _before(write, name)
    plan = plan_for(settings, players, box, strategy, target, pace=pace, seed=seed)
    with progress() as bar, on_cores(jobs) as cores:
        task = bar.add_task("tuning", total=GAMES)
        tuned = find(plan, name, minutes, wild, cores, lambda some: bar.advance(task, some))
    rng = random.Random(plan.seed)
    found = odds(luck.profile(name, {name: tuned.profile}), PRESSES, rng)
    near = abs(tuned.summary.minutes.mean / minutes - 1) <= NEAR
    near = near and (wild is None or abs(min(tuned.wild, 5) - wild) <= WILD_NEAR)
    section = "\n".join(_section(name, tuned, found)) + "\n"
    if json:
        line = Found(name, tuned.profile, minutes, near, round(tuned.wild, 2), found, tuned.summary)
        sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
    else:
        sys.stdout.write(section)
    if not near:
        raise LauncherError(_short(minutes, wild, tuned))
    if write is not None:
        _add(write, name, section)
        typer.echo(f'{write}: the profile was added; [launcher] profile = "{name}" chooses it.', err=True)


def _section(name: str, tuned: Tuned, found: Odds) -> Iterator[str]:
    """The profile for a config, with what it does as comments."""
    games, own = tuned.summary, tuned.profile
    length = games.minutes
    yield (
        f"# {games.box}, {games.players} players, to {games.target} points: about {length.mean:.0f} minutes"
        f" (8 games in 10: {length.low:.0f} to {length.high:.0f})."
    )
    yield f"# Wild: {level(tuned.wild)} of 5. {own.sentence()}"
    for owed, brings in found.owing.items():
        presses = "1 press owed" if owed == 1 else f"{owed} presses owed"
        nothing = 100 * brings.cards.get(0, 0.0)
        yield f"# {presses}: {brings.mean:.1f} cards on average, none at all {nothing:.0f} times in 100."
    yield f"[profiles.{name}]"
    assert isinstance(own.chance, list)
    assert own.sizes is not None
    yield f"chance = [{', '.join(f'{chance:g}' for chance in own.chance)}]"
    yield f"sizes = {{ {', '.join(f'{cards} = {share:g}' for cards, share in own.sizes.items())} }}"


def _short(minutes: float, wild: float | None, tuned: Tuned) -> str:
    games = tuned.summary
    asked = "1 minute" if minutes == 1 else f"{minutes:g} minutes"
    if wild is None:
        points = round(games.target * minutes / games.minutes.mean / 20) * 20
        if minutes * games.rounds.mean < games.minutes.mean:
            points = 0  # not even a single round is so short
        way = f"play to other points, about --target {points}" if points else "wish for a longer game"
    else:
        asked += f" and wild {wild:g}"
        way = "leave --wild out, or wish for another length"
    return (
        f"No luck gives {asked} with {games.players} players to {games.target} points: the nearest is this,"
        f" {games.minutes.mean:.0f} minutes and wild {level(tuned.wild)}; {way}."
    )


def _before(file: Path, name: str) -> str:
    """What stands in the config file now. Raises LauncherError where the profile can't be added to it."""
    try:
        text = contents(file, MB).decode()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise LauncherError(f"{file} can't be read: {getattr(error, 'strerror', error)}") from None
    settings = load(file)
    if name in settings.profiles:
        raise LauncherError(f"{file} has a profile {name} already: take another --name, or remove that one")
    return text


def _add(file: Path, name: str, section: str) -> None:
    """At the end of what stands there by now. Its owner and who may read it stay: it may hold secrets."""
    before = _before(file, name)
    text = f"{before.rstrip()}\n\n{section}" if before.strip() else section
    _, mistakes = check(text, str(file))
    if mistakes:  # a table of profiles in one line, say, can't be added to
        raise LauncherError(f"{file} can't take the profile at its end: add it by hand")
    target = file.resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        if target.exists():
            owner = target.stat()
            with contextlib.suppress(PermissionError):
                os.chown(part, owner.st_uid, owner.st_gid)
            part.chmod(S_IMODE(owner.st_mode))
        with part.open("wb") as out:
            out.write(text.encode())
            out.flush()
            os.fsync(out.fileno())  # a power cut leaves the old file or the new one
        part.replace(target)
    except OSError as error:
        raise LauncherError(f"{file} can't be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink()
