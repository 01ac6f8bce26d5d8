"""What can happen to bytes on their way, and evenings played on a line where it does."""

import random

from tests.backends.contract.pico import SteppedPicoStand
from uno_launcher.launcher.events import Counted, FaultFound, FaultMended, FeedEnded, MotorStopped
from uno_launcher.launcher.plan import Plan

GARBAGE = (
    b"MPY: soft reboot\r\n",
    b'MicroPython v1.28.0 on 2026-04-01; Raspberry Pi Pico with RP2040\r\nType "help()"\r\n>>> ',
    b'Traceback (most recent call last):\r\n  File "<stdin>", line 1\r\nSyntaxError: invalid syntax\r\n',
    b"AT\r\nAT+GCAP\r\n",
    b"\x00" * 40,
    b"\xff\xfe\x80<>*\n",
    b"<" * 200 + b"\n",
    b">P " + b"0" * 5000 + b"\n",
)


MATTERS = 0.5
"""So many of the lines that do something are in trouble at least, wherever there is any."""
LATE_S = 3.0
"""The longest that a line is on its way."""


class Chaos:
    """`SteppedLine.mangle`. `rate` 0 to 1: how much goes wrong; None of it while `calm`."""

    def __init__(self, rng, rate):
        self._rng = rng
        self.rate = rate
        self.calm = False
        self.lines = 0
        """Lines that went through it."""
        self.now = lambda: 0.0
        self._held = {"to": [], "from": []}  # (when it arrives, line)
        self._silent = {"to": 0, "from": 0}
        self._echo = b""

    def __call__(self, data, way):
        self.lines += data.count(b"\n")
        if self.calm:
            self._held[way].clear()
            return data
        rng = self._rng
        out = []
        for line in data.splitlines(keepends=True):
            if self._silent[way]:
                self._silent[way] -= 1
                continue
            rate = max(self.rate, MATTERS) if self.rate and line[1:2] in b"FXRTHN" else self.rate
            if rng.random() >= rate:
                out.append(line)
            else:
                out += rng.choice(self._troubles)(self, line, way)
        now = self.now()
        out += [line for due, line in self._held[way] if due <= now]  # they were overtaken
        self._held[way] = [(due, line) for due, line in self._held[way] if due > now]
        if way == "from" and self._echo:
            out.append(self._echo)
            self._echo = b""
        return b"".join(out)

    def _drop_bytes(self, line, way):
        return [bytes(byte for byte in line if self._rng.random() > 0.1)]

    def _double_bytes(self, line, way):
        return [b"".join(bytes([byte]) * (1 + (self._rng.random() < 0.1)) for byte in line)]

    def _flip(self, line, way):
        broken = bytearray(line)
        for _ in range(self._rng.randint(1, 3)):
            broken[self._rng.randrange(len(broken))] ^= 1 << self._rng.randrange(8)
        return [bytes(broken)]

    def _lose(self, line, way):
        return []

    def _repeat(self, line, way):
        return [line] * self._rng.randint(2, 4)

    def _hold(self, line, way):
        self._held[way].append((self.now() + self._rng.uniform(0.0, LATE_S), line))
        return []

    def _hold_copies(self, line, way):
        for _ in range(self._rng.randint(1, 3)):
            self._hold(line, way)
        return [line]

    def _garbage(self, line, way):
        return [self._rng.choice(GARBAGE), line]

    def _noise(self, line, way):
        return [self._rng.randbytes(self._rng.randint(1, 60)), line]

    def _join(self, line, way):
        return [line[: self._rng.randint(1, len(line))]]

    def _echoed(self, line, way):
        if way == "to":
            self._echo += line
        return [line]

    def _silence(self, line, way):
        self._silent[way] = self._rng.randint(1, 12)
        return []

    _troubles = (
        _drop_bytes, _double_bytes, _flip, _flip, _lose, _repeat, _hold, _hold_copies, _hold_copies, _garbage,
        _noise, _join, _echoed, _silence,
    )  # fmt: skip


