"""What has happened between two snapshots, one JSON object each. Pure."""

from collections.abc import Iterator
from typing import Any

from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.plan import Ended
from uno_launcher.rules.moves import FailedPress, Press, Reloaded

Happening = dict[str, Any]
"""`event_type` is one of TYPES, under the key where Home Assistant looks for it."""

TYPES = ("launch", "dry", "failed", "refused", "jam", "empty", "reloaded", "round_over", "game_over")

_OVER = ("scoring", "round-over", "game-over")
"""Phases after a round's last card."""


def happened(before: Snapshot, after: Snapshot) -> Iterator[Happening]:
    """What has happened from `before` to `after`, in order."""
    yield from _presses(before, after)
    new, old = after.launcher, before.launcher
    if new.refused > old.refused:
        yield {"event_type": "refused", "why": new.refusal}
    if new.state != old.state and new.state in ("jammed", "empty"):
        kind = "jam" if new.state == "jammed" else "empty"
        yield {"event_type": kind, "why": new.why, "advice": new.advice}
    uncounted = new.hopper is None and old.hopper is not None
    if uncounted or (_moved(before, after) and isinstance(after.did, Reloaded)):
        yield {"event_type": "reloaded", "hopper": new.hopper}
    yield from _ends(before, after)


def _moved(before: Snapshot, after: Snapshot) -> bool:
    """The same table has taken a move."""
    return after.evening == before.evening and after.table.n != before.table.n


def _presses(before: Snapshot, after: Snapshot) -> Iterator[Happening]:
    """A press that is over. One that the table took no notice of was a loading check."""
    if not _moved(before, after):
        return
    last, old = after.launcher.last, before.launcher.last
    if last is not None and (old is None or last.number != old.number):
        yield _press(after, last.number, last.counted, last.certain, last.ended)
    elif after.backend == "none":
        # People type what came out.
        match after.did:
            case Press(press=cards):
                yield _press(after, None, cards, True, "done")
            case FailedPress(failed_press=cards):
                yield _press(after, None, cards, True, "fault")


def _press(after: Snapshot, number: int | None, cards: int, certain: bool, ended: Ended) -> Happening:
    kind = "launch" if cards else "dry" if ended == "done" else "failed"
    who = after.did.by if isinstance(after.did, Press | FailedPress) else None
    if who is None and after.table.last_press is not None:
        who = after.table.last_press.who
    return {
        "event_type": kind,
        "press": number,
        "who": who,
        "cards": cards,
        "certain": certain,
        "ended": ended,
    }


def _ends(before: Snapshot, after: Snapshot) -> Iterator[Happening]:
    """A move has ended the round, or the game; a change of mode ends neither."""
    new, old = after.table, before.table
    if not _moved(before, after) or new.mode != old.mode or new.phase == old.phase:
        return
    if new.phase in _OVER and old.phase not in _OVER:
        yield {"event_type": "round_over", "out": new.out}
    if new.phase == "game-over":
        yield {"event_type": "game_over", "winner": new.winner, "scores": new.scores}
