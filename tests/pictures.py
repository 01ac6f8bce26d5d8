"""`make pictures`: the README's picture of the terminal, drawn from a seeded simulated evening."""

import io
import re
from pathlib import Path

from rich.console import Console

from tests.rig import Rig
from uno_launcher.terminal.hands import KEYS
from uno_launcher.terminal.onlooker import Presses
from uno_launcher.terminal.picture import WIDTH, picture

TARGET = Path(__file__).parent.parent / "uno_launcher" / "terminal" / "screen.svg"
SEED = 5


def drawn() -> str:
    """A launcher in the middle of a burst, as SVG that asks nobody for a font."""
    rig = Rig(SEED, hopper=83)
    presses = Presses()
    while rig.view.number < 7:
        rig.press()
    while not rig.run_until(rig.now + 1.0, lambda: rig.view.counted >= 3):
        rig.simulation.press()
    for snapshot in rig.snapshots:
        presses.take(snapshot)
    console = Console(
        width=WIDTH + 2, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(picture(rig.control.snapshot, presses.newest, KEYS))
    rig.close()
    svg = console.export_svg(title="make run", unique_id="screen")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace(
        "Fira Code, monospace", "monospace"
    )


if __name__ == "__main__":
    TARGET.write_text(drawn(), encoding="utf-8")
