"""The display's own thread: the latest picture whatever the wires do, and never at the launcher's expense."""

import contextlib
import logging
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace

import msgspec
import pytest
from PIL import Image

from tests.panel.bus import Ssd1306OnABus
from tests.panel.scenes import ADDRESS, JAM, STATES, owing
from tests.rig import Rig
from tests.rules.evening import read, setup_of
from uno_launcher.config.sections import DisplaySection
from uno_launcher.panel.display import showing, thread
from uno_launcher.panel.display.drawing import draw_scene
from uno_launcher.panel.display.scene import scene_of

ON = DisplaySection(driver="ssd1306")
PATIENCE_S = 10.0


class Wall:
    """A display that keeps its pictures. `trouble` is raised by what is asked of it."""

    def __init__(self):
        self.pictures = []
        self.threads = set()
        self.trouble = None
        self.opened = self.closed = 0
        self.changed = threading.Condition()

    def connect(self, section):
        self.threads.add(threading.current_thread().name)
        self._fail()
        with self.changed:
            self.opened += 1
        return self

    def display(self, image):
        self._fail()
        with self.changed:
            self.pictures.append(image)
            self.changed.notify_all()

    def close(self):
        with self.changed:
            self.closed += 1
            self.changed.notify_all()

    def _fail(self):
        if self.trouble is not None:
            raise self.trouble

    def wait_for(self, happened):
        with self.changed:
            while not happened():
                assert self.changed.wait(PATIENCE_S), "it doesn't happen"

    def wait_to_show(self, snapshot):
        wanted = draw_scene(scene_of(snapshot)).tobytes()
        self.wait_for(lambda: self.pictures and self.pictures[-1].tobytes() == wanted)


