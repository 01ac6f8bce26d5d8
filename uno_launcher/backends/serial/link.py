"""The host's end of the line: bytes in, bytes out, and what is wanted of the Pico until it's so.

Pure but for the randomness of a nonce; time comes in. Nothing is sent and forgotten: each thing wanted (a
session, the measures, a fire, a stop, lamps) is said again until a status shows it, and each is such that
saying it twice does no harm. One request is out at a time, and a stop doesn't wait for it.
"""

import binascii
from collections import deque
from collections.abc import Callable, Mapping
from typing import Literal

from uno_launcher.backends.serial import news, paces
from uno_launcher.backends.serial.fire import FireOut
from uno_launcher.feed import words
from uno_launcher.feed.hello import Hello, read_hello
from uno_launcher.feed.line import FROM_PICO, TO_PICO, Reader, frame, number
from uno_launcher.feed.words import Fire, Status, later, read_status
from uno_launcher.traces import Recorder

State = Literal["closed", "greeting", "setting", "up"]


class Link:
    """`measures` are those that differ from the Pico's own. One thread at a time; times are seconds.

    With a `recorder` every fire's tape is fetched, and it's told before the fire is over.
    """

    def __init__(
        self, measures: Mapping[str, int], nonce: Callable[[], str], recorder: Recorder | None = None
    ) -> None:
        self._measures = sorted(measures.items())
        self._make_nonce = nonce
        self._recorder = recorder
        self._reader = Reader(FROM_PICO, binascii.crc32)
        self.news: deque[news.News] = deque()
        self.state: State = "closed"
        self.hello: Hello | None = None
        """Of the Pico that answered last."""
        self.status: Status | None = None
        """The newest of this session."""
        self.fire: FireOut | None = None
        """The fire that is out."""
        self.unfit = ""
        """Why whoever has answered at this port can't be played with."""
        self._again = False
        self._nonce = ""
        self._greet_at = 0.0
        self._heard = 0.0
        self.sent = 0.0
        """When it last said something that keeps a motor running."""
        self._seq = 0
        self._asked: int | None = None  # the request that isn't answered yet
        self._asked_at = 0.0
        self._set = 0  # so many measures are there
        self._wanted = (0, 0)  # lamps and buzzer
        self._stop = ""  # why, while a stop isn't confirmed
        self._stops = 0  # how many were wanted …
        self._stops_done = 0  # … and confirmed
        self._stop_seq = 0  # the first request that says so
        self._stop_said = 0.0
        self._down = ""  # why, if that has been told

    # The port.

    def opened(self, now: float) -> None:
        """A port is open: is a Pico there?"""
        self._reader.forget()
        self.unfit = ""
        self._greet(now)

    def closed(self, why: str = news.GONE) -> None:
        """The port is gone, or never was."""
        self.state = "closed"
        self._lost(why)

    def received(self, data: bytes, now: float) -> None:
        """Bytes came."""
        for said in self._reader.take(data):
            try:
                self._hear(said, now)
            except ValueError:
                continue  # it makes no sense: nothing was said

    def send(self, now: float) -> bytes:
        """What is to be sent now. Call it whenever something has changed, and when `due` has come."""
        self._look(now)
        out = b""
        while (request := self._next(now)) is not None:
            out += frame(TO_PICO, request, binascii.crc32)
        return out

    def due(self) -> float | None:
        """When `send` wants to be called, or None: not before the port is open."""
        if self.state == "closed":
            return None
        if self.state == "greeting":
            return self._greet_at
        times = [self._lost_at, self._ping_at if self._asked is None else self._asked_at + paces.RETRY_S]
        if self._stop:
            times.append(self._stop_said + paces.RETRY_S)
        elif self.fire is not None and not self.fire.begun:
            times.append(self.fire.give_up)
        return min(times)

    # What is wanted.

    def begin(self, order: Fire, now: float) -> int | None:
        """Feed once. The number of the fire, or None: the Pico isn't there. None may be out."""
        if self.state != "up" or self.status is None:
            return None
        self.fire = FireOut(self.status.fire + 1, order, now, self._recorder)
        return self.fire.number

    def stop(self, why: str) -> int:
        """Motor off. `stopped` of what this returns says when it is."""
        if self._stop != "off":
            self._stop = why
        self._stop_said = -paces.RETRY_S
        self._stop_seq = self._seq + 1
        self._stops += 1
        return self._stops

    def stopped(self, which: int) -> bool:
        """The Pico has answered that stop, or a later one."""
        return self._stops_done >= which

    def outputs(self, lamps: int, hz: int) -> None:
        """Lamps and buzzer from now on, as far as they're fitted."""
        self._wanted = (lamps, hz)

    @property
    def untold(self) -> bool:
        """Lamps or buzzer aren't yet as they should be."""
        return self.status is not None and (self.status.lamps, self.status.hz) != self._wanted

    def mute(self, until: float) -> None:
        """Say nothing until then, so that the Pico stops by itself, and greet it anew."""
        if self.state in ("setting", "up"):
            self._greet(until)
            self._lost(news.GONE)

    # In.

    def _hear(self, said: list[str], now: float) -> None:
        if said[0] == words.HELLO:
            self._welcome(read_hello(said), now)
            return
        if self.hello is None or self.state not in ("setting", "up") or len(said) < 3:
            return
        if said[1] != self.hello.session:
            if said[0] == words.REFUSED and said[3:] == [words.NO_SESSION]:
                self._greet(now)  # it was started again, or somebody else has greeted it
            return
        seq = number(said[2], 0, words.WRAP)
        match said[0]:
            case words.STATUS:
                self._see(read_status(said))
            case words.RESULT | words.TIMES | words.TAPE if self.fire is not None:
                self.fire.hear(said)
            case words.REFUSED if len(said) == 4:
                self._refused(seq, said[3], now)
            case _:
                return
        self._heard = now
        if seq == self._asked:
            self._asked = None
            if self.state == "setting" and said[0] == words.STATUS:
                self._set += 1
        self._settle()

    def _welcome(self, hello: Hello, now: float) -> None:
        if self.state != "greeting" or hello.nonce != self._nonce:
            return
        if hello.version != words.VERSION:
            self.unfit = news.OLD_PICO if hello.version < words.VERSION else news.OLD_HOST
            self._lost(self.unfit)
            return
        self._again = self.hello is not None and hello.boot == self.hello.boot
        if self.fire is not None and not self._again:
            self.news.append(news.Lost(self.fire.number))
            self.fire = None
        self.hello = hello
        self.state = "setting"
        self.status = None
        self._heard = now
        self._set = self._seq = 0
        self._asked = None

    def _see(self, status: Status) -> None:
        before = self.status
        if before is not None and not later(status.beat, before.beat):
            return  # it was overtaken
        self.status = status
        if self.fire is not None:
            self.fire.see(status)
        if self._stop and status.seq >= self._stop_seq and (self.fire is None or self.fire.begun):
            self._stop = ""
            self._stops_done = self._stops
        if self.state == "up" and (before is None or _news(before) != _news(status)):
            self.news.append(news.Heard(status))

    def _refused(self, seq: int, why: str, now: float) -> None:
        if self.state == "setting" and seq == self._asked:
            self._greet(now + paces.GIVE_UP_S)
            self.unfit = news.OLD_PICO
            self._lost(self.unfit)
        elif self.fire is not None and why != words.STALE and self.fire.refuse(seq):
            self.news.append(news.Refused(self.fire.number, why))
            self.stop("stopped")

    def _settle(self) -> None:
        """What follows from what was heard."""
        if self.state == "setting" and self._set > len(self._measures) and self.status is not None:
            assert self.hello is not None
            self.state = "up"
            self._down = ""
            self.news.append(news.Up(self.hello, self.status, self._again))
        fire = self.fire
        if fire is not None and self.state == "up" and (over := fire.over) is not None:
            self.news.append(news.Over(fire.number, over, tuple(fire.times_ms)))
            self.fire = None

    # Out.

    def _next(self, now: float) -> tuple[object, ...] | None:
        """The next request that is due."""
        if self.state == "closed":
            return None
        if self.state == "greeting":
            if now < self._greet_at:
                return None
            self._greet_at = now + paces.GREET_S
            return words.HELLO, self._nonce, words.VERSION
        assert self.hello is not None
        session, fire, status = self.hello.session, self.fire, self.status
        if self._stop and now >= self._stop_said + paces.RETRY_S:
            self._stop_said = now
            return words.STOP, session, self._ask(now), self._stop, fire.number if fire is not None else 0
        if self._asked is not None and now < self._asked_at + paces.RETRY_S:
            return None
        if self.state == "setting":
            if self._set < len(self._measures):
                return (words.SET, session, self._ask(now), *self._measures[self._set])
            if self._recorder is not None:  # of no fire: does it know the word?
                return words.TAPE, session, self._ask(now), 0, 0
            return words.PING, session, self._ask(now)
        if status is not None and fire is not None and not self._stop:
            wanted = fire.next(session, self._seq + 1, status.beat)
            if wanted is not None:
                self._ask(now)
                return wanted
        if self.untold:
            return (words.OUTPUTS, session, self._ask(now), *self._wanted)
        if now >= self._ping_at or self._asked is not None:
            return words.PING, session, self._ask(now)
        return None

    def _ask(self, now: float) -> int:
        self._seq += 1
        self._asked = self._seq
        self._asked_at = self.sent = now
        return self._seq

    @property
    def _ping_at(self) -> float:
        return self.sent + (paces.IDLE_PING_S if self.fire is None else paces.PING_S)

    @property
    def _lost_at(self) -> float:
        return self._heard + (paces.IDLE_LOST_S if self.fire is None else paces.LOST_S)

    def _look(self, now: float) -> None:
        """What follows from the time."""
        if self.state not in ("setting", "up"):
            return
        fire = self.fire
        if now >= self._lost_at:
            self._greet(now)
            self._lost(news.GONE)
        elif fire is not None and not fire.begun and not self._stop and now >= fire.give_up:
            self.stop("stopped")

    def _greet(self, at: float) -> None:
        self.state = "greeting"
        self._nonce = self._make_nonce()
        self._greet_at = at
        self._asked = None
        self._stop = ""

    def _lost(self, why: str) -> None:
        if self._down != why:
            self._down = why
            self.news.append(news.Down(why))


def _news(status: Status) -> tuple[object, ...]:
    """What the control loop is woken for."""
    return status.fire, status.phase, status.counted, status.happened, status.stands
