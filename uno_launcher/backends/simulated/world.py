"""The launcher as a thing: what the motor does to the cards, what hands do, and what the sensors show.

Pure: time comes in as whole µs and randomness as a `random.Random`. The world walks from event to event, so
the same calls at the same times give the same edges, however finely time is stepped in between.
"""

import heapq
import random
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from uno_launcher.backends.feeder import EXTRA_BUTTONS, ExtraButton
from uno_launcher.backends.simulated.contact import Contact, bounces
from uno_launcher.backends.simulated.faults import FAULTS, ONCE
from uno_launcher.backends.simulated.path import Path
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.truth import Truth
from uno_launcher.errors import UsageError

__all__ = ["FAULTS", "Edge", "MotorChange", "Physics", "Sensor", "Truth", "World"]

Button = Literal["button"] | ExtraButton
Sensor = Literal["beam", "lid", "hopper"] | Button

TIRED_SAG_PCT = 33.0
WEAK_SPRING_SLIP_PCT = 40.0
LONG_BOUNCE_US = 81_000


class Edge(NamedTuple):
    """A sensor's level changed. True: beam blocked, button down, lid open, hopper empty."""

    t_us: int
    sensor: Sensor
    level: bool


class MotorChange(NamedTuple):
    """What the driver did to the motor from `t_us` on."""

    t_us: int
    direction: int
    duty_pct: float
    brake: bool


