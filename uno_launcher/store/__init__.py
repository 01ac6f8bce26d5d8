"""The launch log: every press and what came of it, in a SQLite file that survives the plug being pulled."""

from uno_launcher.store.journal import Evening, Made, read_evening, read_evenings, take_up
from uno_launcher.store.launches import Launch, begun, read
from uno_launcher.store.salvage import restore
from uno_launcher.store.store import FILE_NAME, SIMULATED_FILE_NAME, Store

__all__ = [
    "FILE_NAME",
    "SIMULATED_FILE_NAME",
    "Evening",
    "Launch",
    "Made",
    "Store",
    "begun",
    "read",
    "read_evening",
    "read_evenings",
    "restore",
    "take_up",
]
