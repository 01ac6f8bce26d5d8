"""What a tool stands on that tries a launcher out: its hardware claimed, its motor guarded, nobody playing.

The order is the safety, as in `uno_launcher.assembly`: first the lock, so that nobody else drives the pins
(a daemon that does is named); then the guard, so that somebody watches before the first motor-on. Pins are
claimed by whoever works on this ground, through `factory`.
"""

import contextlib
import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from uno_launcher import made, places
from uno_launcher.backends.feeder import Backend
from uno_launcher.backends.gpio.factory import Factory, chip_of, open_factory
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config, simulation_config
from uno_launcher.doctor import ending
from uno_launcher.doctor.machine import SERVICE, Machine
from uno_launcher.errors import BusyError, LauncherError, UsageError
from uno_launcher.safety.deadman import SecondGuard
from uno_launcher.safety.guard import Guard
from uno_launcher.safety.instance import InstanceLock

CLOCK = time.monotonic
NO_LAUNCHER = "The config says that there is no launcher (backend none): add --simulated, or name one."
ELSEWHERE = ("doctor",)
"""Tools that know what to do with a launcher that isn't on this computer's pins."""
NOT_ON_PINS = (
    "`uno-launcher {}` needs every edge of the beam, which a Pico doesn't tell: set [feed] transit_ms by"
    " hand, or measure the launcher once on a Pi's own pins."
)


class Mailbox(Protocol):
    """Where threads put what they noticed, and time passes while the tool waits for it."""

    def post(self, raw: object) -> None:
        """Put something in; any thread."""

    def take(self, until: float) -> object | None:
        """The next thing that was put in, oldest first; None when it's `until` and nothing came."""


class Queue:
    """A `Mailbox` in real time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._queue: queue.SimpleQueue[object] = queue.SimpleQueue()

    def post(self, raw: object) -> None:
        """See `Mailbox.post`."""
        self._queue.put(raw)

    def take(self, until: float) -> object | None:
        """See `Mailbox.take`."""
        try:
            with ending.waiting():
                return self._queue.get(timeout=max(0.0, until - self._clock()))
        except queue.Empty:
            return None


@dataclass(frozen=True, slots=True)
class Ground:
    """`factory` opens the pins; whoever calls it closes them. `simulation` is None for a real launcher."""

    config: Config
    """As it holds here: a simulated launcher has everything fitted."""
    clock: Callable[[], float]
    mailbox: Mailbox
    factory: Callable[[], Factory]
    guard: SecondGuard | None = None
    simulation: Simulation | None = None
    backend: Callable[[], Backend] | None = None
    """Makes the backend of a launcher that isn't on this computer's pins; None: it's on `factory`'s."""


@contextlib.contextmanager
def claimed(
    config: Config,
    *,
    what: str,
    simulated: bool = False,
    seed: int | None = None,
    physics: Physics | None = None,
    state_dir: str | None = None,
) -> Iterator[Ground]:
    """The launcher of `config` for the tool `what` alone, until the block ends.

    SIGTERM and SIGHUP end the block as Ctrl-C does; main thread only. Raises LauncherError with a remedy in
    its sentence.
    """
    if seed is not None and not simulated:
        raise UsageError("--seed is for --simulated: a real launcher has its own chance.")
    kind: str = config.backend.kind
    if not simulated and kind == "none":
        raise UsageError(NO_LAUNCHER)
    elsewhere = not simulated and kind == "serial"
    if elsewhere and what not in ELSEWHERE:
        raise UsageError(NOT_ON_PINS.format(what))
    if not simulated and Machine().service(SERVICE) == "active":
        raise BusyError("The launcher plays, as a service: `sudo systemctl stop uno-launcher` first.")
    with contextlib.ExitStack() as stack:
        stack.enter_context(ending.listening())
        run = made.run_dir(places.state_dir(state_dir))
        lock = InstanceLock(run)
        lock.acquire()
        stack.callback(lock.release)
        simulation = None
        if elsewhere:
            yield Ground(config, CLOCK, Queue(CLOCK), _no_pins, backend=_on_a_pico(config))
            return
        if simulated:
            config = simulation_config(config)
            simulation = stack.enter_context(
                made.simulated(config, seed, run / "pins", CLOCK, physics=physics)
            )
            factory: Callable[[], Factory] = lambda: simulation.factory  # noqa: E731
            chip = None
        else:
            backend = config.backend
            factory = lambda: open_factory(backend.pin_factory, backend.chip)  # noqa: E731
            first = factory()  # what is wrong with it is said before anything else is
            chip = chip_of(first)
            first.close()
        outputs = made.outputs_of(config, chip, run / "pins" if simulated else None, run)
        outputs.leave(run)
        guard = Guard(outputs)
        stack.callback(guard.close)
        yield Ground(config, CLOCK, Queue(CLOCK), factory, guard, simulation)


def _no_pins() -> Factory:
    raise LauncherError("The launcher isn't on this computer's pins.")


def _on_a_pico(config: Config) -> Callable[[], Backend]:
    from uno_launcher.backends.serial import serial_backend  # pyserial is for those who have a Pico

    return lambda: serial_backend(config, config.backend.port, CLOCK)
