"""The launcher's pins one by one: every edge of every input, every lamp, and the motor for a moment.

Claims them as the backend does. The motor is turned through `backends.gpio.motor.Motor` alone, with its
deadman and the guard armed, and it's off whenever a method returns.
"""

import contextlib
import math
from collections.abc import Callable
from typing import NamedTuple, cast

from uno_launcher.backends.gpio.factory import Factory
from uno_launcher.backends.gpio.inputs import Edge, Fired, Input, InputName
from uno_launcher.backends.gpio.lines import Lines
from uno_launcher.backends.gpio.motor import DRIVERS, Motor
from uno_launcher.config import Config
from uno_launcher.config.feed import FeedSection
from uno_launcher.doctor.ground import Ground
from uno_launcher.errors import LauncherError

QUIET_S = 0.4
"""A level that has held for so long won't bounce any more; a finger holds longer."""
READ_S = 0.02
"""Levels are read so often while somebody waits: edges get lost (field note G4)."""
SETTLE_S = 0.2
"""Pulls and the emitter have come to rest after so long."""
BRAKE_S = 0.1
AFTER_S = 0.5
"""What still moves when the motor is off is looked at for so long."""
LONGEST_S = 0.3
"""The motor is never told to run for longer."""
LID_OPEN = "The lid reads open, so the motor wasn't run."
PULLED_UP_ANYWAY = range(4, 9)
"""GPIOs that are pulled up from power-on: to listen there starts nothing that isn't started already (field
note M6). Any other one, pulled up, might enable a driver that was wired to it by mistake."""


class Change(NamedTuple):
    """What came of waiting for an input to reach a level."""

    seen: bool
    edges: list[Edge]
    """Of that input."""
    others: list[str]
    """What else changed and stayed so: names of inputs, or "GPIO 4"."""
    lost: int
    """Times the level changed without an edge."""


class Run(NamedTuple):
    """The motor ran for a moment."""

    edges: list[Edge]
    """Of all inputs, also just afterwards."""
    motor: list[tuple[float, int, int]]
    """(when, direction, duty in percent) of each change."""
    end: float
    beam_blocked: bool
    """In the end, by the level read."""
    trouble: str
    """Why it was cut short, a sentence; "" where it wasn't."""


