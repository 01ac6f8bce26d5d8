"""The way between a phone and the launcher, which a sleeping phone leaves without a word."""

import contextlib
import socket
import threading


class Radio:
    """Carries connections on `port` to the launcher's. Where something was sent during sleep, a connection
    looks alive from then on, but nothing gets through any more."""

    def __init__(self, launcher: int) -> None:
        self._launcher = launcher
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._awake = threading.Event()
        self._awake.set()
        self.lost = threading.Event()
        """Something was sent during sleep."""
        self._carry(self._accept)

    def sleep(self) -> None:
        self._awake.clear()

    def wake(self) -> None:
        self._awake.set()

    def close(self) -> None:
        self._listening.close()
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _carry(self, what: object, *ends: socket.socket) -> None:
        threading.Thread(target=what, args=ends, daemon=True).start()  # type: ignore[arg-type]

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                self._awake.wait()
                launcher = socket.create_connection(("127.0.0.1", self._launcher))
                self._open += [phone, launcher]
                self._carry(self._pass_on, phone, launcher)
                self._carry(self._pass_on, launcher, phone)

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if not self._awake.is_set():
                    self.lost.set()
                    return
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
