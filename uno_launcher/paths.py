"""Where the program looks for its files. Standard library only: `uno-launcher off` imports this."""

import os
from pathlib import Path

SYSTEM_CONFIG = Path("/etc/uno-launcher/config.toml")


def user_config() -> Path:
    """The user's own config file, whether it is there or not."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return Path(home, "uno-launcher", "config.toml")


def config_file() -> Path | None:
    """The config file in its usual place: the user's own, else the system's, else None."""
    return next((path for path in (user_config(), SYSTEM_CONFIG) if path.exists()), None)
