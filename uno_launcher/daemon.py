"""The daemon's loop: one thread that waits for the queue and the next deadline, and hands both to `Control`.

Whatever must happen although this thread hangs has a thread of its own: the deadman, the control socket and
`Signals` each turn the motor off.
"""

import contextlib
import os
import queue
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from uno_launcher.backends.feeder import Backend
from uno_launcher.control import Control
from uno_launcher.errors import HardwareError
from uno_launcher.launcher.events import Event, SwitchedOff
from uno_launcher.service.watchdog import Watchdog

GRACE_S = 3.0
"""A loop that hasn't ended this long after a signal is left behind, and so is a process that hasn't ended
this long after its loop: the motor is off already."""

OFF_S = 0.5
"""The longest that outputs may take to go off before the process is left all the same, to the guard."""

AWAKE_S = 0.0002
"""The last bit before a deadline is waited awake: whoever sleeps is woken late, and slow at first."""

MOST_AT_ONCE = 1000
"""Things taken from the queue before deadlines are looked at again."""

LAST_CARDS_S = 1.5
"""How long a stopped burst gets to count its last cards, and a slow disk to take what somebody waits to see,
before the daemon ends all the same."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Posted to end the loop in an orderly way."""


@dataclass(frozen=True, slots=True)
class Again:
    """Posted to end the loop once no burst runs, so that the launcher can be put together anew."""


class SwitchOff:
    """Drives everything safe for somebody outside, from whatever thread calls it.

    The motor is off at once; the rest is the loop's. Raises TimeoutError when the loop doesn't get to it, and
    HardwareError when the motor's pins refuse: whoever asked shall end the process and drive the lines
    itself.
    """

    WITHIN_S = 0.2

    def __init__(self, backend: Backend, post: Callable[[object], None]) -> None:
        self._backend = backend
        self._post = post

    def __call__(self) -> None:
        off = self._backend.emergency_off()
        handled = threading.Event()
        self._post(Asked(SwitchedOff(), handled))
        if not handled.wait(self.WITHIN_S):
            raise TimeoutError
        # A write in progress may have been in the way of the first one.
        if not off and not self._backend.emergency_off():
            raise HardwareError("The motor's pins can't be driven low from here.")


@dataclass(frozen=True, slots=True)
class Asked:
    """Posted like `event`; `handled` is set once it has been."""

    event: Event
    handled: threading.Event


class Loop:
    """The queue everything is posted to, and the thread that empties it."""

    def __init__(
        self,
        control: Control,
        clock: Callable[[], float] = time.monotonic,
        watchdog: Watchdog | None = None,
    ) -> None:
        self._control = control
        self._clock = clock
        self._watchdog = watchdog or Watchdog(lambda *_: None, None)
        self._queue: queue.SimpleQueue[object] = queue.SimpleQueue()
        self.ended = threading.Event()
        self.again = False
        """The launcher shall be put together anew once this loop has ended."""

    @property
    def post(self) -> Callable[[object], None]:
        """Put something in the queue, from any thread."""
        return self._queue.put

    def run(self) -> None:
        """Serve until Quit is posted, and until a running burst is stopped and reported and all is answered.

        The hardware is open; whoever called closes it.
        """
        try:
            while self._turn():
                pass
            now = self._clock()
            if self._control.busy:
                self._control.handle(SwitchedOff(), now)
            while (self._control.busy or self._control.behind) and self._clock() < now + LAST_CARDS_S:
                self._turn()
        finally:
            self.ended.set()

    def _turn(self) -> bool:
        """Wait for something in the queue or a deadline, take all that has come, then do what is due."""
        # All that has come is older than a deadline that has passed meanwhile: half a bounce doesn't hold.
        taken = 0
        with contextlib.suppress(queue.Empty):
            raw = self._next(self._deadline())
            while self._take(raw):
                taken += 1
                if taken == MOST_AT_ONCE:
                    break
                raw = self._queue.get_nowait()
            else:
                return False
        now = self._clock()
        deadline = self._control.deadline()
        if deadline is not None and deadline <= now:
            self._control.tick(now)
        self._watchdog.turned(now)
        return not (self.again and not self._control.busy)

    def _deadline(self) -> float | None:
        """When something is due, the watchdog's meal included."""
        times = (self._control.deadline(), self._watchdog.due)
        return min((at for at in times if at is not None), default=None)

    def _next(self, deadline: float | None) -> object:
        """The next thing from the queue. Raises queue.Empty when the deadline has come first."""
        if deadline is None:
            return self._queue.get()
        with contextlib.suppress(queue.Empty):
            return self._queue.get(timeout=max(0.0, deadline - AWAKE_S - self._clock()))
        while self._clock() < deadline:
            with contextlib.suppress(queue.Empty):
                return self._queue.get_nowait()
        raise queue.Empty

    def _take(self, raw: object) -> bool:
        """One thing from the queue; False when it's time to end."""
        if isinstance(raw, Quit):
            return False
        now = self._clock()
        if isinstance(raw, Again):
            self.again = True
        elif isinstance(raw, Asked):
            self._control.handle(raw.event, now)
            raw.handled.set()
        else:
            self._control.handle(raw, now)
        return True


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
