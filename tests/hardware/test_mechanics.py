"""The printed parts, without any tool: what is committed agrees with itself and with the software."""

import json
import re
import struct
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hardware.mechanics.sums import MEASURES, RUN_DUTY, TRANSIT_MS, table
from uno_launcher import config
from uno_launcher.backends.simulated.physics import RANGES, Physics

FOLDER = Path(__file__).resolve().parents[2] / "hardware" / "mechanics"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
PARTS: list[dict[str, Any]] = json.loads((FOLDER / "parts.json").read_text(encoding="utf-8"))
BED_MM = 200.0
BYTES = 1_000_000

each_part = pytest.mark.parametrize("part", PARTS, ids=lambda part: part["name"])


def box(stl: bytes) -> tuple[list[float], list[float]]:
    """Least and greatest x, y and z of a binary STL file."""
    triangles = struct.iter_unpack("<12fH", stl[84:])
    corners = [corner for one in triangles for corner in (one[3:6], one[6:9], one[9:12])]
    axes = list(zip(*corners, strict=True))
    return [min(axis) for axis in axes], [max(axis) for axis in axes]


@each_part
def test_the_stl_file_is_whole_binary_and_small(part: dict[str, Any]) -> None:
    stl = (FOLDER / part["file"]).read_bytes()
    assert len(stl) < BYTES
    assert not stl.startswith(b"solid ")
    (triangles,) = struct.unpack_from("<I", stl, 80)
    assert triangles > 10
    assert len(stl) == 84 + 50 * triangles


@each_part
def test_the_part_lies_on_the_bed_and_fits_it(part: dict[str, Any]) -> None:
    least, greatest = box((FOLDER / part["file"]).read_bytes())
    size = [high - low for low, high in zip(least, greatest, strict=True)]
    assert least[2] == pytest.approx(0, abs=1e-3)
    assert max(size[:2]) < BED_MM
    assert all(length <= limit for length, limit in zip(size, part["max_mm"], strict=True))


@each_part
def test_source_and_picture_are_there_and_the_readme_shows_them(part: dict[str, Any]) -> None:
    assert (FOLDER / part["source"]).is_file()
    assert (FOLDER / "pictures" / f"{part['name']}.png").read_bytes().startswith(b"\x89PNG")
    line = next(line for line in README.splitlines() if f"[{part['name']}](" in line)
    cells = [cell.strip() for cell in line.split("|")]
    assert cells[1] == f"![](pictures/{part['name']}.png)"
    assert f"({part['source']})" in cells[2]
    assert cells[3:6] == [str(part["quantity"]), ", ".join(part["builds"]), part["print"]]


def test_names_files_and_builds_are_what_others_read() -> None:
    names = [part["name"] for part in PARTS]
    assert len(set(names)) == len(names)
    for part in PARTS:
        assert part["file"] == f"stl/{part['name']}.stl"
        assert part["builds"]
        assert set(part["builds"]) <= {"A", "B", "C"}
        assert part["through_holes"] >= 0
        assert part["min_wall_mm"] >= 1.2, "three lines of a 0.4 mm nozzle"


def test_no_stl_file_and_no_source_is_left_over() -> None:
    assert {path.name for path in (FOLDER / "stl").iterdir()} == {f"{part['name']}.stl" for part in PARTS}
    assert {f"parts/{path.name}" for path in (FOLDER / "parts").iterdir()} == {
        part["source"] for part in PARTS
    }


def test_cards_are_those_of_the_rules_10_and_of_the_simulation() -> None:
    assert (MEASURES["card_w"], MEASURES["card_l"], MEASURES["card_t"]) == (56, 87, 0.3)
    assert MEASURES["card_l"] == Physics().card_mm
    assert MEASURES["card_t"] < MEASURES["gap"] < 2 * MEASURES["card_t"]


def test_the_beam_is_where_counting_was_tried_and_the_sums_speak_of_the_same_launchers() -> None:
    nearest, farthest = RANGES["beam_mm"]
    assert nearest <= MEASURES["beam_ahead"] - MEASURES["gate_ahead"] <= farthest
    assert Physics().transit_ms == TRANSIT_MS
    assert Physics().run_duty_pct == pytest.approx(RUN_DUTY * 100)


def test_the_readme_has_the_sums_as_they_come_out_today() -> None:
    between = re.search(r"<!-- sums -->\n(.*?)<!-- /sums -->", README, re.DOTALL)
    assert between
    assert between.group(1) == table()


def test_the_readme_says_first_that_nobody_has_built_it() -> None:
    assert "Nobody has printed or built any of this yet" in README[:200]


def test_every_picture_in_the_readme_is_there() -> None:
    for picture in re.findall(r"!\[.*?\]\((.*?)\)", README):
        assert (FOLDER / picture).is_file(), picture


def test_the_settings_in_the_readme_are_a_config() -> None:
    (snippet,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    assert tomllib.loads(snippet)["feed"]
    checked, mistakes = config.check(snippet, "README.md")
    assert mistakes == []
    assert checked is not None


def test_every_shared_measure_has_a_sentence_and_a_range_for_the_customizer() -> None:
    text = (FOLDER / "measures.scad").read_text(encoding="utf-8")
    shown = text[text.index("/* [Cards] */") : text.index("/* [Hidden] */")]
    settings = 0
    lines = shown.splitlines()
    for above, line in pairwise(lines):
        if re.match(r"\w+ = ", line):
            settings += 1
            assert re.fullmatch(r"\w+ = [\d.-]+; // \[[-\d.:, ]+\]", line), line
            assert above.startswith("// "), line
    assert settings > 20
