"""Is every printed part's mesh one that a printer can make, with the holes and the walls that it should have?

`hardware/mechanics/parts.json` says what is expected: "through_holes" (a bore that missed one arm of a
bracket is one short) and "min_wall_mm". Whether parts fit together is asked in `hardware/mechanics/check.py`.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "mechanics"
BED_MM = 200.0
"""What common printers can print, in each direction."""
VICTIM = "pico_tray"
"""A part with holes and thin walls, for the damages."""


def parts() -> list[dict[str, Any]]:
    """What parts.json says."""
    listed: list[dict[str, Any]] = json.loads((FOLDER / "parts.json").read_text("utf-8"))
    return listed


def faults() -> Iterator[str]:
    """What is wrong with any part's mesh, as sentences."""
    for part in parts():
        yield from mesh_faults(part, FOLDER / part["file"])


def mesh_faults(part: dict[str, Any], path: Path) -> Iterator[str]:
    """What is wrong with the mesh at `path`, which should be `part`'s."""
    from hardware.mechanics.solids import Solid

    name = part["name"]
    if not path.exists():
        yield f"{name}: {path.name} isn't there"
        return
    solid = Solid(path)
    if not solid.watertight:
        yield f"{name}: the mesh has gaps"
        return
    if solid.bodies != 1:
        yield f"{name}: {solid.bodies} pieces instead of one"
    if max(solid.size_mm) > BED_MM:
        size = " × ".join(f"{each:.1f}" for each in solid.size_mm)
        yield f"{name}: {size} mm is more than a {BED_MM:g} mm bed"
    lowest = float(solid.mesh.bounds[0][2])
    if abs(lowest) > 0.01:
        yield f"{name}: its lowest point is at {lowest:.2f} mm, not on the bed"
    if solid.through_holes != part["through_holes"]:
        yield f"{name}: {solid.through_holes:g} through-holes instead of {part['through_holes']}"
    thin, place = solid.thinnest()
    if thin < part["min_wall_mm"]:
        where = ", ".join(f"{each:.0f}" for each in place)
        yield f"{name}: {thin:.2f} mm thin at ({where}), less than {part['min_wall_mm']:g} mm"


def unnoticed() -> Iterator[str]:
    """Damages to a mesh that `mesh_faults` doesn't find."""
    from manifold3d import Manifold

    from hardware.mechanics.solids import Solid, write

    part = next(part for part in parts() if part["name"] == VICTIM)
    whole = Solid(FOLDER / part["file"])
    solid = whole.volume()
    low, high = ([float(each) for each in corner] for corner in whole.mesh.bounds)
    plate = Manifold.cube((high[0] - low[0], high[1] - low[1], 1.0)).translate((low[0], low[1], low[2]))
    damages: dict[str, tuple[str, Callable[[], Any]]] = {
        "its holes are closed": ("through-holes", lambda: solid + plate),
        "it's in two pieces": ("pieces", lambda: solid + solid.translate((0, 0, high[2] + 50))),
        "it's too large for the bed": ("bed", lambda: solid.scale((3, 3, 1))),
        "its walls are too thin": ("thin", lambda: solid.scale((1, 1, 0.3))),
        "it hangs in the air": ("not on the bed", lambda: solid.translate((0, 0, 1))),
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.stl"
        for what, (words, damage) in damages.items():
            write(damage(), path)
            if not any(words in fault for fault in mesh_faults(part, path)):
                yield f"nobody noticed that {what}"
        mesh = whole.mesh.copy()
        mesh.update_faces([number > 0 for number in range(len(mesh.faces))])
        mesh.export(path)
        if not any("gaps" in fault for fault in mesh_faults(part, path)):
            yield "nobody noticed that a triangle is missing"
