"""Lines that outlive the process, as on a Raspberry Pi (field note M2)."""

import signal
import subprocess
import sys

import pytest

from uno_launcher.backends.simulated.mirror import LINES, Mirror
from uno_launcher.errors import HardwareError


def test_every_line_of_a_new_file_is_low(tmp_path):
    with Mirror(tmp_path / "lines") as mirror:
        assert [mirror.read(bcm) for bcm in range(LINES)] == [0] * 28


def test_a_line_stays_driven_after_its_process_was_killed_m2(tmp_path):
    program = (
        "import os, sys; from pathlib import Path; from uno_launcher.backends.simulated.mirror import Mirror;"
        "Mirror(Path(sys.argv[1])).write(12, 60); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(tmp_path / "lines")], timeout=20, check=False)
    assert killed.returncode == -signal.SIGKILL
    with Mirror(tmp_path / "lines") as mirror:
        assert mirror.read(12) == 60
        mirror.write(12, 0)
    assert (tmp_path / "lines").read_bytes() == bytes(28)


def test_what_one_writes_the_other_reads_at_once(tmp_path):
    with Mirror(tmp_path / "lines") as inside, Mirror(tmp_path / "lines") as outside:
        inside.write(13, 100)
        assert outside.read(13) == 100
        outside.write(13, 0)
        assert inside.read(13) == 0


def test_a_file_that_cant_be_made_is_an_error_with_a_remedy(tmp_path):
    with pytest.raises(HardwareError, match=r"lines can't be kept in .*/no/lines .*; name another file\.$"):
        Mirror(tmp_path / "no" / "lines")


def test_it_needs_the_standard_library_only():
    program = (
        "import sys; import uno_launcher.backends.simulated.mirror;"
        "print([name for name in ('gpiozero', 'msgspec', 'transitions', 'typer') if name in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=True
    )
    assert ran.stdout == "[]\n"
