"""Flashing without a Pico: what is copied, in which order, and what is said when it can't be.

tests/emulator does it with an emulated one.
"""

import re
import subprocess
from types import SimpleNamespace

import pytest

from uno_launcher.errors import HardwareError
from uno_launcher.feed.hello import Hello
from uno_launcher.flashing import firmware
from uno_launcher.flashing import flash as flashing

KEY = "0123abcd"


class Bench:
    """A port with a Pico whose answers and copying are made up."""

    def __init__(self, monkeypatch, tmp_path, before, after=None):
        self.port = tmp_path / "Pico"
        self.port.touch()
        self.answers = [before, after]
        self.board = None
        self.restarts = 0
        self.commands = []
        self.returncode = 0
        self.said = []
        monkeypatch.setattr(flashing, "greeted", self.greeted)
        monkeypatch.setattr(flashing.subprocess, "run", self.run)
        monkeypatch.setattr(flashing.time, "sleep", lambda seconds: None)

    def greeted(self, path, for_s, *, restart=False):
        assert path == str(self.port)
        if restart:
            self.restarts += 1
            return None
        release = self.answers.pop(0)
        return None if release is None else Hello(KEY, KEY, KEY, 1, release, "two-input", 0)

    def run(self, words, **_):
        self.commands.append(words)
        return SimpleNamespace(returncode=self.returncode, stdout="", stderr="mpremote: no\n")

    def flash(self, **more):
        return flashing.flash(lambda: (str(self.port),), self.board, self.said.append, **more)


@pytest.fixture
def wanted():
    return firmware.release(firmware.files())


def test_a_pico_that_has_them_all_is_left_alone(monkeypatch, tmp_path, wanted):
    bench = Bench(monkeypatch, tmp_path, wanted)
    assert bench.flash().copied == 0
    assert (bench.commands, bench.restarts) == ([], 0)


def test_one_with_others_is_started_again_first_so_that_no_watchdog_bites_P5(monkeypatch, tmp_path, wanted):
    bench = Bench(monkeypatch, tmp_path, "1-00000000", wanted)
    done = bench.flash()
    assert (done.release, done.copied, bench.restarts) == (wanted, len(firmware.files()), 1)
    assert any("1-00000000" in one for one in bench.said)


def test_a_new_one_gets_every_file_and_main_py_last(monkeypatch, tmp_path, wanted):
    bench = Bench(monkeypatch, tmp_path, None, wanted)
    bench.flash()
    (words,) = bench.commands
    assert words[2:5] == ["mpremote", "connect", f"port:{bench.port}"]
    copied = [word[1:] for word in words if word.startswith(":")]
    assert sorted(copied) == sorted(firmware.files())
    assert copied[-1] == "main.py"
    assert words[-1] == "reset"
    assert "'uno_launcher/feed'" in words[words.index("exec") + 1]


def test_a_board_py_of_ones_own_is_not_replaced_by_the_usual_one_unasked(monkeypatch, tmp_path):
    mine, usual = tmp_path / "my-board.py", firmware.folder() / "board.py"
    mine.write_text(usual.read_text().replace('"lid": None', '"lid": 20'))
    there, wanted = firmware.release(firmware.files(mine)), firmware.release(firmware.files())
    bench = Bench(monkeypatch, tmp_path, there)
    with pytest.raises(HardwareError, match="its own: name it with --board"):
        bench.flash(again=True)
    assert (bench.commands, bench.restarts) == ([], 0)
    for board, after in ((usual, wanted), (mine, "1-00000000-own")):
        bench.answers = [after, firmware.release(firmware.files(board))]
        bench.board = board
        assert bench.flash(again=True).copied == len(firmware.files())


def test_again_copies_whatever_it_has(monkeypatch, tmp_path, wanted):
    bench = Bench(monkeypatch, tmp_path, wanted, wanted)
    assert bench.flash(again=True).copied > 0


@pytest.mark.parametrize(
    ("after", "what"), [(None, "nobody answers"), ("1-00000001", "answers with 1-00000001")]
)
def test_files_that_are_not_what_answers_are_said(monkeypatch, tmp_path, after, what):
    bench = Bench(monkeypatch, tmp_path, None, after)
    with pytest.raises(HardwareError, match=what):
        bench.flash()


