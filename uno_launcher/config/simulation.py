"""The same play on a simulated launcher: mock pins, and everything fitted that can be."""

import msgspec

from uno_launcher.config.feed import FeedSection
from uno_launcher.config.sections import BackendSection, BeamSection, Config
from uno_launcher.pins import HEADER, NOT_FOR_MOTOR, SIGNALS

USUAL = frozenset(signal.bcm for signal in SIGNALS)


def simulation_config(config: Config) -> Config:
    """`config` with mock pins and every optional signal fitted, on its usual GPIO where that is free.

    A motor's signal isn't fitted where no GPIO is left that it may have.

    The measures of a real launcher, [feed] and [beam], don't hold for the simulated one, which has the usual
    ones.
    """
    pins = config.fitted()
    # The motor's come first: they can't have just any GPIO.
    for signal in sorted(SIGNALS, key=lambda signal: not signal.motor):
        if signal.optional and signal.name not in pins:
            free = set(HEADER).difference(
                pins.values(), config.display_pins(), NOT_FOR_MOTOR if signal.motor else ()
            )
            if free:
                pins[signal.name] = max(free, key=lambda bcm: (bcm == signal.bcm, bcm not in USUAL, bcm))
    return msgspec.structs.replace(
        config,
        backend=BackendSection(pin_factory="mock"),
        beam=BeamSection(emitter_ms=100),  # its receiver is a thread, which a busy machine keeps waiting
        feed=FeedSection(),
        pins=msgspec.structs.replace(config.pins, **pins),
    )
