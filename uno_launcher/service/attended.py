"""A launcher that a service manager attends to: nobody sits at its terminal, and nobody starts it again by
hand.

So what somebody at a terminal would be told is shown on the page instead, and what may be mended while it
runs is tried again. Without a service manager all of this does nothing.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from uno_launcher import places
from uno_launcher.config import Config, load
from uno_launcher.daemon.control import Control
from uno_launcher.daemon.loop import Again
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.errors import InputError
from uno_launcher.service.notify import Notifier, watchdog_s
from uno_launcher.service.starts import MOST, WITHIN_S, Starts, boot_id, since_boot
from uno_launcher.service.watchdog import Watchdog
from uno_launcher.table.evening import find_box

MEND = "put it right, then `sudo systemctl restart uno-launcher`"


class Attended:
    """`refused` is why there shall be no motor, "" where there shall; in `safe` mode there is no journal
    either, nor anything else that may be what kept the launcher from starting."""

    def __init__(self, config: Path | None, starts: Starts | None, notifier: Notifier) -> None:
        self._path = config
        self._starts = starts
        self._notifier = notifier
        self.watchdog = Watchdog(notifier.tell, watchdog_s())
        self.patient = notifier.heard
        """Hardware that refuses is waited for."""
        self.refused = ""
        self.safe = starts is not None and starts.too_many
        self.problem = ""
        """One sentence about the config that was to be read again; "" where all is well."""
        self._address = ""
        self._said = ""

    def config(self) -> Config:
        """Where nobody attends this raises InputError for one with mistakes."""
        try:
            found = self._read()
        except InputError as error:
            if not self.patient:
                raise
            self.refused = f"The config has a mistake ({_one(error)}): {MEND}."
            found = Config()
        if self.safe and self._starts is not None:
            self.refused = (
                f"Safe mode, without motor and journal: {MOST} starts in {WITHIN_S / 60:.0f} minutes came to"
                f" nothing, the last because {self._starts.why.rstrip('.')}; {MEND}."
            )
            found = Config(web=found.web)
        return found

    def _read(self) -> Config:
        found = load(self._path)
        if self.patient:
            find_box(found.table.box)  # it is wanted only later, where a mistake would end the start
        return found

    def ready(self, invitation: str) -> None:
        """The button counts; `invitation` is the page's address with the join code, "" where there is
        none."""
        if self._starts is not None:
            self._starts.ready()
        self._address = invitation.partition("/?")[0]
        self._notifier.tell("READY=1", self._status())

    def attend(self, control: Control) -> None:
        """Have what goes wrong with the config on the page, and how it stands where `systemctl status` shows
        it."""
        control.troubles.append(lambda: filter(None, [self.problem]))
        if self.patient:
            control.watch(self._watch)

    def _watch(self, snapshot: Snapshot) -> None:
        view = snapshot.launcher
        said = "; ".join((f"{view.state}: {view.why}", *snapshot.problems))
        if said != self._said:
            self._said = said
            self._notifier.tell(self._status())

    def _status(self) -> str:
        return f"STATUS={self._address} {self._said}".replace("= ", "=").replace("\n", " ")

    def reload(self, post: Callable[[object], None]) -> None:
        """The config is to be read again. One with a mistake changes nothing but what the page says."""
        try:
            self._read()
        except InputError as error:
            self.problem = (
                f"The config was changed, but has a mistake ({_one(error)}): the one before holds until you"
                " put it right and `sudo systemctl reload uno-launcher`."
            )
            post(self)  # whatever it is that comes, the picture is made anew
            return
        self._notifier.tell("RELOADING=1", f"MONOTONIC_USEC={time.monotonic_ns() // 1000}")
        post(Again())

    def again(self) -> None:
        """This process becomes the same program anew. Everything must be closed."""
        sys.stdout.flush()
        for name in os.listdir("/proc/self/fd"):
            if int(name) > 2:
                with contextlib.suppress(OSError):
                    os.set_inheritable(int(name), False)  # lgpio leaves some open
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


@contextlib.contextmanager
def attended(config: Path | None, state_dir: str | None) -> Iterator[Attended]:
    """While the block runs, this process is a service's main one, if a service manager has started it."""
    notifier = Notifier()
    starts = None
    if notifier.heard:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # too early or too late for it; also across `again`
        starts = Starts(_folder(state_dir), boot_id(), since_boot())
    try:
        yield Attended(config, starts, notifier)
    except Exception as error:
        if starts is not None:
            starts.failed(str(error) or type(error).__name__)
        raise
    finally:
        notifier.close()


def _folder(state_dir: str | None) -> Path | None:
    """Where starts are counted: in memory, if the service manager gives room there. On a full or read-only
    disk nothing could be."""
    if folder := os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]:
        return Path(folder)
    with contextlib.suppress(OSError):
        return places.run_dir(places.state_dir(state_dir))
    return None


def _one(error: InputError) -> str:
    first, *others = error.mistakes
    return f"{first.rstrip('.')}, and {len(others)} more" if others else first.rstrip(".")
