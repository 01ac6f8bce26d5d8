"""What can be checked without anybody: is everything there that a launcher needs? Touches no pin's level."""

import contextlib
import fcntl
import importlib.metadata
import os
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from uno_launcher import places
from uno_launcher.backends.gpio.factory import chip_of, open_factory
from uno_launcher.config import Config, load, simulation_config
from uno_launcher.doctor.cable import checks_of_cable
from uno_launcher.doctor.findings import Finding, forbidden
from uno_launcher.doctor.keeping import checks_of_files
from uno_launcher.doctor.machine import SERVICE, THROTTLED, Machine, may_open
from uno_launcher.errors import InputError, LauncherError
from uno_launcher.places import config_file
from uno_launcher.safety.instance import LOCK
from uno_launcher.safety.outputs import header_chip
from uno_launcher.safety.regular import open_regular
from uno_launcher.store.known import CLOCK_SET_AFTER

PACKAGES = {"lgpio": "lgpio", "rpigpio": "RPi.GPIO", "pigpio": "pigpio"}
"""Pin factory -> its package."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is checked."""

    machine: Machine
    config: Path | None
    """As named on the command line."""
    state: Path
    simulated: bool = False
    wall: Callable[[], float] = time.time


def checks(asked: Asked) -> Iterator[Finding]:
    """One finding for each, the config first: with a broken one the rest goes by the defaults."""
    config = Config()
    try:
        config = load(asked.config)
        file = asked.config or config_file()
        yield Finding(
            "config", "ok", f"{file} has no mistakes." if file else "No config file: defaults hold."
        )
    except InputError as error:
        for mistake in error.mistakes:
            yield Finding("config", "fault", mistake)
    if asked.simulated:
        config = simulation_config(config)
    yield Finding(
        "python", "ok", f"Python {platform.python_version()}, uno-launcher {version('uno-launcher')}."
    )
    runs = daemon(asked.state)
    if runs is None and not asked.simulated and asked.machine.service(SERVICE) == "active":
        runs = 0  # its folder may not be looked into, or is another
    if runs is not None:
        yield Finding("daemon", "ok", f"uno-launcher runs{f', as process {runs}' if runs else ''}.")
    if config.backend.kind == "gpio":
        yield from _pins(asked, config, runs)
    elif config.backend.kind == "serial":
        yield from checks_of_cable(asked.machine, config)
    yield _clock(asked)
    yield from checks_of_files(asked.state, asked.simulated, "" if asked.simulated else asked.machine.player)
    yield _power(asked.machine)
    yield _service(asked.machine)


def version(package: str) -> str:
    """Of an installed package; "?" where it doesn't say."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "?"


def daemon(state: Path) -> int | None:
    """The process that holds the launcher's lock; None: nobody does. 0: somebody, who can't be told."""
    folders = [state]
    with contextlib.suppress(OSError):
        if places.is_ours(places.spare_dir()):
            folders.append(places.spare_dir())
    for folder in folders:
        with contextlib.suppress(OSError):
            fd = open_regular(folder / LOCK, os.O_RDONLY)
            try:
                fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                text = os.pread(fd, 20, 0).strip()
                return int(text) if text.isdigit() else 0
            finally:
                os.close(fd)
    return None


def _pins(asked: Asked, config: Config, runs: int | None) -> Iterator[Finding]:
    name, machine = config.backend.pin_factory, asked.machine
    if name == "mock":
        yield Finding("pins", "ok", "Mock pins: no hardware is touched.")
        return
    here = machine.chips
    chip = config.backend.chip if config.backend.chip is not None else header_chip()
    if runs is None:
        try:
            factory = open_factory(name, config.backend.chip)
        except LauncherError as error:
            yield Finding("factory", "fault", str(error))
            if not here:
                return
        else:
            used = chip_of(factory)
            chip = chip if used is None else used
            factory.close()
            yield Finding("factory", "ok", f"{name} {version(PACKAGES[name])} opens.")
    if chip not in here:
        there = ", ".join(f"gpiochip{number}" for number in here) or "none"
        yield Finding(
            "chip", "fault", f"/dev/gpiochip{chip} isn't there, only {there}: see `chip` in [backend]."
        )
        return
    path = f"/dev/gpiochip{chip}"
    if not may_open(machine.root / path[1:], machine.player):
        yield Finding("permission", "fault", forbidden(path, "gpio", machine.player))
        return
    label = machine.label(chip)
    yield Finding("chip", "ok", f"{path}{f' ({label})' if label else ''} can be opened.")
    yield from _busy(machine, chip, config, runs)


def _busy(machine: Machine, chip: int, config: Config, runs: int | None) -> Iterator[Finding]:
    names = {bcm: name for name, bcm in config.fitted().items()}
    try:
        used = machine.used(chip, list(names))
    except OSError as error:
        yield Finding("busy", "warning", f"The kernel doesn't say which GPIOs are taken ({error.strerror}).")
        return
    if runs is not None:
        yield Finding("busy", "ok", f"{len(used)} GPIOs are taken, uno-launcher runs.")
        return
    for line in used:
        by = f'by "{line.by}"' if line.by else "by the kernel or another program"
        yield Finding(
            "busy",
            "fault",
            f"GPIO {line.bcm} ({names[line.bcm]}) is taken {by}: stop that, take its overlay out of"
            " config.txt, or choose another GPIO in [pins].",
        )
    if not used:
        yield Finding("busy", "ok", f"All {len(names)} GPIOs of the config are free.")


def _clock(asked: Asked) -> Finding:
    if asked.wall() < CLOCK_SET_AFTER:
        return Finding(
            "clock",
            "warning",
            "The clock isn't set, so evenings get wrong dates: connect to the network, or set it with"
            " `sudo date -s`.",
        )
    if asked.machine.synchronised is False:
        return Finding(
            "clock", "warning", "The clock wasn't set from the network since the start: it may be wrong."
        )
    return Finding("clock", "ok", "The clock is set.")


def _power(machine: Machine) -> Finding:
    bits = machine.throttled
    if bits is None:
        return Finding("power", "ok", "Nobody here measures the supply's voltage.")
    said = [words for bit, words in THROTTLED if bits & bit]
    if not said:
        return Finding("power", "ok", "The supply has held its voltage since the start.")
    now = bits & 0xF
    return Finding(
        "power",
        "fault" if now & 0x1 else "warning",
        f"Power and heat: {'; '.join(said)}. Take a stronger supply and a short cable, and never feed the"
        " motor from the Pi.",
    )


def _service(machine: Machine) -> Finding:
    state = machine.service(SERVICE)
    if not state:
        return Finding("service", "ok", "It isn't installed as a service.")
    if state == "failed":
        return Finding("service", "fault", f"The service has failed: `journalctl -u {SERVICE}` says why.")
    return Finding("service", "ok", f"The service is {state}.")
