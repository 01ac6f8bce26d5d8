"""Every snippet of the README does what it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from uno_launcher.config import check
from uno_launcher.luck import names
from uno_launcher.pins import HEADER, NAMED
from uno_launcher.terminal.hands import KEYS
from uno_launcher.terminal.offers import TABLE_KEYS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line.removeprefix("$ ").removeprefix("sudo ")
    for kind, text in BLOCKS
    if kind == "console"
    for line in text.splitlines()
    if line.startswith("$ ")
]
CONFIGS = [text for kind, text in BLOCKS if kind == "toml"]
ON_A_PI = {"uno-launcher doctor", "uno-launcher calibrate", "uno-launcher fire 1"}
"""Commands that want a real launcher."""
ELSEWHERE = ("make ", "systemctl ")
"""Commands that aren't the launcher's own begin so."""
ALONE = [c for c in COMMANDS if c.startswith(("uno-launcher doctor --sim", "uno-launcher calibrate --sim"))]
"""These take their time by the clock and need nothing that came before."""
SHORTER = {"uno-launcher calibrate --simulated --seed 7": " --cards 15"}
"""What is added to a command so that it takes less."""


def test_there_is_something_to_check() -> None:
    assert len(COMMANDS) > 10
    assert len(CONFIGS) > 1
    assert {kind for kind, _ in BLOCKS} <= {"console", "toml", "text"}


@pytest.mark.parametrize("target", [c.removeprefix("make ") for c in COMMANDS if c.startswith("make ")])
def test_make_knows_the_target(target: str) -> None:
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def run(command: str, folder: Path) -> None:
    assert re.match(r"(uno-launcher|printf) ", command), f"{command}: not a command of ours"
    env = {
        "HOME": str(folder),
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"


@pytest.mark.waits
@pytest.mark.parametrize("command", ALONE)
def test_a_command_runs_alone(command: str, tmp_path: Path) -> None:
    run(command + SHORTER.get(command, ""), tmp_path)


@pytest.mark.waits
def test_the_commands_run_one_after_the_other(tmp_path: Path) -> None:
    for command in COMMANDS:
        if not (command.startswith(ELSEWHERE) or command in ON_A_PI or command in ALONE):
            run(command, tmp_path)


@pytest.mark.parametrize("command", sorted(ON_A_PI))
def test_commands_for_a_real_launcher_say_here_what_is_missing(command: str, tmp_path: Path) -> None:
    assert command in COMMANDS
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(command.replace("uno-launcher", "uno_launcher"))],
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        input="yes\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    assert "python3-lgpio" in done.stdout + done.stderr


@pytest.mark.parametrize("config", CONFIGS)
def test_the_configs_are_right(config: str) -> None:
    parsed, mistakes = check(config, "README")
    assert mistakes == []
    assert parsed is not None


def rows(head: str) -> list[list[str]]:
    """The rows of the table whose head line begins with `head`, in cells."""
    lines = README.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(head)) + 2
    end = next(i for i, line in enumerate(lines[start:], start) if not line.startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:end]]


def test_the_wires_are_those_of_the_program() -> None:
    for name, bcm, pin, _ in rows("| signal | GPIO"):
        signal = NAMED[name.strip("`")]  # type: ignore[index]
        assert (int(bcm), int(pin)) == (signal.bcm, HEADER[signal.bcm])
        assert not signal.optional


def test_the_profiles_are_those_of_the_program() -> None:
    assert [row[0].strip("`") for row in rows("| profile |")] == list(names())


def test_the_keys_are_those_of_the_program() -> None:
    assert [row[0] for row in rows("| key |")] == list(KEYS)


def test_the_keys_at_the_table_are_those_of_the_program() -> None:
    assert [tuple(row) for row in rows("| at the table |")] == list(TABLE_KEYS.items())


def test_links_and_pictures_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^\w\- ]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in README.splitlines()
        if line.startswith("#")
    }
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert (ROOT / target).exists(), target


def test_what_the_readme_quotes_is_what_the_program_says() -> None:
    program = " ".join(" ".join(file.read_text().split()) for file in (ROOT / "uno_launcher").rglob("*.py"))
    quoted = [words for row in rows("| it says") for words in re.findall(r'"([^"]+)"', row[0])]
    assert len(quoted) > 5
    assert [words for words in quoted if words not in program] == []
