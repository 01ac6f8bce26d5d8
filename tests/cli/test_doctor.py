"""`doctor` as somebody calls it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Result
from tests.cli.stepping import stepped
from uno_launcher import places
from uno_launcher.doctor.machine import Machine
from uno_launcher.safety.instance import InstanceLock

__all__ = ["stepped"]
Call = Callable[..., Result]


def lines(result: Result) -> dict[str, str]:
    return {line["part"]: line["verdict"] for line in map(json.loads, result.out.splitlines())}


def test_checks_alone_are_for_scripts(call: Call, tmp_path: Path) -> None:
    result = call("doctor", "--check", "--simulated", "--json", "--state-dir", tmp_path)
    assert result.status == 0
    assert lines(result).keys() >= {"config", "python", "pins", "clock", "disk", "power", "service"}
    assert set(lines(result).values()) <= {"ok", "warning"}


def test_a_machine_that_is_no_pi_falls_short(call: Call, tmp_path: Path) -> None:
    result = call("doctor", "--check", "--json", "--state-dir", tmp_path)
    assert result.status == 1
    assert lines(result)["factory"] == "fault"


def test_root_is_told_of_the_services_folder_and_not_of_its_own(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Machine, "player", "uno-launcher")
    monkeypatch.setattr(places, "SYSTEM", tmp_path / "the-services")
    assert f"{tmp_path} can be written to" in call("doctor", "--check").out
    (tmp_path / "the-services").mkdir()
    (tmp_path / "the-services" / "launches.db").write_text("no log")
    result = call("doctor", "--check", "--json")
    assert lines(result)["log"] == "fault"


def test_a_config_with_mistakes_ends_with_3(call: Call, tmp_path: Path) -> None:
    config = tmp_path / "bad.toml"
    config.write_text("[feeed]\n")
    for words in (("--check",), ()):
        result = call("doctor", *words, "--simulated", "--config", config, "--state-dir", tmp_path)
        assert result.status == 3
        assert result.err.startswith(f"{config} line 1")


def test_without_pins_no_part_is_tried_and_there_is_a_report_all_the_same(call: Call, tmp_path: Path) -> None:
    result = call("doctor", "--state-dir", tmp_path / "here")
    assert result.status == 1
    assert result.err == "The launcher can't be reached, so no part of it was tried.\n"
    assert "UNO Launcher doctor, version" in result.out
    assert str(tmp_path) not in result.out.partition("paste this")[2]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--fault", "dark_beam"), "--fault is for --simulated"),
        (("--simulated", "--fault", "bad_luck"), "There is no fault 'bad_luck'"),
    ],
)
def test_wrong_arguments_end_with_2(words: tuple[str, ...], sentence: str, call: Call) -> None:
    result = call("doctor", *words)
    assert result.status == 2
    assert sentence in result.err


def test_a_daemon_that_runs_is_named(call: Call, tmp_path: Path) -> None:
    lock = InstanceLock(tmp_path)
    lock.acquire()
    result = call("doctor", "--simulated", "--state-dir", tmp_path)
    lock.release()
    assert result.status == 1
    assert "Another uno-launcher runs already, as process" in result.err


@pytest.mark.usefixtures("stepped")
def test_a_simulated_visit_finds_what_it_was_given(call: Call, tmp_path: Path) -> None:
    result = call("doctor", "--simulated", "--seed", "1", "--fault", "dead_motor", "--state-dir", tmp_path)
    assert result.status == 1
    assert "I will run the motor for 0.2 s; cards may shoot out. Is your hand away? yes" in result.out
    assert "FAULT   The roller doesn't turn." in result.out
    report = result.out.partition("paste this")[2]
    assert "FAULT   motor: The roller doesn't turn." in report
    assert call("doctor", "--simulated", "--seed", "1", "--state-dir", tmp_path).status == 0
