"""Suites that take their time run only when they're asked for: `-m realtime`, `-m emulator`."""

import gc

import pytest
from hypothesis import settings

settings.register_profile("ours", deadline=None)  # a busy machine may be slow once
settings.load_profile("ours")

ASKED_FOR = {
    "realtime": "a Pico on a pseudo terminal, in real time (make test-pico)",
    "emulator": "the real image of a Pico, emulated (make test-emulator)",
}


def pytest_configure(config):
    for mark, meaning in ASKED_FOR.items():
        config.addinivalue_line("markers", f"{mark}: {meaning}")


def pytest_collection_finish(session):
    gc.freeze()  # some thousand tests are no garbage, and needn't be looked through again and again


@pytest.hookimpl(trylast=True)  # once -m has left out what isn't asked for
def pytest_collection_modifyitems(config, items):
    asked = config.option.markexpr or ""
    left = [mark for mark in ASKED_FOR if mark not in asked]
    out = [item for item in items if any(item.get_closest_marker(mark) for mark in left)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]
    # Two workers of four begin with what waits for a clock, and the other two fill the cores meanwhile.
    waiting = [item for item in items if item.get_closest_marker("waits")]
    others = [item for item in items if not item.get_closest_marker("waits")]
    first, second = waiting[::2], waiting[1::2]
    half = len(items) // 2 - len(first)
    items[:] = first + others[:half] + second + others[half:]
