"""What whoever plays and whoever tries a launcher out make in the same way: the folder, the lines, and a
simulated launcher."""

import contextlib
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from uno_launcher import places
from uno_launcher.backends.simulated.mirror import Mirror
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config
from uno_launcher.errors import LauncherError
from uno_launcher.pins import NAMED
from uno_launcher.safety.outputs import Outputs


def run_dir(state: Path) -> Path:
    """`places.run_dir`. Raises LauncherError."""
    try:
        return places.run_dir(state)
    except OSError as error:
        raise LauncherError(
            f"{state} can't be used ({error.strerror or error}): name a folder of yours with --state-dir."
        ) from None


def outputs_of(config: Config, chip: int | None, mirror: Path | None, state: Path) -> Outputs:
    """The lines that `off` and the guard drive low, the motor's first."""
    pins = {name: bcm for name, bcm in config.fitted().items() if NAMED[name].output}
    ordered = sorted(pins, key=lambda name: not NAMED[name].motor)
    return Outputs(
        factory=config.backend.pin_factory,
        chip=chip,
        levels={pins[name]: 0 for name in ordered},
        mirror=str(mirror) if mirror else None,
        state=str(state),
    )


@contextlib.contextmanager
def simulated(
    config: Config,
    seed: int | None,
    mirror: Path,
    clock: Callable[[], float],
    *,
    hopper: int = 108,
    physics: Physics | None = None,
) -> Iterator[Simulation]:
    """A simulated launcher in real time, until the block ends; what its pins are driven to is in `mirror`."""
    with Mirror(mirror) as written:
        simulation = Simulation(
            config.fitted(),
            random.Random(None if seed is None else f"world {seed}"),
            driver=config.motor.driver,
            physics=physics,
            hopper=hopper,
            clock=clock,
            mirror=written,
        )
        runner = RealTime(simulation)
        runner.start()
        try:
            yield simulation
        finally:
            runner.stop()
