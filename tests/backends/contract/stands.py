"""What a backend stands on while the contract suite tries it: a clock, hands, and cards that come or don't.

Every backend gets one: time is virtual, and the stand's loop does what the daemon's does (the queue first,
then what is due). A test that is run on all of them is written in the words of `Stand`.
"""

import heapq
import random
from abc import ABC, abstractmethod
from collections import deque

import gpiozero.pins.mock
import msgspec
from gpiozero.pins.mock import MockFactory, MockPWMPin

from uno_launcher.backends.gpio import GpioBackend
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config, simulation_config
from uno_launcher.launcher.events import Counted, FeedEnded
from uno_launcher.launcher.plan import Plan

START = 1000.0
FOREVER = 60.0
"""No plan of the suite may take as long as this."""


class Stand(ABC):
    """One backend, opened, and everything it has said."""

    backend: object
    SLACK = 0.02
    """Seconds by which something may be late."""

    def __init__(self):
        self.queue = deque()
        self.said = []
        """(when, event) of everything since the last plan was started."""
        self.trouble = None
        """Called in place of putting something in the queue."""

    # The clock and the loop.

    @property
    @abstractmethod
    def now(self):
        """Seconds."""

    @abstractmethod
    def next_at(self):
        """When the world does something next, or None."""

    @abstractmethod
    def step_to(self, t):
        """Let the world pass until then; it may post."""

    def post(self, raw):
        if self.trouble is not None:
            self.trouble(raw)
        self.queue.append(raw)

    def open(self):
        self._say(self.backend.open(self.post, self.now))
        return self

    def run(self, seconds):
        """The daemon's loop for so long."""
        until = self.now + seconds
        while self.now < until or self.queue:
            self.turn(until)

    def turn(self, until):
        """One round of it, but not past `until`."""
        while self.queue:
            self._say(self.backend.handle(self.queue.popleft(), self.now))
        due = self.backend.deadline()
        times = [t for t in (due, self.next_at(), until) if t is not None]
        self.step_to(max(self.now, min(times)))
        if not self.queue and due is not None and due <= self.now:
            self._say(self.backend.tick(self.now))

    def _say(self, events):
        self.said += [(self.now, event) for event in events]

    # A plan.

    def start(self, cards, **more):
        self.said.clear()
        self._say(self.backend.start(Plan(cards, **more), self.now))

    def stop(self):
        self._say(self.backend.stop(self.now))

    def finish(self):
        """Run until the burst has been reported, and a second more. Its report."""
        give_up = self.now + FOREVER
        while not self.heard(FeedEnded):
            assert self.now < give_up, "the plan doesn't end"
            self.turn(give_up)
        self.run(1.0)
        (report,) = [event.report for event in self.heard(FeedEnded)]
        return report

    def run_until(self, happened):
        give_up = self.now + FOREVER
        while not happened():
            assert self.now < give_up, "it doesn't happen"
            self.turn(give_up)

    def heard(self, kind):
        return [event for _, event in self.said if isinstance(event, kind)]

    def when(self, kind):
        """The time of the first event of this kind."""
        return next(t for t, event in self.said if isinstance(event, kind))

    @property
    def counts(self):
        return [event.cards for event in self.heard(Counted)]

    # What can be seen from outside.

    @property
    @abstractmethod
    def motor(self):
        """Direction in which the pins turn the motor: 1, 0, -1."""

    @property
    @abstractmethod
    def high(self):
        """Names of the output lines that are high at least some of the time."""

    @property
    @abstractmethod
    def expires_in(self):
        """Seconds until the deadman cuts the motor off, or None: it's off."""

    @abstractmethod
    def hang(self, seconds):
        """The world goes on for so long, but nobody calls the backend: only its own threads act."""

    @property
    @abstractmethod
    def cards_out(self):
        """Cards that have really come out, sticking ones included."""

    # Hands, and what the cards do.

    @abstractmethod
    def press(self):
        """Press the button for 150 ms."""

    @abstractmethod
    def press_extra(self, button):
        """Press an extra button for 150 ms."""

    @abstractmethod
    def open_lid(self):
        """At once."""

    @abstractmethod
    def close_lid(self):
        """At once. What was stuck is gone."""

    @abstractmethod
    def no_cards(self):
        """Nothing comes any more."""

    @abstractmethod
    def stick(self):
        """The next card gets stuck in the beam."""

    @abstractmethod
    def beam_blocked(self):
        """A card is in the beam."""

    def close(self):
        self.backend.close(self.now)


