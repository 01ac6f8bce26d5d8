"""The one thread that owns the Pico's port: opens it, reads, writes, and begins anew whenever it's gone.

Nobody else touches the port (field notes S2, S4). Others reach the link under its lock, and the thread sends
what then is to be sent.
"""

import contextlib
import errno
import os
import select
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

import serial

from uno_launcher.backends.serial.link import Link
from uno_launcher.backends.serial.news import GONE, SILENT, denied, held, missing, no_port
from uno_launcher.backends.serial.ports import found

_NO_TERMINAL = (os.strerror(errno.ENOTTY), os.strerror(errno.EISDIR))

ERRORS = (serial.SerialException, OSError, termios.error)
"""What an unplugged Pico raises, by call (field note S1). termios.error is no OSError."""

WRITE_S = 0.3
"""The longest a write waits for a peer that doesn't read (field note S2)."""
GREETED_S = 2.0
"""A port where nobody has answered a greeting for so long is closed, and the next one tried."""
BACK_OFF_S = (0.05, 1.0)
"""Before the port is opened again: the first time, and after many."""
CLOSE_S = 2.0

Ports = Callable[[], Sequence[str]]
"""Where a Pico may be, the likeliest first."""


class Wire(Protocol):
    """A link and whoever carries its bytes. Any thread."""

    def start(self, ring: Callable[[], None]) -> None:
        """Begin. `ring` is called, by any thread, when the link has news; it never raises or blocks."""

    def link(self) -> contextlib.AbstractContextManager[Link]:
        """The link, for a moment: nobody else touches it. What it then has to say is sent."""

    def wait(self, done: Callable[[Link], bool], for_s: float) -> bool:
        """Let the line work until `done` of the link, or for so long; says whether it is."""

    def close(self) -> None:
        """Let go of the port. May be called twice."""

    @property
    def alive(self) -> bool:
        """Somebody carries the bytes."""


class PortWire:
    """`Wire` on a serial port. `ports` is asked each time that one has to be opened."""

    def __init__(self, link: Link, ports: Ports, clock: Callable[[], float] = time.monotonic) -> None:
        self._link = link
        self._ports = ports
        self._clock = clock
        self._ring: Callable[[], None] = lambda: None
        self._changed = threading.Condition(threading.RLock())
        self._ear, self._bell = os.pipe()
        os.set_blocking(self._ear, False)
        os.set_blocking(self._bell, False)
        self._ending = False
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="pico", daemon=True)

    def start(self, ring: Callable[[], None]) -> None:
        """See `Wire.start`."""
        self._ring = ring
        self._thread.start()

    @contextlib.contextmanager
    def link(self) -> Iterator[Link]:
        """See `Wire.link`."""
        with self._changed:
            yield self._link
        self._wake()

    def wait(self, done: Callable[[Link], bool], for_s: float) -> bool:
        """See `Wire.wait`."""
        with self._changed:
            return self._changed.wait_for(lambda: done(self._link), for_s)

    @property
    def alive(self) -> bool:
        """See `Wire.alive`."""
        return self._thread.is_alive()

    def close(self) -> None:
        """See `Wire.close`."""
        self._ending = True
        self._wake()
        if self._thread.is_alive():
            self._thread.join(CLOSE_S)
        with self._changed:
            if not self._closed and not self._thread.is_alive():
                self._closed = True
                os.close(self._ear)
                os.close(self._bell)

    def _wake(self) -> None:
        with self._changed, contextlib.suppress(OSError):
            if not self._closed:
                os.write(self._bell, b"!")

    # The thread.

    def _run(self) -> None:
        back_off, seen = BACK_OFF_S[0], False
        while not self._ending:
            why, was_up = GONE, False
            for path in self._ports():
                port, refusal = opened(path)
                seen = seen or port is not None
                if not seen and not os.path.exists(path):
                    refusal = missing(path, found())
                said = refusal if port is None else self._serve(port)
                was_up = not said
                if self._ending or was_up:
                    why = GONE
                    break
                why = said if why in (GONE, SILENT) else why
            with self._changed:
                self._link.closed(why)
            self._after()
            back_off = BACK_OFF_S[0] if was_up else min(2 * back_off, BACK_OFF_S[1])
            self._rest(back_off)

    def _serve(self, port: serial.Serial) -> str:
        """Talk until it's gone, or nobody answers; the sentence why there was nobody to play with, or ""."""
        try:
            with self._changed:
                self._link.opened(self._clock())
            return self._talk(port)
        finally:
            with contextlib.suppress(*ERRORS):
                port.reset_output_buffer()  # or closing might wait for it to be read (field note S2)
            with contextlib.suppress(*ERRORS):
                port.close()

    def _talk(self, port: serial.Serial) -> str:
        why = GONE
        greeting_since = self._clock()
        try:
            while not self._ending:
                now = self._clock()
                with self._changed:
                    out = self._link.send(now)
                    due = self._link.due()
                    state, unfit = self._link.state, self._link.unfit
                self._after()
                if state == "up":
                    why = ""
                if state != "greeting":
                    greeting_since = now
                elif now >= greeting_since + GREETED_S:
                    return why and (unfit or SILENT)
                if out:
                    port.write(out)
                wait = 1.0 if due is None else max(0.0, due - self._clock())
                if self._heard(port, min(wait, 1.0)):
                    data = port.read(4096)
                    with self._changed:
                        self._link.received(data, self._clock())
            self._last_words(port)
        except ERRORS:
            pass
        return why

    def _last_words(self, port: serial.Serial) -> None:
        with self._changed:
            out = self._link.send(self._clock())
        port.write(out)

    def _after(self) -> None:
        """Tell whoever waits, and whoever wants news."""
        with self._changed:
            self._changed.notify_all()
            news = bool(self._link.news)
        if news:
            self._ring()

    def _heard(self, port: serial.Serial, for_s: float) -> bool:
        """Wait for bytes, or until somebody wants something."""
        ready, _, _ = select.select([port.fileno(), self._ear], [], [], for_s)
        if self._ear in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._ear, 4096)
        return port.fileno() in ready

    def _rest(self, for_s: float) -> None:
        until = self._clock() + for_s
        while not self._ending and (left := until - self._clock()) > 0:
            if self._ear in select.select([self._ear], [], [], left)[0]:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._ear, 4096)


def opened(path: str) -> tuple[serial.Serial | None, str]:
    """The port at `path`, ours alone as far as that goes (field note S4); or None, and the sentence why."""
    try:
        return serial.Serial(path, 115_200, timeout=0, write_timeout=WRITE_S, exclusive=True), ""
    except ERRORS as error:
        text = str(error)
        if isinstance(error, PermissionError) or "Permission denied" in text:
            return None, denied(path)
        if "exclusively lock" in text or "busy" in text.lower():
            return None, held(path)
        if any(words in text for words in _NO_TERMINAL):
            return None, no_port(path)
        return None, GONE
