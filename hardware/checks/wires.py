"""Do the wire list and the terminals say the same as the schematic's netlist?

A wire may only join what the schematic joins, and everything that the schematic joins from one place to
another must be joined by wires. Places are the computer, the soldered board, and each part beside it.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator

from hardware.checks.netlist import Netlist, Pin

BESIDE = re.compile(r"A1|BT1|F1|M1|Q5|D7|SW\d|LED1|BZ1|DS1")
"""The computer, and what isn't on the soldered board. C6 sits on the motor."""
ON_THE_MOTOR = {"C6": "M1"}
BOARD = "the soldered board"
JUMPERS = 4
"""Of each colour in a set of 40 jumper wires."""


def disagreements(wires: str, terminals: str, netlist: Netlist) -> list[str]:
    """What is wrong with a wire list and a list of terminals (the CSV files' texts), as sentences."""
    soldered = {row["terminal"]: _pin(row["soldered to"]) for row in csv.DictReader(io.StringIO(terminals))}
    rows = list(csv.DictReader(io.StringIO(wires)))
    return [*_faults(rows, soldered, netlist), *_gaps(rows, soldered, netlist), *_doubles(rows)]


def _pin(end: str) -> Pin:
    """ "A1 pin 32 (GPIO12)" or "U2 OUT"."""
    reference, _, pin = end.partition(" ")
    found = re.fullmatch(r"pin (\d+) \(.*\)", pin)
    return reference, found[1] if found else pin


def _at(end: str, soldered: dict[str, Pin]) -> tuple[str, Pin]:
    """The place of a wire's end, and the schematic's pin that it is on."""
    if re.match(r"X\d", end):
        return BOARD, soldered[end]
    pin = _pin(end)
    return _place(pin[0]), pin


def _place(reference: str) -> str:
    if reference in ON_THE_MOTOR:
        return ON_THE_MOTOR[reference]
    return reference if BESIDE.fullmatch(reference) else BOARD


def _faults(rows: list[dict[str, str]], soldered: dict[str, Pin], netlist: Netlist) -> Iterator[str]:
    for row in rows:
        nets = []
        for end in (row["from"], row["to"]):
            if re.match(r"X\d", end) and end not in soldered:
                yield f"{row['wire']} ends at {end}, which is no terminal"
                break
            nets.append(netlist.net(*_at(end, soldered)[1]))
        if len(nets) == 2 and nets[0] != nets[1]:
            yield f"{row['wire']} joins {row['from']} ({nets[0]}) and {row['to']} ({nets[1]})"
        if row["signal"] in netlist.nets and nets and row["signal"] != nets[0]:
            yield f"{row['wire']} is called {row['signal']} but is on {nets[0]}"


def _gaps(rows: list[dict[str, str]], soldered: dict[str, Pin], netlist: Netlist) -> Iterator[str]:
    """Nets that the wires leave in pieces."""
    joined: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        if all(end in soldered or not re.match(r"X\d", end) for end in (row["from"], row["to"])):
            (one, pin), (other, _) = _at(row["from"], soldered), _at(row["to"], soldered)
            joined.setdefault(netlist.net(*pin), []).append((one, other))
    for net, pins in sorted(netlist.nets.items()):
        groups = [{_place(reference)} for reference, _ in pins]
        for one, other in joined.get(net, []):
            groups.append({one, other})
        merged: list[set[str]] = []
        for group in groups:
            touching = [each for each in merged if each & group]
            merged = [each for each in merged if not each & group] + [group.union(*touching)]
        if len(merged) > 1:
            pieces = " and ".join(", ".join(sorted(each)) for each in sorted(merged, key=sorted))
            yield f"no wire joins {pieces} on {net}"


def _doubles(rows: list[dict[str, str]]) -> Iterator[str]:
    """Of a header pin, or of a colour within a cable: the builder goes by both. Of a colour at
    the computer more than there are jumper wires."""
    pins: dict[str, str] = {}
    colours: dict[tuple[str, str], str] = {}
    for row in rows:
        if row["from"].startswith("A1 "):
            if row["from"] in pins:
                yield f"{row['wire']} and {pins[row['from']]} are both on {row['from']}"
            pins[row["from"]] = row["wire"]
        key = (row["cable"], row["colour"])
        if key in colours and row["signal"] != "GND":
            yield f"{row['wire']} and {colours[key]} are both {row['colour']} in {row['cable']}"
        colours[key] = row["wire"]
    jumpers = Counter(row["colour"] for row in rows if row["from"].startswith("A1 "))
    for colour, wires in jumpers.items():
        if wires > JUMPERS:
            yield f"{wires} wires at the computer are {colour}, but a set of jumper wires has {JUMPERS}"