OUTPUTS = (
    "motor_in1",
    "motor_in2",
    "motor_enable",
    "heartbeat",
    "button_lamp",
    "red",
    "green",
    "blue",
    "buzzer",
)


def full_config(emitter=True):
    """Everything fitted. With an emitter the beam is proved before the motor turns, else believed."""
    config = simulation_config(Config())
    if not emitter:
        config = msgspec.structs.replace(config, pins=msgspec.structs.replace(config.pins, emitter=None))
    return config


class GpioStand(Stand):
    """What both of the GPIO backend's stands have in common."""

    @property
    @abstractmethod
    def levels(self):
        """Name to level of every output line."""

    @property
    def high(self):
        return {name for name, level in self.levels.items() if level > 0}

    @property
    def expires_in(self):
        expires = self.backend._motor.deadman.expires
        return None if expires is None else expires - self.now

    def hang(self, seconds):
        until = self.now + seconds
        while self.now < until:
            self.step_to(min(until, self.now + 0.01))
            self.backend._motor.deadman.check(self.now)  # its thread's doing, in virtual time

    def beam_blocked(self):
        return self.backend._lines.inputs["beam"].read()


class BareStand(GpioStand):
    """The GPIO backend on bare mock pins, whose beam is driven by hand as one roller would drive it.

    Its speed nears what the pins ask for within 30 ms; a card is 35 ms long at run speed, and there are 15 ms
    between two.
    """

    STEP_S = 0.0005
    GAP, CARD = 0.015, 0.035

    def __init__(self, monkeypatch, config=None):
        super().__init__()
        self._now = START
        monkeypatch.setattr(gpiozero.pins.mock, "monotonic", lambda: self._now)
        self.config = config or full_config(emitter=False)
        self.fitted = self.config.fitted()
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.backend = GpioBackend(self.config, self.factory, lambda: self._now)
        self.pins = {name: self.factory.pin(bcm) for name, bcm in self.fitted.items()}
        self._plans = []
        self._number = 0
        self._speed = 0.0
        self._way = 0.0
        """How far the next card has come since the last one left, in seconds at run speed."""
        self._cards_out = 0
        self._none = self._stuck = False
        self.hands_off = False
        """No cards: the test drives the beam."""

    def open(self):
        # The pull-ups act when the pins are claimed; lid and hopper are then closed to ground.
        stand = super().open()
        for name in ("lid", "hopper"):
            if name in self.pins:
                self.pins[name].drive_low()
        self.run(1.0)
        self.said.clear()
        return stand

    @property
    def now(self):
        return self._now

    def at(self, t, act):
        """Do `act` at `t`."""
        self._number += 1
        heapq.heappush(self._plans, (t, self._number, act))

    def next_at(self):
        return self._plans[0][0] if self._plans else None

    def step_to(self, t):
        """Up to the next thing that happens, at most."""
        changed = False
        while self._now < t and not changed:
            if not self.motor and abs(self._speed) < 0.001:
                self._speed, self._now = 0.0, t
                break
            step = min(self.STEP_S, t - self._now)
            self._now += step
            changed = self._turn(step)
        while self._plans and self._plans[0][0] <= self._now:
            heapq.heappop(self._plans)[2]()

    def _turn(self, step):
        """The roller turns for `step` seconds; says whether the beam changed."""
        duty = abs(self.pins["motor_in1"].state - self.pins["motor_in2"].state)
        goal, tau = (self.motor * (duty - 0.12) / 0.48, 0.03) if self.motor else (0.0, 0.015)
        self._speed += (goal - self._speed) * step / tau
        if self._none or self.hands_off:
            return False
        blocked = self._way >= self.GAP
        if not (blocked and self._stuck):
            self._way = max(0.0, self._way + self._speed * step)
        if self._way >= self.GAP + self.CARD:
            self._way = 0.0
            self._cards_out += 1
        if (self._way >= self.GAP) != blocked:
            self.block(not blocked)
            return True
        return False

    def block(self, blocked):
        """Drive the beam's pin."""
        (self.pins["beam"].drive_low if blocked else self.pins["beam"].drive_high)()

    @property
    def motor(self):
        in1, in2 = self.pins["motor_in1"].state, self.pins["motor_in2"].state
        return (in1 > in2) - (in1 < in2)

    @property
    def levels(self):
        return {name: float(self.pins[name].state) for name in OUTPUTS if name in self.pins}

    @property
    def cards_out(self):
        return self._cards_out + self.beam_blocked()

    def press(self):
        self.press_extra("button")

    def press_extra(self, button):
        self.pins[button].drive_low()
        self.at(self._now + 0.15, self.pins[button].drive_high)

    def open_lid(self):
        self.pins["lid"].drive_high()

    def close_lid(self):
        self._stuck = False
        self._way = 0.0
        self.block(False)
        self.pins["lid"].drive_low()

    def no_cards(self):
        self._none = True

    def stick(self):
        self._stuck = True


