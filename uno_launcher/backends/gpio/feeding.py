"""One burst after another: the beam's proof before it, the controller on the motor, the report after it.

The controller itself (`feed.burst`) is pure and the Pico's too; here it meets the pins. Times are whole
microseconds, but for the motor's, whose deadman wants seconds.
"""

from collections.abc import Callable
from typing import Literal, cast

from uno_launcher.backends.gpio.factory import Pin
from uno_launcher.backends.gpio.inputs import Input
from uno_launcher.backends.gpio.motor import STUCK, Motor, MotorHeldError
from uno_launcher.errors import HardwareError
from uno_launcher.feed.burst import Burst
from uno_launcher.launcher.events import Counted, Event, FaultFound, FeedEnded, MotorStopped
from uno_launcher.launcher.plan import Ended, Plan, Report
from uno_launcher.traces import Recorder

PROBE_US = 1000
"""How often the receiver is asked whether it has noticed that the emitter was switched."""

BLIND = (
    "The beam reads clear with its emitter off: shade the receiver from bright light, and check its wiring"
    " and the emitter's."
)
BRAKE_US = 100_000
"""How long the motor stays shorted at most: it has stopped by then, and a driver left on gets warm (M7)."""


class Feeding:
    """Runs one plan at a time. Without `emitter` the beam can't be proved and is believed."""

    def __init__(
        self,
        make_burst: Callable[[], Burst],
        motor: Motor,
        beam: Input,
        *,
        can_reverse: bool,
        emitter: Pin | None = None,
        emitter_us: int = 0,
        heartbeat: Pin | None = None,
        half_period_us: int = 0,
        recorder: Recorder | None = None,
    ) -> None:
        self._make_burst = make_burst
        self._burst = make_burst()
        self._motor = motor
        self._beam = beam
        self._can_reverse = can_reverse
        self._emitter = emitter
        self._emitter_us = emitter_us
        self._heartbeat = heartbeat
        self._half_period_us = half_period_us
        self._recorder = recorder
        self._plan: Plan | None = None
        self._proof: Literal["", "dark", "lit"] = ""
        self._proof_due = 0
        self._proof_ends = 0
        self._began = 0
        self._beat = False
        self._beat_due = 0
        self._driven = (0, 0, False)
        self._brake_until = 0
        self._progress = 0
        self._counted = 0
        self._stop_said = False
        self.switched = False
        """The motor was switched since somebody set this to False: its noise is in the air."""
        self.report: Report | None = None
        """Of the last burst, until somebody takes it away."""

    @property
    def running(self) -> bool:
        """A plan was started and hasn't been reported yet."""
        return self._plan is not None

    @property
    def motor_done(self) -> bool:
        """The motor is off for good; the report is on its way, or no burst is running."""
        return self._plan is None or self._stop_said

    def start(self, t: int, plan: Plan, hold: object) -> list[Event]:
        """Begin, in spite of the motor's `hold`. None may be running."""
        self._motor.allow(hold)
        self._plan = plan
        self._counted = 0
        self._stop_said = False
        if self._emitter is None:
            return self._begin(t)
        self._emitter.state = 0
        self._prove_from(t, "dark")
        return []

    def edge(self, t: int, blocked: bool, now: int) -> list[Event]:
        """The beam's level changed at `t`."""
        if self._plan is None or self._proof or t < self._began:
            return []  # the emitter's doing, or older than the level that was read when the burst began
        if self._recorder is not None:
            self._recorder.edge(t, blocked)
        return self._step(now, lambda: self._burst.edge(t, blocked))

    def tick(self, t: int) -> list[Event]:
        """Do what is due."""
        if self._plan is None:
            return []
        if self._proof:
            return self._prove(t) if t >= self._proof_due else []
        if self._heartbeat is not None and t >= self._beat_due:
            self._beat = not self._beat and not self._motor.held
            self._heartbeat.state = 1 if self._beat else 0
            self._beat_due = t + self._half_period_us
        return self._step(t, lambda: self._look(t))

    def stop(self, t: int, ended: Ended, note: str = "") -> list[Event]:
        """Motor off before this returns; the report may take until a last card has passed."""
        if self._plan is None:
            return []
        if self._proof:
            return self._abandon(ended, note, certain=True)
        return self._step(t, lambda: self._burst.stop(t, ended, note))

    def abandon(self, t: int, note: str) -> list[Event]:
        """`stop`, and report at once: the beam isn't looked at any more."""
        if self._plan is None:
            return []
        events = self.stop(t, "fault", note)
        if self._plan is not None:
            events += self._abandon("fault", note, certain=False)
            self._burst = self._make_burst()  # the old one waits for the beam
        return events

    def due(self, t: int) -> int | None:
        """When `tick` must be called next."""
        if self._plan is None:
            return None
        if self._proof:
            return self._proof_due
        wait = self._burst.wait_us(t)
        times = [t if wait is None else t + wait]
        if self._heartbeat is not None:
            times.append(self._beat_due)
        if self._driven[2]:
            times.append(self._brake_until)
        return min(times)

    def _prove(self, t: int) -> list[Event]:
        """With its emitter off the beam must read blocked: tells a dead or sunlit one from an empty
        hopper."""
        assert self._emitter is not None
        noticed = self._beam.read() == (self._proof == "dark")
        if not noticed and t < self._proof_ends:
            self._proof_due = t + PROBE_US
        elif self._proof == "lit":
            self._proof = ""
            return self._begin(t)
        elif noticed:
            self._emitter.state = 1
            self._prove_from(t, "lit")
        else:
            self._emitter.state = 1
            return [FaultFound("beam", BLIND), *self._abandon("fault", "beam", certain=True)]
        return []

    def _prove_from(self, t: int, proof: Literal["dark", "lit"]) -> None:
        self._proof, self._proof_due, self._proof_ends = proof, t + PROBE_US, t + self._emitter_us

    def _begin(self, t: int) -> list[Event]:
        self._began = self._beat_due = t
        self._driven, self._brake_until = (0, 0, False), t
        return self._step(t, lambda: self._order(t))

    def _order(self, t: int) -> None:
        plan = self._plan
        assert plan is not None
        blocked = self._beam.read()
        hopper = -1 if plan.hopper is None else plan.hopper
        self._burst.start(t, blocked, plan.cards, plan.pauses, plan.tease, hopper, self._can_reverse)
        self._progress = self._burst.progress

    def _look(self, t: int) -> None:
        """The level is read at every step: edges get lost (field note G4)."""
        self._burst.level(t, self._beam.read())
        self._burst.step(t)

    def _step(self, t: int, act: Callable[[], None]) -> list[Event]:
        """Let the controller act, then do with the motor what it says, and say what came of it."""
        events: list[Event] = []
        try:
            act()
            self._drive(t)
        except MotorHeldError:
            pass  # whoever holds it has posted why, and that ends the burst
        except HardwareError as error:
            self._motor.off()
            self._driven = (0, 0, False)
            events.append(FaultFound("hardware", str(error)))
            self._burst.stop(t, "fault", "hardware")
        return events + self._news()

    def _drive(self, t: int) -> None:
        direction, duty_pct, brake = self._burst.motor
        if self._driven[0]:
            self._brake_until = t + BRAKE_US
        wanted = (direction, duty_pct, brake and t < self._brake_until)
        if wanted != self._driven:
            self._motor.drive(t / 1e6, *wanted)
            if self._recorder is not None:
                self._recorder.motor(t, direction, duty_pct)
            self.switched |= direction != self._driven[0]
            self._driven = wanted
        if self._burst.progress != self._progress:
            self._progress = self._burst.progress
            if direction:
                self._motor.progress(t / 1e6)

    def _news(self) -> list[Event]:
        burst, events = self._burst, list[Event]()
        if burst.counted > self._counted:
            self._counted = burst.counted
            events.append(Counted(burst.counted))
        if burst.motor_done:
            events += self._stopped()
        if not burst.running:
            events += self._finish(
                Report(
                    burst.ordered,
                    burst.counted,
                    burst.certain,
                    cast(Ended, burst.ended),
                    burst.card_out,
                    burst.doubles,
                    burst.slips,
                    tuple(round(us / 1000) for us in burst.card_times_us),
                    round(burst.motor_us / 1000),
                    burst.note,
                )
            )
        return events

    def _abandon(self, ended: Ended, note: str, certain: bool) -> list[Event]:
        assert self._plan is not None
        report = Report(self._plan.cards, self._counted, certain=certain, ended=ended, note=note)
        return self._finish(report)

    def _finish(self, report: Report) -> list[Event]:
        self._plan = None
        self._proof = ""
        self.report = report
        events: list[Event] = [] if self._motor.off() else [FaultFound("hardware", STUCK)]
        if self._heartbeat is not None:
            self._heartbeat.state = 0
        if self._emitter is not None:
            self._emitter.state = 1
        return [*events, *self._stopped(), FeedEnded(report)]

    def _stopped(self) -> list[Event]:
        if self._stop_said:
            return []
        self._stop_said = True
        return [MotorStopped()]
