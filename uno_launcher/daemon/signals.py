"""The signals that end the daemon: the motor is off before anything else is tried."""

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator

from uno_launcher.daemon.loop import Loop, Quit

GRACE_S = 3.0
"""A loop that hasn't ended this long after a signal is left behind, and so is a process that hasn't ended
this long after its loop: the motor is off already."""

OFF_S = 0.5
"""The longest that outputs may take to go off before the process is left all the same, to the guard."""


class Signals:
    """SIGTERM, SIGINT, SIGHUP and SIGABRT: the motor is off before anything else is tried.

    The C-level handler writes the signal's number to a socket that a thread of its own reads, so this works
    while the main thread hangs. SIGABRT, which a watchdog sends to a process it gave up on, ends it at once.
    A process that doesn't end by itself, because it waits for a terminal, say, is ended.

    For a service SIGHUP means that its config is to be read again: `reload` then does, on a thread of its
    own.
    """

    CAUGHT = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGABRT)

    def __init__(
        self,
        motor_off: Callable[[], object],
        loop: Loop,
        reload: Callable[[], None] | None = None,
    ) -> None:
        self._motor_off = motor_off
        self._loop = loop
        self._reload = reload
        self._asked = False
        """A signal has come."""
        self._awake = threading.Event()

    @contextlib.contextmanager
    def caught(self) -> Iterator[None]:
        """Catch them while the block runs, but for SIGHUP where that's ignored (nohup). Main thread only.

        After a signal the process ends soon, also when the block has ended.
        """
        ours, theirs = socket.socketpair()
        theirs.setblocking(False)
        before = {
            number: signal.signal(number, lambda *_: None)
            for number in self.CAUGHT
            if number != signal.SIGHUP or self._reload or signal.getsignal(number) != signal.SIG_IGN
        }
        wakeup = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        thread = threading.Thread(target=self._listen, args=(ours,), name="signals", daemon=True)
        thread.start()
        # It waits from the beginning: when there is need of it, a new thread may not be had any more.
        impatient = threading.Thread(target=self._give_up, name="give-up", daemon=True)
        impatient.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(wakeup)
            for number, handler in before.items():
                signal.signal(number, handler)
            theirs.close()
            thread.join(1.0)
            ours.close()
            self._awake.set()
            if not self._asked:
                impatient.join(1.0)

    def _listen(self, numbers: socket.socket) -> None:
        while number := numbers.recv(1):
            if number[0] not in self.CAUGHT:
                continue
            if number[0] == signal.SIGHUP and self._reload is not None:
                # A disk that hangs mustn't keep this thread from hearing the next signal.
                threading.Thread(target=self._reload, name="reload", daemon=True).start()
                continue
            self._asked = True
            self._awake.set()
            self._motor_off()
            if number[0] == signal.SIGABRT:
                os._exit(128 + signal.SIGABRT)
            self._loop.post(Quit())

    def _give_up(self) -> None:
        self._awake.wait()
        if not self._asked:
            return
        if self._loop.ended.wait(GRACE_S):
            time.sleep(GRACE_S)
        last = threading.Thread(target=self._motor_off, name="last off", daemon=True)
        with contextlib.suppress(RuntimeError):
            last.start()
            last.join(OFF_S)
        os._exit(1)
