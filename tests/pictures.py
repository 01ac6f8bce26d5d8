"""`make pictures`: the README's pictures. Those of terminal and display are drawn from seeded evenings."""

import io
import re
from pathlib import Path

from rich.console import Console

from tests.browser.photographer import FOLDER, photograph
from tests.panel import scenes
from tests.terminal.typist import Typist
from uno_launcher.terminal.onlooker import Presses
from uno_launcher.terminal.picture import WIDTH, picture

TARGET = Path(__file__).parent.parent / "uno_launcher" / "terminal" / "screen.svg"
SEED = 5
EVENING = ["n" * 26, "p34\r61\r20\rn", "nnn", "Enter", "nnn", "Enter", "nvnv", "Enter", "n12a", "b4"]
"""Keys of a first round and half a second one. The last three hits lie on each other."""


def drawn() -> str:
    """Somebody who owes a stack of presses in the middle of a burst, as SVG that asks nobody for a font."""
    at = Typist(SEED, "fair")
    rig = at.rig
    for key in EVENING:
        if key == "Enter":
            at.press()
        else:
            at.type(key)
    while not rig.run_until(rig.now + 1.5, lambda: rig.view.counted >= 3):
        at.type("\r")
    presses = Presses()
    for snapshot in rig.snapshots:
        presses.take(snapshot)
    console = Console(
        width=WIDTH + 2,
        height=24,
        record=True,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )
    now = rig.control.snapshot
    console.print(picture(now, presses.newest, at.pad.legend(now)))
    rig.close()
    svg = console.export_svg(title="make run", unique_id="screen")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace(
        "Fira Code, monospace", "monospace"
    )


if __name__ == "__main__":
    TARGET.write_text(drawn(), encoding="utf-8")
    scenes.keep()
    photograph()
    scenes.sheet().save(FOLDER / "display.png")
