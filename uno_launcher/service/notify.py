"""What a service tells systemd: one datagram, see sd_notify(3). Standard library only."""

import contextlib
import os
import socket
from collections.abc import Mapping


class Notifier:
    """To whoever started this process, where that listens. Never waits, never fails."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._socket: socket.socket | None = None
        if name[:1] not in ("/", "@"):
            return
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._address = f"\0{name[1:]}" if name.startswith("@") else name

    @property
    def heard(self) -> bool:
        """A service manager started this process and wants to know how it does."""
        return self._socket is not None

    def tell(self, *words: str) -> None:
        """All at once, in this order: `READY=1`, say. Any thread."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.sendto("\n".join(words).encode("utf-8", "replace"), self._address)

    def close(self) -> None:
        """Nobody is told anything any more."""
        if self._socket is not None:
            self._socket.close()


def watchdog_s(environment: Mapping[str, str] = os.environ) -> float | None:
    """How often systemd wants to hear from this process, in seconds. None: it doesn't."""
    wanted, whom = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", str(os.getpid()))
    if not wanted.isdecimal() or whom != str(os.getpid()) or int(wanted) == 0:
        return None
    return int(wanted) / 1e6
