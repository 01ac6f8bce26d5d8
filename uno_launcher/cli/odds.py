"""`uno-launcher odds`: what a luck profile brings, as a table for people or as JSON."""

import random
import sys
from collections.abc import Iterable
from itertools import accumulate
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.console import Console
from rich.table import Table

from uno_launcher import luck
from uno_launcher.cli.options import ConfigOption, JsonOption
from uno_launcher.config import load
from uno_launcher.errors import InputError, UsageError
from uno_launcher.luck.odds import Odds, draw
from uno_launcher.luck.odds import odds as work_out

BAR = 30
RARE = 0.005
"""The share below which large numbers don't get rows of their own."""


def odds(
    profile: Annotated[
        str | None,
        typer.Option(metavar="P", help="A luck profile; without it the config's, which may be yours."),
    ] = None,
    presses: Annotated[
        int, typer.Option(min=1, max=1_000_000, metavar="N", help="How many presses to try.")
    ] = 20_000,
    seed: Annotated[
        int | None, typer.Option(metavar="S", help="Same seed, same output; without it new luck each time.")
    ] = None,
    json: JsonOption = False,
    each: Annotated[
        bool, typer.Option("--each", help="The cards of every press instead, one number a line.")
    ] = False,
    config: ConfigOption = None,
) -> None:
    """Show what a luck profile brings: how often cards come, how many, and what owed presses cost.

    Profiles: fair (as often as the toy, never sure), classic (the toy's own sequence), chance (a plain 35 %),
    rising (each dry press raises the odds), gentle (for small hands), wild, and those of the config.

    \b
    Examples:
      uno-launcher odds --profile gentle
      uno-launcher odds --profile wild --presses 100000 --seed 7 --json
      uno-launcher odds --profile classic --presses 96 --each
    """
    settings = load(config)
    name = settings.launcher.profile if profile is None else profile
    try:
        chosen = luck.profile(name, settings.profiles)
    except InputError as error:  # the config is right, so it's the name on the command line
        raise UsageError(str(error)) from None
    rng = random.Random(seed)
    if each:
        sys.stdout.write("".join(f"{cards}\n" for cards in draw(chosen, presses, rng)))
        return
    found = work_out(chosen, presses, rng)
    if json:
        sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
    else:
        _show(found, chosen.describe(), Console(highlight=False, markup=False, emoji=False))


def _show(found: Odds, sentence: str, console: Console) -> None:
    filled = "#" if console.options.ascii_only else "█"
    console.print(f"{found.profile}: {sentence}\n")
    console.print(
        f"Presses: {found.presses}. With cards: {_percent(1 - found.dry)}."
        f" Cards a press: {found.mean_cards:.1f}. Most dry in a row: {found.longest_dry}.\n"
    )
    if not found.launches:
        return
    console.print(_bars("Presses until cards come again", "presses", found.gaps, filled))
    console.print(_bars("Cards when cards come", "cards", found.sizes, filled))
    console.print(_owing(found))


def _bars(title: str, unit: str, shares: dict[int, float], filled: str) -> Table:
    table = _table(title)
    table.add_column(unit, justify="right")
    table.add_column("how often", justify="right")
    table.add_column(width=BAR)
    rows = _rows(shares)
    largest = max(share for _, share in rows)
    for label, share in rows:
        table.add_row(label, _percent(share), filled * round(BAR * share / largest))
    return table


def _rows(shares: dict[int, float]) -> list[tuple[str, float]]:
    """Label and share; the large numbers that are all rare become one row."""
    values = list(shares)
    end = max((place for place, value in enumerate(values, 1) if shares[value] >= RARE), default=0)
    if end >= len(values) - 1:
        return [(str(value), share) for value, share in shares.items()]
    tail = sum(shares[value] for value in values[end:])
    return [*((str(value), shares[value]) for value in values[:end]), (f"{values[end]} or more", tail)]


def _owing(found: Odds) -> Table:
    table = _table("Cards that owed presses bring, if all are made")
    for heading in (
        "presses owed",
        "on average",
        "none at all",
        "half the time at most",
        "9 times in 10 at most",
    ):
        table.add_column(heading, justify="right")
    for owed, brings in found.owing.items():
        table.add_row(
            str(owed),
            f"{brings.mean:.1f}",
            _percent(brings.cards.get(0, 0)),
            str(_reached(brings.cards.items(), 0.5)),
            str(_reached(brings.cards.items(), 0.9)),
        )
    return table


def _reached(shares: Iterable[tuple[int, float]], part: float) -> int:
    """The number of cards that isn't exceeded in `part` of the cases."""
    cards, each = zip(*shares, strict=True)
    sums = accumulate(each)
    return int(next((number for number, sum_ in zip(cards, sums, strict=True) if sum_ >= part), cards[-1]))


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
