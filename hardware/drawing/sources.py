"""The files that are made here, from nothing but the config and the firmware's pins."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hardware.drawing import boards, shopping
from hardware.drawing.everything import config_file, everything, firmware_pins
from hardware.drawing.firmware import FIRMWARE, board_file
from hardware.drawing.harness import harness, terminal_list, wire_list
from hardware.drawing.header import header
from hardware.drawing.heartbeat import heartbeat_page
from hardware.drawing.kicad import TABLE, library, project, schematic
from hardware.drawing.motor import DriverName
from hardware.drawing.schematic import draw
from hardware.drawing.sheet import Sheet
from hardware.drawing.symbols import Symbol
from hardware.drawing.wiring import STAGES, Wiring
from uno_launcher.config import Config

PARTS = Path(__file__).resolve().parents[1] / "parts.csv"

FOLDERS = ("wiring", "schematic")
"""They hold nothing but drawings."""

DRIVERS: tuple[DriverName, ...] = ("drv8833", "tb6612fng")


class Sources(NamedTuple):
    """Path, below the folder of the drawings, to text; the pages of the schematics by name."""

    files: dict[str, str]
    pages: dict[str, Sheet]


def sources(config: Config | None = None, board: Path = FIRMWARE) -> Sources:
    """All of them for `config` and a Pico's `board` file, or, with no config, for everything fitted."""
    fitted = config or everything()
    half_period = fitted.heartbeat.half_period_ms / 1000
    on_pico, *said = board_file(board)
    files: dict[str, str] = {}
    if config is None:
        on_pico = boards.with_the_rest(on_pico)
        files |= {"everything.toml": config_file(), "everything_pico.py": firmware_pins(on_pico)}
        files["parts.md"] = shopping.page(PARTS.read_text("utf-8"))
    files["heartbeat.md"] = heartbeat_page(half_period)
    pages: dict[str, Sheet] = {}
    symbols: list[Symbol] = []
    for each in (boards.pi(fitted), boards.pico(on_pico, *said)):
        files |= dict(_wiring(Wiring(each)))
        for driver in DRIVERS if each.key == "pi" else DRIVERS[:1]:
            page = draw(each, half_period, driver)
            files[f"schematic/{page.project}.kicad_sch"] = schematic(page)
            files[f"schematic/{page.project}.kicad_pro"] = project(page.project)
            symbols += (part.symbol for part in page.parts)
            pages[page.project] = page
    files["schematic/launcher.kicad_sym"] = library(symbols)
    files["schematic/sym-lib-table"] = TABLE
    return Sources(files, pages)


def _wiring(wiring: Wiring) -> Iterator[tuple[str, str]]:
    folder = f"wiring/{wiring.board.key}"
    yield f"{folder}/header.svg", header(wiring)
    yield f"{folder}/wires.csv", wire_list(wiring)
    yield f"{folder}/terminals.csv", terminal_list(wiring)
    for stage in STAGES:
        if wiring.stage(stage):
            yield f"{folder}/{stage}.yml", harness(wiring, stage)


def write(files: dict[str, str], out: Path) -> None:
    """Put them below `out`."""
    for name, text in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
