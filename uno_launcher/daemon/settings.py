"""What people set while the launcher runs: kept in a file of its own, since the config is theirs to write."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from uno_launcher.keeping import keep
from uno_launcher.safety.regular import read_regular

FILE_NAME = "settings.json"
SIMULATED_FILE_NAME = "simulated-settings.json"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """How the launcher plays."""

    profile: str
    """Name of the luck profile."""
    most_cards: Annotated[int, Meta(ge=1, le=99)] | None = None
    """The most cards that one press may bring, 1 to 99. None: what the profile says."""
    quiet: bool = False
    """No sound from the launcher."""


class _Kept(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    settings: Settings
    config_profile: str
    """The config's profile when these were set: who changes it there afterwards means it."""


class SettingsFile:
    """The settings on the disk. Never raises for what is wrong with file or disk: see `problem`."""

    def __init__(self, path: Path | None, config_profile: str) -> None:
        """Without a `path` nothing is kept. `config_profile` holds until another one is set."""
        self._path = path
        self._config_profile = config_profile
        self.problem = ""
        """One sentence, or "" where all is well."""

    def read(self) -> Settings:
        """What was set last, but for a profile that the config has changed since."""
        default = Settings(self._config_profile)
        if self._path is None:
            return default
        try:
            kept = msgspec.json.decode(read_regular(self._path), type=_Kept)
        except FileNotFoundError:
            return default
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self.problem = (
                f"{self._path} can't be read ({error}): the config's settings hold until you set them again."
            )
            return default
        if kept.config_profile != self._config_profile:
            return msgspec.structs.replace(kept.settings, profile=self._config_profile)
        return kept.settings

    def write(self, settings: Settings) -> None:
        """Keep them."""
        if self._path is None:
            return
        try:
            keep(self._path, msgspec.json.encode(_Kept(settings, self._config_profile)))
            self.problem = ""
        except OSError as error:
            self.problem = (
                f"{self._path} can't be written ({error.strerror}), so the settings hold until the launcher"
                " is switched off: see to the disk, or name another folder with --state-dir."
            )
