"""The launcher at the end of a cable: a Pico has its pins; this tells it what to do and hears what it did.

The Pico is its own guard: its motor goes off when it hasn't heard from here for 0.4 s. So a cable that is
pulled is a fault with the motor off, and goes on when it's back.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from uno_launcher.backends.feeder import Post, Tapped
from uno_launcher.backends.gpio.health import UNGUARDED
from uno_launcher.backends.gpio.inputs import Off
from uno_launcher.backends.gpio.panel import Panel
from uno_launcher.backends.serial.happenings import CUT_OFF, Happenings
from uno_launcher.backends.serial.lamps import FarPins
from uno_launcher.backends.serial.news import GONE, Down, Heard, Lost, Over, Refused, Up
from uno_launcher.backends.serial.plan_out import PlanOut
from uno_launcher.backends.serial.stopping import ANSWER_S, motor_off
from uno_launcher.backends.serial.wire import Wire
from uno_launcher.errors import HardwareError
from uno_launcher.feed import words
from uno_launcher.feed.words import Fire
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import (
    Event,
    FaultFound,
    FaultMended,
    FeedEnded,
    LidClosed,
    LidOpened,
    MotorStopped,
    Pressed,
)
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.plan import Plan, Report
from uno_launcher.safety.deadman import Deadman

OPEN_S = 2.5
"""The longest that opening waits for a Pico that is just starting."""
RENEW_S = 0.2
"""How often the control loop proves that it lives, while a burst is out."""
HEALTH_S = 1.0

DEAF = FaultFound("inputs", "The thread that owns the Pico's port has ended: restart uno-launcher.")

Said = list[Event | Tapped]


class Rang(NamedTuple):
    """Raw event: the line has news."""


class Fired(NamedTuple):
    """Raw event: the deadman has acted."""


class SerialBackend:
    """`backends.feeder.Backend` over a line. `wire` is its alone, and closed with it."""

    def __init__(self, wire: Wire, clock: Callable[[], float] = time.monotonic, *, lid: bool) -> None:
        """`lid`: the config says that there is a lid switch."""
        self._wire = wire
        self._clock = clock
        self._happenings = Happenings(lid)
        self._deadman = Deadman(lambda: self._motor_off("deadman"), lambda: self._post(Fired()), clock)
        self._panel = Panel({})
        self._look = Look()
        self._now = 0.0
        self._health_at = 0.0
        self._found: list[FaultFound] = []
        self._down = ""  # why there is nothing to play with
        self._out: PlanOut | None = None  # the plan that is out
        self._closed = False
        # The last switching-off (any thread), the last that the control loop has heard of (before that
        # nothing starts), and the last after which somebody has touched the launcher (till then it's dark).
        self._off: object = None
        self._heard: object = None
        self._lit: object = None

    # Opening and closing.

    def open(self, post: Post, now: float) -> Sequence[Event]:
        """See `Backend.open`. A Pico that isn't there is a fault, and no error: it may yet be plugged in."""
        self._post = post
        self._now = self._health_at = now
        self._deadman.start()
        self._wire.start(self._ring)
        self._wire.wait(lambda link: link.state == "up", OPEN_S)
        said = [event for event in self._news() if not isinstance(event, Tapped)]
        with self._wire.link() as link:
            absent = link.state != "up"
        if absent and not self._down:
            self._down = GONE
            said.append(FaultFound("link", GONE))
        return said

    def close(self, now: float) -> None:  # noqa: ARG002
        """See `Backend.close`."""
        if self._closed:
            return
        self._closed = True
        self._panel.dark()
        self._motor_off("off")
        self._wire.wait(lambda link: link.state != "up" or not link.untold, ANSWER_S)
        self._deadman.disarm()
        self._deadman.close()
        self._wire.close()

    # Events in.

    def handle(self, raw: object, now: float) -> Sequence[Event | Tapped]:
        """See `Backend.handle`."""
        with self._living(now):
            match raw:
                case Rang():
                    return self._news()
                case Fired():
                    return [FaultFound("deadman", CUT_OFF), *self._news()]
                case Off(which):
                    self._heard = which
                    self._panel.dark()
                    return self._news()
            return ()

    def tick(self, now: float) -> Sequence[Event | Tapped]:
        """See `Backend.tick`."""
        with self._living(now):
            said = self._news()
            self._panel.tick(_us(now))
            if self._out is not None:
                events, report = self._out.tick(now)
                said += events
                if report is not None:
                    with self._wire.link() as link:
                        link.fire = None
                    said += self._over(report)
            if now >= self._health_at:
                self._health_at = now + HEALTH_S
                said += self._check()
            return said

    def deadline(self) -> float | None:
        """See `Backend.deadline`. Idle, that is one wake-up a second."""
        times = [self._health_at]
        if (changes_us := self._panel.due(_us(self._now))) is not None:
            times.append(changes_us / 1e6)
        if self._out is not None:
            times.append(self._now + RENEW_S)
            if (due := self._out.due()) is not None:
                times.append(due)
        return min(times)

    @contextlib.contextmanager
    def _living(self, now: float) -> Iterator[None]:
        """The control loop is alive: a burst may go on."""
        self._now = now
        if self._out is not None:
            self._deadman.renew(now)
        yield

    def _ring(self) -> None:
        # What can't be posted is found by the next tick.
        with contextlib.suppress(Exception):
            self._post(Rang())

    def _news(self) -> Said:
        """What the line has to tell."""
        said: Said = []
        while True:
            with self._wire.link() as link:
                if not link.news:
                    return said
                news = link.news.popleft()
            match news:
                case Up():
                    said += self._up(news)
                case Down(why):
                    self._down = why
                    said.append(FaultFound("link", why))
                    if self._out is not None:
                        self._out.gone(self._now)
                case Heard(status):
                    happened = self._happenings.see(status, reported=self._out is None)
                    said += self._touched(happened)
                    if self._out is not None:
                        said += self._out.see(status)
                case Over(_, outcome, times_ms) if self._out is not None:
                    said += self._over(self._out.ended(outcome, times_ms))
                case Lost() if self._out is not None:
                    said += self._over(self._out.unknown())
                case Refused(_, why) if self._out is not None:
                    self._out.refused = True
                    wrong = f"The Pico won't feed that ({why}): check [feed] in the config, and its board.py."
                    said.append(FaultFound("hardware", wrong))

    def _up(self, up: Up) -> Said:
        said: Said = [FaultMended("link")] if self._down else []
        self._down = ""
        names = tuple(name for bit, name in enumerate(words.FITTED) if up.hello.fitted >> bit & 1)
        said += self._happenings.fitted(names)
        dark = self._off is not self._lit
        self._panel = Panel(FarPins(names, self._send).pins)
        self._send(0, 0)
        self._panel.show(_us(self._now), self._look)
        if dark:
            self._panel.dark()
        said += self._happenings.begin(up.status, up.again, reported=self._out is None)
        if self._out is not None:
            self._out.back()
            said += self._out.see(up.status)
        return self._touched(said)

    def _touched(self, said: Said) -> Said:
        """Somebody at the launcher brings its lamps back."""
        touched = any(isinstance(event, Pressed | LidOpened | LidClosed | Tapped) for event in said)
        if touched and self._lit is not self._heard and self._heard is self._off:
            self._lit = self._heard
            self._panel.light(_us(self._now))
        return said

    def _check(self) -> Said:
        """Are those alive without whom it would be deaf, or the motor unguarded? Each is said once."""
        found = [] if self._wire.alive else [DEAF]
        if not self._deadman.alive:
            found.append(UNGUARDED)
        news = [fault for fault in found if fault not in self._found]
        self._found += news
        return [*news]

    # Plans.

    def start(self, plan: Plan, now: float) -> Sequence[Event]:
        """See `Backend.start`."""
        if self._out is not None:
            raise HardwareError("A burst is running already: wait for its report.")
        self._now = now
        hopper = -1 if plan.hopper is None else plan.hopper
        self._deadman.arm(now)
        with self._wire.link() as link:
            stopped = self._off is not self._heard
            order = Fire(plan.cards, hopper, plan.tease, plan.pauses)
            number = None if stopped else link.begin(order, now)
        if number is None:
            self._deadman.disarm()
            note = "stopped" if stopped else "link"
            return [MotorStopped(), FeedEnded(Report(plan.cards, 0, certain=True, ended="fault", note=note))]
        self._out = PlanOut(plan, number)
        return ()

    def stop(self, now: float) -> Sequence[Event]:
        """See `Backend.stop`."""
        self._now = now
        if self._out is not None and not self._out.stopped:
            self._motor_off("stopped")
        return ()

    def emergency_off(self) -> bool:
        """See `Backend.emergency_off`. Lamps and buzzer go off too, until somebody touches the launcher."""
        which = self._off = object()
        self._panel.dark()
        taken = self._motor_off("off")
        with contextlib.suppress(Exception):
            self._post(Off(which))
        return taken

    def _motor_off(self, why: str) -> bool:
        return motor_off(self._wire, why, self._clock)

    def _over(self, report: Report) -> Said:
        assert self._out is not None
        said = self._out.over(report)
        self._out = None
        self._deadman.disarm()
        return [*said, *self._happenings.reported(report.card_out)]

    # Lamps and sounds.

    def show(self, look: Look, now: float) -> None:
        """See `Backend.show`."""
        self._now = now
        self._look = look
        self._panel.show(_us(now), look)

    def play(self, sound: Sound, now: float) -> None:
        """See `Backend.play`."""
        self._now = now
        self._panel.play(_us(now), sound)

    def _send(self, lamps: int, hz: int) -> None:
        with self._wire.link() as link:
            link.outputs(lamps, hz)


def _us(seconds: float) -> int:
    return round(seconds * 1e6)
