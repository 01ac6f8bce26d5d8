"""Where a Pico may be plugged in. Who it really is, its greeting says (field note S5)."""

from collections.abc import Callable, Sequence
from pathlib import Path

from serial.tools import list_ports

BY_ID = Path("/dev/serial/by-id")
NAMES = ("micropython", "pico")
VENDOR = 0x2E8A
"""Raspberry Pi's USB number."""


def at(port: str | None) -> Callable[[], Sequence[str]]:
    """There, or with None wherever one is found."""
    return found if port is None else lambda: (port,)


def found() -> Sequence[str]:
    """By name first: those names don't swap when two are plugged in, as ttyACM0 and ttyACM1 do."""
    paths: dict[str, str] = {}  # the device itself -> how to open it
    for path in _by_id():
        paths.setdefault(str(path.resolve()), str(path))
    for info in sorted(list_ports.comports(), key=lambda info: str(info.device)):
        if info.vid == VENDOR:
            paths.setdefault(info.device, info.device)
    return tuple(paths.values())


def _by_id() -> list[Path]:
    try:
        entries = sorted(BY_ID.iterdir())
    except OSError:  # udev makes the folder with the first port
        return []
    return [path for path in entries if any(name in path.name.lower() for name in NAMES)]
