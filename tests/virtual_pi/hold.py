"""In the guest: takes a line, says so on standard output, and keeps it until it is killed."""

import os
import sys
import time

os.chdir("/tmp")  # lgpio wants to write there
import lgpio  # noqa: E402

lgpio.gpio_claim_output(lgpio.gpiochip_open(0), int(sys.argv[1]))
print("held", flush=True)
time.sleep(600)
