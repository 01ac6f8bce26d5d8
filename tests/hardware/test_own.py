"""`make -C hardware CONFIG=… BOARD=…`: own drawings, and a sentence for whatever can't be drawn."""

import re
from pathlib import Path

import pytest

from hardware.drawing.__main__ import forget, main
from hardware.drawing.exports import Tool
from hardware.drawing.firmware import FIRMWARE, board_file, pico_signals
from hardware.drawing.sources import sources
from uno_launcher.config import Config
from uno_launcher.errors import InputError

BOARD = FIRMWARE.read_text("utf-8")


def changed(folder: Path, old: str, new: str) -> Path:
    """The firmware's board.py with something else in it."""
    assert old in BOARD
    path = folder / "board.py"
    path.write_text(BOARD.replace(old, new, 1), "utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"button": 17', '"button": 12', "button is on GP 12, but so is motor_in1"),
        ('"button": 17', '"button": 23', "button is on 23, but a Pico has GP 0 to 22 and 26 to 28"),
        ('"button": 17', '"button": "17"', "button is on '17', but a Pico has"),
        ('"button": 17', '"knob": 17', "PINS has no signal knob"),
        ('"beam": 16', '"beam": None', "no GP number for beam, which no launcher can do without"),
        ('"motor_in2": 13', '"motor_in2": None', "no GP number for motor_in2"),
        ("PINS = {", "PINS = {{", "line 7: this isn't Python"),
        ("PINS = {", "PINZ = {", "PINS isn't a plain dict"),
        ("PINS = {", "PINS = {} | {", "PINS isn't a plain dict"),
    ],
)
def test_a_board_file_that_cant_be_wired_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        board_file(changed(tmp_path, old, new))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('DRIVER = "two-input"', 'DRIVER = "phase-enable"', 'board.py has "phase-enable"'),
        ("BLOCKED_IS_HIGH = False", "BLOCKED_IS_HIGH = True", "board.py has it high"),
    ],
)
def test_another_driver_or_beam_of_a_pico_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        sources(Config(), changed(tmp_path, old, new))


def test_the_picos_drawings_follow_a_board_file_of_ones_own(tmp_path: Path) -> None:
    path = changed(tmp_path, '"button": 17', '"button": 3')
    assert pico_signals(path)["button"] == 3
    assert "A1 pin 5 (GP3),X1 button" in sources(Config(), path).files["wiring/pico/wires.csv"]


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ('[motor]\ndriver = "phase-enable"', 'the config has "phase-enable"'),
        ('[motor]\ndriver = "one-pin"', 'the config has "one-pin"'),
        ('[beam]\nblocked = "high"', "the config has it high"),
        ("[pins]\nbutton = 12", "but so is motor_in1"),
        ("[pins\n", "can't be read as TOML"),
    ],
)
def test_a_config_that_cant_be_drawn_gets_a_sentence(
    tmp_path: Path,
    config: str,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "mine.toml").write_text(config, "utf-8")
    monkeypatch.setattr("sys.argv", ["", "--config", str(tmp_path / "mine.toml"), "--out", str(tmp_path)])
    assert main() == 3
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_drawings_of_what_isnt_fitted_any_more_go_and_other_files_stay(tmp_path: Path) -> None:
    for name in ("wiring/pi/7-table.png", "schematic/pi-drv8833.net.xml", "notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("old", "utf-8")
    forget(tmp_path)
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 3  # nobody has drawn here before
    (tmp_path / "exports.json").write_text("{}", "utf-8")
    forget(tmp_path)
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"notes.txt", "exports.json"}


def test_a_program_that_is_too_old_is_as_good_as_none(tmp_path: Path) -> None:
    program = tmp_path / "cad"
    program.write_text("#!/bin/sh\necho 8.0.5\n", "utf-8")
    program.chmod(0o755)
    assert Tool("CAD", str(program), (), least=9).version() is None
    assert Tool("CAD", str(program), (), least=8).version() == "CAD 8.0.5"
