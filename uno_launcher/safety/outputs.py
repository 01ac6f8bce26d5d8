"""Which lines are outputs, and how to drive them safe from a process that doesn't hold them.

For `uno-launcher off` and for the guard, so: the standard library and the pin driver, nothing else. Lines
of a gpiochip are driven by the kernel's own interface (linux/gpio.h, version 2), which needs no library, no
thread and no writable folder, and works for whatever lgpio had open.
"""

import contextlib
import errno
import fcntl
import json
import os
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from uno_launcher.errors import BusyError, HardwareError
from uno_launcher.safety.regular import open_regular

FILE = "outputs.json"
MOST_BCM = 63
MOST_CHIP = 255
RETRY_S = 0.3
"""How long a line may stay taken by a process that was just killed, or by another one that makes it safe."""

_GET_LINEINFO = 0xC100B405
_GET_CHIPINFO = 0x8044B401
_GET_LINE = 0xC250B407
_OUTPUT = 1 << 3
_OUTPUT_VALUES = 2


class Outputs(NamedTuple):
    """The output lines of one launcher."""

    factory: str
    """"lgpio", "rpigpio", "pigpio" or "mock"."""
    chip: int | None
    """Number of the gpiochip, for lgpio. None: whichever carries the Pi's header."""
    levels: dict[int, int]
    """BCM number to safe level (0 or 1), the motor's lines first."""
    mirror: str | None = None
    """For mock pins: the file that holds one byte a GPIO, the level of each output."""
    state: str | None = None
    """The state folder of the launcher: the list itself may be in memory."""

    def to_json(self) -> str:
        """One line of text."""
        return json.dumps(
            {
                "factory": self.factory,
                "chip": self.chip,
                "outputs": self.levels,
                "mirror": self.mirror,
                "state": self.state,
            }
        )

    @classmethod
    def from_json(cls, text: str | bytes) -> "Outputs":
        """Raises ValueError for anything that `to_json` didn't write."""
        try:
            data: dict[str, Any] = json.loads(text)
            levels = {int(bcm): 1 if level else 0 for bcm, level in data["outputs"].items()}
            chip, mirror, state = data["chip"], data["mirror"], data.get("state")
            made = cls(str(data["factory"]), chip, levels, mirror, state)
        except (KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
            raise ValueError(f"no list of outputs: {error}") from None
        if not all(0 <= bcm <= MOST_BCM for bcm in levels):
            raise ValueError("no list of outputs: no such GPIO")
        if chip is not None and not (type(chip) is int and 0 <= chip <= MOST_CHIP):
            raise ValueError("no list of outputs: no such chip")
        for path in (mirror, state):
            if path is not None and (type(path) is not str or b"\0" in os.fsencode(path)):
                raise ValueError("no list of outputs: no such file")
        return made

    def save(self, folder: Path) -> None:
        """Leave the list where `off` finds it. Raises OSError."""
        fresh = folder / f"{FILE}.new"
        fresh.write_text(self.to_json(), encoding="utf-8")
        fresh.replace(folder / FILE)

    def leave(self, folder: Path) -> None:
        """`save`, or else no list, so that `off` goes by the config: an older one may name other lines."""
        try:
            self.save(folder)
        except OSError:
            for name in (FILE, f"{FILE}.new"):
                with contextlib.suppress(OSError):
                    (folder / name).unlink()


def drive_safe(outputs: Outputs) -> None:
    """Every line of `outputs` to its safe level, and left driven there.

    Goes on after a line that refuses. Raises BusyError when somebody holds a line, HardwareError when there
    is no such chip, no permission or no driver; the sentence is that of the first line that refused.
    """
    driver = {"lgpio": _drive_chip, "rpigpio": _drive_rpigpio, "pigpio": _drive_pigpio, "mock": _drive_mirror}
    if outputs.factory not in driver:
        raise HardwareError(f"There is no pin factory {outputs.factory!r}: use {', '.join(driver)}.")
    driver[outputs.factory](outputs)


def _drive_chip(outputs: Outputs) -> None:
    chip = outputs.chip if outputs.chip is not None else header_chip()
    path = f"/dev/gpiochip{chip}"
    try:
        fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        raise HardwareError(
            f"{path} doesn't exist, so no pin can be driven: is this the Pi, is `chip` in [backend] right?"
        ) from None
    except PermissionError:
        raise HardwareError(
            f"{path} may not be opened: run this with sudo, or put yourself in the gpio group with"
            " `sudo usermod -aG gpio $USER` and log in again."
        ) from None
    except OSError as error:
        raise HardwareError(f"{path} can't be opened: {error.strerror}.") from None
    refused: HardwareError | BusyError | None = None
    give_up = time.monotonic() + RETRY_S
    try:
        for bcm, level in outputs.levels.items():
            try:
                _drive_line(fd, bcm, level, give_up)
            except OSError as error:
                refused = refused or _refusal(fd, path, bcm, error)
    finally:
        os.close(fd)
    if refused is not None:
        raise refused


def _drive_line(fd: int, bcm: int, level: int, give_up: float) -> None:
    attribute = struct.pack("=IIQQ", _OUTPUT_VALUES, 0, level, 1)  # the level goes with the request: no blip
    config = struct.pack("=QI20x", _OUTPUT, 1) + attribute.ljust(240, b"\0")
    request = struct.pack("=256s32s", struct.pack("=I", bcm), b"uno-launcher off") + config
    request += struct.pack("=II20xi", 1, 0, 0)
    while True:
        held = bytearray(request)
        try:
            fcntl.ioctl(fd, _GET_LINE, held)
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > give_up:
                raise
            time.sleep(0.005)
        else:
            # A Raspberry Pi kernel goes on driving a released line (field note M2), others leave it floating.
            os.close(struct.unpack_from("=i", held, 588)[0])
            return


def _refusal(fd: int, path: str, bcm: int, error: OSError) -> HardwareError | BusyError:
    if error.errno == errno.EBUSY:
        return BusyError(f"GPIO {bcm} is held by {line_holder(fd, bcm)}: stop that program, then try again.")
    if error.errno == errno.EINVAL:
        return HardwareError(f"{path} has no GPIO {bcm}: set `chip` in [backend] to the Pi's header.")
    return HardwareError(f"GPIO {bcm} of {path} can't be driven: {error.strerror}.")


def line_holder(fd: int, bcm: int) -> str:
    """Who uses line `bcm` of the chip open as `fd`, as far as the kernel tells: the name it gave itself."""
    info = bytearray(struct.pack("=64sI188x", b"", bcm))
    try:
        fcntl.ioctl(fd, _GET_LINEINFO, info)
    except OSError:
        return "another program"
    name = bytes(info[32:64]).split(b"\0")[0].decode("ascii", "replace")
    return f'another program, which calls itself "{name}"' if name else "another program"


def any_chip() -> bool:
    """There is a gpiochip, so that there may be real lines to drive."""
    return any(os.path.exists(f"/dev/gpiochip{chip}") for chip in range(16))


def header_chip() -> int:
    """Number of the gpiochip with the 40-pin header: it changes with board and kernel (field note G10)."""
    for chip in range(16):
        try:
            fd = os.open(f"/dev/gpiochip{chip}", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            continue
        info = bytearray(68)
        try:
            fcntl.ioctl(fd, _GET_CHIPINFO, info)
        except OSError:
            continue
        finally:
            os.close(fd)
        label = bytes(info[32:64]).split(b"\0")[0]
        if label.startswith((b"pinctrl-bcm", b"pinctrl-rp1")):
            return chip
    return 0


def _drive_rpigpio(outputs: Outputs) -> None:
    try:
        from RPi import GPIO
    except (ImportError, RuntimeError) as error:
        raise HardwareError(f"RPi.GPIO can't be used ({error}): install it, or use lgpio.") from None
    GPIO.setwarnings(False)
    GPIO.setmode(GPIO.BCM)
    # And no clean-up: that would let the lines float (field note M4).
    _each(outputs, lambda bcm, level: GPIO.setup(bcm, GPIO.OUT, initial=level))


def _drive_pigpio(outputs: Outputs) -> None:
    try:
        import pigpio
    except ImportError:
        raise HardwareError("pigpio isn't installed: `sudo apt install python3-pigpio`.") from None
    host, port = os.environ.get("PIGPIO_ADDR", "localhost"), os.environ.get("PIGPIO_PORT", "8888")
    pi = pigpio.pi(host, int(port), show_errors=False)
    if not pi.connected:
        raise HardwareError(f"pigpiod doesn't answer at {host}:{port}: `sudo systemctl start pigpiod`.")
    try:
        _each(outputs, pi.write)  # makes it an output and ends its PWM
    finally:
        pi.stop()


def _each(outputs: Outputs, drive: Callable[[int, int], object]) -> None:
    refused: HardwareError | None = None
    for bcm, level in outputs.levels.items():
        try:
            drive(bcm, level)
        except Exception as error:
            refused = refused or HardwareError(f"GPIO {bcm} can't be driven: {error}.")
    if refused is not None:
        raise refused


def _drive_mirror(outputs: Outputs) -> None:
    if outputs.mirror is None:
        return  # mock pins that nobody outside their process can see
    try:
        fd = open_regular(outputs.mirror, os.O_RDWR)
        try:
            for bcm, level in outputs.levels.items():
                os.pwrite(fd, bytes([level]), bcm)
        finally:
            os.close(fd)
    except OSError as error:
        raise HardwareError(f"The mock pins in {outputs.mirror} can't be driven: {error.strerror}.") from None
