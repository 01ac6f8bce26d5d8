"""A launcher on the desk: luck is written down beforehand, time is a number."""

import random
from collections.abc import Sequence

from uno_launcher.launcher import events
from uno_launcher.launcher.effects import Effect
from uno_launcher.launcher.machine import Launcher
from uno_launcher.launcher.plan import Ended, Report

Rhythm = tuple[tuple[tuple[int, int], ...], bool]


class Scripted:
    """Luck that brings `cards`, one number a press, and zeros after them. Remembers what it was asked."""

    name = "scripted"

    def __init__(self, *cards: int) -> None:
        self.cards = list(cards)
        self.tension = 0
        self.rises_by = 0
        self.lids = 0
        self.caps: list[int | None] = []

    def describe(self) -> str:
        return "What was written down comes."

    def press(self, rng: random.Random, at_most: int | None = None) -> int:
        self.caps.append(at_most)
        cards = self.cards.pop(0) if self.cards else 0
        self.tension = 0 if cards else self.tension + self.rises_by
        return cards if at_most is None else min(cards, at_most)

    def lid_opened(self) -> None:
        self.lids += 1


class Desk:
    """A launcher that is told things one second apart; `effects` are those of the last one."""

    def __init__(
        self,
        *cards: int,
        hopper: int | None = None,
        lid_switch: bool = True,
        rhythms: Sequence[Rhythm] = (),
        started: bool = True,
        **more: object,
    ) -> None:
        self.luck = Scripted(*cards)
        self._rhythms = list(rhythms)
        self.launcher = Launcher(
            self.luck,
            random.Random(0),
            hopper,
            lid_switch=lid_switch,
            rhythm=lambda _cards, _rng: self._rhythms.pop(0) if self._rhythms else ((), False),
            **more,
        )
        self.now = 100.0
        self.effects: list[Effect] = []
        if started:
            self.tell(events.Started())

    @property
    def state(self) -> str:
        return self.launcher.state

    @property
    def view(self):
        return self.launcher.view()

    def tell(self, *told: events.Event) -> list[Effect]:
        for event in told:
            self.now += 1.0
            self.effects = self.launcher.handle(event, self.now)
        return self.effects

    def press(self) -> list[Effect]:
        return self.tell(events.Pressed())

    def wait(self) -> list[Effect]:
        """Go on to the launcher's own deadline."""
        deadline = self.launcher.deadline()
        assert deadline is not None
        self.now = deadline
        self.effects = self.launcher.tick(self.now)
        return self.effects

    def burst(
        self, counted: int, ended: Ended = "done", *, ordered: int | None = None, certain: bool = True, **more
    ) -> list[Effect]:
        """The feeder counts, stops and reports."""
        for cards in range(1, counted + 1):
            self.tell(events.Counted(cards))
        self.tell(events.MotorStopped())
        report = Report(counted if ordered is None else ordered, counted, certain, ended, **more)
        return self.tell(events.FeedEnded(report))

    def of(self, kind: type) -> list[Effect]:
        return [effect for effect in self.effects if isinstance(effect, kind)]


def desk_in(state: str, **more: object) -> Desk:
    """A desk whose launcher is in `state`."""
    desk = Desk(3, 3, 3, **more)
    match state:
        case "starting":
            return Desk(3, 3, 3, started=False, **more)
        case "launching":
            desk.press()
        case "settling":
            desk.press()
            desk.tell(events.MotorStopped())
        case "card_out":
            desk.press()
            desk.burst(3, card_out=True)
        case "jammed":
            desk.press()
            desk.burst(1, "jam", ordered=3, note="stuck")
        case "empty":
            desk.press()
            desk.burst(1, "empty", ordered=3)
        case "lid_open":
            desk.tell(events.LidOpened())
        case "fault":
            desk.tell(events.FaultFound("deadman", "the motor was cut off"))
        case "stopped":
            desk.tell(events.SwitchedOff())
    assert desk.state == state
    return desk
