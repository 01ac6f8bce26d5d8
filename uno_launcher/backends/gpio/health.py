"""About once a second: are those alive without whom the launcher would be deaf, or its motor unguarded?"""

from uno_launcher.backends.gpio.factory import Factory, notify_thread
from uno_launcher.launcher.events import Event, FaultFound
from uno_launcher.safety.deadman import Deadman, SecondGuard

EVERY_S = 1.0

DEAF = FaultFound("inputs", "The thread that brings the inputs' edges has ended: restart uno-launcher.")
UNGUARDED = FaultFound(
    "hardware", "The motor's guard has ended, so the motor stays off: restart uno-launcher."
)


class Health:
    """Each fault is said once: none of these mends itself."""

    def __init__(self, factory: Factory, deadman: Deadman, guard: SecondGuard | None) -> None:
        self._notify = notify_thread(factory)
        self._deadman = deadman
        self._guard = guard
        self._said: list[FaultFound] = []
        self.due = 0.0
        """When `check` wants to be called."""

    def check(self, now: float) -> list[Event]:
        """Look after all of them."""
        self.due = now + EVERY_S
        found: list[FaultFound] = []
        if self._notify is not None and not self._notify.is_alive():  # one exception ends it (field note G1)
            found.append(DEAF)
        if not self._deadman.alive or (self._guard is not None and not self._guard.alive):
            found.append(UNGUARDED)
        news = [fault for fault in found if fault not in self._said]
        self._said += news
        return [*news]
