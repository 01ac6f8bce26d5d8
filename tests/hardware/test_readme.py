"""What a builder reads: links lead somewhere, commands exist, names are the drawings', sums are right."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.drawing.shopping import read

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "hardware"
PAGES = [FOLDER / "README.md", FOLDER / "mechanics/README.md", FOLDER / "parts.md", FOLDER / "heartbeat.md"]
README = PAGES[0].read_text("utf-8")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(FOLDER)))


def anchors(page: Path) -> set[str]:
    """Of every heading, as they are made on the web."""
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)]*)\)", page.read_text("utf-8"))
    for link in links:
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def commands() -> list[str]:
    """Every command of ours, from the snippets and from between the words."""
    pages = " ".join(page.read_text("utf-8") for page in PAGES)
    return sorted(set(re.findall(r"uno-launcher (?:firmware )?[a-z][a-z-]+(?: --[a-z]+)?", pages)))


def test_the_steps_name_what_tests_a_part() -> None:
    assert {"uno-launcher doctor", "uno-launcher calibrate", "uno-launcher firmware flash --board"} <= {
        *commands()
    }


@pytest.mark.parametrize("command", commands())
def test_every_command_is_one(command: str) -> None:
    _, *words = command.split()
    names = [word for word in words if not word.startswith("--")]
    done = subprocess.run(
        [sys.executable, "-m", "uno_launcher", *names, "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert all(word in done.stdout for word in words)


def test_make_knows_what_it_is_asked_for() -> None:
    pages = " ".join(page.read_text("utf-8") for page in PAGES)
    asked = sorted(
        set(re.findall(r"`(make -C hardware\S*(?: [a-z]+)?)`|\$ (make -C hardware\S*(?: [a-z]+)?)", pages))
    )
    assert len(asked) > 4
    for one, other in asked:
        done = subprocess.run(
            f"{one or other} -n", shell=True, cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_every_part_and_wire_that_is_named_is_there() -> None:
    rows = read((FOLDER / "parts.csv").read_text("utf-8"))
    listed = {reference for row in rows for reference in row["refs"].split()}
    named = set(re.findall(r"\b(?:R|C|D|Q|SW|W|X|LED|BT|F|U)\d+\b", README))
    assert len(named) > 25
    assert named <= listed


def test_a_build_costs_about_what_the_parts_list_adds_up_to() -> None:
    said = re.findall(r"^\| \*\*[ABC]\*\* .* (\d+) to (\d+) € \|$", README, re.MULTILINE)
    parts = (FOLDER / "parts.md").read_text("utf-8")
    least, most = (
        re.findall(r" (\d+) \|", line)
        for line in re.findall(r"^\| (?:a launcher|all of it).*$", parts, re.MULTILINE)
    )
    assert len(said) == 3
    for (low, high), cheap, dear in zip(said, least, most, strict=True):
        assert abs(int(low) - int(cheap)) <= 3
        assert abs(int(high) - int(dear)) <= 3


def test_the_readme_says_first_that_nobody_has_built_it() -> None:
    assert "Nothing here has been built by a person yet" in README[:100]
