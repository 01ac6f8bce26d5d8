"""The launcher: events in, effects out. Which moves there are stands in `table`, what is known in `facts`."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Protocol

from transitions import Machine, MachineError

from uno_launcher.launcher import effects, events
from uno_launcher.launcher.effects import Effect
from uno_launcher.launcher.facts import STATES, Facts, StateName, rest
from uno_launcher.launcher.plan import Plan, Report
from uno_launcher.launcher.press import Press, shown
from uno_launcher.launcher.table import TABLE, Row
from uno_launcher.launcher.view import LastPress, LauncherView
from uno_launcher.launcher.words import refusal, words
from uno_launcher.luck import Luck
from uno_launcher.luck.rhythm import rhythm as drawn_rhythm

REFUSAL_S = 1.0
"""How long the lamps show a refusal."""

Rhythm = Callable[[int, random.Random], tuple[tuple[tuple[int, int], ...], bool]]


class Referee(Protocol):
    """Whoever decides by the rules of play whether a press counts."""

    def may_press(self, now: float) -> str | None:
        """None, or one sentence that says why nobody may press now."""

    def at_most(self) -> int | None:
        """The most cards this press may bring; None is no cap."""


class _Place:
    """Where the state is kept: `transitions` moves this, not what others call."""

    state: StateName = "starting"


class Launcher:
    """One launcher. One thread owns it; time comes in with every call, in seconds of any steady clock."""

    def __init__(
        self,
        luck: Luck,
        rng: random.Random,
        hopper: int | None = None,
        *,
        lid_switch: bool = False,
        first_number: int = 1,
        referee: Referee | None = None,
        rhythm: Rhythm = drawn_rhythm,
    ) -> None:
        """`hopper` is in cards, None where nobody counted; `rng` is `random.SystemRandom()` in play.

        Without a `lid_switch` a press tells that somebody has seen to what was wrong. Without a `referee`
        everybody may press at any time.
        """
        self._luck = luck
        self._once: Luck | None = None
        self._rng = rng
        self._rhythm = rhythm
        self._referee = referee
        self._facts = Facts(lid_switch=lid_switch, hopper=hopper)
        self._number = first_number - 1
        self._press: Press | None = None
        self._last: LastPress | None = None
        self._tension = luck.tension
        self._refused = 0
        self._refusal = ""
        self._refused_until: float | None = None
        # What the event in hand leads to: see _draw_and_look_ahead.
        self._now = 0.0
        self._next = self._facts
        self._plan = Plan(0)
        self._at_most: int | None = None
        self._forbidden_because: str | None = None
        self._effects: list[Effect] = []
        self._place = _Place()

    @property
    def state(self) -> StateName:
        return self._place.state

    @property
    def profile(self) -> str:
        """Name of the luck profile."""
        return self._luck.name

    def use(self, luck: Luck) -> None:
        """Another profile decides from the next press on."""
        self._luck = luck
        self._tension = luck.tension

    def use_once(self, luck: Luck | None) -> None:
        """This one decides the next accepted press alone, without pauses; None: no other one than usual."""
        self._once = luck

    def handle(self, event: events.Event, now: float) -> list[Effect]:
        """Take one event. One that can't happen now changes nothing and comes back as EventRefused."""
        if isinstance(event, events.FeedEnded) and self._press is not None:
            event = events.FeedEnded(self._press.squared(event.report))
        self._now = now
        self._effects = []
        name = type(event).__name__
        try:
            taken = _machine().events[name].trigger(self._place, self, event)
        except MachineError:
            taken = False
        if not taken:
            return [effects.EventRefused(f"{name} makes no sense while the launcher is {self.state}")]
        return self._effects

    def deadline(self) -> float | None:
        """When `tick` has something to do, or None: only an event can bring something about."""
        return min((t for t in (self._overdue_at(), self._refused_until) if t is not None), default=None)

    def tick(self, now: float) -> list[Effect]:
        """Do what is due. Too early a call does nothing."""
        if self._refused_until is not None and now >= self._refused_until:
            self._refused_until = None
        overdue_at = self._overdue_at()
        if self._press is None or overdue_at is None or now < overdue_at:
            return []
        if self.state == "launching":
            return self.handle(events.FaultFound("hardware", "the feed doesn't answer any more"), now)
        return self.handle(events.FeedEnded(self._press.lost()), now)

    def view(self) -> LauncherView:
        """The launcher as it stands."""
        why, advice = words(self.state, self._facts)
        return LauncherView(
            state=self.state,
            why=why,
            advice=advice,
            hopper=self._facts.hopper,
            number=self._number,
            counted=self._press.counted if self._press else 0,
            last=self._last,
            tension=self._tension,
            refused=self._refused,
            refusal=self._refusal,
            refusing=self._refused_until is not None,
            button_stuck=self._facts.button_stuck,
        )

    def _overdue_at(self) -> float | None:
        return None if self._press is None else self._press.overdue_at(self.state)

    # Before anything changes, but for what luck draws: what the event leads to, and which row fits.

    def _draw_and_look_ahead(self, event: events.Event) -> None:
        taken = self._press.new_cards(event) if self._press else 0
        self._next = self._facts.took(taken).after(event, self.state)
        if isinstance(event, events.Pressed) and self.state == "ready":
            self._forbidden_because = self._referee.may_press(self._now) if self._referee else None
            if self._forbidden_because is None:
                self._at_most = self._referee.at_most() if self._referee else None
                cards = (self._once or self._luck).press(self._rng, self._at_most)
                pauses, tease = ((), False) if self._once else self._rhythm(cards, self._rng)
                self._plan = Plan(cards, pauses, tease, self._facts.hopper)

    def _forbidden(self, _event: object) -> bool:
        return self._forbidden_because is not None

    def _moves(self, _event: object) -> bool:
        return self._plan.cards > 0 or self._plan.tease

    def _helps(self, _event: object) -> bool:
        return self._next != self._facts

    def _not_fewer(self, event: events.Counted) -> bool:
        return self._press is not None and event.cards >= self._press.counted

    # While it changes: effects and books.

    def _refuse(self, _event: object) -> None:
        reason = self._forbidden_because if self.state == "ready" else None
        self._refusal = reason or refusal(self.state, self._facts)
        self._refused += 1
        self._refused_until = self._now + REFUSAL_S
        self._effects += [effects.PressRefused(self._refusal), effects.Sound("refused")]

    def _accept(self, _event: object) -> None:
        self._number += 1
        number, profile, hopper = self._number, (self._once or self._luck).name, self._plan.hopper
        self._once = None
        self._press = Press(number, profile, self._plan, self._now)
        accepted = effects.PressAccepted(
            number, profile, self._plan.cards, hopper, self._facts.hopper_from, self._at_most
        )
        self._effects.append(accepted)
        self._refused_until = None
        self._next = replace(self._next, hopper_from="counting")

    def _start(self, _event: object) -> None:
        # The sound comes second: the motor doesn't wait for a buzzer.
        self._effects += [effects.StartFeed(self._plan), effects.Sound("ding")]

    def _finish_dry(self, _event: object) -> None:
        self._effects.append(effects.Sound("ding"))
        self._close(Report(0, 0, certain=True, ended="done"))

    def _stop(self, event: object) -> None:
        self._effects.append(effects.StopFeed())
        self._hear(event)

    def _hear(self, _event: object) -> None:
        if self._press is not None:
            self._press.heard = self._now

    def _count(self, event: events.Counted) -> None:
        if self._press is not None and event.cards > self._press.counted:
            self._press.counted = event.cards
            self._effects.append(effects.CardsCounted(self._press.number, event.cards))
        self._hear(event)

    def _finish(self, event: events.FeedEnded) -> None:
        self._close(event.report)

    def _close(self, report: Report) -> None:
        """The press is over: put it on record, with the books' difference and its reason."""
        if self._press is None:
            return
        finished = self._press.finished(report, self._next)
        self._effects.append(finished)
        self._last = shown(finished)
        self._press = None
        self._next = replace(self._next, hopper_from="counting")
        self._tension = self._luck.tension
        if report.counted:
            self._effects.append(effects.Sound("cards"))
        elif self._tension:
            self._effects.append(effects.Sound("tension", self._tension))

    def _note(self, event: events.Event) -> None:
        if isinstance(event, events.LidOpened) and not self._facts.lid_open:
            self._luck.lid_opened()
        if isinstance(event, events.LidClosed) and self._facts.lid_open:
            self._beep(event)

    def _beep(self, _event: object) -> None:
        self._effects.append(effects.Sound("lid"))

    def _alarm(self, _event: object) -> None:
        self._effects.append(effects.Sound("jam"))

    def _commit(self, _event: object) -> None:
        self._facts = self._next


@cache
def _machine() -> Machine:
    """The table for `transitions`, one for all launchers: whatever it calls is told which, and the event.

    A row to REST becomes one for each state that it may stand for.
    """
    machine = Machine(
        None,
        states=list(STATES),
        initial="starting",
        auto_transitions=False,
        prepare_event=Launcher._draw_and_look_ahead,
        after_state_change=Launcher._commit,
    )
    for state in ("jammed", "empty", "fault"):
        machine.get_state(state).add_callback("enter", Launcher._alarm)
    for row in TABLE:
        for source in row.source:
            for to in row.to if isinstance(row.to, tuple) else (row.to,):
                machine.add_transition(
                    row.trigger.__name__,
                    source,
                    None if to == source else to,
                    conditions=_conditions(row, to),
                    before=[getattr(Launcher, name) for name in row.do],
                )
    return machine


def _conditions(row: Row, to: StateName | None) -> list[str | Callable[..., bool | None]]:
    conditions: list[str | Callable[..., bool | None]] = [getattr(Launcher, row.when)] if row.when else []
    if isinstance(row.to, tuple):
        conditions.append(lambda launcher, _event: rest(launcher._next) == to)
    return conditions
