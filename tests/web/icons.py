"""Draws the icons for home screens from icon.svg: `python -m tests.web.icons`."""

import subprocess
import tempfile
from pathlib import Path

from uno_launcher.web.pages import FOLDER

SIZES = (192, 512)
CHROMIUM = (
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--default-background-color=00000000",
)


def draw(size: int) -> None:
    """The icon in one size, in pixels."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "icon.html")
        style = f"<style>body {{ margin: 0 }} img {{ display: block; width: {size}px }}</style>"
        page.write_text(f'{style}<img src="{FOLDER}/icon.svg">')
        subprocess.run(
            [
                *CHROMIUM,
                f"--user-data-dir={folder}/profile",
                f"--window-size={size},{size}",
                f"--screenshot={FOLDER}/icon-{size}.png",
                page.as_uri(),
            ],
            check=True,
            capture_output=True,
        )


if __name__ == "__main__":
    for each in SIZES:
        draw(each)
