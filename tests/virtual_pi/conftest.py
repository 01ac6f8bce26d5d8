"""One guest for all tests of this folder, or one for each worker: booted, and the service installed from a
wheel."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.virtual_pi.guest import booted
from tests.virtual_pi.kernel import kernel
from tests.virtual_pi.packages import wheel, wheels
from tests.virtual_pi.pi import Pi
from tests.virtual_pi.rootfs import rootfs

MARK = "virtual_pi"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}: on a virtual Pi (make test-virtual-pi)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """It takes minutes and wants root: only who asks for it gets it."""
    if MARK in (config.option.markexpr or ""):
        return
    left = [item for item in items if item.get_closest_marker(MARK)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


@pytest.fixture(scope="session")
def pi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pi]:
    """The service is installed and has started; what config it has is up to whoever was there before."""
    folder: Path = tmp_path_factory.mktemp("wheel")
    program = wheel(folder)
    with booted(kernel(), rootfs()) as guest:
        virtual = Pi(guest, program, wheels(rootfs(), program))
        virtual.said = virtual.install()
        yield virtual
