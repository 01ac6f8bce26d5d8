"""The parts list as a page: `parts.csv`, which people edit, with what it adds up to."""

import csv
import io
import re
from collections.abc import Iterator

from uno_launcher.errors import InputError

BUILDS = {"A": "the toy with a Pi", "B": "the toy with a Pico", "C": "homemade, with a Pi"}
COLUMNS = [
    "kind",
    "refs",
    *BUILDS,
    "need",
    "part",
    "value",
    "per",
    "typical",
    "alternatives",
    "must match",
    "eur",
]
NEEDS = {"must": "a launcher", "safety": "what keeps it safe", "nice": "all of it"}


def read(parts_csv: str) -> list[dict[str, str]]:
    """The rows of `parts.csv`. Raises InputError where a column, a number or a price isn't one."""
    reader = csv.DictReader(io.StringIO(parts_csv))
    rows, head = list(reader), reader.fieldnames or ()
    mistakes = [f"parts.csv line 1: there is no column {name}" for name in COLUMNS if name not in head]
    for line, row in enumerate(rows if not mistakes else [], 2):
        if None in row or None in row.values():
            mistakes.append(f"parts.csv line {line}: it hasn't {len(COLUMNS)} cells")
            continue
        mistakes += [
            f"parts.csv line {line}: {build} is {row[build]!r}, but a number, toy or nothing is wanted"
            for build in BUILDS
            if row[build] not in ("", "toy") and not row[build].isdecimal()
        ]
        mistakes += [
            f"parts.csv line {line}: {row[column]!r} is no number for {column}"
            for column in ("per", "eur")
            if not re.fullmatch(r"(\d+(\.\d+)?)?", row[column])
        ]
    if mistakes:
        raise InputError(*mistakes)
    return rows


def page(parts_csv: str) -> str:
    """Markdown."""
    rows = read(parts_csv)
    lines = [
        "# Parts",
        "",
        "Made by `make -C hardware` from [parts.csv](parts.csv), which the checks compare with all else.",
        "Prices are rough, in euros, for one of it, without postage. *toy*: the toy has it.",
        "",
        *_sums(rows),
    ]
    for title, kinds in (
        ("Electronics", ("schematic",)),
        ("Wire and terminals", ("wiring",)),
        ("What goes with them", ("with",)),
    ):
        lines += ["", f"## {title}", ""]
        lines += ["| part | where | A | B | C | typical | or | must match | € |"]
        lines += ["| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
        lines += [_row(row) for row in rows if row["kind"] in kinds]
    lines += ["", "## Printed parts", "", "| part | A | B | C | |", "| --- | --- | --- | --- | --- |"]
    lines += [
        f"| {row['part']} | {row['A']} | {row['B']} | {row['C']} | `{row['refs']}` |"
        for row in rows
        if row["kind"] == "print"
    ]
    return "\n".join(lines) + "\n"


def _sums(rows: list[dict[str, str]]) -> Iterator[str]:
    yield "| roughly, in euros | " + " | ".join(f"{build}: {title}" for build, title in BUILDS.items()) + " |"
    yield "| --- |" + " --- |" * len(BUILDS)
    included: list[str] = []
    for need, title in NEEDS.items():
        included.append(need)
        cells = [
            f"{sum(_cost(row, build) for row in rows if row['need'] in included):.0f}" for build in BUILDS
        ]
        yield f"| {title} | {' | '.join(cells)} |"


def _cost(row: dict[str, str], build: str) -> float:
    if row[build] in ("", "toy") or not row["eur"]:
        return 0.0
    return int(row[build]) * float(row["eur"])


def _row(row: dict[str, str]) -> str:
    name = row["part"] if row["value"] in ("", row["part"]) else f"{row['part']} {row['value']}"
    mark = {"must": "", "safety": " *(safety)*", "nice": " *(nice to have)*"}[row["need"]]
    cells = [name + mark, row["refs"], row["A"], row["B"], row["C"], row["typical"], row["alternatives"]]
    return "| " + " | ".join([*cells, row["must match"], row["eur"]]) + " |"
