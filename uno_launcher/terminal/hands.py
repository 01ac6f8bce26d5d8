"""What people do to a simulated launcher: from the keyboard, or from a script."""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Final, cast

from uno_launcher.backends.feeder import ExtraButton
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.daemon.orders import TableMove
from uno_launcher.launcher import events
from uno_launcher.rules.events import HopperFilled
from uno_launcher.rules.moves import Reloaded, parse_move
from uno_launcher.rules.table import Outcome
from uno_launcher.rules.wire import parse_json
from uno_launcher.script import Step

KEYS: Final[Mapping[str, str]] = {
    "Enter": "press",
    "l": "lid",
    "t": "take",
    "j": "jam",
    "s": "slip",
    "d": "double",
    "e": "empty",
    "r": "reload",
    "q": "quit",
}


class Hands:
    """The hands at one simulated launcher. Used by one thread at a time."""

    def __init__(
        self, simulation: Simulation, post: Callable[[object], None], end: Callable[[], None]
    ) -> None:
        self._simulation = simulation
        self._post = post
        self._end = end
        self._lid_open = False

    def key(self, key: str) -> None:
        """One of KEYS was typed; others do nothing."""
        fault = {"j": "jam", "s": "slip", "d": "double"}.get(key.lower())
        if fault is not None:
            self.do("fault", fault)
        elif key in "\r\n":
            self.do("press")
        elif key.lower() == "l":
            self.do("close-lid" if self._lid_open else "open-lid")
        elif key.lower() == "r":
            self._post(TableMove(Reloaded(reloaded=True), self._fill))
        else:
            action = {"t": "take-card", "e": "empty", "q": "end"}.get(key.lower())
            if action is not None:
                self.do(action)

    def do(self, action: str, argument: str = "") -> None:
        """One of `script.ACTIONS`, with its argument already checked."""
        simulation = self._simulation
        match action:
            case "press":
                simulation.press()
            case "button":
                simulation.press_extra(cast(ExtraButton, argument))
            case "open-lid" | "close-lid":
                self._lid_open = action == "open-lid"
                (simulation.open_lid if self._lid_open else simulation.close_lid)()
            case "take-card":
                simulation.take_card()
            case "empty":
                simulation.empty()
            case "reload":
                simulation.reload(int(argument))
                self._post(events.Reloaded(int(argument)))
            case "fault" | "mend":
                simulation.fault(argument, on=action == "fault")
            case "move":
                self._post(TableMove(parse_move(parse_json(argument.encode())), lambda _outcome: None))
            case "end":
                self._end()

    def _fill(self, outcome: Outcome) -> None:
        """The pile goes into the hopper: as many cards as the table says are in it now (7.6)."""
        for event in outcome.events:
            if isinstance(event, HopperFilled):
                self._simulation.reload(event.cards)

    def play(self, steps: Sequence[Step], stopped: threading.Event) -> None:
        """Do what a script says, at its times from now on, until it ends or `stopped` is set."""
        start = self._simulation.now()
        for step in steps:
            if stopped.wait(max(0.0, start + step.at - self._simulation.now())):
                return
            self.do(step.action, step.argument)
            if step.action == "end":
                return
