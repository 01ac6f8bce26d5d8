"""A stand-in for the daemon, for tests of what must still work when the real one can't: its lock, guard,
control socket, and a "motor" that is one byte in a file, which stays as it is like a Pi's line.

    python standin.py FOLDER [guard] [socket] [deaf] [run] [quiet]

guard: started, and armed once. socket: answers `off`. deaf: the socket's thread hangs. run: the motor is on.
quiet: the motor is switched off again, and the guard told so. Prints "ready", then waits.
"""

import contextlib
import sys
import threading
from pathlib import Path

from uno_launcher.errors import HardwareError
from uno_launcher.safety.guard import Guard
from uno_launcher.safety.instance import ControlSocket, InstanceLock
from uno_launcher.safety.outputs import Outputs

MOTOR, LAMP = 12, 25
OUTPUTS = {MOTOR: 0, LAMP: 0}


def write(mirror: Path, percent: int) -> None:
    """Drive the motor's line."""
    with mirror.open("r+b") as file:
        file.seek(MOTOR)
        file.write(bytes([percent]))


def main() -> None:
    folder, words = Path(sys.argv[1]), sys.argv[2:]
    mirror = folder / "pins"
    mirror.write_bytes(bytes(28))
    outputs = Outputs("mock", None, OUTPUTS, str(mirror))
    outputs.save(folder)
    lock = InstanceLock(folder)
    lock.acquire()
    hang = threading.Event()

    def off() -> None:
        if "deaf" in words:
            hang.wait()
        write(mirror, 0)

    if "socket" in words or "deaf" in words:
        ControlSocket(folder, off).open()
    guard = Guard(outputs) if "guard" in words else None
    if guard is not None:
        guard.arm()
    if "run" in words:
        write(mirror, 60)
    if "quiet" in words and guard is not None:
        write(mirror, 0)
        guard.disarm()
        write(mirror, 1)  # so that a guard that acts all the same can be seen
    print("ready", flush=True)
    for line in sys.stdin:
        if line == "goodbye\n" and guard is not None:
            with contextlib.suppress(HardwareError):
                guard.close()
        elif line == "arm\n" and guard is not None:
            guard.arm()
        print("done", flush=True)
    hang.wait()


if __name__ == "__main__":
    main()
