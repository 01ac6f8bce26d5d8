"""In the guest: the least a gpiozero script can do, a button that turns a motor on. And off again, when it's
let go."""

import os
import sys
import time
from signal import pause

os.chdir("/tmp")  # lgpio wants to write there
from gpiozero import Button, OutputDevice  # noqa: E402

button, motor = Button(17), OutputDevice(12)
button.when_pressed, button.when_released = motor.on, motor.off
print("ready", flush=True)
pause() if len(sys.argv) < 2 else time.sleep(float(sys.argv[1]))