class SimulatedStand(GpioStand):
    """The GPIO backend on the simulated launcher's pins."""

    def __init__(self, monkeypatch, config=None, seed=1):
        super().__init__()
        self.config = config or full_config()
        # What gets stuck stays stuck, so that there is something to report.
        physics = Physics(free_pct=0.0)
        self.simulation = Simulation(self.config.fitted(), random.Random(seed), physics=physics)
        self.simulation.step_to(START)
        self.backend = GpioBackend(self.config, self.simulation.factory, self.simulation.now)

    @property
    def now(self):
        return self.simulation.now()

    def next_at(self):
        return self.simulation.next_at()

    def step_to(self, t):
        self.simulation.step_to(t)

    @property
    def motor(self):
        history = self.simulation.world.motor_history
        return history[-1].direction if history else 0

    @property
    def levels(self):
        return {name: self.simulation.output(name) for name in OUTPUTS}

    @property
    def cards_out(self):
        truth = self.simulation.world.truth
        return truth.cards_out + truth.sticking

    def press(self):
        self.simulation.press()

    def press_extra(self, button):
        self.simulation.press_extra(button)

    def open_lid(self):
        self.simulation.open_lid()
        self.step_to(self.now)

    def close_lid(self):
        self.simulation.close_lid()
        self.step_to(self.now)

    def no_cards(self):
        self.simulation.empty()

    def stick(self):
        self.simulation.fault("jam")


def stepped_pico(monkeypatch):
    """The serial backend and a Pico, in virtual time."""
    from tests.backends.contract.pico import SteppedPicoStand

    return SteppedPicoStand(monkeypatch)


def real_pico(name):
    """The serial backend and a Pico, in real time over a pseudo terminal."""

    def make(monkeypatch):
        from tests.backends.contract import pico

        return getattr(pico, name)(monkeypatch)

    return make


STANDS = {
    "bare pins": BareStand,
    "simulated": SimulatedStand,
    "pico": stepped_pico,
    "pico on a pty": real_pico("on_a_pty"),
    "pico in MicroPython": real_pico("interpreted"),
    "emulated pico": real_pico("emulated"),
}
MARKS = {"pico on a pty": "realtime", "pico in MicroPython": "realtime", "emulated pico": "emulator"}
"""Those that take their time."""
