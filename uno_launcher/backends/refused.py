"""Hardware that isn't to be had: the launcher says why, and all but the motor goes on."""

import contextlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from uno_launcher.backends.feeder import Backend, Post, Tapped
from uno_launcher.backends.none import NoBackend
from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import Event, FaultFound, FaultMended
from uno_launcher.launcher.look import Look
from uno_launcher.launcher.plan import Plan

AGAIN_S = 5.0
"""How long after a refusal the hardware is tried again."""


class Refused(NoBackend):
    """Nothing is claimed, for the reason that `why` is: a config that can't be read, say."""

    def __init__(self, why: str) -> None:
        self._why = why

    def open(self, post: Post, now: float) -> Sequence[Event]:  # noqa: ARG002
        """The launcher is told why it can't feed."""
        return [FaultFound("link", self._why)]


class Awaited:
    """`backends.feeder.Backend` of a service, which nobody starts again once the cable is in.

    `make` gives a backend that hasn't been opened yet and, at its end, lets go of it. Should it or its `open`
    raise HardwareError or BusyError, the launcher is at fault with that sentence until a later try succeeds.
    """

    def __init__(self, make: Callable[[], AbstractContextManager[Backend]]) -> None:
        self._make = make
        self._backend: Backend = NoBackend()
        self._held = contextlib.ExitStack()
        self._said = ""
        self._due: float | None = None

    def open(self, post: Post, now: float) -> Sequence[Event]:
        """See `Backend.open`, but that it doesn't raise for what may mend itself."""
        self._post = post
        return self._try(now)

    def _try(self, now: float) -> Sequence[Event]:
        with contextlib.ExitStack() as held:
            try:
                backend = held.enter_context(self._make())
                events = backend.open(self._post, now)
            except (HardwareError, BusyError) as error:
                self._due = now + AGAIN_S
                before, self._said = self._said, str(error)
                return [] if before == self._said else [FaultFound("link", self._said)]
            self._held, self._backend = held.pop_all(), backend
        mended = [FaultMended("link")] if self._said else []
        self._said, self._due = "", None
        return [*mended, *events]

    def handle(self, raw: object, now: float) -> Sequence[Event | Tapped]:
        """See `Backend.handle`."""
        return self._backend.handle(raw, now)

    def tick(self, now: float) -> Sequence[Event | Tapped]:
        """See `Backend.tick`."""
        if self._due is not None:
            return self._try(now) if now >= self._due else ()
        return self._backend.tick(now)

    def deadline(self) -> float | None:
        """See `Backend.deadline`."""
        return self._backend.deadline() if self._due is None else self._due

    def start(self, plan: Plan, now: float) -> Sequence[Event]:
        """See `Backend.start`."""
        return self._backend.start(plan, now)

    def stop(self, now: float) -> Sequence[Event]:
        """See `Backend.stop`."""
        return self._backend.stop(now)

    def show(self, look: Look, now: float) -> None:
        """See `Backend.show`."""
        self._backend.show(look, now)

    def play(self, sound: Sound, now: float) -> None:
        """See `Backend.play`."""
        self._backend.play(sound, now)

    def emergency_off(self) -> bool:
        """See `Backend.emergency_off`."""
        return self._backend.emergency_off()

    def close(self, now: float) -> None:
        """See `Backend.close`. Raises HardwareError where the guard had to see to the motor."""
        self._due = None
        self._backend.close(now)
        self._held.close()
