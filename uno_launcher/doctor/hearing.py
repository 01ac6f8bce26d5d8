"""A launcher whose pins aren't this computer's: what it says happened, its lamps, and a card for a moment.

Works with any backend; a Pico is why it's here. There are no raw edges, so nothing is known of bounces.
"""

from collections.abc import Sequence

from uno_launcher.backends.feeder import Backend, Tapped
from uno_launcher.doctor.ground import Ground
from uno_launcher.errors import LauncherError
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import Event, FaultFound, FaultMended, FeedEnded
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.plan import Plan, Report

Said = Event | Tapped
REPORT_S = 5.0
"""A burst that was stopped reports much sooner."""
LONGEST_S = 0.3


class Heard:
    """`backend` is driven by nobody else, and closed with this."""

    def __init__(self, ground: Ground, backend: Backend) -> None:
        self._ground = ground
        self._backend = backend
        self.clock = ground.clock
        self.faults: dict[str, str] = {}
        """Kind -> sentence of what is broken right now."""

    def open(self) -> list[Said]:
        """Claim it; how everything stands."""
        return self._noted(self._backend.open(self._ground.mailbox.post, self.clock()))

    def close(self) -> None:
        """Motor off, everything safe. May be called twice."""
        self._backend.close(self.clock())

    def listen(self, seconds: float) -> list[Said]:
        """Everything that is said in the next seconds."""
        found: list[Said] = []
        until = self.clock() + seconds
        while self.clock() < until:
            found += self._turn(until)
        return found

    def wait_for(self, wanted: Said, patience: float) -> tuple[bool, list[Said]]:
        """Wait until that is said; says whether it was, and what was said besides."""
        found: list[Said] = []
        until = self.clock() + patience
        while wanted not in found and self.clock() < until:
            found += self._turn(until)
        return wanted in found, [each for each in found if each != wanted]

    def show(self, look: Look) -> None:
        """The lamps from now on."""
        self._backend.show(look, self.clock())

    def play(self, sound: Sound) -> None:
        """One sound."""
        self._backend.play(sound, self.clock())

    def feed(self, seconds: float) -> Report:
        """Feed one card, but stop after so long. Raises LauncherError where that can't be begun, or isn't
        reported."""
        if not 0 < seconds <= LONGEST_S:
            raise ValueError("longer than it may be told to run")
        try:
            said = self._noted(self._backend.start(Plan(1), self.clock()))
            said += self._until(said, self.clock() + seconds)
            if _report(said) is None:
                said += self._noted(self._backend.stop(self.clock()))
                said += self._until(said, self.clock() + REPORT_S)
        except BaseException:
            self._backend.emergency_off()
            raise
        report = _report(said)
        if report is None:
            self._backend.emergency_off()
            raise LauncherError("The launcher doesn't say how it went; the motor is off.")
        return report

    def _until(self, said: Sequence[Said], until: float) -> list[Said]:
        """What is said until the report, or until then."""
        found: list[Said] = []
        while _report([*said, *found]) is None and self.clock() < until:
            found += self._turn(until)
        return found

    def _turn(self, until: float) -> list[Said]:
        due = self._backend.deadline()
        raw = self._ground.mailbox.take(until if due is None else min(until, due))
        said = [] if raw is None else self._noted(self._backend.handle(raw, self.clock()))
        due = self._backend.deadline()
        if due is not None and due <= self.clock():
            said += self._noted(self._backend.tick(self.clock()))
        return said

    def _noted(self, said: Sequence[Said]) -> list[Said]:
        for each in said:
            if isinstance(each, FaultFound):
                self.faults[each.kind] = each.detail
            elif isinstance(each, FaultMended):
                self.faults.pop(each.kind, None)
        return list(said)


def _report(said: Sequence[Said]) -> Report | None:
    return next((each.report for each in said if isinstance(each, FeedEnded)), None)
