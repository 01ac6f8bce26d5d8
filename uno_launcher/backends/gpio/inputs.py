"""Raw events for the control loop, above all the edges of the input pins. Nothing else happens here.

Callbacks run on the factory's one notify thread, where an exception would silence every input for good
(field note G1), so they only put what happened in the queue and never raise. They are bound methods of
objects that the backend holds: a lambda or a collected object would get no edge at all (G6, G8). Nothing
is debounced here (G3).
"""

import contextlib
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from uno_launcher.backends.feeder import ExtraButton, Post
from uno_launcher.backends.gpio.factory import Factory

InputName = Literal["button", "beam", "lid", "hopper"] | ExtraButton

BELIEVED_S = 1.0
"""An edge's time that is further back than this, or ahead of the clock, isn't one of this clock's."""


class Edge(NamedTuple):
    """Raw event: an input changed. `t` is in seconds of the backend's clock, by the kernel's own time of
    the edge where the factory knows it (lgpio, pigpio), else the time of the callback (rpigpio)."""

    name: InputName
    t: float
    level: bool
    """The beam is blocked, the button down, the lid open, the hopper empty."""


class Fired(NamedTuple):
    """Raw event: the deadman has turned the motor off."""


class Off(NamedTuple):
    """Raw event: somebody has turned everything off; `which` tells one from another."""

    which: object


class Input:
    """One input pin, pulled up. `high` says which level is the blocked, pressed, open or empty one."""

    def __init__(
        self, name: InputName, factory: Factory, bcm: int, high: bool, post: Post, clock: Callable[[], float]
    ) -> None:
        self._name = name
        self._factory = factory
        self._high = high
        self._post = post
        self._clock = clock
        self._pin = factory.pin(bcm)
        self._pin.input_with_pull("up")
        self._pin.bounce = None
        self._pin.edges = "both"

    def watch(self) -> None:
        """Post edges from now on."""
        self._pin.when_changed = self._changed

    def read(self) -> bool:
        """The level now, in the sense of `Edge.level`."""
        return bool(self._pin.state) == self._high

    def close(self) -> None:
        """No more edges."""
        self._pin.when_changed = None

    def _changed(self, ticks: Any, state: Any) -> None:
        # What can't be posted is lost, as edges are anyway: levels are read again (field note G4).
        with contextlib.suppress(Exception):
            self._post(Edge(self._name, self._when(ticks), bool(state) == self._high))

    def _when(self, ticks: Any) -> float:
        now = self._clock()
        try:
            age = self._factory.ticks_diff(self._factory.ticks(), ticks)
        except Exception:
            return now
        return now - age if 0.0 <= age < BELIEVED_S else now
