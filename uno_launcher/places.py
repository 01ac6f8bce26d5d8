"""Where the launcher's files are. Standard library only: `uno-launcher off` imports this."""

import os
import stat
from pathlib import Path

SYSTEM = Path("/var/lib/uno-launcher")
"""What systemd's StateDirectory=uno-launcher makes."""

MEMORY = Path("/dev/shm")
SYSTEM_CONFIG = Path("/etc/uno-launcher/config.toml")


def user_config() -> Path:
    """The user's own config file, whether it is there or not."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(home, "uno-launcher", "config.toml")


def config_file() -> Path | None:
    """The config file in its usual place: the user's own, else the system's, else None."""
    return next((path for path in (user_config(), SYSTEM_CONFIG) if path.exists()), None)


def state_dir(explicit: str | None = None) -> Path:
    """The folder for what outlives a run: `explicit`, else systemd's, else the XDG state folder."""
    return candidates(explicit)[0]


def run_dir(state: Path) -> Path:
    """The folder for lock, control socket and list of outputs: `state`, or one in memory where nothing can be
    written to it (field note D4). Made if it isn't there.

    Raises OSError when neither will do.
    """
    try:
        state.mkdir(parents=True, exist_ok=True)
    except OSError:
        pass
    else:
        if os.access(state, os.W_OK | os.X_OK):
            return state
    return made_spare_dir()


def made_spare_dir() -> Path:
    """`spare_dir`, made if it isn't there. Raises OSError when it can't be, or is somebody else's."""
    spare = spare_dir()
    spare.mkdir(mode=0o700, exist_ok=True)
    if not is_ours(spare):
        raise PermissionError(f"{spare} belongs to somebody else")
    return spare


def candidates(explicit: str | None) -> list[Path]:
    """State folders that a daemon may use, likeliest first; `explicit` leaves no choice."""
    # Absolute, since lgpio may change the working directory under everybody (field note G12).
    if explicit is not None:
        return [Path(explicit).absolute()]
    folders = [Path(folder) for folder in os.environ.get("STATE_DIRECTORY", "").split(":") if folder]
    xdg = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    if os.path.isabs(xdg):
        folders.append(Path(xdg, "uno-launcher"))
    folders.append(SYSTEM)
    return list(dict.fromkeys(folders))


def spare_dir() -> Path:
    """This user's run folder in memory, for a disk that can't be written."""
    return MEMORY / f"uno-launcher-{os.getuid()}"


def is_ours(folder: Path) -> bool:
    """It's a folder and this user's own. Raises OSError where there is none."""
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
