"""Keeps the display up to date, on a thread of its own: no wire of it can hold up the launcher."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator

from uno_launcher.config.sections import DisplaySection
from uno_launcher.daemon.control import Control
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.panel.display.device import Device, Ssd1306, sentence
from uno_launcher.panel.display.scene import Scene, scene_of

LOG = logging.getLogger(__name__)

RETRY_S = 10.0
"""How often a display that doesn't answer is tried again."""
CHECK_S = 10.0
"""How often a picture that stays is sent again, to see whether the display is still there."""
PACE_S = 0.1
"""The shortest time between two pictures: drawing takes the processor from whoever brakes the motor."""
ENDS_WITHIN_S = 1.0


@contextlib.contextmanager
def showing(
    section: DisplaySection,
    control: Control,
    address: Callable[[], str],
    *,
    connect: Callable[[DisplaySection], Device] = Ssd1306,
) -> Iterator["Showing"]:
    """Show what `control` has to say until the block ends; then the display is dark.

    `address` gives the way to join, or "" where there is none; it's called on the display's thread. A display
    that is off in the config does nothing, one that doesn't answer is a `problem`.
    """
    shown = Showing(section, address, connect)
    if section.driver == "off":
        yield shown
        return
    control.watch(shown.take)
    shown.start()
    try:
        yield shown
    finally:
        shown.stop()


class Showing:
    """`problem` is one sentence on why there is no picture, "" where all is well. Any thread may read it."""

    def __init__(
        self, section: DisplaySection, address: Callable[[], str], connect: Callable[[DisplaySection], Device]
    ) -> None:
        self.problem = ""
        self._section = section
        self._address = address
        self._connect = connect
        self._news = threading.Event()
        self._end = threading.Event()
        self._first: Snapshot | None = None
        self._latest: Snapshot | None = None
        self._scene: Scene | None = None
        self._since = 0.0
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)

    def take(self, snapshot: Snapshot) -> None:
        """The latest wins. Called by the control thread; never waits."""
        self._first = self._first or snapshot
        self._latest = snapshot
        self._news.set()

    def start(self) -> None:
        """Once a snapshot is there."""
        self._thread.start()

    def stop(self) -> None:
        """Have the display go dark. One whose wires hang is left behind."""
        self._end.set()
        self._news.set()
        self._thread.join(ENDS_WITHIN_S)

    def _run(self) -> None:
        while not self._end.is_set():
            try:
                device = self._connect(self._section)
                try:
                    self._show_on(device)
                finally:
                    device.close()
            except Exception as error:  # whatever it is, play goes on without a picture
                self._failed(error)
                self._end.wait(RETRY_S)

    def _show_on(self, device: Device) -> None:
        """Until the end, or until the display doesn't answer any more."""
        from uno_launcher.panel.display.programme import next_change, picture

        shown = b""
        check_at = 0.0
        while not self._end.is_set():
            self._news.clear()
            scene, fresh = self._look()
            now = time.monotonic()
            if scene != self._scene:
                self._scene, self._since = scene, now
            image = picture(scene, self._address(), now - self._since, fresh=fresh)
            if (data := image.tobytes()) != shown or now >= check_at:
                device.display(image)
                shown, check_at = data, now + CHECK_S
                self._well()
            change = next_change(scene, now - self._since, fresh=fresh)
            due = check_at if change is None else min(check_at, self._since + change)
            self._news.wait(max(0.0, due - time.monotonic()))
            self._end.wait(PACE_S)

    def _look(self) -> tuple[Scene, bool]:
        """What there is to show, and whether nobody has pressed or laid anything yet."""
        first, latest = self._first, self._latest
        assert first is not None
        assert latest is not None
        begun = (first.launcher.number, first.evening, first.table.n)
        return scene_of(latest), begun == (latest.launcher.number, latest.evening, latest.table.n)

    def _well(self) -> None:
        if self.problem:
            LOG.info("The display is back.")
        self.problem = ""

    def _failed(self, error: Exception) -> None:
        said = sentence(error, self._section)
        if said != self.problem:  # a log that says it again and again fills the card (field note D6)
            LOG.warning("%s", said, exc_info=LOG.isEnabledFor(logging.DEBUG))
        self.problem = said
