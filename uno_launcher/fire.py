"""One burst of so many cards, without luck and without a press: for trying a launcher out."""

from uno_launcher.daemon.assembly import Assembly
from uno_launcher.daemon.loop import Quit
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.errors import LauncherError
from uno_launcher.launcher.events import Pressed
from uno_launcher.launcher.facts import BURST
from uno_launcher.launcher.view import LastPress

MOST_CARDS = 30


def fire(launcher: Assembly) -> LastPress:
    """Have `launcher`, assembled with Exactly, feed once, and say how it went. Runs its loop until then.

    Raises LauncherError when it won't, or was stopped before the burst was over.
    """
    first = launcher.control.snapshot.launcher
    over: list[Snapshot] = []

    def watch(snapshot: Snapshot) -> None:
        view = snapshot.launcher
        refused = view.refused > first.refused
        finished = view.last is not None and view.last.number > first.number and view.state not in BURST
        if (refused or finished) and not over:
            over.append(snapshot)
            launcher.loop.post(Quit())

    launcher.control.watch(watch)
    launcher.loop.post(Pressed())
    launcher.loop.run()
    if not over:
        raise LauncherError("Stopped before the burst was over; the motor is off.")
    view = over[0].launcher
    if view.last is None or view.last.number <= first.number:
        raise LauncherError(f"Nothing was fed: {view.refusal}.")
    return view.last
