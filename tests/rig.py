"""A whole launcher in virtual time: control, GPIO backend, mock pins, physics. No thread, no sleep."""

import random
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from uno_launcher.backends.gpio import GpioBackend
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config, simulation_config
from uno_launcher.daemon.control import Control
from uno_launcher.daemon.onrecord import LONGEST_S
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.facts import BURST
from uno_launcher.launcher.machine import Launcher
from uno_launcher.launcher.view import LauncherView
from uno_launcher.luck import Luck, profile
from uno_launcher.rules.setup import Setup, read_setup
from uno_launcher.store import Store
from uno_launcher.table.evening import find_box
from uno_launcher.table.referee import Guards, Referee

LONGEST_PRESS_S = 60.0
TOY = read_setup({"box": "mega-hit-2020", "mode": "toy"}, find_box)


class Rig:
    """`simulation` has the hands. Everything is seeded: the same calls give the same evening."""

    def __init__(
        self,
        seed: int,
        luck: Luck | str = "fair",
        *,
        physics: Physics | None = None,
        hopper: int = 108,
        faults: Iterable[str] = (),
        config: Config | None = None,
        store: Store | None = None,
        setup: Setup | None = None,
        referee: Referee | None = None,
        patience_s: float = LONGEST_S,
    ) -> None:
        """Without a `setup` every press is a press, and nobody keeps track. The evening of a `referee`
        is in the journal of `store` already."""
        config = config or simulation_config(Config())
        self.simulation = Simulation(
            config.fitted(), random.Random(f"world {seed}"), physics=physics, hopper=hopper, faults=faults
        )
        self.backend = GpioBackend(config, self.simulation.factory, self.simulation.now)
        store = store or Store(Path(), None, "", time.time)
        if referee is None:
            referee = Referee(setup or TOY, Guards())
            store.begin(msgspec.json.encode(setup or TOY).decode())
        launcher = Launcher(
            profile(luck) if isinstance(luck, str) else luck,
            random.Random(f"luck {seed}"),
            hopper,
            lid_switch="lid" in config.fitted(),
            first_number=store.next_number,
            referee=referee,
        )
        self.control = Control(launcher, self.backend, store, referee, simulated=True, patience_s=patience_s)
        self.snapshots: list[Snapshot] = []
        self._posted: deque[object] = deque()
        self.control.open(self._posted.append, self.now)
        self.states: list[tuple[int, str]] = []
        """(t_us, state) from then on."""
        self.control.watch(self._watch)

    def _watch(self, snapshot: Snapshot) -> None:
        self.snapshots.append(snapshot)
        if not self.states or self.states[-1][1] != snapshot.launcher.state:
            self.states.append((round(self.now * 1e6), snapshot.launcher.state))

    @property
    def now(self) -> float:
        return self.simulation.now()

    @property
    def view(self) -> LauncherView:
        return self.control.snapshot.launcher

    def run_until(self, at: float, stop: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass until `at`, or until `stop` says so; says whether it did."""
        while True:
            while self._posted:
                self.control.handle(self._posted.popleft(), self.now)
            expires = self.backend._motor.deadman.expires
            assert expires is None or self.now < expires, "the motor is on past its expiry"
            deadline = self.control.deadline()
            if deadline is not None and deadline <= self.now:
                self.control.tick(self.now)
                continue
            if stop():
                return True
            if self.now >= at:
                return False
            due = [t for t in (deadline, expires, self.simulation.next_at()) if t is not None]
            self.simulation.step_to(min([at, *due]))

    def run_for(self, seconds: float) -> None:
        self.run_until(self.now + seconds)

    def press(self) -> LauncherView:
        """Press the button and wait until it was refused or is over."""
        before = self.view
        self.simulation.press()

        def over() -> bool:
            view = self.view
            came = view.refused > before.refused or view.number > before.number
            return came and view.state not in BURST

        assert self.run_until(self.now + LONGEST_PRESS_S, over), f"nothing came of the press: {self.view}"
        view = self.view
        self.run_for(0.3)  # the finger is up, and the button armed again
        return view

    def close(self) -> None:
        self.control.close(self.now)
