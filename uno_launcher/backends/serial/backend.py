"""The launcher at the end of a cable: a Pico has its pins, and this tells it what to do and hears what it did.

The Pico is its own guard: its motor goes off when it hasn't heard from here for 0.4 s. So a cable that is
pulled is a fault with the motor off, and goes on when it's back.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, cast

from uno_launcher.backends.feeder import Post
from uno_launcher.backends.gpio.inputs import Off
from uno_launcher.backends.gpio.panel import Panel
from uno_launcher.backends.serial.happenings import CUT_OFF, Happenings
from uno_launcher.backends.serial.lamps import FarPins
from uno_launcher.backends.serial.link import GONE
from uno_launcher.backends.serial.news import Down, Heard, Lost, Over, Refused, Up
from uno_launcher.backends.serial.wire import Wire
from uno_launcher.errors import HardwareError
from uno_launcher.feed import words
from uno_launcher.feed.outpost import SILENCE_US
from uno_launcher.feed.words import Fire, Outcome, Status
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import (
    Counted,
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
from uno_launcher.launcher.plan import Ended, Plan, Report
from uno_launcher.orders import Tapped
from uno_launcher.safety.deadman import Deadman

OPEN_S = 2.5
"""The longest that opening waits for a Pico that is just starting."""
ANSWER_S = 0.3
"""The longest that a stop waits for the Pico's answer, before the line falls silent and it stops by itself."""
SILENT_S = SILENCE_US / 1e6 + 0.05
"""After so long without a word from here the motor is off."""
BACK_S = 2.0
"""How long a burst whose Pico is gone waits for it to come back and say how it went."""
RENEW_S = 0.2
"""How often the control loop proves that it lives, while a burst is out."""
HEALTH_S = 1.0

DEAF = FaultFound("inputs", "The thread that owns the Pico's port has ended: restart uno-launcher.")
UNGUARDED = FaultFound("hardware", "The motor's guard has ended, so it stays off: restart uno-launcher.")
REFUSED = "The Pico won't feed that ({why}): check [feed] in the config, and board.py on the Pico."

Said = list[Event | Tapped]


class Rang(NamedTuple):
    """Raw event: the line has news."""


class Fired(NamedTuple):
    """Raw event: the deadman has acted."""


