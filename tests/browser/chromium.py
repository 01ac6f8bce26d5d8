"""Debian's Chromium, without a screen and without anything that it does by itself on the network."""

import shutil

from tests.browser.house import NAME

CHROMIUM = shutil.which("chromium")
FLAGS = [
    *["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
    "--disable-background-networking",
    "--disable-component-update",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
]
