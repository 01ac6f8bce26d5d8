"""Is the parts list what the schematic, the wiring and the printed parts need, no more and no less?"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hardware.checks.netlist import Netlist
from hardware.drawing.shopping import read

BUILDS = {"A": "pi", "B": "pico", "C": "pi"}
"""Each build's computer, whose schematic and wiring it has."""

NEEDS = ("must", "safety", "nice")
KINDS = ("schematic", "wiring", "print", "with")


class Printed(NamedTuple):
    """A printed part: its name, how many, and for which builds."""

    name: str
    quantity: int
    builds: tuple[str, ...]


def printed(parts_json: str) -> list[Printed]:
    """The printed parts of hardware/mechanics/parts.json."""
    return [Printed(part["name"], part["quantity"], tuple(part["builds"])) for part in json.loads(parts_json)]


def pieces(cell: str) -> int:
    """How many to get: "toy" is there already, "" is not needed."""
    return 0 if cell in ("", "toy") else int(cell)


def disagreements(
    parts_csv: str, netlists: Mapping[str, Netlist], wired: Mapping[str, set[str]], prints: list[Printed]
) -> list[str]:
    """What is wrong with the parts list, as sentences. `netlists` and `wired` (cables and strips) are those
    of "pi" and "pico"."""
    listed = read(parts_csv)
    out = list(_words(listed))
    for build, computer in BUILDS.items():
        netlist = netlists[computer]
        has = [row for row in listed if row[build]]
        needed = {
            "schematic": Counter(netlist.values.keys()),
            "wiring": Counter(wired[computer]),
            "print": Counter({part.name: 1 for part in prints if build in part.builds}),
        }
        for kind, wanted in needed.items():
            found = Counter(name for row in has if row["kind"] == kind for name in row["refs"].split())
            out += [f"build {build}: the list lacks {name}" for name in sorted(wanted - found)]
            out += [f"build {build}: nothing wants {name}" for name in sorted(found - wanted)]
        known = needed["schematic"] | needed["wiring"] | needed["print"]
        for row in has:
            out += _row(build, row, netlist, prints, known)
    return out


def _words(listed: list[dict[str, str]]) -> Iterator[str]:
    for row in listed:
        if row["kind"] not in KINDS or row["need"] not in NEEDS or not row["part"]:
            yield f"{row['refs']}: kind is one of {KINDS}, need one of {NEEDS}, and part has a name"
        if row["kind"] != "print" and not row["eur"]:
            yield f"{row['part']} ({row['refs']}) has no price"


def _row(
    build: str, row: dict[str, str], netlist: Netlist, prints: list[Printed], known: Mapping[str, int]
) -> Iterator[str]:
    names = row["refs"].split()
    if row["kind"] == "with":
        for name in names:
            if name not in known:
                yield f"build {build}: {row['part']} goes with {name}, which isn't there"
    if row["kind"] == "print":
        quantity = next((part.quantity for part in prints if part.name == row["refs"]), None)
        if str(quantity) != row[build]:
            yield f"build {build}: {row['refs']} is listed {row[build]} times, but printed {quantity} times"
    if row["kind"] == "schematic":
        wanted = round(pieces(row[build]) * float(row["per"]), 1)
        if row[build] != "toy" and wanted != len(names):
            yield f"build {build}: {row['part']} is listed {row[build]} times for {', '.join(names)}"
        values = row["value"].split("|")
        for name in names:
            value = netlist.values.get(name)
            if value not in (*values, None):
                yield f"build {build}: {name} is {value} in the schematic, {row['value']} in the list"
