"""In the guest: what processes do while nothing happens, by the kernel's own books.

Standard output gets a line of JSON: for each thread its name, how often it woke in a second, and the percent
of the processor that it took.
"""

import json
import os
import sys
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def threads(processes: list[str]) -> dict[str, tuple[str, int, int]]:
    found = {}
    for process in processes:
        for thread in Path("/proc", process, "task").iterdir():
            status = (thread / "status").read_text()
            woke = sum(int(line.split()[1]) for line in status.splitlines() if "ctxt_switches" in line)
            fields = (thread / "stat").read_text().rpartition(")")[2].split()
            found[thread.name] = (process, woke, int(fields[11]) + int(fields[12]))
    return found


def main() -> None:
    watched_s, processes = float(sys.argv[1]), sys.argv[2:]
    before, start = threads(processes), time.monotonic()
    time.sleep(watched_s)
    after, took = threads(processes), time.monotonic() - start
    print(
        json.dumps(
            [
                {
                    "process": process,
                    "woke": (woke - before[name][1]) / took,
                    "percent": 100 * (spent - before[name][2]) / TICKS / took,
                }
                for name, (process, woke, spent) in after.items()
                if name in before
            ]
        )
    )


main()
