"""What the rooms of the package may know of each other and of the outside."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "uno_launcher"
FILES = sorted(PACKAGE.rglob("*.py"))

PURE = ("rules", "luck", "feed", "launcher")
OUTSIDE = {
    "clocks": {"time", "datetime", "sched", "zoneinfo", "calendar"},
    "threads": {
        "threading",
        "_thread",
        "queue",
        "asyncio",
        "concurrent",
        "multiprocessing",
        "signal",
        "select",
    },
    "gpio": {"gpiozero", "lgpio", "RPi", "pigpio", "gpiod"},
    "serial and network": {"serial", "termios", "socket", "ssl", "http", "urllib"},
    "files and processes": {"sqlite3", "os", "subprocess", "shutil", "tempfile"},
    "imports that can't be seen": {"importlib", "runpy"},
}
"""Modules that nothing pure may import, by what they'd let in."""

LONG = 300
LONGER = {"uno_launcher/feed/burst.py": "one controller, whose phases lead into each other"}
"""Files with more lines than that, and why they are one idea all the same."""


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file): file for file in FILES}


def imports(source: str, module: str, is_package: bool) -> Iterator[str]:
    """The absolute name of everything that is imported anywhere in `source`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = module.split(".")[: len(module.split(".")) - node.level + is_package]
                base = ".".join([*parents, base] if base else parents)
            yield base
            yield from (f"{base}.{name.name}" for name in node.names)


def imports_of(module: str) -> set[str]:
    file = MODULES[module]
    return set(imports(file.read_text(), module, file.name == "__init__.py"))


def reached_from(module: str) -> dict[str, tuple[str, ...]]:
    """Every module of the package that importing `module` imports, and the way there."""
    ways = {module: (module,)}
    waiting = [module]
    while waiting:
        current = waiting.pop()
        for name in imports_of(current):
            parents = [name[:end] for end, letter in enumerate(name) if letter == "."]
            for found in [*parents, name]:
                if found in MODULES and found not in ways:
                    ways[found] = (*ways[current], found)
                    waiting.append(found)
    return ways


def room(name: str) -> list[str]:
    return [module for module in MODULES if f"{module}.".startswith(f"uno_launcher.{name}.")]


@pytest.mark.parametrize("name", PURE)
def test_a_pure_room_reaches_no_clock_thread_gpio_serial_or_file(name):
    found = []
    for module in room(name):
        for reached, way in reached_from(module).items():
            for imported in imports_of(reached):
                for what, forbidden in OUTSIDE.items():
                    if imported.partition(".")[0] in forbidden:
                        found.append(f"{' > '.join(way)} imports {imported} ({what})")
    assert found == []


@pytest.mark.parametrize("name", PURE)
def test_a_pure_room_knows_no_impure_one(name):
    allowed = ("uno_launcher", "uno_launcher.errors", *(f"uno_launcher.{pure}" for pure in PURE))
    for module in room(name):
        for reached, way in reached_from(module).items():
            inside = reached in allowed or reached.startswith(tuple(f"uno_launcher.{pure}." for pure in PURE))
            assert inside, " > ".join(way)


@pytest.mark.parametrize("name", PURE)
def test_a_pure_room_draws_only_from_the_randomness_that_it_is_given(name):
    for module in room(name):
        for node in ast.walk(ast.parse(MODULES[module].read_text())):
            if isinstance(node, ast.ImportFrom):
                assert node.module != "random", module
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
            ):
                assert node.attr == "Random", f"{module} uses random.{node.attr}"


def test_only_the_config_room_reads_the_config():
    readers = {module for module in MODULES if "tomllib" in imports_of(module)}
    others = {module for module in readers if not module.startswith("uno_launcher.config.")}
    # off must work with a broken config, and boxes of cards have files of their own.
    assert others <= {"uno_launcher.safety.off", "uno_launcher.rules.boxfile"}


def test_no_file_is_long_without_a_reason():
    lengths = {str(file.relative_to(ROOT)): len(file.read_text().splitlines()) for file in FILES}
    assert {file for file, length in lengths.items() if length > LONG} <= set(LONGER)


def test_the_walk_sees_imports_of_every_kind_and_through_other_modules():
    source = "import os.path\nfrom . import a\nfrom ..b import c\nfrom .d import e\ndef f():\n  import time\n"
    assert set(imports(source, "p.q.r", is_package=False)) == {
        "os.path", "p.q", "p.q.a", "p.b", "p.b.c", "p.q.d", "p.q.d.e", "time"
    }  # fmt: skip
    assert set(imports("from . import a", "p.q", is_package=True)) == {"p.q", "p.q.a"}
    assert "uno_launcher.errors" in reached_from("uno_launcher.config.reading")
    assert "uno_launcher.luck.custom" in reached_from("uno_launcher.config")
    assert "tomllib" in imports_of("uno_launcher.config.lines")


def test_every_field_note_that_is_named_can_be_read():
    notes = set(re.findall(r"^- ([A-Z]\d+) ", (PACKAGE / "field-notes.md").read_text(), re.MULTILINE))
    texts = [file.read_text() for file in (*FILES, *(ROOT / "tests").rglob("*.py"))]
    told = {note for text in texts for note in re.findall(r"\(?field notes? ([A-Z]\d+)", text)}
    tested = {note.upper() for text in texts for note in re.findall(r"def test_\w+_([mgtdMGTD]\d+)\(", text)}
    assert len(told | tested) > 20
    assert told | tested <= notes
