"""In the guest: a launcher's motor, cards and hands on the simulated lines, around a daemon that doesn't
know.

Started with the environment's own Python, for the physics. What the motor is given is read from the kernel's
record of its lines, PWM and all. Standard output gets a line of JSON for each press when it's over, and `on`
on a line of its own when its motor turns.
"""

import argparse
import http.client
import json
import os
import random
import select
import sys

sys.path.insert(0, "/vpi-tests")
from lines import MOTOR, Pull, Record, now_us

from uno_launcher.backends.simulated.wiring import Wiring
from uno_launcher.backends.simulated.world import Physics, World

NAMES = dict(zip(MOTOR, ("motor_in1", "motor_in2"), strict=True))
BEAM, BUTTON = 27, 17
QUIET_US = 150_000
"""Nothing has moved for so long: the launcher may be asked whether the press is over."""
AGAIN_US = 60_000
OVER_US = 30_000_000


class Duty:
    """How much of the time one wire is high, from its changes."""

    def __init__(self, period_us: int) -> None:
        self._period_us = period_us
        self._rose = self._fell = 0
        self.level = 0
        self.share = 0.0

    def change(self, t: int, level: int) -> None:
        if level == self.level:
            return
        self.level = level
        if not level:
            self._fell = t
            return
        before, self._rose = self._rose, t
        cycle = t - before
        # The first time it rises it may be going to stay.
        self.share = (self._fell - before) / cycle if 0 < cycle < 2 * self._period_us else 1.0

    def settle(self, t: int) -> None:
        """A wire that doesn't change any more is simply high, or low."""
        if self.level and t - self._rose > 1.5 * self._period_us:
            self.share = 1.0
        if not self.level and t - self._fell > 1.5 * self._period_us:
            self.share = 0.0

    def due(self) -> int | None:
        """When `settle` has something to say."""
        if self.share == (1.0 if self.level else 0.0):
            return None
        return (self._rose if self.level else self._fell) + round(1.5 * self._period_us) + 1


class Mechanics:
    def __init__(self, seed: int, frequency_hz: int, cards: int) -> None:
        # What happens in the world waits for no program.
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
        self.world = World(random.Random(seed), Physics(chatter_pct=10.0), cards)
        self._wiring = Wiring("two-input", list(NAMES.values()))
        self._duties = {bcm: Duty(1_000_000 // frequency_hz) for bcm in MOTOR}
        self._record = Record("mechanics")
        self._pulls = {"beam": Pull(BEAM), "button": Pull(BUTTON)}
        for pull in self._pulls.values():
            pull(True)
        self._poll = select.poll()
        self._poll.register(self._record.pipe, select.POLLIN)
        self.start = now_us()
        self.moved = self.pressed = self.motor_on = 0
        """When something moved last, the button closed, the motor was switched on after that."""
        self.late = 0
        """The most by which a level was told later than it should have been, since the last press."""
        self.changed = dict.fromkeys(MOTOR, 0)
        """When each of the motor's wires was driven to another level last."""

    @property
    def now(self) -> int:
        """Microseconds since this began."""
        return now_us() - self.start

    @property
    def driven(self) -> bool:
        """One of the motor's wires is high now."""
        return any(duty.level for duty in self._duties.values())

    def step(self, until: int) -> None:
        """Let the world go on until something happens, or until then."""
        dues = [until, self.world.next_us(), *(duty.due() for duty in self._duties.values())]
        due = min(t for t in dues if t is not None)
        self._poll.poll(max(0.0, (due - self.now) / 1000))
        for at, bcm, level in self._record.read():
            if bcm in self._duties:
                t = at - self.start
                if level != self._duties[bcm].level:
                    self.changed[bcm] = t
                self._duties[bcm].change(t, level)
                self._drive(t)
                self.moved = max(self.moved, t)
                if level and self.pressed and not self.motor_on:
                    self.motor_on = t
        now = self.now
        for duty in self._duties.values():
            duty.settle(now)
        self._drive(now)
        for due, sensor, level in self.world.advance(now):
            if sensor in self._pulls:
                self._pulls[sensor](not level)
                self.late = max(self.late, self.now - due)
                self.moved = now
                if sensor == "button" and level and not self.pressed:
                    self.pressed = now

    def _drive(self, t: int) -> None:
        for bcm, duty in self._duties.items():
            self._wiring.write(t, NAMES[bcm], round(duty.share * 50) / 50)
        demand = self._wiring.demand(t)
        self.world.motor(t, demand.direction, demand.duty_pct, demand.brake)

    def leave(self) -> None:
        """Nobody stays behind: no finger on the button, no card in the beam."""
        for pull in self._pulls.values():
            pull(True)

    def go_on(self, for_us: int) -> None:
        """Let so much time pass."""
        until = self.now + for_us
        while self.now < until:
            self.step(until)

    def until_over(self, page: "Page", before: dict) -> dict | None:
        """Let time pass until the page says that the press is over, and take out what sticks out. None: it
        isn't over in OVER_US."""
        give_up = self.now + OVER_US
        asked = 0
        while self.now < give_up:
            self.step(self.now + 20_000)
            if self.now < max(self.moved + QUIET_US, asked + AGAIN_US):
                continue
            asked = self.now
            view = page.state().get("launcher")
            if not view or view["state"] in ("launching", "settling"):
                continue
            if view["state"] == "card_out":
                self.world.take_card(self.now)
            elif view != before:  # a press that only helps out of a jam has no number
                return view
        return None

    def press(self, hold_us: int) -> None:
        self.pressed = self.motor_on = self.late = 0
        self.world.press(self.now + 5000, hold_us)
        self.moved = self.now + 5000 + hold_us


class Page:
    """The daemon, as phones see it."""

    def __init__(self, code: str, port: int) -> None:
        self._code = code
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)

    def state(self) -> dict:
        try:
            self._connection.request("GET", "/api/state", headers={"Authorization": f"Bearer {self._code}"})
            return json.load(self._connection.getresponse())
        except (OSError, http.client.HTTPException, ValueError):
            self._connection.close()
            return {}


def play(options: argparse.Namespace) -> None:
    mechanics = Mechanics(options.seed, options.frequency, options.cards)
    page = Page(options.code, options.port)
    rng = random.Random(options.seed)
    before = page.state()["launcher"]
    for _ in range(options.presses):
        mechanics.go_on(options.rest * 1000)
        out = mechanics.world.truth.cards_out
        mechanics.press(rng.randrange(60_000, 160_000))
        view = mechanics.until_over(page, before)
        last = (view or {}).get("last") or {}
        said = {
            "over": view is not None,
            "accepted": view is not None and view["number"] > before["number"],
            "counted": last.get("counted"),
            "certain": last.get("certain"),
            "ended": last.get("ended"),
            "late_us": mechanics.late,
            "came": mechanics.world.truth.cards_out - out,
        }
        print(json.dumps(said), flush=True)
        if view is None:
            break
        before = view
    mechanics.leave()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--presses", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frequency", type=int, default=250, help="the motor's PWM, as the config has it")
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--rest", type=int, default=100, help="ms before each press")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--code", required=True)
    play(parser.parse_args())
