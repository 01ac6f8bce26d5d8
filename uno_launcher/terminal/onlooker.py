"""Watchers that write: each on a thread of its own, since a terminal or a pipe may block for ever."""

import contextlib
import queue
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from uno_launcher.daemon.control import Control
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.view import LastPress
from uno_launcher.terminal.legend import Legend
from uno_launcher.terminal.words import news

Write = Callable[[list[Snapshot]], None]
"""Is given all snapshots that have come since the last call, oldest first, at least one: the last one again
where only the screen itself has changed."""

_END: Final = "end"
_AGAIN: Final = "again"


@contextlib.contextmanager
def onlooker(control: Control, write: Write) -> Iterator[Callable[[], None]]:
    """Give the snapshots of `control` to `write`, on a thread of its own, until the block ends.

    Yields what has the last snapshot written again.
    """
    waiting: queue.SimpleQueue[Snapshot | str] = queue.SimpleQueue()
    thread = threading.Thread(target=_write_all, args=(waiting, write), name="onlooker", daemon=True)
    thread.start()
    control.watch(waiting.put)
    try:
        yield lambda: waiting.put(_AGAIN)
    finally:
        waiting.put(_END)
        thread.join(1.0)


def _write_all(waiting: "queue.SimpleQueue[Snapshot | str]", write: Write) -> None:
    last: list[Snapshot] = []
    ending = False
    while not ending:
        came = [waiting.get()]
        while not waiting.empty():
            came.append(waiting.get())
        ending = _END in came
        snapshots = [snapshot for snapshot in came if isinstance(snapshot, Snapshot)]
        if _AGAIN in came and not snapshots:
            snapshots = last
        if snapshots:
            last = snapshots[-1:]
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
def screen(legend: Callable[[Snapshot], Legend]) -> Iterator[Write]:
    """A picture on the terminal that follows launcher and table, with what keys do by `legend`."""
    from rich.live import Live

    from uno_launcher.terminal.picture import picture

    presses = Presses()
    live = Live(auto_refresh=False, screen=False)

    def write(snapshots: list[Snapshot]) -> None:
        for snapshot in snapshots:
            presses.take(snapshot)
        live.update(picture(snapshots[-1], presses.newest, legend(snapshots[-1])), refresh=True)

    def stop() -> None:
        with contextlib.suppress(OSError):
            live.stop()

    live.start()
    try:
        yield write
    finally:
        # It writes, and waits for a writer: where the terminal takes nothing more, for ever.
        ending = threading.Thread(target=stop, name="screen", daemon=True)
        ending.start()
        ending.join(1.0)


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
        why = f": {view.why}" if view.why != view.state else ""
        yield f"{mark}{view.state.replace('_', ' ')}{why}{advice}"
    if view.last is not None and (old is None or view.last != old.last):
        yield said(view.last)
    if old is not None and view.refused > old.refused:
        yield f"refused: {view.refusal}"
    yield from news(before.table if before is not None else None, after.table)
    for problem in after.problems:
        if before is None or problem not in before.problems:
            yield f"warning: {problem}"


def said(press: LastPress) -> str:
    """How a press went, in words."""
    cards = "no card" if press.counted == 0 else "1 card" if press.counted == 1 else f"{press.counted} cards"
    doubt = "" if press.certain else ", not certain"
    difference = f" ({press.difference})" if press.difference else ""
    return f"press {press.number}: {cards}{doubt}, {press.ended}{difference}"
