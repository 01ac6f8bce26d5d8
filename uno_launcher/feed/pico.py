"""A launcher on a Pico, at the end of a line: what it answers, and what it tells unasked.

Whoever runs it gives it the time, the edges and the bytes that came, calls `turn` all the while, and sends
what is in `out`. Nothing here waits for a host: what can't be sent is dropped, and told anew when it's asked
for. Until it's greeted it says nothing (field note S6).
"""

from uno_launcher.feed import words
from uno_launcher.feed.hello import Hello
from uno_launcher.feed.line import FROM_PICO, TO_PICO, Reader, frame, number
from uno_launcher.feed.outpost import Outpost
from uno_launcher.feed.words import WRAP, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uno_launcher.feed.board import Board
    from uno_launcher.feed.line import Crc32

FRESH_MS = 2_000
"""A fire must go by what was told at most so long ago."""
MOST_OUT = 800
"""Bytes that wait to be sent. Beyond it answers are dropped: whoever asked will ask again."""
MOST_UNASKED = 200
"""Bytes that may wait when news is added: it can be told a little later as well."""
NOBODY = "00000000"


class Pico:
    """`diff` is `ticks_diff` on the Pico; `crc32` is binascii's."""

    def __init__(self, board: "Board", diff: "Callable[[int, int], int]", crc32: "Crc32") -> None:
        self._board = board
        self._diff = diff
        self._crc32 = crc32
        self._reader = Reader(TO_PICO, crc32)
        self._outpost = Outpost(board, diff)
        self.inputs = self._outpost.inputs
        """Names of those whose edges are wanted."""
        self.out = bytearray()
        """To be sent, as fast as may be; whoever sends takes it away."""
        self._nonce = ""
        self._session = NOBODY
        self._boot = NOBODY
        self._beat = 0
        self._lag_us = 0  # of the beat
        self._t = 0
        self._told: "tuple[object, ...]" = ()

    @property
    def greeted(self) -> bool:
        """A host has been here since the start."""
        return self._boot != NOBODY

    @property
    def running(self) -> bool:
        """A burst is: be quick."""
        return self._outpost.feeder.running

    @property
    def turning(self) -> bool:
        """The motor does."""
        return self._outpost.feeder.direction != 0

    def start(self, t: int) -> None:
        """Everything off, levels as they are."""
        self._t = t
        self._outpost.start(t)

    def edge(self, t: int, name: str, level: bool, now: int) -> None:
        """An input changed at `t`, a little while before `now`."""
        self._outpost.edge(t, name, level, now)

    def hear(self, t: int, data: "bytes | bytearray") -> None:
        """Bytes came."""
        for said in self._reader.take(data):
            try:
                self._answer(t, said)
            except ValueError:
                self._refuse(said, words.WORDS)

    def turn(self, t: int) -> None:
        """Do what is due, and tell what is news."""
        self._lag_us += max(0, self._diff(t, self._t))
        self._t = t
        self._beat = (self._beat + self._lag_us // 1000) % WRAP
        self._lag_us %= 1000
        self._outpost.turn(t)
        if self._outpost.here and self._news() != self._told and len(self.out) < MOST_UNASKED:
            self._tell(0)

    def wait_us(self, t: int) -> int:
        """How long until `turn` has to be called, if nothing comes."""
        return self._outpost.wait_us(t)

    # What is asked of it.

    def _answer(self, t: int, said: "list[str]") -> None:
        """Do what a line asks. Raises ValueError for words that make no sense."""
        what, outpost = said[0], self._outpost
        if what == words.HELLO:
            self._greet(t, said)
            return
        if what == words.STOP:
            self._stop(t, said)
        elif what == words.BOOT:
            outpost.stop(t, "stopped")
            self._board.motor(0, 0, False)
            self._board.restart()
            return
        if len(said) < 3 or said[1] != self._session or not self.greeted:
            self._refuse(said, words.NO_SESSION)
            return
        outpost.heard(t)
        seq = number(said[2], 0, WRAP)
        if what == words.FIRE:
            self._fire(t, seq, said)
        elif what in (words.RESULT, words.TIMES, words.TAPE):
            self._report(seq, said)
        elif what == words.SET and len(said) == 5:
            outpost.set(t, said[3], number(said[4], 0, words.MOST_MEASURE))
            self._tell(seq)
        elif what == words.OUTPUTS and len(said) == 5:
            outpost.show(number(said[3], 0, 15), number(said[4], 0, words.MOST_HZ))
            self._tell(seq)
        elif what == words.STOP and len(said) == 5:
            outpost.feeder.void(number(said[4], 0, WRAP), said[3] if said[3] == "deadman" else "stopped")
            self._tell(seq)
        elif what == words.PING:
            self._tell(seq)
        else:
            self._refuse(said, words.WORDS)

    def _greet(self, t: int, said: "list[str]") -> None:
        """A new nonce is a new host: what the old one wanted is over."""
        board, session = self._board, NOBODY
        if len(said) != 3:
            raise ValueError("no greeting")
        nonce = words.key(said[1])
        if number(said[2], 0, 999) == words.VERSION:
            if nonce != self._nonce:
                self._nonce = nonce
                session = "%08x" % (self._crc32(board.chance() + nonce.encode()) & 0xFFFFFFFF)
                self._session = session
                self._boot = session if self._boot == NOBODY else self._boot
                self._outpost.new_host(t)
            session = self._session
        fitted = 0
        for bit, name in enumerate(words.FITTED):
            fitted += (name in board.fitted) << bit
        hello = Hello(nonce, session, self._boot, words.VERSION, board.release, board.driver, fitted)
        self._say(hello.words())

    def _fire(self, t: int, seq: int, said: "list[str]") -> None:
        """Feed once. The number makes it once: whoever says it again hears how it stands."""
        beat, fire_number, order = words.read_fire(said)
        feeder = self._outpost.feeder
        if fire_number == feeder.number:
            self._tell(seq)
        elif feeder.running:
            self._refuse(said, words.BUSY)
        elif fire_number != feeder.number + 1:
            self._refuse(said, words.WRONG_NUMBER)
        elif (self._beat - beat) % WRAP > FRESH_MS:
            self._refuse(said, words.STALE)
        else:
            self._outpost.fire(t, fire_number, order)
            self._tell(seq)

    def _stop(self, t: int, said: "list[str]") -> None:
        """Whoever it is, and however it's said."""
        why = said[3] if len(said) > 3 else ""
        if why == "off":
            self._outpost.off(t)
        else:
            self._outpost.stop(t, "deadman" if why == "deadman" else "stopped")

    def _report(self, seq: int, said: "list[str]") -> None:
        """How the last fire went. Of one that isn't over, or isn't the last, it says how everything
        stands."""
        feeder = self._outpost.feeder
        if len(said) < 4 or number(said[3], 0, WRAP) != feeder.number or feeder.outcome is None:
            self._tell(seq)
        elif said[0] == words.RESULT:
            self._say(feeder.outcome.words(self._session, seq, feeder.number))
        elif len(said) == 5:
            first = number(said[4], 0, 9999)
            if said[0] == words.TAPE:
                self._say(feeder.tape.words(self._session, seq, feeder.number, first))
            else:
                self._say(words.times_words(self._session, seq, feeder.number, first, feeder.times_ms))
        else:
            self._refuse(said, words.WORDS)

    # What it says.

    def _news(self) -> "tuple[object, ...]":
        """What is told unasked when it changes."""
        feeder, switches = self._outpost.feeder, self._outpost.switches
        return feeder.number, feeder.phase, feeder.counted, switches.happened

    def _tell(self, seq: int) -> None:
        """How everything stands."""
        outpost = self._outpost
        feeder, switches = outpost.feeder, outpost.switches
        self._told = self._news()
        status = Status(
            self._session, seq, self._beat, feeder.number, feeder.phase, feeder.counted, feeder.direction,
            outpost.lamps, outpost.hz, switches.happened, switches.recent, switches.stands
        )  # fmt: skip
        self._say(status.words())

    def _refuse(self, said: "list[str]", why: str) -> None:
        seq = said[2] if len(said) > 2 and said[2].isdigit() and len(said[2]) < 11 else 0
        self._say((words.REFUSED, self._session, seq, why))

    def _say(self, what: "tuple[object, ...]") -> None:
        if len(self.out) < MOST_OUT:
            self.out += frame(FROM_PICO, what, self._crc32)
