"""The README's pictures of the page: `make pictures` takes them of a real evening in Chromium."""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import CHROMIUM, FLAGS
from tests.browser.evening import set_up
from tests.browser.house import PHONE, TABLET, House

FOLDER = Path(__file__).parent / "pictures"


def photograph() -> None:
    """A stack that grows on a phone by day, and what came of it on a tablet in the evening."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        house = House(Path(folder), browser)
        phone = house.phone(viewport=PHONE, device_scale_factor=1)
        tablet = house.phone(viewport=TABLET, color_scheme="dark")
        set_up(phone, "Ann", "Bo", "Cy", "Di", dealer="Di")
        tablet.page.locator(".toast").wait_for(state="detached", timeout=10_000)  # a new evening began
        phone.tap("hit-1")
        phone.sees("Bo")
        phone.tap("hit-2")
        phone.sees("Cy")
        phone.page.wait_for_timeout(1000)
        phone.page.screenshot(path=FOLDER / "phone.png")
        tablet.tap("launcher")
        tablet.holds("Cy", 8)
        tablet.page.wait_for_timeout(300)
        tablet.page.screenshot(path=FOLDER / "tablet.png")
        phone.go("setup")
        phone.page.wait_for_timeout(1000)
        phone.page.screenshot(path=FOLDER / "setup.png")
        house.close()
        browser.close()


if __name__ == "__main__":
    photograph()
