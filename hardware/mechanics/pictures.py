"""`python -m hardware.mechanics.pictures`: draws parts and assemblies into pictures/, from their STL files.

Needs stl/ and build/placed/ (`make` does both), OpenSCAD, xvfb, manifold3d and pillow.
"""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageChops

from hardware.mechanics.solids import HERE, Solid, behind, write

PLACED = HERE / "build" / "placed"
CUT = HERE / "build" / "cut"
PICTURES = HERE / "pictures"
PLASTIC = "orange"
HOME = (0, 0, 0)
EDGE = 12
LARGE = (1600, 1300)
SMALL = (480, 360)
Items = list[list[object]]

# Colour and, for the exploded view, where a part is moved to.
LOOKS: dict[str, tuple[str, tuple[int, int, int]]] = {
    "base": ("dimgray", (0, 0, -45)),
    "cheek_motor": ("steelblue", (0, 45, 0)),
    "cheek_switch": ("steelblue", (0, -45, 0)),
    "deck": ("orange", (0, 0, 0)),
    "back": ("orange", (-40, 0, 12)),
    "roller": ("tomato", (0, 0, -28)),
    "rings": ("black", (0, 0, -28)),
    "bearings": ("silver", (0, 0, -28)),
    "bridge": ("gold", (40, 0, 22)),
    "gate": ("tomato", (34, 0, -2)),
    "knob": ("tomato", (44, 0, 48)),
    "guard": ("gold", (0, 75, 0)),
    "motor_plate_n20": ("orange", (0, 100, 0)),
    "n20": ("silver", (0, 130, 0)),
    "cards": ("white", (0, 0, 28)),
    "follower": ("limegreen", (0, 0, 55)),
    "lid": ("lightsteelblue", (0, 0, 85)),
    "pi_tray": ("orange", (0, -60, -30)),
    "pi": ("green", (0, -60, -10)),
    "switch_holder": ("tomato", (-10, 0, -25)),
    "switches": ("black", (0, 0, 0)),
    "lights": ("purple", (0, 0, 0)),
    "screws": ("silver", (0, 0, 0)),
    "motor_plate_130": ("orange", (0, 100, 0)),
    "m130": ("silver", (0, 130, 0)),
    "gear": ("lightsteelblue", (0, 58, 0)),
    "pinion": ("tomato", (0, 108, 0)),
    "slot_base": ("orange", (0, 0, 0)),
    "slot_arm": ("gold", (0, 0, 0)),
    "toy_lights": ("purple", (0, 0, 0)),
    "toy_cards": ("white", (0, 0, 0)),
    "toy_screws": ("silver", (0, 0, 0)),
}
FRAME = ["base", "cheek_motor", "cheek_switch", "deck", "back", "bridge", "gate", "knob", "lid"]
DRIVE = ["roller", "rings", "bearings", "guard", "motor_plate_n20", "n20"]
LAUNCHER = [*FRAME, *DRIVE, "pi_tray", "pi", "cards", "follower", "switch_holder", "switches"]
TOY = ["slot_base", "slot_arm", "toy_lights", "toy_cards", "toy_screws"]


def shown(names: list[str], apart: bool = False, folder: Path = PLACED) -> Items:
    """What picture.scad is told for parts that sit in an assembly."""
    return [
        [str(folder / f"{name}.stl"), LOOKS[name][0], LOOKS[name][1] if apart else HOME] for name in names
    ]


def draw(name: str, items: Items, turn: tuple[int, int], size: tuple[int, int] = SMALL) -> None:
    """One picture; `turn` is the camera's tilt and its way round."""
    PICTURES.mkdir(exist_ok=True)
    path = PICTURES / f"{name}.png"
    camera = f"--camera=0,0,0,{turn[0]},0,{turn[1]},500"
    command = [
        *shlex.split(os.environ.get("OPENSCAD", "xvfb-run -a openscad")),
        *("picture.scad", "-o", str(path), camera, f"--imgsize={size[0]},{size[1]}", "--viewall"),
        *("--autocenter", "--projection=p", "--colorscheme=Tomorrow", "-D", f"shown={json.dumps(items)}"),
    ]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    if done.returncode or "ERROR" in done.stderr:
        sys.exit(f"The picture {name} can't be drawn: {done.stderr.strip()}")
    trim(path)


def trim(path: Path) -> None:
    """Cut the empty margin off."""
    picture = Image.open(path).convert("RGB")
    empty = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(picture, empty).getbbox() or (0, 0, *picture.size)
    box = (left - EDGE, top - EDGE, right + EDGE, bottom + EDGE)
    picture.crop(
        (max(0, box[0]), max(0, box[1]), min(picture.width, box[2]), min(picture.height, box[3]))
    ).quantize(128).save(path, optimize=True)


def cut(names: list[str]) -> None:
    """What is left of the parts behind the launcher's middle, into build/cut/."""
    CUT.mkdir(parents=True, exist_ok=True)
    for name in names:
        write(behind(Solid(PLACED / f"{name}.stl").volume(), 0.3), CUT / f"{name}.stl")


def main() -> None:
    """Draw all of them."""
    for part in json.loads((HERE / "parts.json").read_text()):
        draw(part["name"], [[str(HERE / part["file"]), PLASTIC, (0, 0, 0)]], (55, 30))
    draw("launcher", shown(LAUNCHER), (65, 35), LARGE)
    draw("launcher_motor", shown(LAUNCHER), (65, 145), LARGE)
    draw("exploded", shown(LAUNCHER, apart=True), (68, 40), LARGE)
    outside = {"cheek_motor", "pi", "pi_tray", "guard", "motor_plate_n20", "n20"}
    inside = [*(name for name in LAUNCHER if name not in outside), "lights", "screws"]
    cut(inside)
    draw("section", shown(inside, folder=CUT), (90, 180), LARGE)
    drive = ["cheek_motor", "roller", "rings", "bearings", "gear", "pinion", "guard"]
    drive += ["motor_plate_130", "m130"]
    draw("motor_130", shown(drive, apart=True), (65, 120), LARGE)
    draw("toy_beam", shown(TOY), (70, 40), LARGE)


if __name__ == "__main__":
    main()
