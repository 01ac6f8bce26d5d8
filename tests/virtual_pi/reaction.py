"""In the guest: presses without bounces, and how long the motor's line takes. For whatever watches these
lines: a card passes the beam after each, should somebody wait for that.

Standard output gets a line of JSON: microseconds from the level on the button's line to the motor's.
"""

import argparse
import json
import os
import select
import subprocess
import sys
import time

sys.path.insert(0, "/vpi-tests")
from lines import MOTOR, Pull, Record, now_us

HOLD_S, CARD_S, REST_S = 0.12, 0.035, 0.4


def reactions(presses: int) -> list[int]:
    # Who measures waits for no program, and wakes for nothing else: what is driven low is nobody's business.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    record, button, beam, took = Record("reaction", " && value == 1"), Pull(17), Pull(27), []
    beam(True)
    for number in range(presses):
        record.read()
        pressed = now_us()
        button(False)
        on = None
        while on is None:
            select.select([record.pipe], [], [], 2.0)
            on = next((at for at, bcm, _ in record.read() if bcm in MOTOR), None)
            assert now_us() < pressed + 2_000_000, "the motor was never switched on"
        took.append(on - pressed)
        time.sleep(HOLD_S)
        button(True)
        beam(False)
        time.sleep(CARD_S)
        beam(True)
        time.sleep(REST_S + 0.0007 * (number % 30))  # not in step with anything
    record.close()
    return took


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("presses", type=int)
    parser.add_argument("script", nargs="*", help="started first; without one it's whatever runs")
    options = parser.parse_args()
    if not options.script:
        print(json.dumps(reactions(options.presses)))
        return
    process = subprocess.Popen(options.script, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    print(json.dumps(reactions(options.presses)))
    process.kill()
    process.wait()


main()
