"""In the guest: pulses of the beam as fast as cards never come, while a burst runs. What does the program
see?

Runs `uno-launcher record-trace`, and puts out a line of JSON: the levels that the beam's line was given, with
their times, and those that are in the trace, both in microseconds.
"""

import csv
import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, "/vpi-tests")
from lines import MOTOR, Pull, Record, now_us

WIDTH_US, GAP_US = 8_000, 15_000


def wait_until(at_us: int) -> None:
    """To within some microseconds: the last bit is waited awake."""
    time.sleep(max(0, at_us - now_us() - 300) / 1e6)
    while now_us() < at_us:
        pass


def main() -> None:
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    trace = folder / "pulses.csv"
    beam, record = Pull(27), Record("pulses")
    beam(True)
    words = ["record-trace", "--cards", str(count), "--config", str(folder / "config.toml")]
    process = subprocess.Popen(
        ["/opt/uno-launcher/bin/uno-launcher", *words, "--state-dir", str(folder), str(trace)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))  # between a time and its level comes nobody
    on = False
    while not on:
        select.select([record.pipe], [], [], 20.0)
        on = any(bcm in MOTOR and level for _, bcm, level in record.read())
        assert process.poll() is None, process.communicate()[0]
    given, due = [], now_us() + 50_000
    for _ in range(count):
        for blocked, for_us in ((1, WIDTH_US), (0, GAP_US)):
            wait_until(due)
            given.append((now_us(), blocked))
            beam(not blocked)
            due = now_us() + for_us
    out, _ = process.communicate(timeout=30)
    with trace.open() as file:
        seen = [(int(row["t_us"]), int(row["blocked"])) for row in csv.DictReader(file)]
    print(json.dumps({"given": given, "seen": seen, "said": out, "status": process.returncode}))


main()
