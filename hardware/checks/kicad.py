"""KiCad's rule check, and the netlist that it reads from a drawing."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.checks.netlist import Netlist, read
from hardware.drawing.exports import run
from hardware.drawing.kicad import LIBRARY, TABLE, library, project, schematic
from hardware.drawing.sheet import Sheet


@contextmanager
def written(sheet: Sheet) -> Iterator[Path]:
    """The page as a project of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "sym-lib-table").write_text(TABLE, encoding="utf-8")
        symbols = library(part.symbol for part in sheet.parts)
        (folder / f"{LIBRARY}.kicad_sym").write_text(symbols, encoding="utf-8")
        (folder / f"{sheet.project}.kicad_pro").write_text(project(sheet.project), encoding="utf-8")
        page = folder / f"{sheet.project}.kicad_sch"
        page.write_text(schematic(sheet), encoding="utf-8")
        yield page


def violations(page: Path) -> list[str]:
    """Everything that the electrical rule check finds, of any severity."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "erc.json"
        options = ["--severity-all", "--format", "json", "--units", "mm"]
        run(["kicad-cli", "sch", "erc", *options, "-o", str(report), str(page)])
        found = json.loads(report.read_text("utf-8"))
    return [
        f"{page.name}: {each['description']}: {'; '.join(item['description'] for item in each['items'])}"
        for sheet in found["sheets"]
        for each in sheet["violations"]
    ]


def netlist(page: Path) -> Netlist:
    """As KiCad reads it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "net.xml"
        run(["kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "-o", str(out), str(page)])
        return read(out.read_text("utf-8"))
