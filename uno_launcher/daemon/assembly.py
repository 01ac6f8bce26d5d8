"""Puts a launcher together from a config: everything made, claimed and wired, nothing playing yet.

The order is the safety: first the lock, so that nobody else drives the pins; then the guard, so that somebody
watches before the first motor-on; then the hardware with every output low. It comes apart in reverse order.
"""

import contextlib
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from uno_launcher import places
from uno_launcher.backends.feeder import Backend
from uno_launcher.backends.gpio import GpioBackend
from uno_launcher.backends.gpio.factory import Factory, chip_of, open_factory
from uno_launcher.backends.gpio.probe import probe_of
from uno_launcher.backends.none import NoBackend
from uno_launcher.backends.refused import Awaited, Refused
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config, simulation_config
from uno_launcher.daemon import made
from uno_launcher.daemon.control import Control
from uno_launcher.daemon.loop import Loop, SwitchOff
from uno_launcher.daemon.settings import FILE_NAME as SETTINGS
from uno_launcher.daemon.settings import SIMULATED_FILE_NAME as SIMULATED_SETTINGS
from uno_launcher.daemon.settings import SettingsFile
from uno_launcher.daemon.signals import Signals
from uno_launcher.errors import HardwareError, LauncherError, UsageError
from uno_launcher.launcher.machine import Launcher
from uno_launcher.luck import Luck, profile
from uno_launcher.luck.rhythm import rhythm, steady
from uno_launcher.rules.setup import Setup
from uno_launcher.safety.guard import Guard
from uno_launcher.safety.instance import ControlSocket, InstanceLock
from uno_launcher.safety.outputs import FILE, Outputs, drive_safe
from uno_launcher.safety.regular import read_regular
from uno_launcher.service.attended import Attended
from uno_launcher.store import FILE_NAME, SIMULATED_FILE_NAME, Store
from uno_launcher.table.evening import referee_for, trial_referee
from uno_launcher.table.referee import Referee
from uno_launcher.traces import Recorder

CLOCK = time.monotonic
ROOM = 16384
"""Bytes for the list of outputs, the socket and the simulated lines, one block each."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """A launcher that is ready to be run. `simulation` is None for a real one."""

    control: Control
    loop: Loop
    backend: Backend
    simulation: Simulation | None
    store: Store
    state: Path
    """The folder for all that is written."""


@contextlib.contextmanager
def assembled(
    config: Config,
    *,
    simulated: bool = False,
    seed: int | None = None,
    state_dir: str | None = None,
    luck: Luck | None = None,
    recorder: Recorder | None = None,
    setup: Setup | None = None,
    service: Attended | None = None,
    via_serial: bool = False,
) -> Iterator[Assembly]:
    """A launcher with its hardware claimed, until the block ends; then its outputs are safe and let go.

    SIGTERM, SIGINT, SIGHUP and SIGABRT are caught meanwhile: main thread only.

    `luck` takes the place of the config's profile, and feeds without pauses; what comes out belongs to no
    evening. `recorder` is told what beam and motor do in bursts. `service`: somebody attends to this process,
    see there. `via_serial`: the simulated launcher is on a simulated Pico.

    Raises LauncherError with a remedy in its sentence.
    """
    if seed is not None and not simulated:
        raise UsageError("--seed is for --simulated: in play nobody may know what the next press brings.")
    if via_serial and not simulated:
        raise UsageError("--via-serial is for --simulated: a real Pico stands in the config as its backend.")
    kind = config.backend.kind
    if luck is not None and not simulated and kind == "none":
        raise UsageError(
            "The config says that there is no launcher (backend none): add --simulated, or name one."
        )
    # Signals are the last to be let go of: a second one mustn't keep the outputs from being made safe.
    with contextlib.ExitStack() as signals, contextlib.ExitStack() as stack:
        state = places.state_dir(state_dir)
        run = _locked(state, stack)
        safe = service is not None and service.safe
        store = _store(state / (SIMULATED_FILE_NAME if simulated else FILE_NAME), safe)
        stack.callback(store.close)
        for_nobody = luck is not None or safe
        referee = trial_referee(store) if for_nobody else referee_for(store, config.table, setup)
        kept = SettingsFile(state / (SIMULATED_SETTINGS if simulated else SETTINGS), config.launcher.profile)
        backend: Backend = NoBackend()
        simulation = None
        if service is not None and service.refused:
            backend = Refused(service.refused)
        elif simulated:
            config = simulation_config(config)
            mirror = run / "pins"
            hopper = referee.table.state.hopper
            simulation = stack.enter_context(made.simulated(config, seed, mirror, CLOCK, hopper=hopper))
            if via_serial:
                from uno_launcher.backends.serial.simulated import plugged_in

                pico = stack.enter_context(plugged_in(simulation, config.fitted(), config.motor.driver))
                backend = _on_a_pico(config, pico.port, recorder, stack)
            else:
                outputs = made.outputs_of(config, None, mirror, state)
                backend = _on_pins(config, simulation.factory, outputs, run, recorder, service, stack)
        elif kind == "serial":
            _drive_older(run)
            backend = _on_a_pico(config, config.backend.port, recorder, stack)
        elif kind == "gpio":
            pins = partial(_real_pins, config, run, recorder, service, state)
            patient = service is not None and service.patient
            backend = Awaited(pins) if patient else stack.enter_context(pins())
        else:
            _drive_older(run)
        launcher = Launcher(
            luck or profile(config.launcher.profile, config.profiles),
            random.SystemRandom() if seed is None else random.Random(f"luck {seed}"),
            _hopper(config, store, referee, simulated),
            lid_switch="lid" in config.fitted(),
            first_number=store.next_number,
            referee=referee,
            rhythm=rhythm if luck is None else steady,
        )
        control = Control(
            launcher,
            backend,
            store,
            referee,
            simulated=simulated,
            kind=("serial" if via_serial else "gpio") if simulated else kind,
            settings=kept,
            lucks=lambda name: profile(name, config.profiles),
        )
        if luck is None:
            control.restore()
        loop = Loop(control, CLOCK, service.watchdog if service is not None else None)
        if service is not None:
            service.attend(control)
        control.open(loop.post, CLOCK())
        stack.callback(lambda: control.close(CLOCK()))
        ear = ControlSocket(run, SwitchOff(backend, loop.post))
        stack.callback(ear.close)
        with contextlib.suppress(OSError):  # `off` then ends this process instead of asking it
            ear.open()
        reload = (lambda: service.reload(loop.post)) if service is not None and service.patient else None
        signals.enter_context(Signals(backend.emergency_off, loop, reload).caught())
        yield Assembly(control, loop, backend, simulation, store, state)


def _on_a_pico(
    config: Config, port: str | None, recorder: Recorder | None, stack: contextlib.ExitStack
) -> Backend:
    from uno_launcher.backends.serial import serial_backend  # pyserial is for those who have a Pico

    backend = serial_backend(config, port, CLOCK, recorder)
    stack.callback(lambda: backend.close(CLOCK()))
    return backend


def _drive_older(run: Path) -> None:
    """An older launcher had pins, and may have been killed: with this one alive `off` won't ask for them."""
    with contextlib.suppress(OSError, ValueError, LauncherError):
        drive_safe(Outputs.from_json(read_regular(run / FILE)))
        (run / FILE).unlink()


