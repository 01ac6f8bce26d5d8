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
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def sleep(self) -> None:
        self._awake.clear()

    def wake(self) -> None:
        self._awake.set()

    def close(self) -> None:
        """Nobody gets in from now on: a phone that comes back meanwhile would leave a connection behind."""
        self._awake.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listening.close()
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                self._open.append(phone)
                self._awake.wait()
                launcher = socket.create_connection(("127.0.0.1", self._launcher))
                self._open.append(launcher)
                for ends in ((phone, launcher), (launcher, phone)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if not self._awake.is_set():
                    self.lost.set()
                    return
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
