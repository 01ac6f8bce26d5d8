"""This computer, as far as a launcher depends on it. Reads /proc, /sys and /dev below a root, and changes
nothing."""

import contextlib
import fcntl
import os
import pwd
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

_GET_CHIPINFO = 0x8044B401
_GET_LINEINFO = 0xC100B405
_USED = 1
SERVICE = "uno-launcher.service"
SERVICE_USER = "uno-launcher"
ANSWER_S = 3.0
"""The longest that another program may take to answer."""
THROTTLED = (
    (0x1, "the voltage is too low right now"),
    (0x2, "the processor is slowed down right now"),
    (0x4, "the processor is throttled right now"),
    (0x8, "it's too hot right now"),
    (0x10000, "the voltage was too low since the start"),
    (0x20000, "the processor was slowed down since the start"),
    (0x40000, "the processor was throttled since the start"),
    (0x80000, "it was too hot since the start"),
)
"""Bits of the firmware's `get_throttled`, and what they mean."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a gpiochip that somebody uses."""

    bcm: int
    by: str
    """The name that its user gave itself; "" where none."""


@dataclass(frozen=True, slots=True)
class Machine:
    """The computer whose files are below `root`."""

    root: Path = Path("/")

    def _text(self, path: str) -> str:
        """What is in a file, or ""."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""

    @property
    def board(self) -> str:
        """ "Raspberry Pi 4 Model B Rev 1.4", or what the kernel calls this computer."""
        return (
            self._text("proc/device-tree/model") or self._text("sys/class/dmi/id/product_name") or "unknown"
        )

    @property
    def system(self) -> str:
        """ "Debian GNU/Linux 12 (bookworm)"."""
        for line in self._text("etc/os-release").splitlines():
            if line.startswith("PRETTY_NAME="):
                return line.partition("=")[2].strip("\"'")
        return "unknown"

    @property
    def kernel(self) -> str:
        """ "6.6.31+rpt-rpi-v8"."""
        return self._text("proc/sys/kernel/osrelease") or os.uname().release

    @property
    def chips(self) -> list[int]:
        """Numbers of the gpiochips."""
        try:
            names = os.listdir(self.root / "dev")
        except OSError:
            return []
        numbers = [name.removeprefix("gpiochip") for name in names if name.startswith("gpiochip")]
        return sorted(int(number) for number in numbers if number.isdigit())

    def label(self, chip: int) -> str:
        """What the kernel calls a chip, "pinctrl-bcm2711"; "" where it may not be asked."""
        info = bytearray(68)
        with contextlib.suppress(OSError), open(self.root / f"dev/gpiochip{chip}", "rb") as file:
            fcntl.ioctl(file, _GET_CHIPINFO, info)
        return bytes(info[32:64]).split(b"\0")[0].decode("ascii", "replace")

    def used(self, chip: int, pins: list[int]) -> list[Line]:
        """Which of these lines somebody uses. Raises OSError where the chip may not be asked."""
        found = []
        with open(self.root / f"dev/gpiochip{chip}", "rb") as file:
            for bcm in pins:
                info = bytearray(struct.pack("=64sI188x", b"", bcm))
                fcntl.ioctl(file, _GET_LINEINFO, info)
                (flags,) = struct.unpack_from("=Q", info, 72)
                if flags & _USED:
                    by = bytes(info[32:64]).split(b"\0")[0].decode("ascii", "replace")
                    found.append(Line(bcm, by))
        return found

    @property
    def throttled(self) -> int | None:
        """The firmware's word on voltage and heat, or None: nobody to ask."""
        for path in (
            "sys/devices/platform/soc/soc:firmware/get_throttled",
            "sys/devices/platform/soc@107c000000/107c000000.soc:firmware/get_throttled",
        ):
            text = self._text(path)
            with contextlib.suppress(ValueError):
                return int(text, 16)
        said = ask("vcgencmd", "get_throttled").partition("=")[2].strip()
        with contextlib.suppress(ValueError):
            return int(said, 16)
        return None

    @property
    def synchronised(self) -> bool | None:
        """The clock was set from the network; None: nobody says."""
        if (self.root / "run/systemd/timesync/synchronized").exists():
            return True
        said = ask("timedatectl", "show", "--property=NTPSynchronized", "--value").strip()
        return {"yes": True, "no": False}.get(said)

    def service(self, name: str) -> str:
        """How a systemd service stands: "active", "failed" …, or "" where there is none."""
        told = ask("systemctl", "show", name, "--property=LoadState,ActiveState").splitlines()
        state = dict(line.split("=", 1) for line in told if "=" in line)
        return state.get("ActiveState", "") if state.get("LoadState") == "loaded" else ""

    @property
    def player(self) -> str:
        """Who is to play, where that isn't who runs this: the service's user, when root asks on its
        behalf."""
        return SERVICE_USER if os.geteuid() == 0 and self.service(SERVICE) else ""


def ask(*words: str) -> str:
    """What another program prints; "" where it isn't there, fails or takes too long."""
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=ANSWER_S, stdin=subprocess.DEVNULL, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout if done.returncode == 0 else ""


def may_open(place: Path, user: str = "") -> bool:
    """To read and to write; `user`, or else whoever runs this, as when there is no such user."""
    try:
        entry, found = pwd.getpwnam(user), place.stat()
    except (KeyError, OSError):
        return os.access(place, os.R_OK | os.W_OK)
    groups = os.getgrouplist(user, entry.pw_gid)
    shift = 6 if found.st_uid == entry.pw_uid else 3 if found.st_gid in groups else 0
    return found.st_mode >> shift & 6 == 6
