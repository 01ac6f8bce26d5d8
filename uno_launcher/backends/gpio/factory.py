"""The pin factory that the config names: that one or an error, never another (field note G9).

Also how a factory's own failures read for a person. gpiozero and the drivers are imported here only.
"""

import contextlib
import glob
import importlib
import os
import pathlib
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any, Literal, Protocol

from uno_launcher.errors import BusyError, HardwareError, LauncherError

FactoryName = Literal["lgpio", "rpigpio", "pigpio", "mock"]

CHIP = "/dev/gpiochip{}"
SIMULATE = "to play without one, start it with `uno-launcher run --simulated`"
INSTALL_LGPIO = (
    "`sudo apt install python3-lgpio`, and let the environment see it:"
    " `python3 -m venv --system-site-packages .venv`"
)


class Pin(Protocol):
    """What is used of a gpiozero pin."""

    state: float
    frequency: float | None
    bounce: float | None
    edges: str
    when_changed: Callable[[Any, Any], None] | None

    def input_with_pull(self, pull: str) -> None: ...
    def output_with_state(self, state: int) -> None: ...
    def close(self) -> None: ...


class Factory(Protocol):
    """What is used of a gpiozero pin factory."""

    def pin(self, name: int) -> Any: ...
    def ticks(self) -> Any: ...
    def ticks_diff(self, later: Any, earlier: Any) -> float: ...
    def close(self) -> None: ...


def open_factory(name: FactoryName, chip: int | None = None) -> Factory:
    """Open the factory `name`; `chip` is the gpiochip's number for lgpio, None goes by the board.

    Raises HardwareError with one sentence that names the remedy.
    """
    openers: dict[str, Callable[[], Any]] = {
        "lgpio": lambda: _open_lgpio(chip),
        "rpigpio": _open_rpigpio,
        "pigpio": _open_pigpio,
        "mock": _open_mock,
    }
    try:
        factory: Factory = openers[name]()
    except LauncherError:
        raise
    except Exception as error:
        raise HardwareError(f"The pin factory {name} doesn't open: {_words(error)}.") from error
    return factory


def notify_thread(factory: Factory) -> threading.Thread | None:
    """The thread that brings this factory's edges, where there is one to look at (field note G1)."""
    match type(factory).__name__:
        case "LGPIOFactory":
            return getattr(sys.modules.get("lgpio"), "_notify_thread", None)
        case "PiGPIOFactory":
            return getattr(getattr(factory, "connection", None), "_notify", None)
    return None


def chip_of(factory: Factory) -> int | None:
    """Number of the gpiochip in use, for factories that use one."""
    chip: int | None = getattr(factory, "chip", None)
    return chip


def pin_error(error: Exception, signal: str, bcm: int, chip: int | None) -> HardwareError | BusyError:
    """What a driver said when `signal` on GPIO `bcm` was claimed, watched or driven, for a person."""
    words = _words(error)
    where = f"GPIO {bcm} ({signal})"
    if "busy" in words or "in use" in words:
        return BusyError(
            f"{where} is busy: {_holder(chip)} holds it, so stop that, or choose another GPIO in [pins]."
        )
    if "bad GPIO number" in words or "not a valid pin" in words:
        return HardwareError(
            f"{where} isn't on this gpiochip: set `chip` in [backend] to the Pi's header, or leave it out."
        )
    if "Failed to add edge detection" in words or "SOC peripheral base" in words:
        return HardwareError(f"{where} can't be watched ({words}): {_not_rpigpio()}.")
    return HardwareError(f"{where} refuses: {words}.")


def _open_lgpio(chip: int | None) -> Any:
    on_a_pi = _on_a_pi()
    try:
        module = importlib.import_module("gpiozero.pins.lgpio")
    except ModuleNotFoundError as error:
        if error.name not in ("lgpio", "_lgpio"):
            raise
        if on_a_pi:
            raise HardwareError(f"The library lgpio isn't installed: {INSTALL_LGPIO}.") from None
        raise HardwareError(
            f"This is no Raspberry Pi, and lgpio isn't installed: {SIMULATE}; on a Pi, {INSTALL_LGPIO}."
        ) from None
    except (AttributeError, ImportError):
        # 0.0.0.2 on the package index is an empty module (field note G13).
        raise HardwareError(
            f"This lgpio can't be used, it is too old or broken: `pip uninstall lgpio`, then {INSTALL_LGPIO}."
        ) from None
    except FileNotFoundError:
        raise HardwareError(
            f"lgpio must be able to write in the working directory, and {os.getcwd()} is read-only: start"
            " uno-launcher from another one (a service: WorkingDirectory= its RuntimeDirectory=)."
        ) from None
    if not on_a_pi:
        raise HardwareError(f"This is no Raspberry Pi: {SIMULATE}.")
    try:
        return module.LGPIOFactory(chip=chip)
    except Exception as error:
        raise _chip_error(error, chip) from None