def test_copying_that_fails_is_said_with_what_to_do(monkeypatch, tmp_path, wanted):
    bench = Bench(monkeypatch, tmp_path, None)
    bench.returncode = 1
    with pytest.raises(HardwareError, match=r"mpremote: no\): unplug the Pico"):
        bench.flash()

    def hang(words, **_):
        raise subprocess.TimeoutExpired(words, 1)

    bench.answers = [None]
    monkeypatch.setattr(flashing.subprocess, "run", hang)
    with pytest.raises(HardwareError, match="took too long"):
        bench.flash()


def test_without_mpremote_it_says_where_to_get_it(monkeypatch, tmp_path):
    bench = Bench(monkeypatch, tmp_path, None)
    monkeypatch.setattr(flashing.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(HardwareError, match="make install EXTRA=flash"):
        bench.flash()


def test_no_pico_and_no_files_are_said(monkeypatch, tmp_path):
    with pytest.raises(HardwareError, match="No Pico was found"):
        flashing.flash(lambda: (), None, print)
    with pytest.raises(HardwareError, match=r"There is no port /dev/none\d: leave --port out"):
        flashing.flash(lambda: ("/dev/none0",), None, print)
    with pytest.raises(HardwareError, match="can't be read"):
        flashing.flash(lambda: (), tmp_path / "none.py", print)
    monkeypatch.setattr(firmware, "PLACES", (tmp_path,))
    with pytest.raises(HardwareError, match="aren't here"):
        flashing.flash(lambda: (), None, print)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("PINS = {", "PINS = {{", "line 7 isn't Python"),
        ("MOST_CARDS = 60", "", "MOST_CARDS isn't there"),
        ('    "hit_2": None,\n', "", '"hit_2" isn\'t in PINS'),
        ('"lid": None', '"lit": None, "lid": None', '"lit" in PINS is no signal'),
        ('"lid": None', '"lid": 16', '"lid" and "beam" in PINS are both at GP16'),
        ('"lid": None', '"lid": 30', '"lid" in PINS must be a GP number from 0 to 29'),
        ('"lid": None', '"lid": "20"', '"lid" in PINS must be a GP number'),
        ('"lid": None', '"lid": True', '"lid" in PINS must be a GP number'),
        ('"beam": 16', '"beam": None', '"beam" in PINS needs a pin'),
        ('"motor_in2": 13', '"motor_in2": None', '"motor_in2" in PINS needs a pin'),
        ('"buzzer": None', '"buzzer": 28', '"buzzer" in PINS shares a PWM with "motor_in1"'),
        ('"two-input"', '"two-inputs"', "DRIVER must be one of two-input, phase-enable, one-pin"),
        ("Ω", "\udce9", "it isn't text"),
    ],
)
def test_a_board_py_that_would_not_run_is_not_copied(tmp_path, old, new, said):
    text = firmware.files()["board.py"].decode()
    assert text.count(old) == 1
    mine = tmp_path / "my-board.py"
    mine.write_text(text.replace(old, new), "utf-8", "surrogateescape")
    with pytest.raises(HardwareError, match=re.escape(said)):
        firmware.files(mine)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"two-input"', '"one-pin"'),
        ('"lid": None', '"lid": 20'),
        ('"lid": None', '"lid": SPARE'),
        ("DRIVER = ", "import machine\nDRIVER = "),
    ],
)
def test_a_board_py_of_ones_own_is_taken(tmp_path, old, new):
    text = firmware.files()["board.py"].decode().replace(old, new, 1)
    if "one-pin" in new:
        text = text.replace('"motor_in2": 13', '"motor_in2": None')
    mine = tmp_path / "my-board.py"
    mine.write_text(text)
    assert firmware.files(mine)["board.py"].decode() == text


def test_the_name_of_the_files_changes_with_any_of_them(tmp_path):
    own = tmp_path / "board.py"
    own.write_bytes(firmware.files()["board.py"] + b"\n")
    assert firmware.release(firmware.files(own)) != firmware.release(firmware.files())
    assert firmware.files()["release.py"].decode().split('"')[1] == firmware.release(firmware.files())