class Evening:
    """Plans on a line that isn't to be trusted. What must never be stands in `check`."""

    def __init__(self, monkeypatch, seed, rate, unplugs=0.0):
        self.rng = random.Random(f"evening {seed}")
        self.chaos = Chaos(self.rng, rate)
        self.unplugs = unplugs
        self.stand = SteppedPicoStand(monkeypatch, seed=self.rng.randrange(1 << 30), mangle=self.chaos)
        self.chaos.now = self.stand.simulation.now
        self.begun = []
        """How many plans had been started whenever the Pico began to feed."""
        self.started = 0
        self.out = False
        self.late = 0
        """Times it began to feed although no plan was out."""
        self.reports = []
        self._watched = None
        self.stand.open()
        self.run(1.0)

    def run(self, seconds):
        until = self.stand.now + seconds
        while self.stand.now < until or self.stand.queue:
            self._watch()
            self.stand.turn(until)

    def _watch(self):
        """Hear of every beginning, also after the Pico was started again."""
        feeder = self.stand.line.pico.pico._outpost.feeder
        if feeder is self._watched:
            return
        self._watched = feeder
        start = feeder.start

        def begin(t, number, fire):
            self.begun.append(self.started)
            self.late += not self.out
            start(t, number, fire)

        feeder.start = begin

    def play(self, cards):
        """One plan, to its report; the cable may be pulled meanwhile."""
        stand, line = self.stand, self.stand.line
        self._watch()
        before = stand.cards_out
        self.started += 1
        self.out = True
        stand.start(cards, hopper=None)
        pull = stand.now + self.rng.uniform(0.0, 1.5) if self.rng.random() < self.unplugs else None
        plug = None
        give_up = stand.now + 30.0
        while not stand.heard(FeedEnded):
            assert stand.now < give_up, "no report"
            if pull is not None and stand.now >= pull:
                line.pull(power=self.rng.random() < 0.7)
                pull, plug = None, stand.now + self.rng.uniform(0.0, 3.0)
            if plug is not None and stand.now >= plug:
                line.plug()
                plug = None
            self._watch()
            stand.turn(min(t for t in (give_up, pull, plug, stand.now + 0.05) if t is not None))
        self.out = False
        (report,) = [event.report for event in stand.heard(FeedEnded)]
        self.run(1.5)
        if not line.plugged:
            line.plug()
        self.check(report, cards, stand.cards_out - before)
        return report

    def check(self, report, cards, came):
        stand = self.stand
        assert self.begun.count(self.started) <= 1, "a second burst for one press"
        assert self.late == 0, "a burst that nobody waits for"
        assert report.ordered == cards
        if report.certain:
            assert report.counted == came, f"certain of {report.counted} where {came} came ({report})"
        assert len(stand.heard(FeedEnded)) == len(stand.heard(MotorStopped)) == 1
        counts = [event.cards for event in stand.heard(Counted)]
        assert counts == sorted(set(counts))
        assert (counts or [0])[-1] <= report.counted or not report.certain
        assert stand.motor == 0
        self.reports.append(report)
        self._tidy()

    def _tidy(self):
        """What sticks out is taken, what is stuck pulled out, and the hopper full again."""
        stand = self.stand
        stand.simulation.open_lid()
        self.run(0.3)
        stand.simulation.close_lid()
        stand.simulation.reload(108)
        self.run(0.6)

    def calm(self):
        """From now on every line is good and the cable stays in. Seconds until it can be played again."""
        stand = self.stand
        self.chaos.calm = True
        self.unplugs = 0.0
        if not stand.line.plugged:
            stand.line.plug()
        since = stand.now
        while True:
            with stand.line.link() as link:
                up = link.state == "up"
            if up and not stand.backend._down and not stand.queue:
                return stand.now - since
            assert stand.now < since + 10.0, "it doesn't come back"
            stand.turn(stand.now + 0.01)

    @property
    def faults(self):
        return [type(event) for _, event in self.stand.said if isinstance(event, FaultFound | FaultMended)]


def order(rng):
    """Cards of a press."""
    return rng.choice((1, 1, 2, 3, 5, 8))


__all__ = ["Chaos", "Evening", "Plan", "order"]
