"""The files that other programs make of the sources: pictures, parts tables, netlists.

`exports.json` remembers for each what it was made from and by which program. So an old one is found without
that program, and where it is there, the two are compared.
"""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from hardware.drawing.sheet import Frame, Sheet
from hardware.drawing.slim import crop, slim_netlist, slim_pdf, slim_svg
from hardware.drawing.symbols import STEP
from uno_launcher.errors import LauncherError

RECORD = "exports.json"

BLOCK_PICTURES = {
    "pi-drv8833": ("motor", "heartbeat", "beam", "button", "switches", "lamps", "display", "panel"),
    "pi-tb6612fng": ("motor",),
    "pico-drv8833": ("header",),
}
"""Blocks that get a picture of their own, for a phone."""

BLOCK_WIDTH = 1400
"""Pixels."""


class Tool(NamedTuple):
    """A program, its command, and how it tells its version."""

    name: str
    command: str
    ask: tuple[str, ...]
    least: int = 0
    """The first number of the oldest version that does."""

    def version(self) -> str | None:
        """Name and version, None where it isn't there or too old."""
        if shutil.which(self.command) is None:
            return None
        run = subprocess.run([self.command, *self.ask], capture_output=True, text=True, check=False)
        found = re.search(r"\d+(\.\d+)+", run.stdout + run.stderr)
        new_enough = found is not None and int(found[0].split(".")[0]) >= self.least
        return f"{self.name} {found[0]}" if found and new_enough else None


GRAPHVIZ = Tool("graphviz", "dot", ("-V",))
RSVG = Tool("rsvg-convert", "rsvg-convert", ("--version",))
KICAD = Tool("KiCad", "kicad-cli", ("version",), least=9)


def package(name: str, title: str) -> str | None:
    """Title and version of one of this Python's packages, None where it isn't there."""
    try:
        return f"{title} {version(name)}"
    except PackageNotFoundError:
        return None


class Export(NamedTuple):
    """One source's exports. `make` gets the folder of the drawings and gives name to content."""

    source: str
    names: tuple[str, ...]
    makers: dict[str, str | None]
    """Who makes it, to name and version: None for one that isn't there."""
    make: Callable[[Path], dict[str, bytes]]

    @property
    def made_by(self) -> str | None:
        """None where something is missing."""
        return None if self.missing else ", ".join(map(str, self.makers.values()))

    @property
    def missing(self) -> list[str]:
        """What would have to be installed."""
        return [name for name, version in self.makers.items() if version is None]


def exports(files: dict[str, str], pages: dict[str, Sheet]) -> Iterator[Export]:
    """Every export of the sources."""
    pillow = {"Pillow": package("pillow", "Pillow")}
    rsvg = {"rsvg-convert": RSVG.version()} | pillow
    wireviz = {"WireViz": package("wireviz", "WireViz"), "graphviz": GRAPHVIZ.version()} | pillow
    kicad = {"KiCad 9": KICAD.version()} | rsvg
    for name in files:
        stem = name.rsplit(".", 1)[0]
        if name.endswith(".yml"):
            three = (f"{stem}.svg", f"{stem}.png", f"{stem}.bom.tsv")
            yield Export(name, three, wireviz, _harness(name, three))
        elif name.endswith("header.svg"):
            yield Export(name, (f"{stem}.png",), rsvg, _picture(name, f"{stem}.png"))
        elif name.endswith(".kicad_sch"):
            page = pages[Path(stem).name]
            blocks = tuple(f"{stem}-{frame.key}.png" for frame in _blocks(page))
            names = (f"{stem}.svg", f"{stem}.pdf", f"{stem}.net.xml", *blocks)
            yield Export(name, names, kicad, _schematic(name, page))


def _blocks(page: Sheet) -> list[Frame]:
    """The blocks of a page that get a picture of their own, for a phone."""
    return [frame for frame in page.frames if frame.key in BLOCK_PICTURES[page.project]]


def are_missing(names: list[str]) -> str:
    """What isn't installed, as words."""
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}n't installed"


def record(out: Path) -> dict[str, dict[str, str]]:
    """What `exports.json` remembers: nothing where it can't be read."""
    try:
        known: dict[str, dict[str, str]] = json.loads((out / RECORD).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return known


def digest(content: bytes) -> str:
    """A content's fingerprint."""
    return hashlib.sha256(content).hexdigest()


def run(command: list[str]) -> None:
    """A program that must succeed. Raises LauncherError where it doesn't."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        raise LauncherError(f"{' '.join(command)} failed with status {done.returncode}: {' '.join(last)}")


def _harness(name: str, names: tuple[str, ...]) -> Callable[[Path], dict[str, bytes]]:
    def make(out: Path) -> dict[str, bytes]:
        with tempfile.TemporaryDirectory() as folder:
            run([sys.executable, "-m", "wireviz.wv_cli", "-f", "pst", "-o", folder, str(out / name)])
            made = {each: (Path(folder) / Path(each).name).read_bytes() for each in names}
        return {each: _small(content) if each.endswith(".png") else content for each, content in made.items()}

    return make


def png(svg: Path, width: int) -> bytes:
    """A picture of `svg`."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.png"
        run(["rsvg-convert", "-w", str(width), "-b", "white", "-o", str(target), str(svg)])
        return _small(target.read_bytes())


def _small(picture: bytes) -> bytes:
    """The same drawing in 64 colours: a third of the size."""
    from PIL import Image

    out = io.BytesIO()
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(64, dither=Image.Dither.NONE)
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _picture(name: str, target: str) -> Callable[[Path], dict[str, bytes]]:
    return lambda out: {target: png(out / name, 1080)}


def _schematic(name: str, page: Sheet) -> Callable[[Path], dict[str, bytes]]:
    stem = name.removesuffix(".kicad_sch")

    def make(out: Path) -> dict[str, bytes]:
        source = str(out / name)
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            export = ["kicad-cli", "sch", "export"]
            run([*export, "svg", "--no-background-color", "-o", temporary, source])
            run([*export, "pdf", "--exclude-pdf-property-popups", "-o", str(folder / "page.pdf"), source])
            run([*export, "netlist", "--format", "kicadxml", "-o", str(folder / "net.xml"), source])
            svg = slim_svg((folder / f"{Path(stem).name}.svg").read_text("utf-8"))
            made = {
                f"{stem}.svg": svg.encode(),
                f"{stem}.pdf": slim_pdf((folder / "page.pdf").read_bytes()),
                f"{stem}.net.xml": slim_netlist((folder / "net.xml").read_text("utf-8")).encode(),
            }
            for frame in _blocks(page):
                part = folder / "block.svg"
                part.write_text(crop(svg, *((at * STEP) for at in frame[1:])), encoding="utf-8")
                made[f"{stem}-{frame.key}.png"] = png(part, BLOCK_WIDTH)
            return made

    return make
