"""`pinout`: what to connect where."""

import json

import pytest

from uno_launcher.cli.pinout import pinout_rows
from uno_launcher.config import check
from uno_launcher.pins import HEADER, SIGNALS


def rows(result):
    assert (result.status, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


def test_json_has_every_signal_a_line_with_gpio_header_pin_and_what_to_connect(call):
    found = rows(call("pinout", "--json"))
    assert [row["signal"] for row in found] == [signal.name for signal in SIGNALS]
    for row, signal in zip(found, SIGNALS, strict=True):
        assert row == {
            "signal": signal.name,
            "bcm": signal.bcm,
            "header_pin": HEADER[signal.bcm],
            "direction": "output" if signal.output else "input",
            "fitted": not signal.optional,
            "optional": signal.optional,
            "connect": signal.connect,
        }


def test_the_numbers_are_the_configs(call, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text("[pins]\nbutton = 5\nlid = 6\n")
    found = {row["signal"]: row for row in rows(call("pinout", "--json", "--config", file))}
    assert (found["button"]["bcm"], found["button"]["header_pin"]) == (5, 29)
    assert (found["lid"]["bcm"], found["lid"]["header_pin"], found["lid"]["fitted"]) == (6, 31, True)
    assert found["hopper"]["fitted"] is False


def test_a_signal_that_isnt_fitted_is_shown_with_a_gpio_that_is_free(call, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text("[pins]\nbutton = 23\n")
    found = rows(call("pinout", "--json", "--config", file))
    assert len({row["bcm"] for row in found}) == len(SIGNALS)


@pytest.mark.parametrize(
    ("driver", "expected"),
    [
        ("two-input", {"motor_in1": "IN1", "motor_in2": "IN2"}),
        ("phase-enable", {"motor_in1": "ENABLE", "motor_in2": "PHASE"}),
        ("one-pin", {"motor_in1": "gate"}),
    ],
)
def test_the_motors_wires_are_named_after_its_driver(driver, expected):
    config, _ = check(f'[motor]\ndriver = "{driver}"\n', "config.toml")
    wires = {row.signal: row.connect for row in pinout_rows(config) if row.signal.startswith("motor_in")}
    assert wires.keys() == expected.keys()
    for name, word in expected.items():
        assert word in wires[name]
        assert "pull-down" in wires[name]


def test_the_table_reads_well_at_80_columns(call):
    result = call("pinout")
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    assert max(map(len, lines)) <= 80
    for signal in SIGNALS:
        line = next(line.split() for line in lines if line.split()[:1] == [signal.name])
        direction = "out" if signal.output else "in"
        assert line[1:4] == [str(signal.bcm), str(HEADER[signal.bcm]), direction]


def test_a_display_has_its_pins_too(call, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text('[display]\ndriver = "ssd1306"\n')
    assert "header pins 3 (SDA) and 5 (SCL)" in call("pinout", "--config", file).out
    assert "SDA" not in call("pinout").out


def test_a_launcher_on_a_pico_has_other_pins_and_they_are_not_in_the_config(call, tmp_path):
    config = tmp_path / "pico.toml"
    config.write_text('backend = "serial"\n[pins]\nlid = 23\n')
    result = call("pinout", "--config", config)
    assert (result.status, result.out) == (2, "")
    assert "firmware/board.py" in result.err


def test_a_broken_config_is_said(call, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text("[pins]\nbutton = 99\n")
    result = call("pinout", "--config", file)
    assert (result.status, result.out) == (3, "")
    assert "button is 99" in result.err
