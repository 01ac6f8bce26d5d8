"""A Pico, a line and a launcher in virtual time: bytes go through the air, and no thread carries them."""

import contextlib
import random
import threading

from uno_launcher.backends.serial.bench import BenchPico
from uno_launcher.backends.serial.link import Link

LEAST_S = 1e-6
MOST_SPUN = 200


class SteppedLine:
    """`uno_launcher.backends.serial.wire.Wire`, and the world at its far end.

    `mangle` is given what is on its way, and which way ("to" the Pico or "from" it), and gives back what
    arrives, now. Without power the Pico is off; unplugged nothing arrives.
    """

    def __init__(self, simulation, pins, link=None, mangle=None, seed=1, driver="two-input"):
        self.simulation = simulation
        self._pins = pins
        rng = random.Random(f"line {seed}")
        self._link = link or Link({}, lambda: f"{rng.getrandbits(32):08x}")
        self.mangle = mangle or (lambda data, way: data)
        self._lock = threading.RLock()
        self._ring = lambda: None
        self.pico = BenchPico(simulation, pins, driver, random.Random(f"pico {seed}"))
        self.plugged = True
        self.powered = True
        self.alive = False
        self.round_s = 0.0
        """How long one round of the Pico's main loop takes."""
        self._turned = 0.0
        self._spun = 0  # steps without progress

    @property
    def now(self):
        return self.simulation.now()

    def carry(self, link):
        """Another host's, from the next start on."""
        assert not self.alive
        self._link = link

    # As `Wire`.

    def start(self, ring):
        self._ring = ring
        self.alive = True
        with self.link() as link:
            link.opened(self.now)

    @contextlib.contextmanager
    def link(self):
        with self._lock:
            yield self._link
            self._pump()

    def wait(self, done, for_s):
        with self._lock:
            until = self.now + for_s
            self._pump()
            while not done(self._link):
                if self.now >= until:
                    return False
                self.step_to(min(until, self.next_at()))
            return True

    def close(self):
        if self.alive:
            self._pump()
        self.alive = False

    # Time.

    def next_at(self):
        due = [self.simulation.next_at(), self._link.due() if self.alive else None]
        if self.powered:
            due.append(max(self.pico.due(self.now), self._turned + self.round_s))
        times = [t for t in due if t is not None]
        return max(min(times, default=self.now + 1.0), self.now + LEAST_S)

    def step_to(self, t):
        with self._lock:
            while True:
                before = self.now
                self.simulation.step_to(max(self.now, min(t, self.next_at())))
                self._spun = self._spun + 1 if self.now < before + 2 * LEAST_S else 0
                assert self._spun < MOST_SPUN, "somebody wants to be woken again and again"
                self._pump()
                if self.now >= t:
                    break
        if self._link.news:
            self._ring()

    def _pump(self):
        """Let everything that is said now be heard, and what that leads to."""
        for _ in range(50):
            to = self._link.send(self.now) if self.alive else b""
            if self.plugged and self.powered:
                heard = self.mangle(to, "to")
                if heard:
                    self.pico.hear(self.now, heard)
            sent = b""
            if self.powered and self.now >= self._turned + self.round_s:
                self._turned = self.now
                sent = self.pico.turn(self.now)
            if self.plugged and self.alive:
                heard = self.mangle(sent, "from")
                if heard:
                    self._link.received(heard, self.now)
            if not to and not sent:
                break
        else:
            raise AssertionError("they don't stop talking")

    # Hands at the cable.

    def pull(self, power=True):
        """Unplugged: nothing arrives any more, and with it the Pico's power is gone if it had no other."""
        with self._lock:
            self.plugged = False
            if power:
                self.powered = False
                self.pico.board.off()
            self._link.closed()
        self._ring()

    def plug(self):
        with self._lock:
            if not self.powered:
                self.powered = True
                self.pico.boot(self.now)
            self.plugged = True
            self._link.opened(self.now)
            self._pump()
