"""In the guest: one burst, in the middle of which the service comes to harm. When is the motor low again?

Standard output gets a line of JSON: the times are in microseconds from the harm on. Started with the
environment's own Python, as `mechanics` is.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, "/vpi-tests")
from lines import MOTOR, value
from mechanics import Mechanics, Page

UNIT = "uno-launcher.service"
CGROUP = Path("/sys/fs/cgroup/system.slice") / UNIT
ROOM = 4 << 20
"""Bytes that the service may take besides what it has, until the kernel kills it."""
LONG_US = 2_500_000
"""How long the lines are watched: more than twice what is allowed."""
REST_US = 1_000_000
"""Low for so long, they stay low."""


def harm(kind: str, main: int) -> None:
    """What may befall a launcher."""
    if kind == "kill-all":
        (CGROUP / "cgroup.kill").write_text("1")  # the guard, too: nobody of ours is left
    elif kind == "kill":
        os.kill(main, signal.SIGKILL)
    elif kind == "term":
        os.kill(main, signal.SIGTERM)
    elif kind == "hang":
        os.kill(main, signal.SIGUSR1)  # see hooks/sitecustomize.py
    elif kind == "wedge":
        os.kill(main, signal.SIGUSR2)
    elif kind == "oom":
        (CGROUP / "memory.max").write_text(str(int((CGROUP / "memory.current").read_text()) + ROOM))
        os.kill(main, signal.SIGRTMIN)  # see hooks/sitecustomize.py
    elif kind == "restart":
        subprocess.Popen(["systemctl", "restart", UNIT])
    else:
        raise ValueError(kind)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kind")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--code", required=True)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    pid = int(subprocess.check_output(["systemctl", "show", "-p", "MainPID", "--value", UNIT]))
    mechanics = Mechanics(options.seed, 250, 100_000)
    before = Page(options.code, 8080).state()["launcher"]
    mechanics.press(120_000)
    while not mechanics.motor_on:
        mechanics.step(mechanics.now + 50_000)
        assert mechanics.now < 5_000_000, "the motor never turned"
    mechanics.go_on(rng.randrange(100_000, 600_000))
    give_up = mechanics.now + 2_000_000
    while not mechanics.driven and mechanics.now < give_up:  # it rests for a moment
        mechanics.step(mechanics.now + 1000)
    assert mechanics.driven, "the burst was over before the harm was done"
    at = mechanics.now
    harm(options.kind, pid)
    while mechanics.now < at + LONG_US:
        mechanics.step(mechanics.now + 50_000)
        if not mechanics.driven and mechanics.now > max(at, *mechanics.changed.values()) + REST_US:
            break
    mechanics.leave()
    print(
        json.dumps(
            {
                "number": before["number"] + 1,
                "low_us": None if mechanics.driven else max(mechanics.changed.values()) - at,
                "reads": [value(bcm) for bcm in MOTOR],
                "late_us": mechanics.late,
                "came": mechanics.world.truth.cards_out + mechanics.world.truth.sticking,
            }
        )
    )


main()
