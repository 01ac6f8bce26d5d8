"""What a calibration shows: how far it is, how long the cards took, and old beside new."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from uno_launcher.calibrate.found import WIDE, Found

BINS = 13
LEAST, MOST = 0.825, 1.15
"""Shares of a transit: narrower and wider cards are in the first and last bin."""
BAR = 30


def histogram(shares: Sequence[float]) -> list[int]:
    """How many cards took so long, in BINS steps from LEAST to MOST of a transit."""
    found = [0] * BINS
    for share in shares:
        at = int((share - LEAST) / (MOST - LEAST) * BINS)
        found[min(max(at, 0), BINS - 1)] += 1
    return found


def bars(shares: Sequence[float], transit_us: float) -> Table:
    """The same as lines: milliseconds at run speed, a bar, how many."""
    table = Table(box=None, show_header=False, padding=(0, 1), pad_edge=False)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True, width=BAR)
    table.add_column(justify="right", no_wrap=True)
    counts = histogram(shares)
    most = max(1, *counts)
    for at, count in enumerate(counts):
        middle = LEAST + (at + 0.5) * (MOST - LEAST) / BINS
        label = f"{middle * transit_us / 1000:.1f} ms"
        if at in (0, BINS - 1):
            label = f"{'less than' if at == 0 else 'more than'} {label}"
        style = "yellow" if middle > WIDE or middle < 0.85 else "green"
        table.add_row(label, Text("█" * round(BAR * count / most), style=style), str(count) if count else "")
    return table


def progress(done: int, cards: int, found: Found | None) -> RenderableType:
    """While it runs."""
    line = Table.grid(padding=(0, 1))
    line.add_row(
        "Cards", ProgressBar(total=cards, completed=min(done, cards), width=40), f"{done} of {cards}"
    )
    if found is None or not found.shares:
        return line
    transit = f"One card takes about {found.fit.transit_us / 1000:.1f} ms."
    return Group(line, Text(transit), bars(found.shares, found.fit.transit_us))


def measures(found: Found) -> list[str]:
    """What was measured, in words; a line each."""
    fit = found.fit
    doubt_ms = fit.transit_us / 1000 * fit.transit_doubt
    said = [
        f"transit      {fit.transit_us / 1000:.1f} ms, to ±{2 * doubt_ms:.1f}; cards differ by"
        f" {100 * fit.spread:.0f} %"
    ]
    if found.gaps_us:
        least, most = min(found.gaps_us) / 1000, max(found.gaps_us) / 1000
        said.append(f"gap          {least:.0f} to {most:.0f} ms between two cards")
    said.append(f"coast        {found.coast_us / 1000:.1f} ms of a card's way, after the slow duty")
    if found.start_pct is not None:
        stalls = "" if found.stalls_pct is None else f", not with {found.stalls_pct} %"
        said.append(f"kick-start   the roller starts with {found.start_pct} % of duty{stalls}")
    said.append(
        f"stall        no card was in the beam for more than {found.slowest_us / 1000:.0f} ms;"
        f" the longest wait for one was {found.longest_wait_us / 1000:.0f} ms"
    )
    return said


def settings(changes: dict[str, tuple[float, float]]) -> Table:
    """Old beside new."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column("[feed]", no_wrap=True)
    table.add_column("old", justify="right", no_wrap=True)
    table.add_column("new", justify="right", no_wrap=True)
    for key, (old, new) in changes.items():
        table.add_row(key, f"{old:g}", f"{new:g}")
    return table


def overlaps(seen: int, wide: int, counted: int) -> str:
    """What a hand count of `counted` cards says, where the beam has `seen` so many, `wide` times two at
    once."""
    if counted < seen:
        return (
            f"The beam counted {seen} cards, you {counted}: count again, or cards slipped on their way and"
            " were taken for two."
        )
    hidden = counted - seen
    share = 100 * (hidden + wide) / max(1, counted)
    if not hidden:
        together = "none came out together"
        if wide:
            together = f"{wide} times two came out together, and the beam saw it"
        return f"The beam counted all {counted} cards; {together}."
    return (
        f"The beam counted {seen} of {counted} cards: {hidden} came out so close to another that it can't"
        f" tell them apart ({wide} more overlapped visibly), {share:.0f} % in all. Riffle the cards, and set"
        " the gap that lets one card through."
    )
