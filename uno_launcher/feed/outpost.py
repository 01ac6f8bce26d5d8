"""A launcher far from its host: what it does by itself, whoever listens and whatever is asked of it.

A burst goes on only as long as a host is heard, and never with the lid open.
"""

from uno_launcher.feed import measures
from uno_launcher.feed.feeder import Feeder
from uno_launcher.feed.switches import Switches
from uno_launcher.feed.words import RUNNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from uno_launcher.feed.board import Board
    from uno_launcher.feed.words import Fire, Outcome

INPUTS = ("lid", "beam", "hopper", "button", "plus_one", "hit_1", "hit_2", "attack", "stop")

SILENCE_US = 400_000
"""A burst ends when the host hasn't been heard for so long. No setting changes it."""
GONE_US = 1_500_000
"""The host is gone: lamps and buzzer go off."""
LOOK_US = 200_000
"""All levels are read again so often: edges get lost (field note G4)."""
FIT_US = 50_000
"""New measures are taken over when for so long no more have come, or when they're needed."""


class Outpost:
    """Feeder, switches and lamps on one board. `diff` is `ticks_diff` on the Pico."""

    def __init__(self, board: "Board", diff: "Callable[[int, int], int]") -> None:
        self._board = board
        self._diff = diff
        self.inputs = tuple([name for name in INPUTS if name in board.fitted])
        """Names of those whose edges are wanted."""
        self.switches = Switches(self.inputs, diff)
        self.feeder = Feeder(board, diff, self.switches.happen)
        self._measures: "dict[str, int]" = {}
        self._unfit = False  # measures have come that nothing goes by yet
        self._set = 0  # when the last came
        self.here = False
        """A host is heard."""
        self._heard = 0
        self._looked = 0
        self.lamps = 0
        self.hz = 0
        self._resting: "Outcome | None" = None  # since this the beam is nobody's again

    def start(self, t: int) -> None:
        """Everything off, levels as they are."""
        self._looked = t
        self._board.motor(0, 0, False)
        self._board.outputs(0, 0)
        self._board.emitter(True)
        levels = {name: self._board.read(name) for name in self.inputs}
        if "emitter" in self._board.fitted:
            levels["beam"] = False  # the receiver may take a moment to notice the light
        self.switches.start(t, levels, measures.holds(self._measures))

    def edge(self, t: int, name: str, level: bool, now: int) -> None:
        """An input changed at `t`, a little while before `now`."""
        if name == "beam" and self.feeder.running:
            self.feeder.edge(t, level, now)
            return
        self.switches.level(t, name, level)
        if name == "lid" and level:
            self.feeder.stop(now, "lid")  # the first edge does (field note G16)

    def turn(self, t: int) -> None:
        """Do what is due."""
        feeder = self.feeder
        if self.here:
            silent_us = self._diff(t, self._heard)
            if feeder.phase == RUNNING and silent_us >= SILENCE_US:
                feeder.stop(t, "fault", "link")
            if silent_us >= GONE_US:
                self.here = False
                self.show(0, 0)
        if self._diff(t, self._looked) >= LOOK_US:
            self._look(t)
        feeder.turn(t)
        self._afterwards(t)
        self.switches.poll(t, feeder.running)
        if self._unfit and not feeder.running and self._diff(t, self._set) >= FIT_US:
            self._set = t
            try:
                self._fit(t)
            except ValueError:
                pass  # whoever fires hears of it

    def wait_us(self, t: int) -> int:
        """How long until `turn` has to be called, if nothing comes."""
        waits = [LOOK_US - self._diff(t, self._looked)]
        feeder_us = self.feeder.wait_us(t)
        if feeder_us is not None:
            waits.append(feeder_us)
        if self.here:
            silent_us = self._diff(t, self._heard)
            waits.append((SILENCE_US if self.feeder.phase == RUNNING else GONE_US) - silent_us)
        switches_us = self.switches.wait_us(t, feeder_us is not None)
        if switches_us is not None:
            waits.append(switches_us)
        if self._unfit:
            waits.append(FIT_US - self._diff(t, self._set))
        return max(0, min(waits))

    # What a host may want.

    def heard(self, t: int) -> None:
        """A host is there."""
        self.here = True
        self._heard = t

    def new_host(self, t: int) -> None:
        """What the one before wanted is over."""
        self.feeder.stop(t, "fault", "link")
        self._unfit = self._unfit or len(self._measures) > 0
        self._measures = {}
        self._set = t
        self.show(0, 0)
        self.heard(t)

    def set(self, t: int, name: str, value: int) -> None:
        """One of `measures`. Raises ValueError for one that isn't known."""
        if not measures.known(name):
            raise ValueError(name + " is no measure")
        self._measures[name] = value
        self._unfit = True
        self._set = t

    def fire(self, t: int, number: int, order: "Fire") -> None:
        """Feed once; nothing may be running. Raises ValueError for what the board doesn't allow."""
        if self._unfit:
            self._fit(t)
        self.feeder.start(t, number, order)
        if self.switches.lid_open:
            self.feeder.stop(t, "lid")
        self._afterwards(t)

    def stop(self, t: int, note: str) -> None:
        """Motor off before this returns. Cut off by a deadman it isn't braked."""
        self.feeder.stop(t, "fault", note)
        if note == "deadman":
            self.feeder.let_go(t)

    def off(self, t: int) -> None:
        """Everything off before this returns, and the burst over."""
        self.feeder.abandon(t, "stopped")
        self._board.motor(0, 0, False)
        self.show(0, 0)

    def show(self, lamps: int, hz: int) -> None:
        """Lamps by their bits, and the buzzer."""
        if (lamps, hz) != (self.lamps, self.hz):
            self._board.outputs(lamps, hz)
            self.lamps, self.hz = lamps, hz

    # By itself.

    def _look(self, t: int) -> None:
        """Read everything, should an edge have been lost; the burst looks after the beam itself."""
        self._looked = t
        for name in self.inputs:
            if not (name == "beam" and self.feeder.running):
                self.edge(t, name, self._board.read(name), t)

    def _afterwards(self, t: int) -> None:
        feeder = self.feeder
        if feeder.switched:
            feeder.switched = False
            self.switches.motor_switched(t)
        if self._resting is not feeder.outcome:
            self._resting = feeder.outcome
            if feeder.outcome is not None:
                self.switches.beam_rests(t, self._board.read("beam"), feeder.outcome.card_out)

    def _fit(self, t: int) -> None:
        """Go by the measures that were set. Raises ValueError where nothing could come of them."""
        holds = measures.holds(self._measures)
        self.feeder.fit(measures.timing(self._measures), holds["emitter_us"], holds["heartbeat_us"])
        self.switches.start(t, {name: self._board.read(name) for name in self.inputs}, holds)
        self._unfit = False
