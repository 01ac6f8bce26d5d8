"""What a tool stands on that tries a launcher out: its hardware claimed, its motor guarded, nobody playing.

The order is the safety, as in `uno_launcher.daemon.assembly`: first the lock, so that nobody else drives the
pins (a daemon that does is named); then the guard, so that somebody watches before the first motor-on. Pins
are claimed by whoever works on this ground, through `factory`.
"""

import contextlib
import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, cast

import msgspec

from uno_launcher import places
from uno_launcher.backends.feeder import Backend
from uno_launcher.backends.gpio.factory import Factory, chip_of, open_factory
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config, simulation_config
from uno_launcher.daemon import made
from uno_launcher.doctor import ending
from uno_launcher.doctor.machine import SERVICE, Machine
from uno_launcher.errors import BusyError, HardwareError, LauncherError, UsageError
from uno_launcher.safety.deadman import SecondGuard
from uno_launcher.safety.guard import Guard
from uno_launcher.safety.instance import InstanceLock
from uno_launcher.traces import Recorder

CLOCK = time.monotonic
NO_LAUNCHER = "The config says that there is no launcher (backend none): add --simulated, or name one."
NO_PICO = "no Pico was found: plug it in; a new one needs firmware first (firmware/README.md)"
HELLO_S = 3.0
"""How long a Pico gets to say who it is."""


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
    """As it holds here: a simulated launcher has everything fitted, and the driver of one on a Pico is what
    its board.py names, but for doctor, which takes the config's."""
    clock: Callable[[], float]
    mailbox: Mailbox
    factory: Callable[[], Factory]
    guard: SecondGuard | None = None
    simulation: Simulation | None = None
    backend: Callable[[Config, Recorder | None], Backend] | None = None
    """Makes the backend of a launcher that isn't on this computer's pins, which tells a recorder what beam
    and motor do in bursts; None: it's on `factory`'s."""


@contextlib.contextmanager
def claimed(
    config: Config,
    *,
    what: str,
    simulated: bool = False,
    seed: int | None = None,
    physics: Physics | None = None,
    state_dir: str | None = None,
    via_serial: bool = False,
) -> Iterator[Ground]:
    """The launcher of `config` for the tool `what` alone, until the block ends. `via_serial`: the simulated
    launcher is on a simulated Pico.

    SIGTERM and SIGHUP end the block as Ctrl-C does; main thread only. Raises LauncherError with a remedy in
    its sentence.
    """
    if seed is not None and not simulated:
        raise UsageError("--seed is for --simulated: a real launcher has its own chance.")
    kind: str = config.backend.kind
    if not simulated and kind == "none":
        raise UsageError(NO_LAUNCHER)
    elsewhere = not simulated and kind == "serial"
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
            if what != "doctor":  # doctor finds out what is wrong where nobody answers
                config = _with_its_driver(config)
            yield Ground(config, CLOCK, Queue(CLOCK), _no_pins, backend=_on_a_pico(config.backend.port))
            return
        if simulated:
            config = simulation_config(config)
            simulation = stack.enter_context(
                made.simulated(config, seed, run / "pins", CLOCK, physics=physics)
            )
            if via_serial:
                from uno_launcher.backends.serial.simulated import plugged_in

                pico = stack.enter_context(plugged_in(simulation, config.fitted(), config.motor.driver))
                far = _on_a_pico(pico.port)
                yield Ground(config, CLOCK, Queue(CLOCK), _no_pins, None, simulation, far)
                return
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


def _on_a_pico(port: str | None) -> Callable[[Config, Recorder | None], Backend]:
    from uno_launcher.backends.serial import serial_backend  # pyserial is for those who have a Pico

    return lambda config, recorder: serial_backend(config, port, CLOCK, recorder)


def _with_its_driver(config: Config) -> Config:
    """The config with the driver that the Pico's board.py names. Raises HardwareError where none answers."""
    from uno_launcher.backends.serial.greeting import greeted
    from uno_launcher.backends.serial.news import SILENT, missing
    from uno_launcher.backends.serial.ports import at, found

    named = config.backend.port
    ports = [port for port in at(named)() if Path(port).exists()]
    for port in ports:
        hello = greeted(port, HELLO_S)
        if hello is not None:  # of another version it has none, and the backend says which side to update
            driver = cast(
                Literal["two-input", "phase-enable", "one-pin"], hello.driver or config.motor.driver
            )
            motor = msgspec.structs.replace(config.motor, driver=driver)
            return msgspec.structs.replace(config, motor=motor)
    why = SILENT if ports else NO_PICO if named is None else missing(named, found())
    raise HardwareError(f"{why[0].upper()}{why[1:]}.")
