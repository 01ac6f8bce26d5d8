"""Suites that take their time run only when they're asked for: `-m realtime`, `-m emulator`."""

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


def pytest_collection_modifyitems(config, items):
    asked = config.option.markexpr or ""
    left = [mark for mark in ASKED_FOR if mark not in asked]
    out = [item for item in items if any(item.get_closest_marker(mark) for mark in left)]
    if out:
        config.hook.pytest_deselected(items=out)
        items[:] = [item for item in items if item not in out]
