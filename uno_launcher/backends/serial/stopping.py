"""The motor off for certain, from any thread: by the Pico's word, or by our silence."""

from collections.abc import Callable

from uno_launcher.backends.serial.plan_out import SILENT_S
from uno_launcher.backends.serial.wire import Wire

ANSWER_S = 0.3
"""The longest to wait for the Pico's answer, before the line falls silent and it stops by itself."""


def motor_off(wire: Wire, why: str, clock: Callable[[], float]) -> bool:
    """Off before this returns. `why` is one of `words.STOP`'s; "off" turns lamps and buzzer off, too."""
    with wire.link() as link:
        up = wire.alive and link.state in ("setting", "up")
        which = link.stop(why) if up else 0
    if up and wire.wait(lambda link: link.stopped(which) or link.state == "closed", ANSWER_S):
        with wire.link() as link:
            if link.stopped(which):
                return True
    with wire.link() as link:
        until = link.sent + SILENT_S
        link.mute(until)
    wire.wait(lambda _: False, until - clock())
    return True
