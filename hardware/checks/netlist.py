"""A netlist as KiCad writes it (kicadxml), and questions about it. Nothing here knows how it was drawn."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import NamedTuple

Pin = tuple[str, str]
"""Reference and pin."""


class Netlist(NamedTuple):
    """Reference to value, and net to its pins."""

    values: dict[str, str]
    nets: dict[str, frozenset[Pin]]

    def net(self, reference: str, pin: str) -> str:
        """The net of a pin. One that isn't there is on a net of its own, "?"."""
        return next((name for name, pins in self.nets.items() if (reference, pin) in pins), "?")

    def pins(self, net: str) -> frozenset[Pin]:
        """All pins of a net."""
        return self.nets.get(net, frozenset())

    def across(self, net: str, kind: str) -> Iterator[tuple[str, str]]:
        """Every part whose reference begins with `kind` (and a digit) and that has one of its two pins on
        `net`: the reference, and the net of its other pin."""
        for reference, _ in sorted(self.pins(net)):
            if reference.rstrip("0123456789") == kind:
                others = [name for name, pins in self.nets.items() for each in pins if each[0] == reference]
                others.remove(net)
                if len(others) == 1:
                    yield reference, others[0]

    def between(self, one: str, other: str, kind: str) -> list[str]:
        """The parts of that kind from one net to the other."""
        return [reference for reference, end in self.across(one, kind) if end == other]


def read(xml: str) -> Netlist:
    """The netlist in KiCad's XML."""
    root = ElementTree.fromstring(xml)
    values = {part.attrib["ref"]: part.findtext("value", "") for part in root.iter("comp")}
    nets = {
        net.attrib["name"].removeprefix("/"): frozenset(
            (node.attrib["ref"], node.attrib["pin"]) for node in net.iter("node")
        )
        for net in root.iter("net")
    }
    return Netlist(values, nets)
