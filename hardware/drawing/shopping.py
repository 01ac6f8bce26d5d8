"""The parts list as a page: `parts.csv`, which people edit, with what it adds up to."""

import csv
import io
from collections.abc import Iterator

BUILDS = {"A": "the toy with a Pi", "B": "the toy with a Pico", "C": "homemade, with a Pi"}
NEEDS = {"must": "a launcher", "safety": "what keeps it safe", "nice": "all of it"}


def page(parts_csv: str) -> str:
    """Markdown."""
    rows = list(csv.DictReader(io.StringIO(parts_csv)))
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
