"""What is known about the launcher besides its state, and what an event adds to that. Nothing here acts.

Several things can be wrong at once: the lid open over a stuck card in an empty hopper. Each is a fact of its
own, found and mended by itself; `rest` names the one state that shows while no burst runs.
"""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from uno_launcher.launcher import events
from uno_launcher.launcher.effects import HopperFrom
from uno_launcher.launcher.events import FaultFound, FaultKind
from uno_launcher.launcher.plan import Report

StateName = Literal[
    "starting",
    "ready",
    "launching",
    "settling",
    "card_out",
    "jammed",
    "empty",
    "lid_open",
    "fault",
    "stopped",
]
STATES: tuple[StateName, ...] = get_args(StateName)
BURST: tuple[StateName, ...] = ("launching", "settling")
"""The states in which a burst is out with the feeder, so that a report is still to come."""
REST: tuple[StateName, ...] = ("ready", "card_out", "jammed", "empty", "lid_open", "fault", "stopped")

Jam = Literal["", "stuck", "slipping", "timeout"]

ASK_A_HAND: frozenset[FaultKind] = frozenset({"deadman", "beam", "hardware"})
"""Faults that a deliberate act ends. The others end when whoever found them says so."""
ONLY_A_HAND: frozenset[FaultKind] = frozenset({"deadman"})
"""Faults that don't end by themselves: the motor was cut off, somebody has to have a look first."""

FOUND_BY_REPORT: dict[str, FaultFound | None] = {
    "deadman": FaultFound("deadman", "the motor was cut off because the launcher's program hung"),
    "beam": FaultFound("beam", "the beam doesn't see as it should, so clean it and keep the sun off it"),
    "silent": FaultFound("hardware", "the feed doesn't answer any more"),
    # Nothing is broken: somebody else wanted the motor off, or the cable is watched by whoever owns it.
    "stopped": None,
    "link": None,
    "inputs": None,
}
"""The fault that a report's note stands for."""
OTHER_FAULT = FaultFound("hardware", "the feed failed")


@dataclass(frozen=True, slots=True)
class Facts:
    """All that is known. `hopper` is in cards, None where nobody knows."""

    lid_switch: bool = False
    """Whether there is one: without it a press stands for "I have seen to it"."""
    lid_open: bool = False
    off: bool = False
    faults: tuple[FaultFound, ...] = ()
    jam: Jam = ""
    card_out: Literal["", "counted", "found"] = ""
    ran_empty: bool = False
    """A burst found nothing to feed."""
    switch_empty: bool = False
    """The hopper switch sees no card."""
    button_stuck: bool = False
    slipping: int = 0
    """Bursts with slips since one went without."""
    hopper: int | None = None
    hopper_from: HopperFrom = "start"

    def after(self, event: object, state: StateName) -> "Facts":
        """What is known once `event` has happened in `state`."""
        match event:
            case events.LidOpened():
                return replace(self, lid_open=True)
            case events.LidClosed() if self.lid_open:
                return replace(self._seen_to(REST, "lid"), lid_open=False, off=False)
            case events.LidFitted(fitted):
                return replace(self, lid_switch=fitted, lid_open=fitted and self.lid_open)
            case events.Pressed() if not self.lid_switch:
                return self._seen_to((state,), "button")
            case events.HopperEmpty():
                # While cards run, the switch flutters: the book is only closed when the burst is over.
                known = self if state in BURST or self.hopper == 0 else self._booked(0, "switch")
                return replace(known, switch_empty=True)
            case events.HopperFilled():
                known = self._booked(None, "switch") if self.hopper == 0 and state not in BURST else self
                return replace(known, switch_empty=False, ran_empty=False)
            case events.Reloaded(cards):
                return replace(self._booked(cards, "reload"), ran_empty=False)
            case events.CardInBeam():
                return replace(self, card_out=self.card_out or "found")
            case events.CardTaken():
                return replace(self, card_out="")
            case events.ButtonStuck() | events.ButtonFreed():
                return replace(self, button_stuck=isinstance(event, events.ButtonStuck))
            case events.FaultFound():
                return self._broken(event)
            case events.FaultMended(kind) if kind not in ONLY_A_HAND:
                return replace(self, faults=tuple(fault for fault in self.faults if fault.kind != kind))
            case events.SwitchedOff():
                return replace(self, off=True)
            case events.FeedEnded(report):
                return self._reported(report)
        return self

    def took(self, cards: int) -> "Facts":
        """`cards` more have left the hopper. It never holds less than none, whatever the books said."""
        return self if self.hopper is None else replace(self, hopper=max(0, self.hopper - cards))

    def _booked(self, cards: int | None, by: HopperFrom) -> "Facts":
        return replace(self, hopper=cards, hopper_from=by)

    def _broken(self, fault: FaultFound) -> "Facts":
        others = tuple(known for known in self.faults if known.kind != fault.kind)
        return replace(self, faults=(*others, fault))

    def _seen_to(self, shown: tuple[StateName, ...], by: HopperFrom) -> "Facts":
        """Somebody has looked after whatever is `shown` (what they can't see, they haven't looked after)."""
        known = self
        if "jammed" in shown:
            known = replace(known, jam="")
        if "fault" in shown:
            known = replace(known, faults=tuple(f for f in known.faults if f.kind not in ASK_A_HAND))
        if "empty" in shown and known.ran_empty:
            known = replace(known, ran_empty=False)
            # Nobody counted what went in; where a switch still sees no card, nothing went in.
            known = known if known.switch_empty else known._booked(None, by)
        return known

    def _reported(self, report: Report) -> "Facts":
        slipped = report.slips > 0 or (report.ended == "jam" and report.note == "slipping")
        smooth = report.counted > 0 and not slipped
        known = replace(
            self,
            slipping=self.slipping + 1 if slipped else 0 if smooth else self.slipping,
            ran_empty=report.ended == "empty",
            # A stuck card is pulled out, not taken.
            card_out="counted" if report.card_out and report.ended != "jam" else "",
        )
        if known.ran_empty or known.switch_empty:
            known = replace(known, hopper=0)
        if report.ended == "jam":
            known = replace(known, jam="slipping" if report.note == "slipping" else "stuck")
        elif report.ended == "timeout":
            known = replace(known, jam="timeout")
        elif report.ended == "fault":
            fault = FOUND_BY_REPORT.get(report.note, OTHER_FAULT)
            # Whoever watches the hardware has said it better than the report's one word can.
            if fault is not None and all(known_fault.kind != fault.kind for known_fault in known.faults):
                known = known._broken(fault)
        return known


def rest(facts: Facts) -> StateName:
    """The state that shows while no burst runs: what forbids most comes first."""
    if facts.off:
        return "stopped"
    if facts.faults:
        return "fault"
    if facts.lid_open:
        return "lid_open"
    if facts.jam:
        return "jammed"
    if facts.card_out:
        return "card_out"
    if facts.ran_empty or facts.switch_empty:
        return "empty"
    return "ready"
