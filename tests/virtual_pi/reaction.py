"""In the guest: presses without bounces, and how long the motor's line takes. For whatever watches these
lines.

Standard output gets a line of JSON: microseconds from the level on the button's line to the motor's.
"""

import json
import select
import subprocess
import sys
import time

sys.path.insert(0, "/vpi-tests")
from lines import MOTOR, Pull, Record, now_us


def main() -> None:
    times, script = int(sys.argv[1]), sys.argv[2:]
    process = subprocess.Popen(script, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    record, button, took = Record("reaction"), Pull(17), []
    for number in range(times):
        record.read()
        pressed = now_us()
        button(False)
        on = None
        while on is None:
            select.select([record.pipe], [], [], 2.0)
            on = next((at for at, bcm, level in record.read() if bcm in MOTOR and level), None)
            assert now_us() < pressed + 2_000_000, "the motor was never switched on"
        took.append(on - pressed)
        time.sleep(0.05)
        button(True)
        time.sleep(0.05 + 0.0007 * number)  # not in step with anything
    process.kill()
    process.wait()
    record.close()
    print(json.dumps(took))


main()
