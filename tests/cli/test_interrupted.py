"""doctor and calibrate, ended by a signal at any moment, leave every output safe. Processes of their own."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from uno_launcher.pins import NAMED, SIGNALS

UNO = [sys.executable, "-m", "uno_launcher"]
PATIENCE_S = 20.0
MOTOR = [NAMED["motor_in1"].bcm, NAMED["motor_in2"].bcm]
OUTPUTS = [signal.bcm for signal in SIGNALS if signal.output]


@contextmanager
def running(*words: object, state: Path) -> Iterator[subprocess.Popen[str]]:
    arguments = [*UNO, *map(str, words), "--simulated", "--seed", "1", "--state-dir", str(state)]
    with subprocess.Popen(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def levels(state: Path, pins: list[int]) -> list[int]:
    try:
        lines = (state / "pins").read_bytes()
    except FileNotFoundError:
        return []
    return [lines[bcm] for bcm in pins] if lines else []


def wait_for_the_motor(state: Path) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not any(levels(state, MOTOR)):
        assert time.monotonic() < give_up, "the motor never ran"
        time.sleep(0.001)


def seconds_until_safe(state: Path) -> float:
    began = time.monotonic()
    while any(levels(state, OUTPUTS)):
        assert time.monotonic() < began + PATIENCE_S, levels(state, OUTPUTS)
        time.sleep(0.001)
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("number", "status", "more"),
    [
        (signal.SIGINT, 130, []),
        (signal.SIGTERM, 143, []),
        (signal.SIGTERM, 143, ["--via-serial"]),
        (signal.SIGHUP, 129, []),
        (signal.SIGKILL, -signal.SIGKILL, []),
    ],
)
def test_while_the_motor_runs_it_goes_off_within_a_second(
    number: signal.Signals, status: int, more: list[str], tmp_path: Path
) -> None:
    with running("calibrate", *more, state=tmp_path) as process:
        wait_for_the_motor(tmp_path)
        process.send_signal(number)
        # The guard needs a moment more where the process had none.
        assert seconds_until_safe(tmp_path) < 1.0
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == status
    assert "Traceback" not in err
    assert not any(levels(tmp_path, OUTPUTS))


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_while_a_lamp_is_lit_and_somebody_is_asked(
    number: signal.Signals, status: int, tmp_path: Path
) -> None:
    with running("doctor", state=tmp_path) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Press the button"):
                break
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == status
    assert "Traceback" not in err
    assert not any(levels(tmp_path, OUTPUTS))