class Bench:
    """Every signal of `ground.config` that is fitted, claimed until `close`."""

    def __init__(self, ground: Ground) -> None:
        self.config: Config = ground.config
        self.clock = ground.clock
        self._ground = ground
        self._factory: Factory | None = None
        self._lines: Lines | None = None
        self._motor: Motor | None = None
        self._others: dict[str, Input] = {}

    def open(self) -> None:
        """Claim everything, outputs low, the emitter lit. Raises HardwareError or BusyError, with nothing
        claimed."""
        self._factory = self._ground.factory()
        self._lines = Lines(self.config, self._factory)
        try:
            self._lines.claim(self._ground.mailbox.post, self.clock)
            outputs = self._lines.outputs
            self._motor = Motor(
                DRIVERS[self.config.motor.driver],
                outputs["motor_in1"],
                outputs.get("motor_in2"),
                outputs.get("motor_enable"),
                self.config.motor.frequency_hz,
                fired=lambda: self._ground.mailbox.post(Fired()),
                clock=self.clock,
                guard=self._ground.guard,
            )
            self._motor.deadman.start()
            for each in self._lines.inputs.values():
                each.watch()
            self.light("emitter", True)
            self._listen_around()
            self.watch(SETTLE_S)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Motor off, outputs low, pins let go of. May be called twice."""
        motor, self._motor = self._motor, None
        if motor is not None:
            motor.off()
            motor.deadman.close()
        for each in self._others.values():
            each.close()
        lines, self._lines = self._lines, None
        if lines is not None:
            lines.close()

    def _listen_around(self) -> None:
        """Hear what changes where nothing is said to be: a wire may be on the wrong pin."""
        taken = {*self.config.fitted().values(), *self.config.display_pins()}
        for bcm in sorted(set(PULLED_UP_ANYWAY) - taken):
            name = f"GPIO {bcm}"
            with contextlib.suppress(Exception):  # somebody else's: no matter
                post, clock = self._ground.mailbox.post, self.clock
                other = Input(cast(InputName, name), self._claimed, bcm, False, post, clock)
                other.watch()
                self._others[name] = other

    @property
    def _claimed(self) -> Factory:
        if self._factory is None or self._lines is None:
            raise LauncherError("The pins aren't claimed.")
        return self._factory

    # Inputs.

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs that are fitted."""
        return list(self._lines.inputs) if self._lines is not None else []

    def level(self, name: str) -> bool:
        """Blocked, pressed, open or empty, as the pin reads now."""
        assert self._lines is not None
        return self._lines.inputs[cast(InputName, name)].read()

    def watch(self, seconds: float) -> list[Edge]:
        """Every edge of the next seconds."""
        until = self.clock() + seconds
        edges = []
        while (raw := self._ground.mailbox.take(until)) is not None or self.clock() < until:
            if isinstance(raw, Edge):
                edges.append(raw)
        return edges

    def levels(self) -> dict[str, bool]:
        """How every input reads now, those included that nothing is said to be on. What came before is
        forgotten."""
        self.watch(0)
        assert self._lines is not None
        every: dict[str, Input] = {**self._others, **{str(k): v for k, v in self._lines.inputs.items()}}
        return {name: one.read() for name, one in every.items()}

    def wait_for(self, name: str, level: bool, before: dict[str, bool], patience: float) -> Change:
        """Wait until the input has the level and keeps it, or something else has changed instead.

        `before` are the levels from before somebody was told to do something.
        """
        edges: list[Edge] = []
        others: dict[str, tuple[float, bool]] = {}
        told, since, lost = before[name], self.clock(), 0
        doubted = False
        give_up = since + patience
        while self.clock() < give_up:
            raw = self._ground.mailbox.take(min(give_up, self.clock() + READ_S))
            if isinstance(raw, Edge) and raw.name == name:
                edges.append(raw)
                told, since, doubted = raw.level, raw.t, False
            elif isinstance(raw, Edge):
                others[raw.name] = (raw.t, raw.level)
            elif raw is None and self.level(name) == told:
                doubted = False
            elif raw is None and not doubted:
                doubted = True  # its edge may be on the way
            elif raw is None:
                told, since, doubted = not told, self.clock(), False
                lost += 1
            now = self.clock()
            if told == level and now - since >= QUIET_S:
                return Change(True, edges, [], lost)
            if now - since >= QUIET_S and self._instead(others, before, now):
                break
        return Change(False, edges, self._instead(others, before, self.clock()), lost)

    @staticmethod
    def _instead(others: dict[str, tuple[float, bool]], rest: dict[str, bool], now: float) -> list[str]:
        """Which others have another level than in the beginning, and have had it for a while."""
        return [
            name for name, (t, level) in others.items() if level != rest.get(name) and now - t >= 2 * QUIET_S
        ]

    # Outputs.

    @property
    def outputs(self) -> list[str]:
        """Names of the outputs that are fitted."""
        return list(self._lines.outputs) if self._lines is not None else []

    def light(self, name: str, on: bool) -> None:
        """A lamp or the emitter; nothing where it isn't fitted."""
        assert self._lines is not None
        pin = self._lines.outputs.get(name)
        if pin is not None:
            pin.state = 1 if on else 0

    def sound(self, hz: int) -> None:
        """The buzzer from now on; 0 is silence."""
        assert self._lines is not None
        pin = self._lines.outputs["buzzer"]
        pin.frequency = hz or None
        pin.state = 0.5 if hz else 0

    # The motor.

    def run(self, direction: int, seconds: float, enough: Callable[[list[Edge]], bool]) -> Run:
        """Turn the motor for so long, at most; less when the edges are `enough` or the lid opens, and not at
        all while that is open."""
        motor = self._motor
        assert motor is not None
        if not 0 < seconds <= LONGEST_S:
            raise ValueError("longer than it may be told to run")
        self.watch(0)
        if "lid" in self.inputs and self.level("lid"):
            return Run([], [(self.clock(), 0, 0)], self.clock(), self.level("beam"), LID_OPEN)
        feed, beats = self.config.feed, self.config.heartbeat.half_period_ms / 1000
        kick_s = _kick_s(feed)
        began = now = self.clock()
        changes = [(now, direction, feed.kick_duty_pct)]
        edges: list[Edge] = []
        trouble, high = "", False
        beat, ticks = now, "heartbeat" in self.outputs
        try:
            motor.allow(motor.hold)
            motor.drive(now, direction, feed.kick_duty_pct)
            while now < began + seconds and not trouble and not enough(edges):
                if ticks and now >= beat:
                    high = not high
                    self.light("heartbeat", high)
                    beat = now + beats
                if now >= began + kick_s and len(changes) == 1:
                    changes.append((now, direction, feed.slow_duty_pct))
                    motor.drive(now, direction, feed.slow_duty_pct)
                due = [began + seconds, *([beat] if ticks else [])]
                if len(changes) == 1:
                    due.append(began + kick_s)
                raw = self._ground.mailbox.take(min(due))
                now = self.clock()
                if isinstance(raw, Edge):
                    edges.append(raw)
                    if raw.name == "lid" and raw.level:
                        trouble = "The lid was opened, so the motor was stopped."
                elif isinstance(raw, Fired):
                    trouble = "The deadman cut the motor off."
            changes.append((self.clock(), 0, 0))
            if not trouble and self.config.motor.driver != "one-pin":
                motor.drive(self.clock(), 0, 0, brake=True)
                edges += self.watch(BRAKE_S)
        finally:
            off = motor.off()
            self.light("heartbeat", False)
        if not off:
            raise LauncherError("The motor's pins refuse to go low: switch off its supply.")
        edges += self.watch(AFTER_S)
        return Run(edges, changes, self.clock(), self.level("beam"), trouble)


def _kick_s(feed: FeedSection) -> float:
    """How long the kick is for the slow duty: as in a burst, until the roller should be up to speed."""
    if feed.kick_duty_pct <= feed.slow_duty_pct:
        return feed.kick_ms / 1000
    share = (feed.kick_duty_pct - feed.friction_pct) / (feed.kick_duty_pct - feed.slow_duty_pct)
    return min(feed.kick_ms, feed.spin_ms * math.log(share)) / 1000
