"""`uno-launcher log`: the launch log as a table for people, or as a data set."""

import csv
import sys
from collections.abc import Callable, Iterable
from typing import Annotated, NamedTuple, TextIO

import typer

from uno_launcher.cli.journal import end, journal_file
from uno_launcher.config.mistakes import printable
from uno_launcher.store import Launch, read

SHOWN = 20
"""Presses in the table where nobody says how many."""


class Column(NamedTuple):
    """One column of the data set: its name, what it means and in which unit, and its value for a press."""

    name: str
    meaning: str
    value: Callable[[Launch], object]
    reported: bool = False
    """Known from the burst's report, so not for an interrupted press."""

    def of(self, press: Launch) -> object:
        """What stands in it for a press; None where nobody knows."""
        field = _FIELDS.get(self.name, self.name)
        unknown = field in press.broken or (self.reported and not press.ended)
        return None if unknown else self.value(press)


_FIELDS = {"press": "number", "hopper_after": "hopper"}
"""Columns that are called otherwise than the field of a `Launch` that they show."""


COLUMNS: tuple[Column, ...] = (
    Column("press", "number of the press since the log began", lambda press: press.number),
    Column("accepted_at", "UTC, ISO 8601 with milliseconds", lambda press: press.accepted_at),
    Column("clock_unset", "1: the clock looked unset", lambda press: int(press.clock_unset)),
    Column("profile", "luck profile that decided", lambda press: press.profile),
    Column("ordered", "cards asked for, 0 for a dry press", lambda press: press.ordered),
    Column("at_most", "the most cards it was allowed", lambda press: press.at_most),
    Column("counted", "cards that the beam counted", lambda press: press.counted),
    Column("certain", "1: the timing fits single cards", lambda press: int(press.certain), reported=True),
    Column("ended", "done, empty, jam, lid, timeout or fault", lambda press: press.ended),
    Column("note", "which jam or fault it was", lambda press: press.note),
    Column("state", "ready, card_out, jammed ... afterwards", lambda press: press.state),
    Column("doubles", "times that cards passed as one", lambda press: press.doubles, reported=True),
    Column("slips", "times that the motor reversed", lambda press: press.slips, reported=True),
    Column(
        "card_times_ms",
        "ms from start to each card, by spaces",
        lambda press: " ".join(map(str, press.card_times_ms)),
    ),
    Column("motor_ms", "ms that the motor was on", lambda press: press.motor_ms, reported=True),
    Column("hopper_before", "cards that the hopper should hold", lambda press: press.hopper_before),
    Column("hopper_from", "start, counting, reload, switch, lid, button", lambda press: press.hopper_from),
    Column("hopper_after", "cards it should hold afterwards", lambda press: press.hopper),
    Column(
        "hopper_adjusted",
        "hopper_after - hopper_before + counted",
        lambda press: press.hopper_adjusted,
        reported=True,
    ),
    Column("interrupted", "1: the power or program went off", lambda press: int(press.interrupted)),
    Column("difference", "why these numbers disagree, in words", lambda press: press.difference),
)

# A backspace on a line of its own keeps the paragraph's lines as they are.
DOCUMENTATION = f"""Show the launch log: every press, what it asked for and what came out.

With --csv it is a data set (RFC 4180 with a header line, one press a row, oldest first; no press that isn't
over). What nobody knows is empty. Where interrupted is 1, counted is a minimum.

\b
{chr(10).join(f"{column.name:<16} {column.meaning}" for column in COLUMNS)}

\b
Examples:
  uno-launcher log --last 5
  uno-launcher log --csv > launches.csv
"""


def log(
    as_csv: Annotated[bool, typer.Option("--csv", help="The whole log as a data set.")] = False,
    last: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help=f"The last N presses; without it {SHOWN}, and all of them with --csv."
        ),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "--state-dir", metavar="DIR", help="Where `run` keeps its log, if not in the usual place."
        ),
    ] = None,
    simulated: Annotated[
        bool,
        typer.Option(
            "--simulated",
            help="The simulation's log, kept apart; shown where there is no other, too.",
        ),
    ] = False,
) -> None:
    path = journal_file(folder, simulated)
    presses = read(path, last if as_csv else last or SHOWN)
    if as_csv:
        write_csv(presses, sys.stdout)
    else:
        _table(presses)
    end(broken(presses))


def broken(presses: Iterable[Launch]) -> list[str]:
    """A sentence for every press that isn't on record as it was written."""
    return [
        f"Press {press.number} is damaged in the log: its {', '.join(press.broken)} can't be read and"
        f" {'is' if len(press.broken) == 1 else 'are'} left out."
        for press in presses
        if press.broken
    ]


log.__doc__ = DOCUMENTATION


def write_csv(presses: Iterable[Launch], out: TextIO) -> None:
    """The data set that `DOCUMENTATION` describes."""
    rows = csv.writer(out)  # RFC 4180 is its default: lines end in CR LF
    rows.writerow(column.name for column in COLUMNS)
    for press in presses:
        if not press.running:
            rows.writerow(column.of(press) for column in COLUMNS)


def _table(presses: list[Launch]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column("Press", justify="right", no_wrap=True)
    table.add_column("Time (UTC)", no_wrap=True)
    table.add_column("Profile", no_wrap=True)
    table.add_column("Cards", no_wrap=True)
    table.add_column("Hopper", justify="right", no_wrap=True)
    table.add_column("How it ended")
    for press in presses:
        table.add_row(
            str(press.number),
            f"{press.accepted_at[:16].replace('T', ' ')}{' ?' if press.clock_unset else ''}",
            printable(press.profile),
            _cards(press),
            "" if press.hopper is None else str(press.hopper),
            printable(_ending(press)),
        )
    console = Console(highlight=False, markup=False, emoji=False)
    console.print(table)
    if any(press.clock_unset for press in presses):
        console.print("?  the clock looked as if it hadn't been set yet")


def _cards(press: Launch) -> str:
    if "counted" in press.broken:
        return "?"
    if not press.ended:
        return f"{press.counted} or more"
    if press.ordered == press.counted == 0:
        return "dry"
    return f"{press.counted}{'' if press.certain else ' or so'}"


def _ending(press: Launch) -> str:
    if press.running:
        return "not over"
    if press.interrupted:
        return "interrupted"
    return press.difference or press.ended or "?"