def _chip_error(error: Exception, chip: int | None) -> HardwareError:
    chips = sorted(name for name in os.listdir("/dev") if name.startswith("gpiochip"))
    path = f"/dev/{chips[0]}" if chip is None and chips else CHIP.format(chip or 0)
    if not os.path.exists(path):
        there = (
            f"there are {', '.join(chips)}"
            if chips
            else "there is none at all: is the kernel's GPIO driver loaded?"
        )
        return HardwareError(f"{path} doesn't exist, {there}; set `chip` in [backend], or leave it out.")
    if not os.access(path, os.R_OK | os.W_OK):
        return HardwareError(
            f"{path} may not be opened by this user: `sudo usermod -aG gpio $USER`, then log in again."
        )
    return HardwareError(f"{path} doesn't open: {_words(error)}.")


def _open_rpigpio() -> Any:
    if not _on_a_pi():
        raise HardwareError(f"This is no Raspberry Pi: {SIMULATE}.")
    try:
        return importlib.import_module("gpiozero.pins.rpigpio").RPiGPIOFactory()
    except ModuleNotFoundError as error:
        if error.name not in ("RPi", "RPi.GPIO"):
            raise
        raise HardwareError(f"The library RPi.GPIO isn't installed: {_not_rpigpio()}.") from None
    except RuntimeError as error:
        raise HardwareError(f"RPi.GPIO can't work here ({_words(error)}): {_not_rpigpio()}.") from None


def _not_rpigpio() -> str:
    return (
        f'use pin_factory = "lgpio" in [backend], which also knows the Pi 5 and new kernels ({INSTALL_LGPIO})'
    )


def _open_pigpio() -> Any:
    host, port = os.environ.get("PIGPIO_ADDR", "localhost"), os.environ.get("PIGPIO_PORT", "8888")
    try:
        module = importlib.import_module("gpiozero.pins.pigpio")
    except ModuleNotFoundError as error:
        if error.name != "pigpio":
            raise
        raise HardwareError(
            "The library pigpio isn't installed: `sudo apt install python3-pigpio`."
        ) from None
    try:
        # The library itself would print its complaint on standard output.
        socket.create_connection((host, int(port)), timeout=2.0).close()
    except (OSError, ValueError) as error:
        raise HardwareError(
            f"pigpiod doesn't answer at {host}:{port} ({error}): `sudo systemctl start pigpiod`."
        ) from None
    return module.PiGPIOFactory()


def _open_mock() -> Any:
    module = importlib.import_module("gpiozero.pins.mock")
    return module.MockFactory(pin_class=module.MockPWMPin)  # the plain one can't do PWM (field note G14)


def _on_a_pi() -> bool:
    from gpiozero.exc import PinUnknownPi
    from gpiozero.pins.local import get_pi_revision

    try:
        get_pi_revision()
    except (PinUnknownPi, OSError, ValueError):
        return False
    return True


def _holder(chip: int | None) -> str:
    """Which process has the gpiochip open, as far as this user may see."""
    path = CHIP.format(chip or 0)
    for link in glob.iglob("/proc/[0-9]*/fd/*"):
        with contextlib.suppress(OSError):  # others' processes, and files closed meanwhile
            if os.readlink(link) == path and (pid := int(link.split("/")[2])) != os.getpid():
                name = pathlib.Path(f"/proc/{pid}/comm").read_text(errors="replace").strip()
                return f"process {pid} ({name})"
    return "another program, or the kernel (an overlay in config.txt),"


def _words(error: Exception) -> str:
    return (str(error).strip("'\"").rstrip(".") or type(error).__name__).splitlines()[0]
