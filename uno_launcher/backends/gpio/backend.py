"""The launcher on the pins of a Raspberry Pi, or of anything that gpiozero has a pin factory for."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence

from uno_launcher.backends.feeder import Post, Tapped
from uno_launcher.backends.gpio.factory import Factory
from uno_launcher.backends.gpio.feeding import Feeding
from uno_launcher.backends.gpio.health import Health
from uno_launcher.backends.gpio.inputs import Edge, Fired, InputName, Off
from uno_launcher.backends.gpio.lines import Lines
from uno_launcher.backends.gpio.motor import DRIVERS, Motor
from uno_launcher.backends.gpio.panel import Panel
from uno_launcher.backends.gpio.watch import Watch
from uno_launcher.config import Config
from uno_launcher.errors import HardwareError
from uno_launcher.feed.burst import Burst
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import (
    Event,
    FaultFound,
    FeedEnded,
    LidClosed,
    LidOpened,
    MotorStopped,
    Pressed,
)
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.plan import Plan, Report
from uno_launcher.safety.deadman import SecondGuard
from uno_launcher.traces import Recorder

CUT_OFF = "The motor was cut off: it ran on without progress, or the program hung."


class GpioBackend:
    """`backends.feeder.Backend` on gpiozero's pins. `factory` is its alone, and closed with it.

    `clock` is the control loop's, in seconds; `guard` watches the motor from outside the process;
    `recorder` is told what beam and motor do in bursts.
    """

    def __init__(
        self,
        config: Config,
        factory: Factory,
        clock: Callable[[], float] = time.monotonic,
        guard: SecondGuard | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self._config = config
        self._clock = clock
        self._lines = Lines(config, factory)
        self._factory = factory
        self._guard = guard
        self._recorder = recorder
        self._now = 0.0
        self._ready = False
        self._closed = False
        # The last switching-off (any thread), the last that the control loop has heard of (before that
        # nothing starts), and the last after which somebody has touched the launcher (till then it's dark).
        self._off: object = None
        self._heard: object = None
        self._lit: object = None

    # Opening and closing.

    def open(self, post: Post, now: float) -> Sequence[Event]:
        """See `Backend.open`."""
        self._post = post
        try:
            self._lines.claim(post, self._clock)
            self._assemble()
            return self._begin(now)
        except BaseException:
            self.close(now)
            raise

    def close(self, now: float) -> None:  # noqa: ARG002
        """See `Backend.close`."""
        if self._closed:
            return
        self._closed = True
        if self._ready:
            if not self._motor.off() and self._guard is not None and self._motor.deadman.expires is None:
                with contextlib.suppress(HardwareError):
                    self._guard.arm()  # what this process can't do is the guard's; armed already, it knows
            self._motor.deadman.close()
            self._panel.dark()
        self._lines.close()

    def _assemble(self) -> None:
        config, outputs, inputs = self._config, self._lines.outputs, self._lines.inputs
        timing = config.timing()
        self._motor = Motor(
            DRIVERS[config.motor.driver],
            outputs["motor_in1"],
            outputs.get("motor_in2"),
            outputs.get("motor_enable"),
            config.motor.frequency_hz,
            fired=lambda: self._post(Fired()),
            clock=self._clock,
            guard=self._guard,
            full=timing.kick_duty_pct == 100,  # every start may kick it like that
        )
        self._feeding = Feeding(
            lambda: Burst(timing, lambda later, earlier: later - earlier),
            self._motor,
            inputs["beam"],
            can_reverse=config.motor.driver != "one-pin",
            emitter=outputs.get("emitter"),
            emitter_us=config.beam.emitter_ms * 1000,
            heartbeat=outputs.get("heartbeat"),
            half_period_us=config.heartbeat.half_period_ms * 1000,
            recorder=self._recorder,
        )
        self._panel = Panel(outputs)
        self._watch = Watch(config, inputs)
        self._health = Health(self._factory, self._motor.deadman, self._guard)
        self._ready = True

    def _begin(self, now: float) -> list[Event]:
        self._now = now
        self._motor.deadman.start()
        events: list[Event] = []
        for name, each in self._lines.inputs.items():
            with self._lines.blamed(name):
                each.watch()  # before the level is read, so that no edge falls in between
                level = each.read()
            if name == "beam" and "emitter" in self._lines.outputs:
                self._watch.start(_us(now), name, False)
                self._light_beam()
            else:
                events += self._watch.start(_us(now), name, level)
        self._health.due = now
        return events

    # Events in.

    def handle(self, raw: object, now: float) -> Sequence[Event | Tapped]:
        """See `Backend.handle`."""
        with self._motor_off_on_error(now):
            t = _us(now)
            match raw:
                case Edge(name, at, level):
                    events = self._level(name, _us(at), level)
                case Fired():
                    events = [FaultFound("deadman", CUT_OFF), *self._feeding.stop(t, "fault", "deadman")]
                case Off(which):
                    events = self._feeding.abandon(t, "stopped")
                    self._heard = which
                    self._go_dark()
                case _:
                    return ()
            self._afterwards(events)
            return events

    def tick(self, now: float) -> Sequence[Event | Tapped]:
        """See `Backend.tick`."""
        with self._motor_off_on_error(now):
            t = _us(now)
            events: list[Event | Tapped] = [*self._feeding.tick(t)]
            self._beam_rests(t)  # before anybody asks how long it has been blocked
            if self._feeding.running:
                events += self._read("lid")  # should its edge be lost, the motor still stops (field note G4)
            events += self._watch.poll(t, self._beam_taken)
            self._panel.tick(t)
            if now >= self._health.due:
                events += self._health.check(now)
                for name in self._lines.inputs:
                    events += self._read(name)
            self._afterwards(events)
            return events

    def deadline(self) -> float | None:
        """See `Backend.deadline`. Idle, that is one wake-up a second."""
        t = _us(self._now)
        wait = self._watch.wait_us(t, self._beam_taken)
        times = [self._feeding.due(t), self._panel.due(t), None if wait is None else t + wait]
        return min([time / 1e6 for time in times if time is not None] + [self._health.due])

    @property
    def _beam_taken(self) -> bool:
        """The beam is the burst's, or dark."""
        return self._feeding.running or self._off is not self._lit

    def _read(self, name: InputName) -> list[Event]:
        """The level of an input, should an edge have been lost; a late one does no harm (field note G4)."""
        each = self._lines.inputs.get(name)
        if each is None or (name == "beam" and self._beam_taken):
            return []
        return self._level(name, _us(self._now), each.read())

    def _level(self, name: InputName, t: int, level: bool) -> list[Event]:
        if name == "beam" and self._feeding.running:
            return self._feeding.edge(t, level, _us(self._now))
        if name == "beam" and self._beam_taken:
            return []  # it's the emitter that went off
        events = self._watch.level(t, name, level)
        if name == "lid" and level:
            events += self._feeding.stop(_us(self._now), "lid")  # the first edge does (field note G16)
        return events

    def _afterwards(self, events: Sequence[Event | Tapped]) -> None:
        """Do what follows from whatever has just been done."""
        t = _us(self._now)
        if self._feeding.switched:
            self._feeding.switched = False
            self._watch.motor_switched(t)
        self._beam_rests(t)
        touched = any(isinstance(event, Pressed | LidOpened | LidClosed | Tapped) for event in events)
        if touched and self._lit is not self._heard and self._heard is self._off:
            self._lit = self._heard
            self._panel.light(t)
            self._light_beam()

    def _beam_rests(self, t: int) -> None:
        """Where a burst has just been reported, the beam is nobody's again."""
        if self._feeding.report is not None:
            blocked = self._lines.inputs["beam"].read()
            self._watch.beam_rests(t, blocked, self._feeding.report.card_out)
            self._feeding.report = None

    def _light_beam(self) -> None:
        """Watch the resting beam again; the receiver may take a moment to notice the emitter."""
        emitter = self._lines.outputs.get("emitter")
        if emitter is not None:
            emitter.state = 1
        self._watch.level(_us(self._now), "beam", self._lines.inputs["beam"].read())

    def _go_dark(self) -> None:
        """All but the motor to its safe level. Any thread; never raises."""
        self._panel.dark()
        self._lines.low("heartbeat", "emitter")

    @contextlib.contextmanager
    def _motor_off_on_error(self, now: float) -> Iterator[None]:
        """Whatever goes wrong in here ends with the motor off."""
        self._now = now
        try:
            yield
        except BaseException:
            self._motor.emergency_off()
            raise

    # Plans.

    def start(self, plan: Plan, now: float) -> Sequence[Event]:
        """See `Backend.start`. Where an emitter is fitted, the motor waits for the beam's proof."""
        if self._feeding.running:
            raise HardwareError("A burst is running already: wait for its report.")
        with self._motor_off_on_error(now):
            hold = self._motor.hold  # first: an emergency that comes after this line is not forgiven
            if self._off is not self._heard:
                report = Report(plan.cards, 0, certain=True, ended="fault", note="stopped")
                return [MotorStopped(), FeedEnded(report)]
            events = self._feeding.start(_us(now), plan, hold)
            self._afterwards(events)
            return events

    def stop(self, now: float) -> Sequence[Event]:
        """See `Backend.stop`."""
        with self._motor_off_on_error(now):
            if self._feeding.motor_done:  # the burst knows better why it ended
                return ()
            events = self._feeding.stop(_us(now), "fault", "stopped")
            self._afterwards(events)
            return events

    def emergency_off(self) -> bool:
        """See `Backend.emergency_off`. Lamps, buzzer and emitter go off too, until somebody touches the
        launcher."""
        which = self._off = object()
        if not self._ready:
            return True
        taken = self._motor.emergency_off()
        self._go_dark()
        with contextlib.suppress(Exception):
            self._post(Off(which))
        return taken

    # Lamps and sounds.

    def show(self, look: Look, now: float) -> None:
        """See `Backend.show`."""
        self._now = now
        self._panel.show(_us(now), look)

    def play(self, sound: Sound, now: float) -> None:
        """See `Backend.play`."""
        self._now = now
        self._panel.play(_us(now), sound)


def _us(seconds: float) -> int:
    return round(seconds * 1e6)
