"""`uno-launcher fairness`: the answer to "it hates me"."""

import random
import sys

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from uno_launcher import luck
from uno_launcher.cli.journal import EveningOption, SimulatedLogOption, end, find, journal_file, when
from uno_launcher.cli.options import ConfigOption, JsonOption, StateDirOption
from uno_launcher.config import load
from uno_launcher.luck.fairness import Line, Receipt, receipt
from uno_launcher.table.played import Played, launches_of, presses_of


def fairness(
    evening: EveningOption = None,
    json: JsonOption = False,
    config: ConfigOption = None,
    state_dir: StateDirOption = None,
    simulated: SimulatedLogOption = False,
) -> None:
    """Show what everybody's presses brought, against what the luck profile promises: the fairness receipt.

    All presses of the evening are made again many times, in their order and with the profiles that decided.
    So the receipt says how often an evening brings as many cards, or as few. Asked again, it says the same.

    With --json one object: evening, begun_at, runs, profiles, players, unnamed, total, somebody, notes. Every
    line of it has presses, launches, cards, left_out (presses that can't be compared), promise (launches,
    cards, low, high, as_many, as_few), verdict (usual, unlucky, lucky, unknown) and a sentence.

    \b
    Examples:
      uno-launcher fairness
      uno-launcher fairness --evening 3 --json
    """
    profiles = load(config).profiles
    path = journal_file(state_dir, simulated)
    found = find(path, evening)
    number = found.evening.number
    result = receipt(
        presses_of(found, launches_of(found, path)),
        found.setup.players,
        lambda name: luck.profile(name, profiles),
        random.Random(f"evening {number}"),
    )
    if json:
        line = {"evening": number, "begun_at": found.evening.begun_at, **msgspec.structs.asdict(result)}
        sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
    else:
        _show(found, result)
    end(found.troubles)


def _show(found: Played, result: Receipt) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    with_profiles = f" with {', '.join(result.profiles)}" if result.profiles else ""
    begun = f", begun {when(found.evening.begun_at)} UTC" if found.evening.begun_at else ""
    console.print(f"Evening {found.evening.number}{with_profiles}{begun}.\n")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True, show_edge=False)
    table.add_column("", overflow="fold")
    for heading in ("Presses", "With cards", "Cards", "Mostly"):
        table.add_column(heading, justify="right")
    table.add_column("Verdict")
    for line in result.players:
        _add(table, line.who or "", line)
    if result.unnamed is not None:
        _add(table, "without a name", result.unnamed)
    table.add_section()
    _add(table, "everybody", result.total)
    console.print(table)
    console.print()
    if result.runs:
        console.print(
            "In brackets: what the profile promises. Mostly: 19 evenings in 20 bring so many cards."
        )
    for note in result.notes:
        console.print(note)


def _add(table: Table, name: str, line: Line) -> None:
    promise = line.promise
    table.add_row(
        name,
        str(line.presses),
        f"{line.launches} ({promise.launches:.1f})" if promise else str(line.launches),
        f"{line.cards} ({promise.cards:.0f})" if promise else str(line.cards),
        f"{promise.low}–{promise.high}" if promise else "",
        line.sentence,
    )
