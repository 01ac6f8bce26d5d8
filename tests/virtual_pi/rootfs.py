"""The guest's system: a small Debian as debootstrap makes it, and lgpio where Raspberry Pi OS has it.

Kept by a checksum of what goes into it. Wants root: the files in it belong to many.
`python -m tests.virtual_pi.rootfs` makes it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.virtual_pi.cache import kept

SUITE = os.environ.get("VIRTUAL_PI_SUITE", "bookworm")
"""The oldest Debian that the launcher runs on, or a later one."""
PACKAGES = (
    "dbus",
    "iproute2",
    "procps",
    "python3",
    "python3-venv",
    "systemd",
    "systemd-sysv",
    "udev",
)
MIRROR = os.environ.get("VIRTUAL_PI_MIRROR")
"""Where the packages come from, if not from where debootstrap finds them by itself."""
LGPIO = "lgpio==0.2.2.0"
"""Debian hasn't python3-lgpio, Raspberry Pi OS has: this puts the same where that would."""


def rootfs() -> Path:
    """A folder with the whole system. Makes it where it isn't kept: two minutes, 300 MB."""
    return kept(f"rootfs-{SUITE}", [*PACKAGES, LGPIO], _make)


def _make(into: Path) -> None:
    if os.getuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("The virtual Pi's system can't be made: be root, and `apt-get install debootstrap` first.")
    command = [
        "debootstrap",
        "--variant=minbase",
        f"--include={','.join(PACKAGES)}",
        SUITE,
        str(into),
        *([MIRROR] if MIRROR else []),
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        sys.exit(f"debootstrap ended with {done.returncode}:\n{done.stdout[-2000:]}")
    shutil.rmtree(into / "var/cache/apt", ignore_errors=True)
    shutil.rmtree(into / "var/lib/apt/lists", ignore_errors=True)
    site = into / "usr/lib/python3/dist-packages"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
    subprocess.run([*pip, *for_guest(into), "--target", str(site), LGPIO], check=True)


def for_guest(root: Path) -> list[str]:
    """What pip must be told to find packages for the guest's Python."""
    (found,) = (root / "usr/lib").glob("python3.[0-9]*")
    version = found.name.removeprefix("python")
    platforms = [f"--platform=manylinux_2_{minor}_x86_64" for minor in (34, 28, 17, 12, 5)]
    return [
        "--only-binary=:all:",
        "--implementation=cp",
        f"--python-version={version}",
        *platforms,
        "--platform=manylinux2014_x86_64",
    ]


if __name__ == "__main__":
    print(rootfs())
