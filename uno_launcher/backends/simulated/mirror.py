"""The levels of a simulated Pi's lines in a small file, so that they outlive the process as on a real one.

A Raspberry Pi keeps an output driven after its process died (field note M2). One byte stands for each BCM
number: the percentage of time for which the line is high, 0 to 100. Standard library only: `uno-launcher off`
may use it.
"""

import os
from pathlib import Path
from types import TracebackType

from uno_launcher.errors import HardwareError

LINES = 28


class Mirror:
    """The file at `path`, made if it isn't there. Raises HardwareError where it can't be opened or made."""

    def __init__(self, path: Path) -> None:
        self._fd = -1
        try:
            self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            missing = LINES - os.fstat(self._fd).st_size
            if missing > 0:
                os.pwrite(self._fd, bytes(missing), LINES - missing)
        except OSError as error:
            self.close()
            raise HardwareError(
                f"The simulated lines can't be kept in {path} ({error.strerror}); name another file."
            ) from None

    def read(self, bcm: int) -> int:
        """How many percent of the time line `bcm` is high, as it was last driven by anybody."""
        level = os.pread(self._fd, 1, bcm)
        return level[0] if level else 0

    def write(self, bcm: int, percent: int) -> None:
        """Line `bcm` is driven: 0 low, 100 high. Raises OSError where the file takes nothing more."""
        os.pwrite(self._fd, bytes([percent]), bcm)

    def close(self) -> None:
        """Let go of the file; the levels stay in it."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __enter__(self) -> "Mirror":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
