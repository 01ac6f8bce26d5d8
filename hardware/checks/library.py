"""The header pins of Pi and Pico against KiCad's own symbols for them."""

import re
from pathlib import Path

from hardware.checks.signals import PLACES, SUPPLIES
from hardware.drawing.sexpr import parse

FOLDER = Path("/usr/share/kicad/symbols")
SYMBOLS = {"pi": ("Connector", "Raspberry_Pi_4"), "pico": ("MCU_Module", "RaspberryPi_Pico")}
NAMES = {"3V3": "+3V3", "5V": "+5V", "VBUS": "+5V", "GND": "GND", "AGND": "GND"}


def disagreements() -> list[str]:
    """Where our tables and KiCad's symbols differ."""
    out = []
    for board, (library, symbol) in SYMBOLS.items():
        ours = {str(place): str(gpio) for gpio, place in PLACES[board].items()}
        ours |= {str(pin): net for net, pins in SUPPLIES[board].items() for pin in pins}
        for number, name in _pins(FOLDER / f"{library}.kicad_sym", symbol).items():
            gpio = re.search(r"GPIO0?(\d+)", name)
            theirs = gpio[1] if gpio else NAMES.get(name)
            if ours.get(number) != theirs:
                out.append(f"pin {number} of {symbol} is {name} for KiCad, and {ours.get(number)} for us")
    return out


def _pins(path: Path, symbol: str) -> dict[str, str]:
    """Number to name of every pin of a symbol."""
    source = path.read_text("utf-8")
    found: dict[str, str] = {}
    todo: list[object] = [parse(source[source.index(f'(symbol "{symbol}"') :])]
    while todo:
        node = todo.pop()
        if isinstance(node, list):
            todo += node
            if node and node[0] == "pin":
                said = {each[0]: each[1] for each in node if isinstance(each, list)}
                found[str(said["number"])] = str(said["name"])
    return found
