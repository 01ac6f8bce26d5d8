"""A simulated launcher in a process of its own, and the phones of the people around it."""

import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

NAME = "launcher.test"
"""What phones call the launcher: a name, as on a home network, so that no browser takes it for secure."""
PIN = "482913"
CONFIG = f"""
[launcher]
profile = "sure"
[profiles.sure]
chance = 1
sizes = {{ 1 = 1 }}
[table]
turn_guard_s = 0.1
stop_after_s = 2
[web]
name = "{NAME}"
pin = "{PIN}"
"""
"""Every press brings one card, so that it's known what is to be seen."""

SOON_MS = 5000
"""The longest that anything may take to be seen on a busy machine."""
PHONE = {"width": 360, "height": 740}
TABLET = {"width": 820, "height": 1180}


class House:
    """`url` is the address from the QR code."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self._folder = folder
        self._browser = browser
        self._config = folder / "config.toml"
        self._config.write_text(CONFIG)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self._contexts: list[Any] = []
        self._phones: list[Phone] = []
        self.start()

    def start(self) -> None:
        """Switch the launcher on; what was going on goes on."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "uno_launcher", "run", "--simulated", "--seed", "1",
             "--port", str(self._port), "--config", str(self._config), "--state-dir", str(self._folder)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        ready, self.url = self.process.stdout.readline().split()
        assert ready == "ready"

    def kill(self) -> None:
        """As pulling the plug does."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    @property
    def troubles(self) -> list[str]:
        """Those of all phones."""
        return [trouble for phone in self._phones for trouble in phone.troubles]

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def port(self) -> int:
        return self._port

    def phone(self, url: str | None = None, **how: Any) -> "Phone":
        """A phone that has scanned the code."""
        how = {"viewport": PHONE, "locale": "en-GB", "has_touch": True, "reduced_motion": "reduce", **how}
        context = self._browser.new_context(**how)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SOON_MS)
        phone = Phone(page)
        self._phones.append(phone)
        page.goto(url or self.url)
        return phone


class Phone:
    """What a person does with it. `troubles` are errors of the page that nobody should ever cause."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def tap(self, *keys: str) -> None:
        """Buttons by their `data-key`, one after the other."""
        for key in keys:
            self.page.locator(f'[data-key="{key}"]:visible').first.click()

    def sees(self, *words: str) -> None:
        """All of that is in the headline."""
        for each in words:
            expect(self.page.locator(".headline")).to_contain_text(each, timeout=SOON_MS, ignore_case=True)

    def is_told(self, words: str) -> None:
        """A message says that."""
        expect(self.page.locator("#toasts")).to_contain_text(words, timeout=SOON_MS)

    def holds(self, name: str, cards: int) -> None:
        """That many cards are drawn in somebody's seat."""
        expect(self.page.locator(f'[data-seat="{name}"] .hand b')).to_have_text(str(cards), timeout=SOON_MS)

    def state(self) -> dict[str, Any]:
        return dict(self.page.evaluate("async () => (await fetch('/api/state')).json()"))

    def go(self, view: str) -> None:
        self.page.evaluate("view => location.hash = view", f"#{view}")
        expect(self.page.locator(f'body[data-view="{view}"]')).to_be_attached(timeout=SOON_MS)

    def until(self, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the state is so."""
        for _ in range(SOON_MS // 50):
            if what(state := self.state()):
                return state
            self.page.wait_for_timeout(50)
        raise AssertionError(f"it never came: {state}")
