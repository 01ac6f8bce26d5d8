"""A backend on bare mock pins in virtual time, for what the contract suite can't say in its words."""

import pytest

from tests.backends.contract.stands import BareStand, full_config


@pytest.fixture
def bare(monkeypatch):
    """Makes an opened BareStand."""
    made = []

    def make(config=None):
        made.append(BareStand(monkeypatch, config).open())
        return made[-1]

    yield make
    for stand in made:
        stand.close()


@pytest.fixture
def proving():
    """A config in which the beam is proved before each burst, with 2 ms for the receiver."""
    import msgspec

    config = full_config(emitter=True)
    return msgspec.structs.replace(config, beam=msgspec.structs.replace(config.beam, emitter_ms=2))