class Said:
    """A control that says what it is told to."""

    def __init__(self, snapshot):
        self._snapshot = snapshot
        self._watchers = []

    def watch(self, watcher):
        self._watchers.append(watcher)
        watcher(self._snapshot)

    def say(self, snapshot):
        for watcher in self._watchers:
            watcher(snapshot)


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def control():
    return Said(owing())


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Tries again at once, paces little."""
    monkeypatch.setattr(thread, "RETRY_S", 0.01)
    monkeypatch.setattr(thread, "PACE_S", 0.001)


def wait_until(happened):
    until = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < until, "it doesn't happen"
        time.sleep(0.005)


def test_a_display_that_is_off_asks_nothing_of_anybody(control, wall):
    with showing(DisplaySection(), control, lambda: ADDRESS, connect=wall.connect) as shown:
        assert shown.problem == ""
    assert (wall.opened, control._watchers) == (0, [])


def test_it_shows_what_there_is_and_what_comes_on_a_thread_of_its_own(control, wall):
    with showing(ON, control, lambda: ADDRESS, connect=wall.connect) as shown:
        wall.wait_to_show(owing())
        control.say(owing(launcher=JAM))
        wall.wait_to_show(owing(launcher=JAM))
        assert shown.problem == ""
    assert wall.threads == {"display"}


def test_of_many_the_latest_wins(control, wall):
    with showing(ON, control, lambda: ADDRESS, connect=wall.connect):
        wall.wait_to_show(owing())
        for _ in range(500):
            for state in STATES.values():
                control.say(state)
        control.say(owing(launcher=JAM))
        wall.wait_to_show(owing(launcher=JAM))
    assert len(wall.pictures) < 1000


def test_at_its_end_the_display_is_let_go_of(control, wall):
    with showing(ON, control, lambda: ADDRESS, connect=wall.connect):
        wall.wait_to_show(owing())
    assert (wall.opened, wall.closed) == (1, 1)


def test_without_a_move_the_way_to_join_is_shown_first(wall):
    calm = STATES["turn"]
    control = Said(calm)
    with showing(ON, control, lambda: ADDRESS, connect=wall.connect):
        wall.wait_for(lambda: len(wall.pictures) == 1)
        assert wall.pictures[0].tobytes() != draw_scene(scene_of(calm)).tobytes()
        moved = msgspec.structs.replace(calm.table, n=calm.table.n + 1)
        control.say(replace(calm, table=moved))
        wall.wait_to_show(calm)


def test_one_that_isnt_there_is_a_problem_and_is_found_once_it_is(control, wall, caplog):
    wall.trouble = OSError(121, "Remote I/O error")
    with caplog.at_level(logging.INFO), showing(ON, control, lambda: "", connect=wall.connect) as shown:
        wait_until(lambda: shown.problem)
        assert "doesn't answer: check its wires" in shown.problem
        time.sleep(0.1)  # some more tries
        control.say(owing(launcher=JAM))
        wall.trouble = None
        wall.wait_to_show(owing(launcher=JAM))
        wait_until(lambda: not shown.problem)
    said = [record.getMessage() for record in caplog.records if "display" in record.getMessage()]
    assert [words[:11] for words in said] == ["The display", "The display"]
    assert said[1] == "The display is back."


def test_one_that_is_unplugged_is_noticed_while_nothing_changes_and_shows_its_picture_again(
    control, wall, monkeypatch
):
    monkeypatch.setattr(thread, "CHECK_S", 0.02)
    with showing(ON, control, lambda: "", connect=wall.connect) as shown:
        wall.wait_to_show(owing())
        wall.trouble = OSError(121, "Remote I/O error")
        wait_until(lambda: shown.problem)
        before = len(wall.pictures)
        wall.trouble = None
        wall.wait_for(lambda: len(wall.pictures) > before)
        wall.wait_to_show(owing())
    assert wall.opened == wall.closed >= 2


def test_a_picture_that_stays_is_sent_only_to_see_whether_somebody_is_there(control, wall):
    with showing(ON, control, lambda: "", connect=wall.connect):
        wall.wait_to_show(owing())
        for _ in range(20):
            control.say(owing(problems=()))
        time.sleep(0.1)
        assert len(wall.pictures) == 1


def test_missing_packages_are_a_problem_that_says_what_to_install(control, wall):
    wall.trouble = ModuleNotFoundError("No module named 'luma'")
    with showing(ON, control, lambda: "", connect=wall.connect) as shown:
        wait_until(lambda: shown.problem)
        assert "EXTRA=display" in shown.problem


def test_a_bug_on_the_way_is_a_problem_and_not_the_end(control, wall):
    def broken():
        raise ZeroDivisionError("by zero")

    with showing(ON, control, broken, connect=wall.connect) as shown:
        wait_until(lambda: shown.problem)
        assert "failed (by zero)" in shown.problem
        assert wall.opened >= 1


def test_wires_that_hang_hold_up_neither_the_launcher_nor_its_end(control, monkeypatch):
    monkeypatch.setattr(thread, "ENDS_WITHIN_S", 0.05)
    hanging, let_go = threading.Event(), threading.Event()

    class Hanging(Wall):
        def display(self, image):
            hanging.set()
            let_go.wait(PATIENCE_S)

    with showing(ON, control, lambda: "", connect=Hanging().connect):
        assert hanging.wait(PATIENCE_S)
        began = time.monotonic()
        for _ in range(1000):
            control.say(owing(launcher=JAM))
        assert time.monotonic() - began < PATIENCE_S / 2
        began = time.monotonic()
    assert time.monotonic() - began < PATIENCE_S / 2
    let_go.set()


@pytest.mark.filterwarnings("ignore:Image.Image.getdata is deprecated:DeprecationWarning")
def test_a_whole_launcher_plays_in_front_of_a_real_drivers_display(monkeypatch):
    bus = Ssd1306OnABus()
    monkeypatch.setattr("smbus2.SMBus", bus.open)
    monkeypatch.setattr(thread, "CHECK_S", 0.02)
    rig = Rig(3, "chance", setup=read(setup_of(players=0, mode="stack", scoring=None)), hopper=83)

    def seen():
        with contextlib.suppress(AssertionError, RuntimeError):
            return bus.picture.tobytes() == draw_scene(scene_of(rig.control.snapshot)).tobytes()

    with showing(ON, rig.control, lambda: "") as shown:
        rig.run_for(0.5)
        rig.simulation.press_extra("hit_2")
        rig.run_for(0.5)
        wait_until(seen)
        rig.press()
        wait_until(seen)
        bus.unplug()
        wait_until(lambda: shown.problem)
        rig.press()
        assert rig.view.number == 2
        bus.plug_in()
        wait_until(seen)
        wait_until(lambda: not shown.problem)
    assert not bus.on
    rig.close()


def test_an_emulator_of_luma_takes_the_pictures_as_a_display_does(control, tmp_path, monkeypatch):
    monkeypatch.setitem(os.environ, "PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from luma.emulator.device import capture

    class Emulated(Wall):
        """Each picture in a file."""

        def connect(self, section):
            template = str(tmp_path / "{0:03}.png")
            self._emulator = capture(mode="1", transform="identity", scale=1, file_template=template)
            return super().connect(section)

        def display(self, image):
            self._emulator.display(image)
            super().display(image)

    wall = Emulated()
    with showing(ON, control, lambda: "", connect=wall.connect):
        wall.wait_to_show(owing())
    drawn = Image.open(tmp_path / "001.png").convert("1")
    assert drawn.tobytes() == draw_scene(scene_of(owing())).tobytes()


def test_nothing_that_draws_is_imported_before_the_config_wants_it():
    code = "import sys, uno_launcher.panel.display; print(*{m.partition('.')[0] for m in sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"PIL", "luma", "segno", "smbus2"} & set(done.stdout.split())
