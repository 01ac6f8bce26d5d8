"""`record-trace` writes what `count` reads, from a simulated launcher."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Result
from uno_launcher.traces import Recorder, count, read_beam, read_motor

Call = Callable[..., Result]


def test_a_recorded_burst_is_counted_as_it_was_fed(call: Call, tmp_path: Path) -> None:
    trace = tmp_path / "mine.csv"
    fed = call("record-trace", trace, "--simulated", "--seed", "3", "--cards", "3", "--state-dir", tmp_path)
    assert (fed.status, fed.out) == (0, "press 1: 3 cards, done\n"), fed.err
    counted = call("count", trace, "--motor", tmp_path / "mine.motor.csv")
    assert json.loads(counted.out)["cards"] == 3


def test_a_place_that_cannot_be_written_is_said_before_the_motor_runs(call: Call, tmp_path: Path) -> None:
    result = call("record-trace", tmp_path / "no" / "mine.csv", "--simulated", "--state-dir", tmp_path)
    assert result.status == 1
    assert result.err == f"{tmp_path}/no/mine.csv can't be written: No such file or directory.\n"
    assert not (tmp_path / "simulated.db").exists()


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