class SerialBackend:
    """`backends.feeder.Backend` over a line. `wire` is its alone, and closed with it."""

    def __init__(self, wire: Wire, clock: Callable[[], float] = time.monotonic) -> None:
        self._wire = wire
        self._clock = clock
        self._happenings = Happenings()
        self._deadman = Deadman(self._cut_off, lambda: self._post(Fired()), clock)
        self._panel = Panel({})
        self._look = Look()
        self._now = 0.0
        self._health_at = 0.0
        self._found: list[FaultFound] = []
        self._down = ""  # why there is nothing to play with
        self._plan: Plan | None = None  # that is out
        self._counted = 0
        self._stop_said = False
        self._refused = ""
        self._gone_at: float | None = None  # since when nobody knows about the plan
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
        self._stop("off")
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
            if self._gone_at is not None:
                said += self._give_up(now)
            if now >= self._health_at:
                self._health_at = now + HEALTH_S
                said += self._check()
            return said

    def deadline(self) -> float | None:
        """See `Backend.deadline`. Idle, that is one wake-up a second."""
        times = [self._health_at]
        if (due := self._panel.due(_us(self._now))) is not None:
            times.append(due / 1e6)
        if self._plan is not None:
            times.append(self._now + RENEW_S)
        if self._gone_at is not None:
            times.append(self._gone_at + (BACK_S if self._stop_said else SILENT_S))
        return min(times)

    @contextlib.contextmanager
    def _living(self, now: float) -> Iterator[None]:
        """The control loop is alive: a burst may go on."""
        self._now = now
        if self._plan is not None:
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
                    if self._plan is not None and self._gone_at is None:
                        self._gone_at = self._now
                case Heard(status):
                    said += self._see(status)
                case Over(_, outcome, times_ms):
                    said += self._ended(outcome, times_ms)
                case Lost():
                    said += self._unknown()
                case Refused(_, why):
                    self._refused = why
                    said.append(FaultFound("hardware", REFUSED.format(why=why)))

    def _up(self, up: Up) -> Said:
        said: Said = []
        if self._down:
            self._down = ""
            said.append(FaultMended("link"))
        self._gone_at = None
        names = tuple(name for bit, name in enumerate(words.FITTED) if up.hello.fitted >> bit & 1)
        dark = self._off is not self._lit
        self._panel = Panel(FarPins(names, self._send).pins)
        self._send(0, 0)
        self._panel.show(_us(self._now), self._look)
        if dark:
            self._panel.dark()
        said += self._happenings.begin(up.status, up.again, self._plan is None)
        return self._touched(said + self._progress(up.status))

    def _see(self, status: Status) -> Said:
        said = self._progress(status)
        return self._touched(self._happenings.see(status, self._plan is None) + said)

    def _progress(self, status: Status) -> Said:
        """What a status says of the burst that's out."""
        said: Said = []
        with self._wire.link() as link:
            number = None if link.fire is None else link.fire.number
        if self._plan is None or number != status.fire:
            return said
        if status.counted > self._counted:
            self._counted = status.counted
            said.append(Counted(status.counted))
        if status.phase in (words.SETTLING, words.OVER):
            said += self._stopped()
        return said

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
        if self._plan is not None:
            raise HardwareError("A burst is running already: wait for its report.")
        self._now = now
        hopper = -1 if plan.hopper is None else plan.hopper
        self._deadman.arm(now)
        with self._wire.link() as link:
            stopped = self._off is not self._heard
            begun = not stopped and link.begin(Fire(plan.cards, hopper, plan.tease, plan.pauses), now)
        if not begun:
            self._deadman.disarm()
            note = "stopped" if stopped else "link"
            return [MotorStopped(), FeedEnded(Report(plan.cards, 0, certain=True, ended="fault", note=note))]
        self._plan = plan
        self._counted = 0
        self._stop_said = False
        self._refused = ""
        self._gone_at = None
        return ()

    def stop(self, now: float) -> Sequence[Event]:
        """See `Backend.stop`."""
        self._now = now
        if self._plan is not None and not self._stop_said:
            self._stop("stopped")
        return ()

    def emergency_off(self) -> bool:
        """See `Backend.emergency_off`. Lamps and buzzer go off too, until somebody touches the launcher."""
        which = self._off = object()
        self._panel.dark()
        taken = self._stop("off")
        with contextlib.suppress(Exception):
            self._post(Off(which))
        return taken

    def _cut_off(self) -> bool:
        return self._stop("deadman")

    def _stop(self, why: str) -> bool:
        """Motor off before this returns, from any thread: by the Pico's word, or by our silence."""
        if not self._wire.alive:
            return True
        with self._wire.link() as link:
            up = link.state in ("setting", "up")
            which = link.stop(why) if up else 0
        if up and self._wire.wait(lambda link: link.stopped(which) or link.state == "closed", ANSWER_S):
            with self._wire.link() as link:
                if link.stopped(which):
                    return True
        with self._wire.link() as link:
            until = link.sent + SILENT_S
            link.mute(until)
        self._wire.wait(lambda _: False, until - self._clock())
        return True

    # How a plan ends.

    def _stopped(self) -> Said:
        if self._stop_said:
            return []
        self._stop_said = True
        return [MotorStopped()]

    def _ended(self, outcome: Outcome, times_ms: tuple[int, ...]) -> Said:
        if self._plan is None:
            return []
        return self._report(
            Report(
                self._plan.cards,
                outcome.counted,
                outcome.certain and outcome.counted >= self._counted,
                cast(Ended, outcome.ended),
                outcome.card_out,
                outcome.doubles,
                outcome.slips,
                times_ms,
                outcome.motor_ms,
                "hardware" if self._refused else outcome.note,
            )
        )

    def _unknown(self) -> Said:
        """Nobody can say how it went: what was heard of is what there is."""
        if self._plan is None:
            return []
        return self._report(
            Report(self._plan.cards, self._counted, certain=False, ended="fault", note="link")
        )

    def _give_up(self, now: float) -> Said:
        assert self._gone_at is not None
        said: Said = []
        if now >= self._gone_at + SILENT_S:
            said += self._stopped()
        if now >= self._gone_at + BACK_S:
            with self._wire.link() as link:
                link.fire = None
            said += self._unknown()
        return said

    def _report(self, report: Report) -> Said:
        said = self._stopped()
        self._plan = None
        self._gone_at = None
        self._deadman.disarm()
        return [*said, FeedEnded(report), *self._happenings.reported(report.card_out)]

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
