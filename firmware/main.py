"""A Pico that feeds cards: wiring alone. What it does stands in `uno_launcher.feed`, which was copied here.

Ctrl-C gives the prompt, motor off. Any other error turns the motor off, waits long enough to be broken into,
and starts again (field note P6).
"""

import binascii
import gc
import sys
import time

WAIT_S = 3
"""Before starting again after an error."""
TIDY_US = 500_000


def main() -> None:
    """Until something goes wrong."""
    from hardware import LEAD_US, Hardware, Line, Watchdog, ticks_add, ticks_diff, ticks_us
    from uno_launcher.feed.pico import Pico

    hardware = Hardware()
    watchdog = None
    try:
        pico = Pico(hardware, ticks_diff, binascii.crc32)
        line = Line()
        pico.start(ticks_us())
        tidied = ticks_us()
        ran = False
        while True:
            heard = line.read()
            if heard:
                pico.hear(ticks_us(), heard)
            # Memory is tidied before a burst and while its motor is off: it takes 13 ms, half a card.
            if pico.running != ran or (not pico.turning and ticks_diff(ticks_us(), tidied) > TIDY_US):
                gc.collect()
                tidied = ticks_us()
            ran = pico.running
            for one in hardware.inputs:
                while one.waits():
                    t, level = one.take()
                    pico.edge(t, one.name, level, ticks_us())
            pico.turn(ticks_add(ticks_us(), LEAD_US))
            if pico.out:
                pico.out = pico.out[line.write(pico.out) :]
            if watchdog is not None:
                watchdog.feed()
            elif pico.greeted:
                watchdog = Watchdog()
            if not pico.out:
                time.sleep_ms(1)
    finally:
        hardware.off()
        if watchdog is not None:
            watchdog.calm()


def start_again() -> None:
    """After a while in which Ctrl-C gives the prompt."""
    from machine import reset

    for _ in range(WAIT_S * 10):
        time.sleep_ms(100)
    reset()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
    except Exception as error:
        sys.print_exception(error)
        start_again()
