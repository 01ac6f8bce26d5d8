"""The plan that is out with the Pico: what is told of it, once each, and how it ends when it is gone."""

from typing import cast

from uno_launcher.feed import words
from uno_launcher.feed.outpost import SILENCE_US
from uno_launcher.feed.words import Outcome, Status
from uno_launcher.launcher.events import Counted, Event, FeedEnded, MotorStopped
from uno_launcher.launcher.plan import Ended, Plan, Report

SILENT_S = SILENCE_US / 1e6 + 0.05
"""After so long without a word from here the Pico's motor is off."""
BACK_S = 2.0
"""How long a burst whose Pico is gone waits for it to come back and say how it went."""


class PlanOut:
    """Seconds of the control loop's clock."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.number = number
        """Of the fire."""
        self.stopped = False
        """It was told that the motor is off for good."""
        self.refused = False
        """The Pico won't carry it out."""
        self._plan = plan
        self._counted = 0
        self._gone_at: float | None = None

    def see(self, status: Status) -> list[Event]:
        """What a status says of it."""
        said: list[Event] = []
        if status.fire != self.number:
            return said
        if status.counted > self._counted:
            self._counted = status.counted
            said.append(Counted(status.counted))
        if status.phase in (words.SETTLING, words.OVER):
            said += self.stop()
        return said

    def gone(self, now: float) -> None:
        """Nobody hears of it any more."""
        if self._gone_at is None:
            self._gone_at = now

    def back(self) -> None:
        """The Pico is there again, and knows about it."""
        self._gone_at = None

    def due(self) -> float | None:
        """When `tick` has something to say."""
        if self._gone_at is None:
            return None
        return self._gone_at + (BACK_S if self.stopped else SILENT_S)

    def tick(self, now: float) -> tuple[list[Event], Report | None]:
        """What follows from its being gone for so long."""
        if self._gone_at is None:
            return [], None
        said = self.stop() if now >= self._gone_at + SILENT_S else []
        return said, self.unknown() if now >= self._gone_at + BACK_S else None

    def stop(self) -> list[Event]:
        """The motor is off for good."""
        if self.stopped:
            return []
        self.stopped = True
        return [MotorStopped()]

    def ended(self, outcome: Outcome, times_ms: tuple[int, ...]) -> Report:
        """As the Pico tells it."""
        return Report(
            self._plan.cards,
            outcome.counted,
            outcome.certain and outcome.counted >= self._counted,
            cast(Ended, outcome.ended),
            outcome.card_out,
            outcome.doubles,
            outcome.slips,
            times_ms,
            outcome.motor_ms,
            "hardware" if self.refused else outcome.note,
        )

    def unknown(self) -> Report:
        """Nobody can say how it went: what was heard of is what there is."""
        return Report(self._plan.cards, self._counted, certain=False, ended="fault", note="link")

    def over(self, report: Report) -> list[Event]:
        """It's done with."""
        return [*self.stop(), FeedEnded(report)]
