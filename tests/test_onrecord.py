"""Nothing is shown or answered before it's on record, and a disk that is slow keeps no press waiting."""

from pathlib import Path

import pytest

from tests.rig import Rig
from tests.test_orders import GAME
from uno_launcher.luck.exactly import Exactly
from uno_launcher.onrecord import LONGEST_S
from uno_launcher.orders import PASSED, Seen, TableMove
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.table import Outcome
from uno_launcher.store import Store


class SlowDisk(Store):
    """It has what it was given once `done` is set."""

    def __init__(self, path: Path) -> None:
        whole = Store.open(path)
        self.__dict__.update(whole.__dict__)
        self.done = True

    def flush(self, timeout_s):
        return self.done

    def settled(self):
        return lambda: self.done


class Slow:
    """A rig whose disk hangs from the first card on."""

    def __init__(self, path: Path) -> None:
        self.disk = SlowDisk(path)
        self.rig = Rig(1, Exactly(1), setup=GAME, hopper=90, store=self.disk, patience_s=0.0)
        self.said: list[Outcome] = []
        self.disk.done = False
        self.move({"turn_up": "red 7"})

    def move(self, move: dict[str, object], seen: Seen | None = None) -> None:
        self.rig.control.handle(TableMove(parse_move(move), self.said.append, seen), self.rig.now)

    @property
    def seen(self) -> tuple[int, str]:
        snapshot = self.rig.control.snapshot
        return snapshot.table.n, snapshot.launcher.state


@pytest.fixture
def slow(tmp_path):
    found = Slow(tmp_path / "launches.db")
    yield found
    found.disk.done = True
    found.rig.close()
    found.disk.close()


def test_a_move_is_shown_and_answered_once_the_disk_has_it(slow):
    slow.rig.run_for(0.5)
    assert (slow.seen, slow.said) == ((0, "ready"), [])
    slow.disk.done = True
    slow.rig.run_for(0.02)
    assert slow.seen == (1, "ready")
    assert [outcome.refused for outcome in slow.said] == [None]


def test_a_press_reaches_the_motor_while_the_disk_hangs(slow):
    turned = len(slow.rig.simulation.world.motor_history)
    pressed = slow.rig.now
    slow.rig.simulation.press()
    slow.rig.run_until(pressed + 1, lambda: len(slow.rig.simulation.world.motor_history) > turned)
    assert slow.rig.now - pressed < 0.05
    assert slow.seen == (0, "ready")  # nobody sees more than the disk knows
    slow.disk.done = True
    slow.rig.run_for(0.02)
    assert slow.seen == (1, "launching")
    assert len(slow.said) == 1


def test_answers_keep_their_order_and_a_second_tap_has_passed_though_nothing_was_shown(slow):
    slow.move({"play": "red skip"}, Seen(1, 0))
    assert slow.said == []
    slow.disk.done = True
    slow.rig.run_for(0.02)
    assert [outcome.refused for outcome in slow.said] == [None, PASSED]


def test_what_a_disk_doesnt_take_for_two_seconds_is_shown_as_it_is(slow):
    slow.rig.run_for(LONGEST_S - 0.1)
    assert slow.said == []
    slow.rig.run_for(0.2)
    assert slow.seen == (1, "ready")
    assert len(slow.said) == 1


def test_what_a_press_brought_is_shown_once_the_disk_has_it(slow):
    slow.disk.done = True
    slow.rig.run_for(0.1)
    slow.rig.simulation.press()
    slow.rig.run_until(slow.rig.now + 1, lambda: slow.rig.view.state == "launching")
    slow.disk.done = False
    slow.rig.run_for(1.0)
    assert slow.seen == (1, "settling")
    slow.disk.done = True
    slow.rig.run_for(0.02)
    assert slow.seen == (2, "ready")
    assert slow.rig.control.snapshot.table.hands["Ann"] == 8