class World:
    """One launcher with `hopper` cards in it, at rest, lid closed, the beam's emitter on if `lit`.

    Every method that takes a time takes one that isn't before the last; earlier ones count as that one. Hands
    may be told to do something in the future. Raises UsageError for a fault it doesn't know.
    """

    def __init__(
        self,
        rng: random.Random,
        physics: Physics | None = None,
        hopper: int = 108,
        faults: Iterable[str] = (),
        *,
        lit: bool = True,
    ) -> None:
        self.physics = physics or Physics()
        self.motor_history: list[MotorChange] = []
        self.faults: set[str] = set()
        self._rng = rng
        self._path = Path(rng, self.physics, hopper)
        self.truth: Truth = self._path.truth
        self._motor = MotorChange(0, 0, 0.0, False)
        self._now_us = 0
        self._lit = lit
        self._fingers: dict[Button, int] = {"button": 0, **dict.fromkeys(EXTRA_BUTTONS, 0)}
        self._contacts: dict[Sensor, Contact] = {
            "beam": Contact(not lit),
            "lid": Contact(),
            "hopper": Contact(hopper == 0),
        }
        for button in self._fingers:
            self._contacts[button] = Contact()
        self._plans: list[tuple[int, int, Callable[[], None]]] = []
        self._planned = 0
        self._edges: list[Edge] = []
        for name in faults:
            self.fault(name)

    # Time.

    def next_us(self) -> int | None:
        """When the next edge or other event will happen if nothing changes; None: everything rests."""
        return self._now_us if self._edges else self._due()

    def advance(self, t_us: int) -> list[Edge]:
        """Let time pass until `t_us` and say what the sensors showed since the last call, oldest first."""
        self._pass(t_us)
        edges, self._edges = self._edges, []
        return edges

    def level(self, sensor: Sensor) -> bool:
        """What a sensor shows at the time reached."""
        return self._contacts[sensor].level

    @property
    def lid_open(self) -> bool:
        """How the lid is, however its switch bounces."""
        return self._contacts["lid"].settled

    def _due(self) -> int | None:
        due = self._path.next_us()
        if self._plans and (due is None or self._plans[0][0] < due):
            due = self._plans[0][0]
        for contact in self._contacts.values():
            change = contact.next_us
            if change is not None and (due is None or change < due):
                due = change
        return due

    def _pass(self, t_us: int) -> None:
        path = self._path
        while (due := self._due()) is not None and due <= t_us:
            self._now_us = due
            if path.next_us() == due:
                path.step(due)
                self._see()
            self._show()
            while self._plans and self._plans[0][0] <= self._now_us:
                heapq.heappop(self._plans)[2]()
                self._show()
        self._now_us = max(self._now_us, t_us)

    def _show(self) -> None:
        """Take the changes of the sensors that are due."""
        for sensor, contact in self._contacts.items():
            while (change := contact.next_us) is not None and change <= self._now_us:
                if contact.change():
                    self._edges.append(Edge(self._now_us, sensor, contact.level))

    # What the wires do.

    def motor(self, t_us: int, direction: int, duty_pct: float, brake: bool = False) -> None:
        """The driver turns the motor forwards (1), backwards (-1) or not (0) from `t_us` on.

        `duty_pct` is 0 to 100; `brake` shorts the motor while direction is 0.
        """
        self._pass(t_us)
        change = MotorChange(self._now_us, direction, duty_pct, brake)
        if change[1:] == self._motor[1:]:
            return
        self._motor = change
        self.motor_history.append(change)
        self._drive()
        quiet = [contact for name in self._fingers if (contact := self._contacts[name]).quiet]
        if "noise" in self.faults and quiet:
            spikes = [self._rng.randint(20, 3000) for _ in range(2 * self._rng.randint(1, 3))]
            for contact in quiet:
                contact.flicker(self._now_us, spikes)

    def emitter(self, t_us: int, on: bool) -> None:
        """The beam's emitter is switched; the receiver notices a little later."""
        self._plan(t_us + self.physics.receiver_us, lambda: self._light(on))

    # What hands do.

    def press(self, t_us: int, hold_us: int = 150_000, button: Button = "button") -> None:
        """Press a button and let go after `hold_us`."""
        self._plan(t_us, lambda: self._finger(button, 1))
        self._plan(t_us + hold_us, lambda: self._finger(button, -1))

    def open_lid(self, t_us: int) -> None:
        """Open the lid."""
        self._plan(t_us, lambda: self._lid(True))

    def close_lid(self, t_us: int) -> None:
        """Close the lid. Before that, what is in the beam is pulled out and the rest pushed back in."""
        self._plan(t_us, lambda: self._lid(False))

    def take_card(self, t_us: int) -> None:
        """Pull out what sticks out of the slot."""
        self._plan(t_us, lambda: self._handled(self._path.take))

    def reload(self, cards: int, t_us: int = 0) -> None:
        """Fill the hopper now, so that it holds `cards`."""
        self._pass(t_us)
        self._path.fill(self._now_us, cards)
        self._see()

    def empty(self, t_us: int = 0) -> None:
        """Take all cards out of the hopper now."""
        self.reload(0, t_us)

    def double(self, overlap: float) -> None:
        """The next card drags the one after it along, overlapped by this share (above 0, up to 1)."""
        self._path.hopper.double_next = overlap

    def fault(self, name: str, on: bool = True, t_us: int = 0) -> None:
        """Switch a trouble of `FAULTS` on, or mend it, now."""
        self._pass(t_us)
        if name not in FAULTS:
            raise UsageError(f"There is no fault {name!r}; known ones are {', '.join(sorted(FAULTS))}.")
        if name in ONCE:
            self._happen(name, on)
            return
        (self.faults.add if on else self.faults.discard)(name)
        self._path.hopper.slip_pct = (
            WEAK_SPRING_SLIP_PCT if "weak_spring" in self.faults else self.physics.slip_pct
        )
        if name == "sag":
            self._path.sag(self._now_us, TIRED_SAG_PCT if on else self.physics.sag_pct)
        elif name == "dead_motor":
            self._drive()
        self._touch()
        self._see()

    def _happen(self, name: str, on: bool) -> None:
        path = self._path
        if name == "double":
            path.hopper.double_next = self._rng.uniform(0.05, 1.0) if on else 0.0
        elif name == "jam" and not on:
            path.hopper.jam_next = False
        elif name == "jam":
            path.jam(self._now_us)
        elif on and name == "slip":
            path.slip(self._now_us)
        elif on:
            self.reload(min(self.truth.in_hopper, self._rng.randint(0, 3)))

    # From the things to the sensors.

    def _plan(self, t_us: int, act: Callable[[], None]) -> None:
        self._planned += 1
        heapq.heappush(self._plans, (max(t_us, self._now_us), self._planned, act))

    def _drive(self) -> None:
        """Let the roller feel what the motor is given, unless its wire is off."""
        motor = self._motor if "dead_motor" not in self.faults else MotorChange(0, 0, 0.0, False)
        self._path.drive(self._now_us, motor.direction, motor.duty_pct, motor.brake)
        self._see()

    def _handled(self, act: Callable[[int], None]) -> None:
        act(self._now_us)
        self._see()

    def _light(self, on: bool) -> None:
        self._lit = on
        self._see()

    def _see(self) -> None:
        """Beam and hopper switch show what is so now."""
        faults = self.faults
        if "dead_beam" not in faults:
            dark = "dark_beam" in faults or not self._lit or self._path.blocked
            self._turn("beam", dark and "sunlight" not in faults)
        self._turn("hopper", self.truth.in_hopper == 0)

    def _finger(self, button: Button, step: int) -> None:
        self._fingers[button] += step
        if button == "button":
            self._touch()
        else:
            self._turn(button, self._fingers[button] > 0)

    def _touch(self) -> None:
        button = self._contacts["button"]
        self._turn(
            "button", self._fingers["button"] > 0 or ("stuck_button" in self.faults and button.settled)
        )

    def _lid(self, opened: bool) -> None:
        if not opened and self._contacts["lid"].settled:
            self._handled(self._path.clear)
        self._turn("lid", opened)

    def _turn(self, sensor: Sensor, level: bool) -> None:
        contact = self._contacts[sensor]
        if level != contact.settled:
            contact.turn(self._now_us, level, self._bounces(sensor))

    def _bounces(self, sensor: Sensor) -> list[int]:
        if sensor == "beam":
            return self._chatter()
        if sensor in self._fingers:
            return bounces(
                self._rng, LONG_BOUNCE_US if "bouncing_button" in self.faults else self.physics.button_us
            )
        return bounces(self._rng, self.physics.lid_us)

    def _chatter(self) -> list[int]:
        rng, physics, always = self._rng, self.physics, "chatter" in self.faults
        gaps: list[int] = []
        if always or rng.random() * 100 < physics.chatter_pct:
            pairs = rng.randint(1, 2 * physics.chatter_pairs if always else physics.chatter_pairs)
            gaps = [rng.randint(20, physics.chatter_us) for _ in range(2 * pairs)]
        if "spikes" in self.faults and rng.random() < 0.5:
            gaps += [rng.randint(1_500, 12_000), rng.randint(50, 600)]
        return gaps
