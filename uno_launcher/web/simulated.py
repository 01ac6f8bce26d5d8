"""The hands at a simulated launcher, over the API. A real launcher has none of this."""

from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from uno_launcher.backends.simulated.faults import FAULTS
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.daemon.orders import TableMove
from uno_launcher.rules.events import HopperFilled
from uno_launcher.rules.moves import Reloaded
from uno_launcher.rules.table import Outcome
from uno_launcher.web.answers import Problem, ProblemError, done, said
from uno_launcher.web.asking import Asking
from uno_launcher.web.operations import Operation, body_as


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trouble to switch on, or to mend."""

    fault: str
    on: bool = True


class Hands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What hands do."""

    do: Literal["open-lid", "close-lid", "take-card", "empty", "reload"]


class SimulatedView(msgspec.Struct, frozen=True):
    """What only somebody who stands before the launcher sees."""

    faults: dict[str, bool]
    lid_open: bool
    sticking: bool
    """A card sticks out of the slot."""


class Simulated:
    """Where there is no `simulation`, there is nothing here."""

    def __init__(self, simulation: Simulation | None, asking: Asking) -> None:
        self._maybe = simulation
        self._asking = asking

    async def look(self, _request: Request) -> Response:
        simulation = self._simulation
        with simulation.changed:
            world = simulation.world
            faults = {name: name in world.faults for name in FAULTS}
            return said(SimulatedView(faults, world.lid_open, world.truth.sticking > 0))

    async def press(self, _request: Request) -> Response:
        self._simulation.press()
        return done()

    async def fault(self, request: Request) -> Response:
        simulation = self._simulation
        asked = await body_as(request, Fault)
        if asked.fault not in FAULTS:
            raise ProblemError(422, f"There is no such fault: choose one of {', '.join(FAULTS)}.")
        simulation.fault(asked.fault, asked.on)
        return done()

    async def hands(self, request: Request) -> Response:
        simulation = self._simulation
        asked = await body_as(request, Hands)
        if asked.do == "reload":
            outcome: Outcome = await self._asking.ask(
                lambda answer: TableMove(Reloaded(reloaded=True), answer)
            )
            if outcome.refused is not None:
                raise ProblemError(409, outcome.refused)
            for event in outcome.events:
                if isinstance(event, HopperFilled):
                    simulation.reload(event.cards)
            return done()
        act = {
            "open-lid": simulation.open_lid,
            "close-lid": simulation.close_lid,
            "take-card": simulation.take_card,
            "empty": simulation.empty,
        }
        act[asked.do]()
        return done()

    @property
    def _simulation(self) -> Simulation:
        if self._maybe is None:
            raise ProblemError(404, "This launcher is a real one: it has hands at the table, none here.")
        return self._maybe

    def operations(self) -> list[Operation]:
        real = {404: Problem}
        return [
            Operation(
                "GET", "/api/simulated", "What a simulated launcher looks like.", self.look,
                gives={200: SimulatedView, **real},
            ),
            Operation(
                "POST", "/api/simulated/press", "Press its button.", self.press, gives={204: None, **real}
            ),
            Operation(
                "POST", "/api/simulated/faults", "Make a trouble, or mend it.", self.fault, takes=Fault,
                gives={204: None, **real},
            ),
            Operation(
                "POST", "/api/simulated/hands", "Open the lid, take a card.", self.hands, takes=Hands,
                gives={204: None, 409: Problem, 503: Problem, **real},
            ),
        ]  # fmt: skip
