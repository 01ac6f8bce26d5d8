"""Any order of events, sensible or not, against a model of the feeder and of the world around it."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.launcher.desk import Scripted
from uno_launcher.launcher import events
from uno_launcher.launcher.effects import (
    CardsCounted,
    EventRefused,
    PressAccepted,
    PressFinished,
    PressRefused,
    StartFeed,
    StopFeed,
)
from uno_launcher.launcher.facts import BURST
from uno_launcher.launcher.machine import Launcher
from uno_launcher.launcher.plan import Report

FAULTS = st.sampled_from(["link", "beam", "deadman", "inputs", "hardware"])
ENDS = st.sampled_from(
    [
        ("done", ""),
        ("empty", ""),
        ("jam", "stuck"),
        ("jam", "slipping"),
        ("lid", ""),
        ("timeout", ""),
        ("fault", "beam"),
        ("fault", "deadman"),
        ("fault", "stopped"),
        ("fault", "link"),
    ]
)


class Evening(RuleBasedStateMachine):
    """The model knows what the feeder does and how the world stands, and believes the launcher nothing."""

    @initialize(
        hopper=st.none() | st.integers(0, 30), lid_switch=st.booleans(), cards=st.lists(st.integers(0, 6))
    )
    def start(self, hopper, lid_switch, cards):
        self.luck = Scripted(*cards, *[2, 0, 4] * 20)
        self.rng = random.Random(1)
        self.launcher = Launcher(
            self.luck,
            self.rng,
            hopper,
            lid_switch=lid_switch,
            rhythm=lambda cards, rng: ((), rng.random() < 0.5),
        )
        self.lid_switch = lid_switch
        self.now = 0.0
        # The feeder.
        self.plan = None
        self.motor = False
        self.counted = 0
        # The world.
        self.lid_open = self.switch_empty = self.off = False
        self.faults = set()
        # The record.
        self.accepted: list[PressAccepted] = []
        self.finished: list[PressFinished] = []
        self.refused = 0
        self.tell(events.Started())

    def nothing_is_wrong(self):
        return not any((self.lid_open, self.switch_empty, self.off, self.faults))

    def tell(self, event):
        self.now += 0.25
        before = self.launcher.state
        self.carry_out(self.launcher.handle(event, self.now), before, event)
        return before

    def carry_out(self, effects, before, event=None):
        for effect in effects:
            match effect:
                case PressAccepted():
                    assert (before, event) == ("ready", events.Pressed())
                    self.accepted.append(effect)
                case StartFeed(plan):
                    assert (before, event) == ("ready", events.Pressed())
                    assert self.plan is None
                    assert self.nothing_is_wrong()
                    assert plan.cards == self.accepted[-1].ordered
                    self.plan, self.motor, self.counted = plan, True, 0
                case StopFeed():
                    self.motor = False
                case CardsCounted(number, cards):
                    assert (number, cards) == (self.accepted[-1].number, self.counted)
                case PressFinished():
                    self.finished.append(effect)
                    self.plan = None
                case PressRefused(reason):
                    self.refused += 1
                    assert reason == self.launcher.view().refusal != ""
                    assert event == events.Pressed()

    @rule()
    def press(self):
        before, refused, number = self.launcher.state, self.refused, self.launcher.view().number
        self.tell(events.Pressed())
        if before == "ready":
            assert self.launcher.view().number == number + 1
        elif before in ("jammed", "empty", "fault") and not self.lid_switch and self.refused == refused:
            self.faults -= {"deadman", "beam", "hardware"} if before == "fault" else set()
            assert self.launcher.view().number == number
        else:
            assert self.refused == refused + 1

    @precondition(lambda self: self.plan is not None)
    @rule(cards=st.integers(0, 2))
    def count(self, cards):
        self.counted += cards
        self.tell(events.Counted(self.counted))

    @precondition(lambda self: self.plan is not None)
    @rule()
    def motor_stops(self):
        self.motor = False
        self.tell(events.MotorStopped())

    @precondition(lambda self: self.plan is not None)
    @rule(end=ENDS, coasted=st.integers(0, 2), card_out=st.booleans(), slips=st.integers(0, 1))
    def feed_ends(self, end, coasted, card_out, slips):
        self.counted += coasted
        ended, note = end
        report = Report(self.plan.cards, self.counted, True, ended, card_out=card_out, slips=slips, note=note)
        if note in ("beam", "deadman"):
            self.faults.add(note)
        self.tell(events.FeedEnded(report))
        assert self.finished[-1].report == report
        assert not self.motor

    @precondition(lambda self: self.plan is None)
    @rule(
        event=st.sampled_from(
            [
                events.Counted(3),
                events.MotorStopped(),
                events.FeedEnded(Report(1, 1, True, "done")),
                events.Started(),
            ]
        )
    )
    def feeder_babbles(self, event):
        before = self.launcher.view()
        assert isinstance(self.launcher.handle(event, self.now)[0], EventRefused)
        assert self.launcher.view() == before

    @rule()
    def lid_opens(self):
        self.lid_open = True
        self.tell(events.LidOpened())
        assert not self.motor

    @rule()
    def lid_closes(self):
        if self.lid_open:
            self.off = self.lid_open = False
            self.faults -= {"deadman", "beam", "hardware"}
        self.tell(events.LidClosed())

    @rule(empty=st.booleans())
    def hopper_switch(self, empty):
        self.switch_empty = empty
        self.tell(events.HopperEmpty() if empty else events.HopperFilled())

    @rule(cards=st.none() | st.integers(0, 112))
    def reloaded(self, cards):
        self.tell(events.Reloaded(cards))

    @rule(kind=FAULTS)
    def fault_found(self, kind):
        self.faults.add(kind)
        self.tell(events.FaultFound(kind, f"{kind} is broken"))
        assert not self.motor

    @rule(kind=FAULTS)
    def fault_mended(self, kind):
        self.faults -= {kind} - {"deadman"}
        self.tell(events.FaultMended(kind))

    @rule(stuck=st.booleans())
    def button_stuck(self, stuck):
        self.tell(events.ButtonStuck() if stuck else events.ButtonFreed())

    @precondition(lambda self: self.plan is None)
    @rule(taken=st.booleans())
    def card(self, taken):
        self.tell(events.CardTaken() if taken else events.CardInBeam())

    @rule()
    def switched_off(self):
        self.off = True
        self.tell(events.SwitchedOff())
        assert not self.motor

    @precondition(lambda self: self.launcher.deadline() is not None)
    @rule(late=st.sampled_from([0.0, 0.1]))
    def time_passes(self, late):
        """Nothing is said until the launcher's own deadline: a burst is stopped, and given up after that."""
        before, deadline, running = self.launcher.state, self.launcher.deadline(), self.plan
        self.now = max(self.now, deadline + late)
        self.carry_out(self.launcher.tick(self.now), before)
        assert self.launcher.deadline() != deadline
        if before == "launching" and self.launcher.state == "settling":
            self.faults.add("hardware")
        if running and self.plan is None:
            self.faults.add("hardware")
            assert self.finished[-1].report.note == "silent"
            assert not self.motor

    @invariant()
    def the_motor_runs_in_launching_only(self):
        assert not self.motor or self.launcher.state == "launching"
        assert (self.plan is not None) == (self.launcher.state in BURST)

    @invariant()
    def every_accepted_press_is_finished_once(self):
        accepted = [press.number for press in self.accepted]
        assert accepted == list(range(1, len(accepted) + 1))
        assert [press.number for press in self.finished] == accepted[
            : len(accepted) - (self.plan is not None)
        ]

    @invariant()
    def the_books_balance_or_say_why_not(self):
        left = None
        for accepted, finished in zip(self.accepted, self.finished, strict=False):
            report = finished.report
            assert report.ordered == accepted.ordered
            if accepted.hopper is not None and finished.hopper is not None:
                assert finished.hopper == accepted.hopper - report.counted + finished.adjusted
            assert bool(finished.difference) == bool(report.counted != report.ordered or finished.adjusted)
            if accepted.hopper_from == "counting":
                assert accepted.hopper == left
            left = finished.hopper
        hopper = self.launcher.view().hopper
        assert hopper is None or hopper >= 0

    @invariant()
    def a_ready_launcher_has_nothing_against_it(self):
        view = self.launcher.view()
        assert view.refused == self.refused
        if view.state == "ready":
            assert self.nothing_is_wrong()
        elif view.state not in BURST:
            assert view.why != "ready"
        if self.off and self.plan is None:
            assert view.state == "stopped"

    @invariant()
    def the_clock_is_only_asked_for_when_something_is_due(self):
        waits = self.plan is not None or self.launcher.view().refusing
        assert (self.launcher.deadline() is not None) == waits


class TestEvening(Evening.TestCase):
    settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@pytest.mark.long
class TestManyEvenings(Evening.TestCase):
    settings = settings(max_examples=3000, stateful_step_count=80, deadline=None)
