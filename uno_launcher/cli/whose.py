"""Whose log, evenings and files a command is about that doesn't play."""

import os
from pathlib import Path

from uno_launcher import places
from uno_launcher.doctor.machine import Machine


def folder_of(state_dir: str | None, simulated: bool) -> Path:
    """The one that was named, or else the usual one; where root asks on a service's behalf, that one's."""
    if state_dir is None and not simulated and Machine().player:
        return places.SYSTEM
    return places.state_dir(state_dir)


def others(state_dir: str | None) -> bool:
    """There is a service's folder besides, which isn't for whoever asks."""
    return state_dir is None and os.geteuid() != 0 and places.SYSTEM.is_dir()
