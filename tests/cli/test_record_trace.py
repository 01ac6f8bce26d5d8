"""`record-trace` writes what `count` reads, from a simulated launcher."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Result, pico_at_a_cable
from uno_launcher.safety.instance import InstanceLock
from uno_launcher.traces import Recorder, count, read_beam, read_motor

Call = Callable[..., Result]


def test_a_recorded_burst_is_counted_as_it_was_fed(call: Call, tmp_path: Path) -> None:
    trace = tmp_path / "mine.csv"
    fed = call("record-trace", trace, "--simulated", "--seed", "3", "--cards", "3", "--state-dir", tmp_path)
    assert (fed.status, fed.out) == (0, "press 1: 3 cards, done\n"), fed.err
    counted = call("count", trace, "--motor", tmp_path / "mine.motor.csv")
    assert json.loads(counted.out)["cards"] == 3


def test_a_launcher_on_a_pico_tells_its_tape(call: Call, tmp_path: Path) -> None:
    trace, config = tmp_path / "mine.csv", tmp_path / "pico.toml"
    with pico_at_a_cable() as port:
        config.write_text(f'[backend]\nkind = "serial"\nport = "{port}"\n')
        fed = call("record-trace", trace, "--config", config, "--cards", "3", "--state-dir", tmp_path)
    assert (fed.status, fed.out) == (0, "press 1: 3 cards, done\n"), fed.err
    assert len(read_beam(trace)) > 6
    counted = call("count", trace, "--motor", tmp_path / "mine.motor.csv")
    assert json.loads(counted.out)["cards"] == 3


def test_a_place_that_cannot_be_written_is_said_before_the_motor_runs(call: Call, tmp_path: Path) -> None:
    result = call("record-trace", tmp_path / "no" / "mine.csv", "--simulated", "--state-dir", tmp_path)
    assert result.status == 1
    assert result.err == f"{tmp_path}/no/mine.csv can't be written: No such file or directory.\n"
    assert not (tmp_path / "simulated.db").exists()


def test_a_recording_stays_as_it_is_until_there_is_another(call: Call, tmp_path: Path) -> None:
    trace, motor = tmp_path / "mine.csv", tmp_path / "mine.motor.csv"
    trace.write_text("an old one")
    motor.write_text("and its motor")
    config = tmp_path / "wrong.toml"
    config.write_text("[feeed]\n")
    assert call("record-trace", trace, "--simulated", "--config", config).status == 3
    lock = InstanceLock(tmp_path)
    lock.acquire()
    assert call("record-trace", trace, "--simulated", "--state-dir", tmp_path).status == 1
    lock.release()
    assert (trace.read_text(), motor.read_text()) == ("an old one", "and its motor")
    assert call("record-trace", trace, "--simulated", "--state-dir", tmp_path).status == 0
    assert read_beam(trace)
    assert read_motor(motor)
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".new"] == []


@pytest.mark.parametrize(
    ("name", "status", "sentence"),
    [
        (".", 2, ". is a folder: name a file in it, such as mine.csv.\n"),
        ("", 2, ". is a folder: name a file in it, such as mine.csv.\n"),
        ("/", 2, "/ is a folder: name a file in it, such as /mine.csv.\n"),
        ("/dev", 1, "/dev can't be written: it is no regular file.\n"),
        ("/dev/null", 1, "/dev/null can't be written: it is no regular file.\n"),
        ("/tmp/" + "x" * 300, 1, "/tmp/" + "x" * 300 + " can't be written: File name too long.\n"),
    ],
)
def test_what_cannot_be_a_recording_is_refused_in_a_sentence(
    call: Call, tmp_path: Path, name: str, status: int, sentence: str
) -> None:
    result = call("record-trace", name, "--simulated", "--state-dir", tmp_path)
    assert (result.status, result.out, result.err) == (status, "", sentence)
    assert list(tmp_path.iterdir()) == []


def test_a_recording_is_read_back_as_it_was_told(tmp_path: Path) -> None:
    recorder = Recorder()
    recorder.motor(1_000, 1, 60)
    recorder.motor(1_500, 1, 60)
    recorder.edge(51_000, True)
    recorder.edge(86_000, False)
    recorder.motor(90_000, 0, 45)
    assert recorder.write(tmp_path / "b.csv", tmp_path / "m.csv", 501_000) == 2
    assert read_beam(tmp_path / "b.csv") == [(50_000, True), (85_000, False), (500_000, False)]
    assert read_motor(tmp_path / "m.csv") == [(0, 1, 60), (89_000, 0, 0)]
    assert count(read_beam(tmp_path / "b.csv"), read_motor(tmp_path / "m.csv"))["cards"] == 1
