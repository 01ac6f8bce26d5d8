"""The committed drawings are what the software would draw, and a drawing follows the config."""

import json
import re
import shutil
from pathlib import Path

import msgspec
import pytest

from hardware.checks import fresh
from hardware.checks.__main__ import HERE
from hardware.drawing.boards import with_the_rest
from hardware.drawing.exports import digest
from hardware.drawing.firmware import GPIOS, pico_signals
from hardware.drawing.sources import Sources, sources
from uno_launcher.config import Config, load
from uno_launcher.config.sections import MotorSection
from uno_launcher.errors import InputError
from uno_launcher.pins import SIGNALS


@pytest.fixture(scope="module")
def made() -> Sources:
    return sources()


def test_the_committed_drawings_are_what_would_be_drawn_now(made: Sources) -> None:
    assert fresh.old_sources(made, HERE) == []


def test_pictures_and_netlists_were_made_from_these_drawings(made: Sources) -> None:
    assert fresh.old_exports(made, HERE) == []


def test_old_drawings_are_noticed(made: Sources, tmp_path: Path) -> None:
    for name in ("wiring", "schematic"):
        shutil.copytree(HERE / name, tmp_path / name)
    shutil.copy(HERE / "exports.json", tmp_path)
    for name in made.files:
        if not (tmp_path / name).exists():
            shutil.copy(HERE / name, tmp_path / name)
    assert fresh.old_sources(made, tmp_path) == fresh.old_exports(made, tmp_path) == []
    (tmp_path / "wiring/pi/2-motor.yml").write_text("old", "utf-8")
    (tmp_path / "wiring/pi/stray.txt").write_text("stray", "utf-8")
    (tmp_path / "wiring/pi/header.png").write_bytes(b"painted over")
    known = json.loads((tmp_path / "exports.json").read_text("utf-8"))
    known["wiring/pi/3-beam.svg"]["source_sha256"] = digest(b"another source")
    (tmp_path / "exports.json").write_text(json.dumps(known), "utf-8")
    found = " ".join([*fresh.old_sources(made, tmp_path), *fresh.old_exports(made, tmp_path)])
    for words in (
        "2-motor.yml isn't what the software would draw now",
        "wiring/pi/stray.txt is none of the drawings",
        "wiring/pi/header.png was changed by hand",
        "wiring/pi/3-beam.svg was made from another wiring/pi/3-beam.yml",
    ):
        assert words in found


def test_everything_toml_has_each_signal_on_its_usual_gpio() -> None:
    config = load(HERE / "everything.toml")
    assert config.fitted() == {signal.name: signal.bcm for signal in SIGNALS}
    assert config.display_pins() == {2: "data", 3: "clock"}


def test_the_picos_suggestion_keeps_what_the_firmware_has() -> None:
    firmware, drawn = pico_signals(), pico_signals(HERE / "everything_pico.py")
    assert firmware.items() <= drawn.items()
    assert list(drawn) == [signal.name for signal in SIGNALS]
    assert len(set(drawn.values())) == len(drawn)
    assert set(drawn.values()) <= set(GPIOS)
    assert drawn == with_the_rest(firmware)


def test_a_pin_that_is_changed_in_the_config_moves_in_every_drawing(made: Sources) -> None:
    usual = load(HERE / "everything.toml")
    after = msgspec.structs.replace(usual, pins=msgspec.structs.replace(usual.pins, lid=7))
    old, new = made.files, sources(after).files
    assert "A1 pin 16 (GPIO23),X1 lid" in old["wiring/pi/wires.csv"]
    assert "A1 pin 26 (GPIO7),X1 lid" in new["wiring/pi/wires.csv"]
    assert "GPIO7 · grey" in new["wiring/pi/header.svg"]
    for name in ("wiring/pi/5-switches.yml", "wiring/pi/header.svg", "schematic/pi-drv8833.kicad_sch"):
        assert old[name] != new[name]


def test_what_isnt_fitted_isnt_drawn() -> None:
    files = sources(Config()).files
    assert not any(name.startswith(("wiring/pi/5", "wiring/pi/7")) for name in files)
    drawn = files["schematic/pi-drv8833.kicad_sch"]
    assert '"motor_in1"' in drawn
    for word in ('"heartbeat"', '"SW2"', '"LED1"', '"DS1"', '"Q3"'):
        assert word not in drawn
    assert '"+3V3"' in files["schematic/pico-drv8833.kicad_sch"]
    assert '"+5V"' not in files["schematic/pico-drv8833.kicad_sch"]  # the lamp alone wants it


def test_a_driver_that_the_schematic_doesnt_know_is_refused() -> None:
    config = msgspec.structs.replace(Config(), motor=MotorSection(driver="one-pin"))
    with pytest.raises(InputError, match="two-input"):
        sources(config)


def test_a_netlist_tells_nothing_of_the_place_where_it_was_made() -> None:
    netlists = list(HERE.glob("schematic/*.net.xml"))
    assert len(netlists) == 3
    for path in netlists:
        places = re.findall(r"<(?:uri|source)>([^<]*)<", path.read_text("utf-8"))
        assert places
        assert [place for place in places if "/" in place] == []
