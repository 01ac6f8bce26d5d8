"""WireViz's files, one a step of building, and the wire list."""

import csv
import io
import json
from collections.abc import Iterable

from hardware.drawing.blocks import PANEL
from hardware.drawing.wiring import COLOURS, COMPUTER, STAGES, STRIP, Cable, End, Wire, Wiring

GROUP = "SW4_8"
"""The table's buttons are drawn as one part. Its last pin is their grounds, wired one to the next."""

HEAD = [
    "# Made by make -C hardware from the launcher's config.",
    "options:",
    "  fontname: DejaVu Sans",
]

DOWNWARDS = {"1-supply"}
"""A chain of parts is drawn from top to bottom: side by side it would be too wide for a phone."""

TITLES = {
    STRIP: ("Soldered board", "strip to the computer"),
    "X2": ("Soldered board", "terminals of the beam"),
    "X3": ("Soldered board", "terminals of the button"),
    "X4": ("Soldered board", "terminals of the lid's switch"),
    "X5": ("Soldered board", "terminals of the hopper's switch"),
    "X6": ("Soldered board", "terminals of the lamp"),
    "X7": ("Soldered board", "terminals of the buzzer"),
    "U1": ("Motor driver", "on the soldered board"),
    "BT1": ("Cells", "4.5 or 6 V"),
    "F1": ("Fuse", "2 A slow"),
    "SW9": ("Switch", "of the motor"),
    "M1": ("Motor", "with C6 across it"),
    "Q5": ("Break-beam", "receiver, BPV11F"),
    "D7": ("Break-beam", "emitter, TSAL6200"),
    "SW1": ("Launch button", "with lamp"),
    "SW2": ("Switch", "lid"),
    "SW3": ("Switch", "hopper"),
    "LED1": ("RGB lamp", "common cathode"),
    "BZ1": ("Buzzer", "passive piezo"),
    "DS1": ("Display", "SSD1306"),
    GROUP: ("Buttons of the table", ", ".join(title for _, title in PANEL.values())),
}


def harness(wiring: Wiring, stage: str) -> str:
    """The YAML of one step."""
    cables = wiring.stage(stage)
    used: dict[str, list[str]] = {}
    joined: list[tuple[Cable, list[tuple[Wire, End, End]]]] = []
    for cable in cables:
        wires = []
        for wire in cable.wires:
            start, end = _drawn(wire.start), _drawn(wire.end)
            if start.where == end.where:  # from one button on to the next: the last pin grows
                used[GROUP][-1] += f" + {end.pin}"
                continue
            wires.append((wire, start, end))
            for each in (start, end):
                pins = used.setdefault(each.where, [])
                if each.pin not in pins:
                    pins.append(each.pin)
        joined.append((cable, wires))
    lines = [*HEAD, "connectors:"]
    for where, pins in used.items():
        lines += _connector(wiring, where, pins)
    lines.append("cables:")
    for cable, wires in joined:
        lines += [
            f"  {cable.key}:",
            f"    type: {_quoted(cable.what)}",
            f"    gauge: {cable.mm2:g} mm2",
            f"    colors: [{', '.join(wire.colour for wire, _, _ in wires)}]",
            f"    wirelabels: [{', '.join(_quoted(wire.name) for wire, _, _ in wires)}]",
        ]
    lines.append("connections:")
    for cable, wires in joined:
        for number, (_, start, end) in enumerate(wires, 1):
            at = number if end.where == GROUP else _quoted(end.pin)
            lines += [
                f"  - - {start.where}: [{_quoted(start.pin)}]",
                f"    - {cable.key}: [{number}]",
                f"    - {end.where}: [{at}]",
            ]
    if stage in DOWNWARDS:
        lines += ["tweak:", "  override:", "    graph:", "      rankdir: TB", "      ranksep: '0.4'"]
    return "\n".join(lines) + "\n"


def _drawn(end: End) -> End:
    if end.where in dict(PANEL.values()):
        return End(GROUP, f"{end.where} {end.pin}")
    return end


def _connector(wiring: Wiring, where: str, pins: list[str]) -> list[str]:
    title, subtitle = TITLES.get(where, (wiring.board.title, "header"))
    out = [f"  {where}:", f"    type: {_quoted(title)}", f"    subtype: {_quoted(subtitle)}"]
    if where == COMPUTER:
        pins = sorted(pins, key=int)
        names = {str(pin.number): pin.name for pin in wiring.board.pins}
        out.append(f"    pinlabels: [{', '.join(_quoted(names[pin]) for pin in pins)}]")
    if where == GROUP:
        return [*out, f"    pinlabels: [{', '.join(map(_quoted, pins))}]"]
    out.append(f"    pins: [{', '.join(map(_quoted, pins))}]")
    return out


def _quoted(words: str) -> str:
    """A string, or a pin's number: WireViz makes numbers of those."""
    return words if words.isdecimal() else json.dumps(words, ensure_ascii=False)


def wire_list(wiring: Wiring) -> str:
    """Every wire as a row of CSV, in the order of building."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("step", "cable", "wire", "signal", "colour", "mm2", "from", "to", "what"))
    for stage, title in STAGES.items():
        for cable in wiring.stage(stage):
            for number, wire in enumerate(cable.wires, 1):
                writer.writerow(_row(wiring, title, cable, number, wire))
    return out.getvalue()


def terminal_list(wiring: Wiring) -> str:
    """Every terminal of the soldered board as a row of CSV, with the pin of the schematic that it goes to."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("terminal", "soldered to"))
    for terminal in wiring.terminals:
        writer.writerow((" ".join(terminal.end), " ".join(terminal.to)))
    return out.getvalue()


def _row(wiring: Wiring, title: str, cable: Cable, number: int, wire: Wire) -> Iterable[object]:
    colour = COLOURS[wire.colour][0]
    ends = [_spoken(wiring, end) for end in (wire.start, wire.end)]
    return (title, cable.key, f"{cable.key}.{number}", wire.name, colour, f"{cable.mm2:g}", *ends, cable.what)


def _spoken(wiring: Wiring, end: End) -> str:
    """ "A1 pin 32 (GPIO12)" or "X1 motor_in1"."""
    if end.where != COMPUTER:
        return f"{end.where} {end.pin}"
    name = next(pin.name for pin in wiring.board.pins if str(pin.number) == end.pin)
    return f"{end.where} pin {end.pin} ({name})"
