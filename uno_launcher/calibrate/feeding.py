"""Feeds cards through a backend as play does, with other measures whenever they're wanted.

The burst controller, the deadman and the guard are play's own: nothing here touches a pin.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from uno_launcher.backends.feeder import Backend
from uno_launcher.backends.gpio import GpioBackend
from uno_launcher.calibrate.tape import Burst
from uno_launcher.config import Config
from uno_launcher.config.feed import FeedSection
from uno_launcher.doctor.ground import Ground
from uno_launcher.errors import LauncherError
from uno_launcher.launcher.events import (
    CardInBeam,
    CardTaken,
    FaultFound,
    FaultMended,
    FeedEnded,
    LidClosed,
    LidOpened,
)
from uno_launcher.launcher.plan import Plan, Report
from uno_launcher.traces import Recorder

LONGEST_S = 120.0
"""No burst lasts longer; the controller's own limits end it much sooner."""
PATIENCE_S = 120.0
"""So long a person may take to do as they're told."""
REST_S = 0.4
"""Between two bursts, so that they begin alike."""


class Feeder(Protocol):
    """Whatever can feed cards and says what beam and motor did."""

    def feed(self, cards: int, feed: FeedSection) -> Burst:
        """One burst, with these measures. Raises LauncherError when it can't be begun, or finds something
        broken."""


class Tape(Recorder):
    """A recorder whose rows can be had."""

    def wind_back(self) -> None:
        """Forget everything."""
        self._edges.clear()
        self._motor.clear()

    @property
    def edges(self) -> list[tuple[int, bool]]:
        """(t_us, blocked)."""
        return [(t_us, bool(blocked)) for t_us, blocked in self._edges]

    @property
    def changes(self) -> list[tuple[int, int, int]]:
        """(t_us, direction, duty in percent) of the motor."""
        return list(self._motor)


class BackendFeeder:
    """Feeds on `ground`. `hand` is called with a sentence where somebody has to do something at the
    launcher."""

    def __init__(self, ground: Ground, hand: Callable[[str], None]) -> None:
        self._ground = ground
        self._hand = hand
        self._make = ground.backend or self._on_pins
        self._tape = Tape()
        self._backend: Backend | None = None
        self._feed: FeedSection | None = None
        self._lid_open = False
        self._card_out = False
        self._report: Report | None = None
        self._fault = ""
        self._broken: dict[str, str] = {}

    def feed(self, cards: int, feed: FeedSection) -> Burst:
        """See `Feeder.feed`."""
        clock, backend = self._ground.clock, self._opened(feed)
        self._run(clock() + REST_S)
        self._clear_the_way()
        if self._broken:
            raise LauncherError(next(iter(self._broken.values())))
        self._report, self._fault = None, ""
        self._tape.wind_back()
        try:
            self._hear(backend.start(Plan(cards), clock()))
            give_up = clock() + LONGEST_S
            while self._report is None and clock() < give_up:
                self._turn(give_up)
        except BaseException:
            backend.emergency_off()
            raise
        if self._report is None:
            backend.emergency_off()
            raise LauncherError("The burst doesn't end, so it was given up: the motor is off.")
        if self._fault:
            raise LauncherError(self._fault)
        self._card_out = self._report.card_out
        return Burst(self._report, self._tape.edges, self._tape.changes, round(clock() * 1e6))

    def rest(self, seconds: float) -> None:
        """Let that much time pass."""
        if self._backend is None:
            self._ground.mailbox.take(self._ground.clock() + seconds)
        else:
            self._run(self._ground.clock() + seconds)

    def close(self) -> None:
        """Motor off, outputs safe, pins let go of."""
        backend, self._backend = self._backend, None
        if backend is not None:
            backend.close(self._ground.clock())

    def _opened(self, feed: FeedSection) -> Backend:
        if self._backend is not None and feed == self._feed:
            return self._backend
        self.close()
        self._feed = feed
        config = msgspec.structs.replace(self._ground.config, feed=feed)
        backend = self._make(config, self._tape)
        self._lid_open = self._card_out = False
        self._broken = {}
        with contextlib.ExitStack() as failed:
            failed.callback(lambda: backend.close(self._ground.clock()))
            self._hear(backend.open(self._ground.mailbox.post, self._ground.clock()))
            failed.pop_all()
        self._backend = backend
        return backend

    def _clear_the_way(self) -> None:
        """Have somebody close the lid and take out what is in the beam: nothing moves before."""
        for there, told, otherwise in (
            (self._lid_is_open, "Close the lid.", "The lid still reads open"),
            (self._card_is_out, "Take out the card that is in the beam.", "The beam still reads blocked"),
        ):
            if not there():
                continue
            self._hand(told)
            if not self._run(self._ground.clock() + PATIENCE_S, there):
                raise LauncherError(f"{otherwise}, so nothing was fed: `uno-launcher doctor` finds out why.")
            self._run(self._ground.clock() + REST_S)

    def _lid_is_open(self) -> bool:
        return self._lid_open

    def _card_is_out(self) -> bool:
        return self._card_out

    def _run(self, until: float, during: Callable[[], bool] = lambda: True) -> bool:
        """Let time pass until then, or until `during` isn't so any more; says whether it isn't."""
        while during():
            if self._ground.clock() >= until:
                return False
            self._turn(until)
        return True

    def _turn(self, until: float) -> None:
        backend, clock = self._backend, self._ground.clock
        assert backend is not None
        due = backend.deadline()
        raw = self._ground.mailbox.take(until if due is None else min(until, due))
        if raw is not None:
            self._hear(backend.handle(raw, clock()))
        due = backend.deadline()
        if due is not None and due <= clock():
            self._hear(backend.tick(clock()))

    def _hear(self, events: Sequence[object]) -> None:
        for event in events:
            match event:
                case FeedEnded(report):
                    self._report = report
                case FaultFound(kind, detail):
                    self._fault = detail if detail.endswith(".") else f"{detail[0].upper()}{detail[1:]}."
                    self._broken[kind] = self._fault
                case FaultMended(kind):
                    self._broken.pop(kind, None)
                case LidOpened():
                    self._lid_open = True
                case LidClosed():
                    self._lid_open = False
                case CardInBeam():
                    self._card_out = True
                case CardTaken():
                    self._card_out = False
                case _:
                    pass

    def _on_pins(self, config: Config, recorder: Recorder | None) -> Backend:
        """The launcher on this computer's pins."""
        ground = self._ground
        return GpioBackend(config, ground.factory(), ground.clock, ground.guard, recorder)
