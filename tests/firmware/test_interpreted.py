"""What goes wrong on the Pico itself, with its unchanged main.py under MicroPython."""

import binascii
import os
import random
import select
import time

import pytest

from tests.firmware.interpreted import InterpretedPico, fitted
from uno_launcher.backends.serial.greeting import greeted
from uno_launcher.backends.simulated.realtime import RealTime
from uno_launcher.backends.simulated.simulation import Simulation
from uno_launcher.config import Config, simulation_config
from uno_launcher.feed.line import TO_PICO, frame
from uno_launcher.flashing.firmware import files, release

PATIENCE_S = 20.0
pytestmark = pytest.mark.realtime


class Bench:
    """A Pico that was fired at by hand, and its motor."""

    def __init__(self, folder, changes=None):
        self.pins = simulation_config(Config()).fitted()
        self.simulation = Simulation(self.pins, random.Random(1), clock=time.monotonic)
        self.runner = RealTime(self.simulation)
        self.runner.start()
        self.pico = InterpretedPico(self.simulation, self.pins, folder, changes or {})
        self.port = os.open(self.pico.port, os.O_RDWR | os.O_NOCTTY)

    def until(self, happened):
        give_up = time.monotonic() + PATIENCE_S
        while not happened():
            assert time.monotonic() < give_up, "it doesn't happen"
            time.sleep(0.01)

    def heard(self, for_s=0.5):
        said = b""
        while select.select([self.port], [], [], for_s)[0]:
            said += os.read(self.port, 4096)
        return said

    @property
    def driven(self):
        return [
            name for name in ("motor_in1", "motor_in2", "heartbeat", "red") if self.simulation.output(name)
        ]

    def close(self):
        os.close(self.port)
        self.pico.close()
        self.runner.stop()


RUNNING = (
    "        tidied = ticks_us()\n        ran",
    "        tidied = ticks_us()\n"
    "        hardware.motor(1, 60, False)\n"
    "        hardware.outputs(15, 440)\n"
    "        ran",
)
"""The motor runs, and there's no burst that would stop it."""
SOON = ("WAIT_S = 3", "WAIT_S = 1")


def changed(name, *pairs):
    text = files()[name].decode()
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return {name: text.encode()}


def test_an_error_in_the_main_loop_turns_everything_off_and_starts_again_P6(tmp_path):
    wrong = changed("main.py", RUNNING, ("            pico.turn(", "            pico.nothing("), SOON)
    bench = Bench(tmp_path, wrong)
    try:
        bench.until(lambda: bench.pico.resets >= 1)
        assert ("W", bench.pins["motor_in1"], 60 * 65535 // 100, 1000) in bench.pico.said
        low = [told[2] for told in bench.pico.said if told[:2] == ("W", bench.pins["motor_in1"])]
        assert low[-1] == 0 or 0 in low[low.index(60 * 65535 // 100) :]
        assert b"AttributeError" in bench.heard()
    finally:
        bench.close()


def test_ctrl_c_gives_the_prompt_with_everything_off_P2(tmp_path):
    bench = Bench(tmp_path, changed("main.py", RUNNING))
    try:
        bench.until(lambda: "motor_in1" in bench.driven)
        os.kill(bench.pico.process.pid, 2)  # what 0x03 on the line is to a Pico
        bench.until(lambda: bench.pico.process.poll() is not None)
        assert bench.driven == []
        assert bench.pico.process.returncode == 0
    finally:
        bench.close()


def test_the_watchdog_begins_with_the_greeting_and_is_calmed_for_the_prompt_P5(tmp_path):
    bench = Bench(tmp_path)
    try:
        time.sleep(1.0)
        assert [told for told in bench.pico.said if told[0] == "D"] == []
        assert bench.heard() == b""
        os.close(bench.port)
        hello = greeted(bench.pico.port, PATIENCE_S)
        bench.port = os.open(bench.pico.port, os.O_RDWR | os.O_NOCTTY)
        assert hello.release == release(bench.pico.files)
        bench.until(lambda: ("D", 500) in bench.pico.said)
        os.kill(bench.pico.process.pid, 2)
        bench.until(lambda: bench.pico.process.poll() is not None)
        assert [told for told in bench.pico.said if told[0] in "DT"] == [("D", 500), ("D", 8388), ("T", 200)]
    finally:
        bench.close()


def test_a_main_loop_that_hangs_is_reset(tmp_path):
    hung = "            while watchdog:\n                pass\n            pico.turn("
    bench = Bench(tmp_path, changed("main.py", ("            pico.turn(", hung)))
    try:
        os.write(bench.port, frame(TO_PICO, ("H", "01234567", 1), binascii.crc32))
        bench.until(lambda: bench.pico.resets == 1)
        assert bench.driven == []
    finally:
        bench.close()


def test_files_that_are_not_all_there_start_again_until_somebody_helps(tmp_path):
    broken = {"uno_launcher/feed/beam.py": b"import nothing\n", **changed("main.py", SOON)}
    bench = Bench(tmp_path, broken)
    try:
        bench.until(lambda: bench.pico.resets >= 2)
        assert b"ImportError" in bench.heard()
        assert bench.driven == []
    finally:
        bench.close()


def test_a_buzzer_that_would_change_the_motors_pwm_is_refused(tmp_path):
    pins = {**simulation_config(Config()).fitted(), "buzzer": 28}
    board = {"board.py": fitted(files()["board.py"].decode(), pins).encode()}
    bench = Bench(tmp_path, {**changed("main.py", SOON), **board})
    try:
        bench.until(lambda: bench.pico.resets >= 1)
        assert b"share a PWM" in bench.heard()
    finally:
        bench.close()


def test_every_pin_of_board_py_can_be_fitted():
    text = fitted(files()["board.py"].decode(), simulation_config(Config()).fitted())
    assert text.count(": None,") == 0
