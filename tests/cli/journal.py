"""A journal for tests to read, written as the launcher writes it."""

import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from uno_launcher.launcher.effects import PressAccepted, PressFinished
from uno_launcher.launcher.plan import Report
from uno_launcher.rules.setup import read_setup
from uno_launcher.store import FILE_NAME, Store
from uno_launcher.table.evening import find_box

AT = 1_777_636_800.25  # 2026-05-01 12:00:00.25 UTC


class Journal:
    """Writes evenings as the launcher does: presses with their launches, other moves alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / FILE_NAME

    def write(self, setup: dict[str, Any], moves: Iterable[dict[str, Any]], profile: str = "fair") -> None:
        store = Store.open(self.file, lambda: AT)
        store.begin(msgspec.json.encode(read_setup(setup, find_box)).decode())
        number = store.next_number
        for move in moves:
            text = json.dumps(move)
            if not {"press", "failed_press"} & move.keys():
                store.moved(text)
                continue
            cards = move.get("press", move.get("failed_press"))
            ended = "done" if "press" in move else "jam"
            store.accepted(PressAccepted(number, profile, cards, 60))
            store.finished(PressFinished(number, profile, Report(cards, cards, True, ended), 60), text)
            number += 1
        assert store.close(5.0)

    def sql(self, statement: str, *values: object) -> None:
        connection = sqlite3.connect(self.file)
        with connection:
            connection.execute(statement, values)
        connection.close()