def _store(path: Path, safe: bool) -> Store:
    """The launch log. In safe mode nobody touches it: it may be what kept the launcher from starting."""
    return Store(path, None, "In safe mode nothing is recorded.", time.time) if safe else Store.open(path)


def _hopper(config: Config, store: Store, referee: Referee, simulated: bool) -> int | None:
    """Cards in the hopper by whoever knows best: None is nobody."""
    if simulated or referee.table.state.mode == "game":
        return referee.table.state.hopper
    return store.hopper if config.launcher.hopper is None else config.launcher.hopper


def _locked(state: Path, stack: contextlib.ExitStack) -> Path:
    """The run folder of `state`, or the one in memory where its disk is full, with the lock held."""
    folder = made.run_dir(state)
    try:
        _lock(folder, stack)
    except HardwareError:
        spare = places.made_spare_dir()
        if spare == folder:
            raise
        with contextlib.suppress(OSError):  # that list is out of date
            (folder / FILE).unlink()
        _lock(spare, stack)
        return spare
    return folder


def _lock(folder: Path, stack: contextlib.ExitStack) -> None:
    with contextlib.ExitStack() as failed:
        lock = InstanceLock(folder)
        lock.acquire()
        failed.callback(lock.release)
        _need_room(folder)
        stack.push(failed.pop_all())


def _need_room(folder: Path) -> None:
    """Raises HardwareError where the disk can't take what else goes in the run folder."""
    probe = folder / "room"
    try:
        probe.write_bytes(bytes(ROOM))
    except OSError as error:
        raise HardwareError(f"{folder} can't be written to ({error.strerror}).") from None
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()


@contextlib.contextmanager
def _real_pins(
    config: Config, run: Path, recorder: Recorder | None, service: Attended | None, state: Path
) -> Iterator[GpioBackend]:
    with contextlib.ExitStack() as stack:
        factory = open_factory(config.backend.pin_factory, config.backend.chip)
        stack.callback(factory.close)
        outputs = made.outputs_of(config, chip_of(factory), None, state)
        yield _on_pins(config, factory, outputs, run, recorder, service, stack)


def _on_pins(
    config: Config,
    factory: Factory,
    outputs: Outputs,
    run: Path,
    recorder: Recorder | None,
    service: Attended | None,
    stack: contextlib.ExitStack,
) -> GpioBackend:
    """The launcher on the pins of `factory`, with somebody outside this process who watches its motor."""
    outputs.leave(run)
    guard = Guard(outputs)
    stack.callback(guard.close)
    watched = guard if service is None else service.watchdog.over(guard)
    backend = GpioBackend(config, factory, CLOCK, watched, recorder)
    stack.callback(lambda: backend.close(CLOCK()))
    if service is not None and (probe := probe_of(factory)) is not None:
        stack.callback(probe.close)
        service.watchdog.listen_to(probe)
    return backend
