"""The program as people get it: a wheel, and the wheels of all that it needs, for a guest without a
network."""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.virtual_pi.cache import kept
from tests.virtual_pi.rootfs import SUITE, for_guest
from uno_launcher.service.source import source

RPI_LGPIO = "rpi-lgpio==0.6"
"""RPi.GPIO for boards and kernels that the old one doesn't know: what `pin_factory = "rpigpio"` finds
there."""


def wheel(into: Path, version: str | None = None) -> Path:
    """The program's own, from this checkout, as another version if one is given; or the one that
    VIRTUAL_PI_WHEEL names."""
    if version is None and (given := os.environ.get("VIRTUAL_PI_WHEEL")):
        return Path(shutil.copy(given, into))
    with source() as found, tempfile.TemporaryDirectory() as out:
        if version is not None:
            (found.path / "PKG-INFO").write_text(
                f"Metadata-Version: 2.1\nName: uno-launcher\nVersion: {version}\n"
            )
        _pip("wheel", "--quiet", "--no-deps", "--wheel-dir", out, str(found.path))
        (made,) = Path(out).iterdir()
        return Path(shutil.copy(made, into))


def wheels(root: Path, program: Path) -> Path:
    """A folder with a wheel of everything that `program` wants in the guest `root`, but not its own."""
    with zipfile.ZipFile(program) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(metadata).decode().splitlines()
    wanted = [line.partition(": ")[2] for line in lines if line.startswith("Requires-Dist: ")]
    plain = [requirement for requirement in wanted if "extra ==" not in requirement]

    def fill(into: Path) -> None:
        _pip("download", "--quiet", "--dest", str(into), *for_guest(root), *plain, RPI_LGPIO)

    return kept(f"wheels-{SUITE}", [*plain, RPI_LGPIO], fill)


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"`pip {' '.join(words)}` ended with {done.returncode}:\n{done.stderr[-2000:]}")
