"""`calibrate` as somebody calls it. Its simulated launcher runs in real time, so it's called rarely here."""

import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Result, pico_at_a_cable
from tests.cli.stepping import stepped
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.config import load

__all__ = ["stepped"]
Call = Callable[..., Result]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def type_(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))

    type_("")
    return type_


@pytest.mark.usefixtures("stepped", "typed")
def test_it_shows_what_it_learned_and_writes_nothing_unasked(call: Call, tmp_path: Path) -> None:
    result = call("calibrate", "--simulated", "--seed", "7", "--state-dir", tmp_path / "s")
    assert result.status == 0, result.err
    assert "transit_ms" in result.out
    assert "SIMULATED: this launcher's transit is 25.5 ms" in result.out
    assert "Nothing was written" in result.out
    assert not (tmp_path / "settings").exists()


def test_what_cant_be_written_is_refused_before_a_card_is_moved(call: Call, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # nobody ever writes to it
    result = call("calibrate", "--simulated", "--write", "--config", pipe, "--state-dir", tmp_path)
    assert (result.status, result.out) == (3, "")
    assert result.err.startswith(f"{pipe} is a pipe")
    assert not (tmp_path / "lock").exists()


@pytest.mark.usefixtures("stepped", "typed")
def test_told_to_it_writes_and_keeps_the_comments(call: Call, tmp_path: Path) -> None:
    config = tmp_path / "my.toml"
    config.write_text("[feed]\ntransit_ms = 35 # guessed\n")
    result = call(
        "calibrate",
        "--simulated",
        "--seed",
        "7",
        "--write",
        "--json",
        "--config",
        config,
        "--state-dir",
        tmp_path,
    )
    assert result.status == 0, result.err
    said = json.loads(result.out)
    assert said["transit_ms"] == pytest.approx(said["true_transit_ms"], rel=0.06)
    assert said["old"]["transit_ms"] == 35
    assert load(config).feed.transit_ms == said["new"]["transit_ms"]
    assert "# guessed" in config.read_text()
    assert (tmp_path / "my.toml.bak").read_text() == "[feed]\ntransit_ms = 35 # guessed\n"


def test_measures_of_a_simulated_launcher_go_only_where_they_are_sent(call: Call) -> None:
    result = call("calibrate", "--simulated", "--write")
    assert result.status == 2
    assert "--config FILE" in result.err


@pytest.mark.parametrize("answer", ["", "n\n", "\n", "yes please\n"])
def test_without_a_yes_nothing_moves(answer: str, call: Call, typed: Callable[[str], None]) -> None:
    typed(answer)
    result = call("calibrate")
    assert result.status == 1
    assert result.err == "Nothing was moved.\n"
    assert "keep hands and faces away" in result.out


def test_after_a_yes_what_is_missing_is_said(
    call: Call, typed: Callable[[str], None], tmp_path: Path
) -> None:
    typed("y\n")
    result = call("calibrate", "--state-dir", tmp_path)
    assert result.status == 1
    assert "no Raspberry Pi" in result.err


@pytest.mark.long
def test_a_launcher_on_a_pico_is_measured_over_its_cable(
    call: Call, typed: Callable[[str], None], tmp_path: Path
) -> None:
    config = tmp_path / "pico.toml"
    with pico_at_a_cable(Physics(transit_ms=42.0)) as port:
        config.write_text(f'[backend]\nkind = "serial"\nport = "{port}"\n')
        typed("y\n15\n")
        result = call("calibrate", "--cards", "15", "--json", "--config", config, "--state-dir", tmp_path)
    assert result.status == 0, result.err
    said = json.loads(result.out)
    assert said["transit_ms"] == pytest.approx(42, rel=0.08)
    assert said["counted_by_hand"] == 15
    assert said["cards"] in range(15, 18)  # a last one may come too far


@pytest.mark.long
def test_so_is_a_simulated_one_at_a_simulated_cable(call: Call, tmp_path: Path) -> None:
    words = ["--simulated", "--via-serial", "--seed", "7", "--cards", "15", "--json"]
    result = call("calibrate", *words, "--state-dir", tmp_path)
    assert result.status == 0, result.err
    said = json.loads(result.out)
    assert said["transit_ms"] == pytest.approx(said["true_transit_ms"], rel=0.08)


def test_a_cable_without_a_simulated_launcher_is_no_command(call: Call) -> None:
    result = call("calibrate", "--via-serial")
    assert result.status == 2
    assert "--via-serial is for --simulated" in result.err


def test_a_pico_that_is_not_plugged_in_is_said(
    call: Call, typed: Callable[[str], None], tmp_path: Path
) -> None:
    config = tmp_path / "pico.toml"
    config.write_text(f'[backend]\nkind = "serial"\nport = "{tmp_path}/nothing"\n')
    typed("y\n")
    result = call("calibrate", "--config", config, "--state-dir", tmp_path)
    assert result.status == 1
    assert "There is no port" in result.err


@pytest.mark.parametrize("cards", ["14", "101"])
def test_too_few_and_too_many_cards_are_refused(cards: str, call: Call) -> None:
    assert call("calibrate", "--simulated", "--cards", cards).status == 2


def test_a_launcher_that_isnt_there_cant_be_measured(call: Call, tmp_path: Path) -> None:
    config = tmp_path / "none.toml"
    config.write_text('backend = "none"\n')
    result = call("calibrate", "--config", config)
    assert result.status == 2
    assert "there is no launcher" in result.err
