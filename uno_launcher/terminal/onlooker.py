"""Watchers that write: each on a thread of its own, since a terminal or a pipe may block for ever."""

import contextlib
import queue
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping

from uno_launcher.control import Control, Snapshot
from uno_launcher.launcher.view import LastPress

Write = Callable[[list[Snapshot]], None]
"""Is given all snapshots that have come since the last call, oldest first, at least one."""


@contextlib.contextmanager
def onlooker(control: Control, write: Write) -> Iterator[None]:
    """Give the snapshots of `control` to `write`, on a thread of its own, until the block ends."""
    waiting: queue.SimpleQueue[Snapshot | None] = queue.SimpleQueue()
    thread = threading.Thread(target=_write_all, args=(waiting, write), name="onlooker", daemon=True)
    thread.start()
    control.watch(waiting.put)
    try:
        yield
    finally:
        waiting.put(None)
        thread.join(1.0)


def _write_all(waiting: "queue.SimpleQueue[Snapshot | None]", write: Write) -> None:
    ending = False
    while not ending:
        news = [waiting.get()]
        while not waiting.empty():
            news.append(waiting.get())
        ending = None in news
        if snapshots := [snapshot for snapshot in news if snapshot is not None]:
            with contextlib.suppress(OSError):  # the terminal or the reader went away: play goes on
                write(snapshots)


class Presses:
    """The last few presses, `newest` first."""

    def __init__(self) -> None:
        self.newest: deque[LastPress] = deque(maxlen=8)

    def take(self, snapshot: Snapshot) -> None:
        """Look whether another press is over."""
        last = snapshot.launcher.last
        if last is not None and (not self.newest or self.newest[0].number != last.number):
            self.newest.appendleft(last)


@contextlib.contextmanager
def screen(keys: Mapping[str, str]) -> Iterator[Write]:
    """A picture on the terminal that follows the launcher; `keys` are shown with what they do."""
    from rich.live import Live

    from uno_launcher.terminal.picture import picture

    presses = Presses()
    with Live(auto_refresh=False, screen=False) as live:

        def write(snapshots: list[Snapshot]) -> None:
            for snapshot in snapshots:
                presses.take(snapshot)
            live.update(picture(snapshots[-1], presses.newest, keys), refresh=True)

        yield write


def lines() -> Write:
    """One line on standard error for each thing that happens, for runs without a terminal."""
    before: list[Snapshot] = []

    def write(snapshots: list[Snapshot]) -> None:
        for snapshot in snapshots:
            for line in changes(before[0] if before else None, snapshot):
                sys.stderr.write(line + "\n")
                sys.stderr.flush()
            before[:] = [snapshot]

    return write


def changes(before: Snapshot | None, after: Snapshot) -> Iterator[str]:
    """What happened between two snapshots, one sentence each."""
    view = after.launcher
    old = before.launcher if before is not None else None
    if old is None or view.state != old.state or view.why != old.why:
        mark = "SIMULATED: " if after.simulated else ""
        advice = f" → {view.advice}" if view.advice else ""
        yield f"{mark}{view.state.replace('_', ' ')}: {view.why}{advice}"
    if view.last is not None and (old is None or view.last != old.last):
        yield said(view.last)
    if old is not None and view.refused > old.refused:
        yield f"refused: {view.refusal}"
    for problem in after.problems:
        if before is None or problem not in before.problems:
            yield f"warning: {problem}"


def said(press: LastPress) -> str:
    """How a press went, in words."""
    cards = "no card" if press.counted == 0 else "1 card" if press.counted == 1 else f"{press.counted} cards"
    doubt = "" if press.certain else ", not certain"
    difference = f" ({press.difference})" if press.difference else ""
    return f"press {press.number}: {cards}{doubt}, {press.ended}{difference}"
