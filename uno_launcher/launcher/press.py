"""The books of one press, from its acceptance to its report."""

from dataclasses import dataclass, replace

from uno_launcher.launcher import events
from uno_launcher.launcher.effects import PressFinished
from uno_launcher.launcher.facts import Facts, StateName, rest
from uno_launcher.launcher.plan import Plan, Report
from uno_launcher.launcher.view import LastPress
from uno_launcher.launcher.words import difference

QUIET_S = 5.0
"""The longest a burst may say nothing, besides its pauses: three tries to un-jam take about half of that."""
SETTLE_S = 3.0
"""The longest from the motor's stop to the report."""


@dataclass(slots=True)
class Press:
    """An accepted press. `heard` is when its burst last gave a sign, `counted` its cards so far."""

    number: int
    profile: str
    plan: Plan
    heard: float
    counted: int = 0

    def overdue_at(self, state: StateName) -> float:
        """When its burst has been silent for too long."""
        if state == "settling":
            return self.heard + SETTLE_S
        return self.heard + QUIET_S + max((ms for _, ms in self.plan.pauses), default=0) / 1000

    def new_cards(self, event: events.Event) -> int:
        """How many cards `event` adds to the count."""
        match event:
            case events.Counted(cards):
                return cards - self.counted
            case events.FeedEnded(report):
                return report.counted - self.counted
        return 0

    def squared(self, report: Report) -> Report:
        """The report as the record has to have it: of the cards asked for, never fewer than were counted."""
        if report.ordered == self.plan.cards and report.counted >= self.counted:
            return report
        counted = max(report.counted, self.counted)
        return replace(report, ordered=self.plan.cards, counted=counted, certain=False)

    def lost(self) -> Report:
        """What is on record when the feeder never reports."""
        return Report(self.plan.cards, self.counted, certain=False, ended="fault", note="silent")

    def finished(self, report: Report, known: Facts) -> PressFinished:
        """The record of it, given what is known after it."""
        before, hopper = self.plan.hopper, known.hopper
        adjusted = 0 if before is None or hopper is None else hopper - before + report.counted
        refilled = known.hopper_from != "counting"
        reason = difference(report, adjusted, refilled)
        return PressFinished(self.number, self.profile, report, hopper, adjusted, reason, rest(known))


def shown(finished: PressFinished) -> LastPress:
    """What watchers see of it."""
    report = finished.report
    return LastPress(
        number=finished.number,
        profile=finished.profile,
        ordered=report.ordered,
        counted=report.counted,
        certain=report.certain,
        ended=report.ended,
        doubles=report.doubles,
        slips=report.slips,
        difference=finished.difference,
    )
