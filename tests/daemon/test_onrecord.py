"""Nothing is shown or answered before it's on record, and a disk that is slow keeps no press waiting."""

from pathlib import Path

import pytest

from tests.daemon.test_orders import GAME
from tests.rig import Rig
from uno_launcher.daemon.loop import Again, Loop, Quit
from uno_launcher.daemon.onrecord import LONGEST_S
from uno_launcher.daemon.orders import PASSED, ChangeSettings, Seen, TableMove
from uno_launcher.daemon.settings import Settings
from uno_launcher.luck.exactly import Exactly
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.table import Outcome
from uno_launcher.store import Store
from uno_launcher.table.referee import Countdown


class SlowDisk(Store):
    """It has the first `has` of the moves, or with `done` whatever it was given."""

    def __init__(self, path: Path) -> None:
        whole = Store.open(path)
        self.__dict__.update(whole.__dict__)
        self.done = True
        self.has = 0

    def hang(self):
        self.done, self.has = False, self._moves

    def flush(self, timeout_s):
        return self.done

    def settled(self):
        given = self._moves
        return lambda: self.done or self.has >= given


class Slow:
    """A rig whose disk hangs from the first card on."""

    def __init__(self, path: Path) -> None:
        self.disk = SlowDisk(path)
        self.rig = Rig(1, Exactly(1), setup=GAME, hopper=90, store=self.disk, patience_s=0.0)
        self.said: list[Outcome] = []
        self.disk.hang()
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
    slow.disk.hang()
    slow.rig.run_for(1.0)
    assert slow.seen == (1, "settling")
    slow.disk.done = True
    slow.rig.run_for(0.02)
    assert slow.seen == (2, "ready")
    assert slow.rig.control.snapshot.table.hands["Ann"] == 8


def test_a_disk_that_keeps_up_late_has_every_move_before_it_is_shown(slow):
    slow.rig.run_for(LONGEST_S - 0.1)
    slow.disk.has = 1
    slow.move({"play": "red skip"})
    slow.rig.run_for(LONGEST_S - 0.1)
    assert slow.seen == (1, "ready")
    assert len(slow.said) == 1
    slow.disk.has = 2
    slow.rig.run_for(0.02)
    assert slow.seen == (2, "ready")
    assert len(slow.said) == 2


def test_everything_that_was_held_back_is_shown_in_its_order(slow):
    slow.move({"play": "red skip"})
    slow.move({"undo": True})
    slow.disk.done = True
    slow.rig.run_for(0.02)
    told = [(each.n, each.table.n, each.did) for each in slow.rig.snapshots[-3:]]
    first = told[0][0]
    turned, played, undone = (
        parse_move(move) for move in ({"turn_up": "red 7"}, {"play": "red skip"}, {"undo": True})
    )
    assert told == [(first, 1, turned), (first + 1, 2, played), (first + 2, 3, undone)]


def test_an_extra_button_dings_once_its_move_is_on_record(slow, monkeypatch):
    slow.disk.done = True
    slow.move({"play": "red hit-2"})
    slow.rig.press()
    rung = []
    monkeypatch.setattr(slow.rig.backend, "play", lambda sound, now: rung.append((sound.name, now)))
    slow.disk.hang()
    slow.rig.simulation.press_extra("stop")
    slow.rig.run_for(0.5)
    assert rung == []
    slow.disk.done = True
    slow.rig.run_for(0.02)
    assert rung == [("ding", pytest.approx(slow.rig.now, abs=0.02))]


def test_whoever_may_stop_has_all_the_time_for_it_from_when_they_see_it_4_2(slow):
    slow.disk.done = True
    slow.move({"play": "red hit-2"})
    slow.rig.simulation.press()
    slow.rig.run_until(slow.rig.now + 1, lambda: slow.rig.view.state == "launching")
    slow.disk.hang()
    slow.rig.run_for(1.5)
    assert slow.seen == (2, "settling")
    slow.disk.done = True
    slow.rig.run_for(0.02)
    assert slow.seen == (3, "ready")
    assert slow.rig.control.snapshot.stopping == Countdown(5.0, 5.0)


def test_settings_are_answered_once_they_are_shown(slow):
    said = []
    slow.rig.control.handle(ChangeSettings(Settings("classic", quiet=True), said.append), slow.rig.now)
    slow.rig.run_for(0.5)
    assert (said, slow.rig.control.snapshot.settings.quiet) == ([], False)
    slow.disk.done = True
    slow.rig.run_for(0.02)
    assert (said, slow.rig.control.snapshot.settings.quiet) == ([None], True)


@pytest.mark.parametrize("ends", [Quit(), Again()])
@pytest.mark.parametrize(("disk_s", "answers"), [(0.5, 1), (3600.0, 0)])
def test_whoever_waits_is_answered_before_the_loop_ends_unless_the_disk_hangs(slow, ends, disk_s, answers):
    began = slow.rig.now

    def clock():
        slow.rig.simulation.step_to(slow.rig.now + 0.01)
        slow.disk.done = slow.rig.now > began + disk_s
        return slow.rig.now

    loop = Loop(slow.rig.control, clock)
    loop.post(ends)
    loop.run()
    assert len(slow.said) == slow.seen[0] == answers
    assert slow.rig.now - began < LONGEST_S
