"""The control loop's body: the one place where events meet the launcher and effects meet the world.

`Control` never reads a clock and waits for nothing but a disk, and that only while the motor is off. So the
daemon runs it against real time and tests run it against virtual time. One thread calls it: whoever does owns
the launcher, the backend's outputs and the log.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec

from uno_launcher.backends.feeder import Backend
from uno_launcher.errors import HardwareError
from uno_launcher.launcher import effects, events
from uno_launcher.launcher.facts import BURST
from uno_launcher.launcher.look import Look, look_of
from uno_launcher.launcher.machine import Launcher
from uno_launcher.launcher.plan import Report
from uno_launcher.launcher.view import LauncherView
from uno_launcher.referee import Referee
from uno_launcher.rules.line import StateLine
from uno_launcher.rules.moves import Move, NextRound, Reloaded
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.table import Outcome
from uno_launcher.store import Store

LOG = logging.getLogger(__name__)

FLUSH_S = 2.0
"""The longest a finished press waits for a slow disk before it's shown as it is."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a watcher sees. `n` grows by one with every change."""

    n: int
    simulated: bool
    profile: str
    launcher: LauncherView
    table: StateLine
    look: Look
    problems: tuple[str, ...]
    """Sentences about what works only in part, such as a log that can't be written."""
    setup: Setup
    """What the table plays with: the box, the players, the house rules."""
    resting: bool = False
    """The launcher would feed, but the next player's press doesn't count yet (rule 3.4)."""

    @property
    def seen(self) -> object:
        """What differs where anything has changed that a watcher should hear of."""
        return self.launcher, self.table, self.problems, self.resting


Watcher = Callable[[Snapshot], None]
"""Called by the control thread after each change: keeps the snapshot for a thread of its own, never waits."""


@dataclass(frozen=True, slots=True)
class TableMove:
    """Posted: somebody at the table makes a move. `answer` gets what it led to, on the control thread."""

    move: Move
    answer: Callable[[Outcome], None]


class Control:
    """Carries events to the launcher and its effects to backend and log."""

    def __init__(
        self, launcher: Launcher, backend: Backend, store: Store, referee: Referee, *, simulated: bool = False
    ) -> None:
        """`referee` is the one that `launcher` asks; the journal in `store` is its table's."""
        self._launcher = launcher
        self._referee = referee
        self._backend = backend
        self._store = store
        self._simulated = simulated
        self._watchers: list[Watcher] = []
        self._shown: Look | None = None
        self._found = tuple(store.found)
        self.snapshot = self._picture(0)

    def watch(self, watcher: Watcher) -> None:
        """Give `watcher` every snapshot from now on, this one first."""
        self._watchers.append(watcher)
        watcher(self.snapshot)

    def open(self, post: Callable[[object], None], now: float) -> None:
        """Claim the hardware and bring the launcher up. Raises what `Backend.open` raises."""
        self._deliver(self._backend.open(post, now), now)
        self._referee.opened(now)
        self._deliver([events.Started()], now)

    @property
    def busy(self) -> bool:
        """A burst is out with the backend; its report is still to come."""
        return self._launcher.state in BURST

    def handle(self, raw: object, now: float) -> None:
        """Take one thing from the queue: an event of the launcher, or whatever the backend posted."""
        if isinstance(raw, events.Event):
            self._deliver([raw], now)
        elif isinstance(raw, TableMove):
            raw.answer(self._make(raw.move, now))
        else:
            self._deliver(self._backend.handle(raw, now), now)

    def tick(self, now: float) -> None:
        """Do what is due by `now`."""
        self._deliver(self._backend.tick(now), now)
        self._carry_out(self._launcher.tick(now), now)
        if (move := self._referee.tick(now, self._launcher.state == "ready")) is not None:
            self._journal(move)
        self._publish(now)

    def deadline(self) -> float | None:
        """When `tick` is wanted next, or None: not before something is posted."""
        parts = (self._backend, self._launcher, self._referee)
        return min((t for part in parts if (t := part.deadline()) is not None), default=None)

    def close(self, now: float) -> None:
        """Motor off, outputs safe, what is known on record."""
        self._deliver([events.SwitchedOff()], now)
        self._backend.close(now)
        self._store.flush(FLUSH_S)

    def _make(self, move: Move, now: float) -> Outcome:
        hopper = self._referee.table.state.hopper
        outcome = self._referee.make(move, now)
        if outcome.refused is None:
            self._journal(*self._referee.taken)
            if isinstance(move, Reloaded | NextRound) or self._referee.table.state.hopper != hopper:
                self._deliver([events.Reloaded(self._referee.table.state.hopper)], now)
        self._publish(now)
        return outcome

    def _journal(self, *moves: Move) -> None:
        """No press is under way, so this waits for the disk: a move is durable before it's shown."""
        for move in moves:
            self._store.moved(to_json(move))
        self._store.flush(FLUSH_S)

    def _deliver(self, happened: Iterable[events.Event], now: float) -> None:
        for event in happened:
            self._carry_out(self._launcher.handle(event, now), now)
        self._publish(now)

    def _carry_out(self, wanted: Iterable[effects.Effect], now: float) -> None:
        """Carry out effects and, in order, those of the events they bring about at once.

        The motor starts first: nobody waits for the paper work of a press, and none of it comes before what
        the start brings about.
        """
        queue = deque(sorted(wanted, key=lambda effect: not isinstance(effect, effects.StartFeed)))
        while queue:
            for event in self._do(queue.popleft(), now):
                queue.extend(self._launcher.handle(event, now))

    def _do(self, effect: effects.Effect, now: float) -> Iterable[events.Event]:
        match effect:
            case effects.StartFeed(plan):
                try:
                    return self._backend.start(plan, now)
                except HardwareError as error:
                    report = Report(plan.cards, 0, certain=True, ended="fault", note="hardware")
                    return [events.FeedEnded(report), events.FaultFound("hardware", str(error))]
            case effects.StopFeed():
                return self._backend.stop(now)
            case effects.PressAccepted():
                self._found = ()  # whoever presses has read it
                self._referee.began()
                self._store.accepted(effect)
            case effects.CardsCounted():
                self._store.counted(effect)
            case effects.PressFinished():
                # The motor is off: a press is on record before anybody sees how it went.
                self._store.finished(effect, to_json(self._referee.over(effect.report, now)))
                self._store.flush(FLUSH_S)
            case effects.Sound():
                self._backend.play(effect, now)
            case effects.PressRefused():
                pass  # the view shows it
            case effects.EventRefused(reason):
                LOG.warning("%s", reason)
        return ()

    def _publish(self, now: float) -> None:
        if self._launcher.state == "ready" != self.snapshot.launcher.state:
            self._referee.opened(now)
        picture = self._picture(self.snapshot.n + 1)
        if picture.look != self._shown:
            self._shown = picture.look
            self._backend.show(picture.look, now)
        if picture.seen != self.snapshot.seen:
            self.snapshot = picture
            for watcher in self._watchers:
                watcher(picture)

    def _picture(self, n: int) -> Snapshot:
        view = self._launcher.view()
        return Snapshot(
            n=n,
            simulated=self._simulated,
            profile=self._launcher.profile,
            launcher=view,
            table=self._referee.line,
            look=look_of(view, resting=self._referee.resting),
            problems=(*self._found, *self._store.problems),
            setup=self._referee.table.setup,
            resting=self._referee.resting,
        )


def to_json(move: Move) -> str:
    """As the journal keeps it."""
    return msgspec.json.encode(move).decode()
