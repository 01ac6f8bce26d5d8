"""What whoever watches gets to see: the terminal, phones, the display, a broker. Nothing in it changes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from uno_launcher.daemon.settings import Settings
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.view import LauncherView
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import Move
from uno_launcher.rules.setup import Setup
from uno_launcher.table.referee import Countdown

BackendName = Literal["gpio", "serial", "none"]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a watcher sees. `n` grows by one with every change."""

    n: int
    simulated: bool
    launcher: LauncherView
    table: StateLine
    look: Look
    problems: tuple[str, ...]
    """Sentences about what works only in part, such as a log that can't be written."""
    setup: Setup
    """What the table plays with: the box, the players, the house rules."""
    settings: Settings
    backend: BackendName = "gpio"
    evening: int | None = None
    """Its number in the journal; None where there is none."""
    resting: bool = False
    """The launcher would feed, but the next player's press doesn't count yet (rule 3.4)."""
    armed: bool = False
    """The next press is a loading check."""
    stopping: Countdown | None = None
    """As it stood at this moment: it makes no news by itself."""
    did: Move | None = None
    """The last move that the table took, presses and stops that nobody made included."""

    @property
    def hopper(self) -> int | None:
        """Cards that it should hold: by the launcher's own books, and by the table's where those have none or
        nothing is wired. None: nobody knows."""
        own = None if self.backend == "none" else self.launcher.hopper
        by_the_table = self.backend == "none" or self.table.mode == "game"
        return self.table.hopper if own is None and by_the_table else own

    @property
    def news(self) -> object:
        """What differs where anything has changed that a watcher should hear of."""
        return (
            self.launcher, self.table, self.problems, self.resting, self.settings, self.evening, self.armed
        )  # fmt: skip


Watcher = Callable[[Snapshot], None]
"""Called by the control thread after each change: keeps the snapshot for a thread of its own, never waits."""
