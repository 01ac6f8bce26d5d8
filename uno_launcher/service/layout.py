"""Where the installed service has its things. Standard library only: `service install` runs without
packages."""

from pathlib import Path
from typing import NamedTuple

UNIT = "uno-launcher.service"
USER = "uno-launcher"
PYTHON = "/usr/bin/python3"
"""The system's own, which sees what apt installs."""

CURRENT = Path("/opt/uno-launcher")
PREVIOUS = Path("/opt/uno-launcher.previous")
ENVIRONMENTS = Path("/opt/uno-launcher.d")
"""CURRENT and PREVIOUS are links to folders in here, so that one takes the other's place at once, and a new
one is made while the old one plays."""
LINKS = (CURRENT, PREVIOUS)
RECORD = "installed.json"
"""In an environment: what it was made from."""

COMMAND = Path("/usr/local/bin/uno-launcher")
"""A link to PROGRAM."""
PROGRAM = CURRENT / "bin" / "uno-launcher"
CONFIG = Path("/etc/uno-launcher/config.toml")
STATE = Path("/var/lib/uno-launcher")
BACKUP = STATE / "before-upgrade"
STARTED = Path("/etc/systemd/system/multi-user.target.wants") / UNIT
"""It starts with the system."""
DROP_INS = Path("/etc/systemd/system/uno-launcher.service.d")


def ours(link: Path, target: Path | None) -> bool:
    """A link of that name that leads to `target` is this program's."""
    if link in LINKS:
        return target is not None and target.parent == ENVIRONMENTS
    return target == PROGRAM


class Placed(NamedTuple):
    """A file that comes with the program and goes to the system."""

    name: str
    """In share/uno-launcher/systemd of the environment."""
    to: Path


PLACED = (
    Placed("uno-launcher.sysusers", Path("/etc/sysusers.d/uno-launcher.conf")),
    Placed("uno-launcher.rules", Path("/etc/udev/rules.d/60-uno-launcher.rules")),
    Placed("uno-launcher.service", Path("/etc/systemd/system/uno-launcher.service")),
)
