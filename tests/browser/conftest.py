"""Chromium, and a house with a launcher in it. All of this is marked `browser`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.chromium import CHROMIUM, FLAGS
from tests.browser.house import House, Phone


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if CHROMIUM is None:
        pytest.skip("chromium isn't installed: apt install chromium")
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    yield chromium
    chromium.close()


@pytest.fixture
def house(tmp_path: Path, browser: Browser) -> Iterator[House]:
    here = House(tmp_path, browser)
    yield here
    here.close()
    assert here.troubles == []


@pytest.fixture
def phone(house: House) -> Phone:
    return house.phone()
