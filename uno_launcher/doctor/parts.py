"""The parts of a launcher in the order in which they're tried: the motor last."""

from collections.abc import Callable
from functools import partial

from uno_launcher.backends.feeder import EXTRA_BUTTONS
from uno_launcher.doctor import try_beam, try_inputs, try_motor, try_outputs
from uno_launcher.doctor.switches import CALLED, capital
from uno_launcher.doctor.visit import Findings, Visit

Part = tuple[str, Callable[[], Findings]]
"""What it's called, and what tries it."""


def parts(visit: Visit) -> list[Part]:
    """All that are fitted."""
    inputs, outputs = visit.bench.inputs, visit.bench.outputs
    found: list[Part] = [
        ("At rest", partial(try_inputs.rest, visit)),
        ("Button", partial(try_inputs.button, visit, "button")),
    ]
    for name in EXTRA_BUTTONS:
        if name in inputs:
            found.append((capital(CALLED[name]), partial(try_inputs.button, visit, name)))
    if any(name in outputs for name in try_outputs.LAMPS):
        found.append(("Lamps", partial(try_outputs.lamps, visit)))
    if "buzzer" in outputs:
        found.append(("Buzzer", partial(try_outputs.buzzer, visit)))
    found.append(("Beam", partial(try_beam.beam, visit)))
    if "lid" in inputs:
        found.append(("Lid", partial(try_inputs.lid, visit)))
    if "hopper" in inputs:
        found.append(("Hopper switch", partial(try_inputs.hopper, visit)))
    return [*found, ("Motor", partial(try_motor.motor, visit))]
