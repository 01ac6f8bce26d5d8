"""The same play on a simulated launcher: mock pins, and everything fitted that can be."""

import msgspec

from uno_launcher.config.feed import FeedSection
from uno_launcher.config.sections import BackendSection, BeamSection, Config
from uno_launcher.pins import HEADER, NOT_FOR_MOTOR, SIGNALS


def simulation_config(config: Config) -> Config:
    """`config` with mock pins and every optional signal fitted, on its usual GPIO where that is free.

    The measures of a real launcher, [feed] and [beam], don't hold for the simulated one, which has the usual
    ones.
    """
    pins = config.fitted()
    missing = [signal for signal in SIGNALS if signal.optional and signal.name not in pins]
    for signal in missing:
        if signal.bcm not in pins.values():
            pins[signal.name] = signal.bcm
    for signal in missing:
        if signal.name not in pins:
            forbidden = set(pins.values()).union(NOT_FOR_MOTOR if signal.motor else ())
            pins[signal.name] = max(set(HEADER) - forbidden)
    return msgspec.structs.replace(
        config,
        backend=BackendSection(pin_factory="mock"),
        beam=BeamSection(emitter_ms=100),  # its receiver is a thread, which a busy machine keeps waiting
        feed=FeedSection(),
        pins=msgspec.structs.replace(config.pins, **pins),
    )
