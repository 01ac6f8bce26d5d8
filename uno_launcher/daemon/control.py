"""The control loop's body: the one place where events meet the launcher and effects meet the world.

`Control` never reads a clock and waits for nothing but, for a moment, a disk, and that only while the motor
is off. So the daemon runs it against real time and tests run it against virtual time. One thread calls it:
whoever does owns the launcher, the backend's outputs and the log.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

import msgspec

from uno_launcher.backends.feeder import Backend, Tapped
from uno_launcher.daemon import orders
from uno_launcher.daemon.onrecord import LONGEST_S, PATIENCE_S, OnRecord
from uno_launcher.daemon.settings import Settings, SettingsFile
from uno_launcher.daemon.snapshot import BackendName, Snapshot, Watcher
from uno_launcher.errors import HardwareError, InputError
from uno_launcher.launcher import effects, events
from uno_launcher.launcher.facts import BURST
from uno_launcher.launcher.look import look_of
from uno_launcher.launcher.machine import Launcher
from uno_launcher.launcher.plan import Report
from uno_launcher.luck import Luck, profile
from uno_launcher.luck.exactly import Exactly
from uno_launcher.panel.buttons import moves_for
from uno_launcher.rules.moves import Move, NextRound, Reloaded
from uno_launcher.rules.table import Outcome
from uno_launcher.store import Store
from uno_launcher.table.referee import UNDER_WAY, Referee

LOG = logging.getLogger(__name__)


class Control:
    """Carries events to the launcher and its effects to backend and log."""

    def __init__(
        self,
        launcher: Launcher,
        backend: Backend,
        store: Store,
        referee: Referee,
        *,
        simulated: bool = False,
        kind: BackendName = "gpio",
        settings: SettingsFile | None = None,
        lucks: Callable[[str], Luck] = profile,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """`referee` is the one that `launcher` asks; the journal in `store` is its table's.

        `lucks` gives a fresh profile by its name, or raises InputError. `patience_s` is `OnRecord`'s.
        """
        self._launcher = launcher
        self._referee = referee
        self._backend = backend
        self._store = store
        self._record = OnRecord(store, patience_s)
        self._simulated = simulated
        self._kind: BackendName = kind
        self._settings_file = settings or SettingsFile(None, launcher.profile)
        self._lucks = lucks
        self._settings = Settings(launcher.profile)
        self._watchers: list[Watcher] = []
        self._found = tuple(store.found)
        self.troubles: list[Callable[[], Iterable[str]]] = [lambda: store.problems]
        """Asked for sentences about what works only in part, at every picture: may be added to."""
        self.troubles.append(lambda: filter(None, [self._settings_file.problem]))
        self.snapshot = self._newest = self._picture(0)
        """What is shown, and the newest picture, which may still wait for a disk."""

    def watch(self, watcher: Watcher) -> None:
        """Give `watcher` every snapshot from now on, this one first."""
        self._watchers.append(watcher)
        watcher(self.snapshot)

    def open(self, post: Callable[[object], None], now: float) -> None:
        """Claim the hardware and bring the launcher up. Raises what `Backend.open` raises."""
        happened = self._backend.open(post, now)
        self._backend.show(self.snapshot.look, now)
        self._deliver(happened, now)
        self._referee.opened(now)
        self._deliver([events.Started()], now)

    @property
    def busy(self) -> bool:
        """A burst is out with the backend; its report is still to come."""
        return self._launcher.state in BURST

    @property
    def behind(self) -> bool:
        """A slow disk still keeps something from being shown or answered."""
        return self._record.waiting

    def handle(self, raw: object, now: float) -> None:
        """Take one thing from the queue: an event of the launcher, an order, or what the backend posted."""
        if isinstance(raw, events.Event):
            self._deliver([raw], now)
        elif isinstance(raw, orders.TableMove):
            passed = self._passed(raw.seen)
            outcome = Outcome(refused=passed) if passed else self._make(raw.move, now)
            self._answer(partial(raw.answer, outcome), now)
        elif isinstance(raw, orders.NewEvening):
            self._answer(partial(raw.answer, self._passed(raw.seen) or self._begin(raw, now)), now)
        elif isinstance(raw, orders.ChangeSettings):
            self._answer(partial(raw.answer, self._change(raw.settings)), now)
        elif isinstance(raw, orders.CheckLoading):
            self._answer(partial(raw.answer, self._arm(now)), now)
        else:
            self._deliver(self._backend.handle(raw, now), now)

    def tick(self, now: float) -> None:
        """Do what is due by `now`."""
        self._deliver(self._backend.tick(now), now)
        self._carry_out(self._launcher.tick(now), now)
        if (move := self._referee.tick(now, self._launcher.state == "ready")) is not None:
            self._record.moves([move], now)
        if not self._referee.armed:
            self._launcher.use_once(None)
        self._publish(now)

    def deadline(self) -> float | None:
        """When `tick` is wanted next, or None: not before something is posted."""
        parts = (self._backend, self._launcher, self._referee, self._record)
        return min((t for part in parts if (t := part.deadline()) is not None), default=None)

    def close(self, now: float) -> None:
        """Motor off, outputs safe, what is known on record."""
        self._deliver([events.SwitchedOff()], now)
        self._backend.close(now)
        self._store.flush(LONGEST_S)

    def _passed(self, seen: orders.Seen | None) -> str | None:
        """Why nothing comes of an order: whoever gave it saw another table than there is now."""
        if seen is None or (seen.n == self._referee.line.n and seen.evening in (None, self._evening)):
            return None
        return orders.PASSED

    @property
    def _evening(self) -> int | None:
        return None if self._store.evening is None else self._store.evening.number

    def _begin(self, order: orders.NewEvening, now: float) -> str | None:
        if order.profile is not None:
            settings = msgspec.structs.replace(self._settings, profile=order.profile)
            if (refused := self._change(settings)) is not None:
                return refused
        if (refused := self._referee.begin(order.setup)) is not None:
            return refused
        self._launcher.use_once(None)
        self._record.evening(order.setup, now)
        self._found = ()
        self._referee.opened(now)
        self._deliver([events.Reloaded(self._referee.table.state.hopper)], now)
        return None

    def restore(self) -> None:
        """Play with what was set last. Before `open`."""
        settings = self._settings_file.read()
        try:
            self._use(settings)
        except InputError:  # the config has lost that profile
            self._use(msgspec.structs.replace(settings, profile=self._launcher.profile))
        self.snapshot = self._newest = self._picture(0)

    def _use(self, settings: Settings) -> None:
        """Raises InputError: there is no such profile."""
        if settings.profile != self._launcher.profile:
            self._launcher.use(self._lucks(settings.profile))
        self._referee.most_cards = settings.most_cards
        self._settings = settings

    def _change(self, settings: Settings) -> str | None:
        if self.busy:
            return UNDER_WAY
        try:
            self._use(settings)
        except InputError as error:
            return str(error)
        self._settings_file.write(settings)
        return None

    def _arm(self, now: float) -> str | None:
        if self._kind == "none":
            return "There is no launcher to check: name one in the config, as [backend] kind."
        if (refused := self._referee.arm(now)) is None:
            self._launcher.use_once(Exactly(1))
        return refused

    def _make(self, move: Move, now: float) -> Outcome:
        hopper = self._referee.table.state.hopper
        outcome = self._referee.make(move, now)
        if outcome.refused is None:
            self._record.moves(self._referee.taken, now)
            if isinstance(move, Reloaded | NextRound) or self._referee.table.state.hopper != hopper:
                self._deliver([events.Reloaded(self._referee.table.state.hopper)], now)
        return outcome

    def _answer(self, answer: Callable[[], None], now: float) -> None:
        """Once what it tells of is shown."""
        self._publish(now)
        self._record.then(lambda _now: answer(), now)

    def _tap(self, tapped: Tapped, now: float) -> None:
        moves = moves_for(tapped.button, self._referee.line, self._referee.table.setup)
        taken = [self._make(move, now).refused is None for move in moves]
        self._record.then(partial(self._do, effects.Sound("ding" if any(taken) else "refused")), now)

    def _deliver(self, happened: Iterable[events.Event | Tapped], now: float) -> None:
        for event in happened:
            if isinstance(event, Tapped):
                self._tap(event, now)
            else:
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
                move = self._referee.over(effect.report, now)
                self._record.press(effect, move, now)
                if move is None and effect.hopper is not None:
                    # A loading check: the cards go back.
                    return [events.Reloaded(effect.hopper + effect.report.counted)]
            case effects.Sound():
                if not self._settings.quiet:
                    self._backend.play(effect, now)
            case effects.EventRefused(reason):
                LOG.warning("%s", reason)
        return ()

    def _publish(self, now: float) -> None:
        picture = self._picture(self._newest.n + 1)
        if picture.news != self._newest.news:
            self._newest = picture
            self._record.then(partial(self._show, picture), now)
        self._record.tick(now)

    def _show(self, picture: Snapshot, now: float) -> None:
        if picture.launcher.state == "ready" != self.snapshot.launcher.state:
            self._referee.opened(now)
        if picture.look != self.snapshot.look:
            self._backend.show(picture.look, now)
        self.snapshot = replace(picture, stopping=self._referee.stopping(now))
        for watcher in self._watchers:
            watcher(self.snapshot)

    def _picture(self, n: int) -> Snapshot:
        view, owes = self._launcher.view(), self._referee.line.owes
        return Snapshot(
            n=n,
            simulated=self._simulated,
            launcher=view,
            table=self._referee.line,
            look=look_of(
                view,
                resting=self._referee.resting,
                owed=owes[0].presses if owes else 0,
                until_cards=bool(owes) and owes[0].until_cards,
                armed=self._referee.armed,
            ),
            problems=(*self._found, *(said for each in self.troubles for said in each())),
            setup=self._referee.table.setup,
            settings=self._settings,
            backend=self._kind,
            evening=self._evening,
            resting=self._referee.resting,
            armed=self._referee.armed,
            did=self._referee.did,
        )
