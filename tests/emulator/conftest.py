"""The emulated Pico, where it has been built (`python -m tests.emulator.image`)."""

import pytest

from tests.emulator import image


def pytest_collection_modifyitems(items):
    if not image.built():
        skip = pytest.mark.skip(reason="the emulated Pico isn't built: make test-emulator")
        for item in items:
            if item.get_closest_marker("emulator"):
                item.add_marker(skip)
