"""Evenings as the display sees them, and their pictures. `make pictures` writes those that are kept."""

from dataclasses import replace
from pathlib import Path

from PIL import Image

from tests.rules.evening import RED_7
from tests.terminal.showing import VIEW, played, snapshot
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.panel.display.join import draw_join
from uno_launcher.panel.display.programme import picture
from uno_launcher.panel.display.scene import scene_of

KEPT = Path(__file__).parent / "pictures"
ADDRESS = "http://192.168.178.23:8080/?code=K7QX2M9PZT4W"
HIT_2 = {"play": "red hit-2", "by": "Ann"}
JAM = replace(VIEW, state="jammed", why="card stuck", advice="open the lid, pull it out, close the lid")


def owing(**changes: object) -> Snapshot:
    """Bo answered Ann's hit, and Cy owes three presses."""
    at = played(RED_7, {"play": "red hit-1", "by": "Ann"}, {"play": "hit-2", "by": "Bo"})
    return replace(snapshot(at=at, simulated=False), **changes)


STATES: dict[str, Snapshot] = {
    "owing": owing(),
    "owing-simulated": owing(simulated=True),
    "turn": replace(snapshot(at=played(RED_7), simulated=False)),
    "until-cards": snapshot(
        at=played(RED_7, {"play": "wild-hit-fire", "by": "Ann", "colour": "red"}, box="attack-2005"),
        simulated=False,
    ),
    "running": owing(launcher=replace(VIEW, state="launching", why="a press is under way", counted=4)),
    "jam": owing(launcher=JAM),
}


def pictures() -> dict[str, Image.Image]:
    """By name: the states, and the way to join."""
    drawn = {name: picture(scene_of(state), "", 0.0, fresh=False) for name, state in STATES.items()}
    return {**drawn, "join": draw_join(ADDRESS, simulated=False)}


def keep() -> None:
    """Write them where the tests compare them."""
    for name, drawn in pictures().items():
        drawn.save(KEPT / f"{name}.png")


def sheet(names: tuple[str, ...] = ("owing", "running", "jam", "join"), scale: int = 3) -> Image.Image:
    """Some of them side by side, as they glow in the dark."""
    margin = 4 * scale
    wide, high = 128 * scale + 2 * margin, 64 * scale + 2 * margin
    image = Image.new("RGB", (2 * wide, (len(names) + 1) // 2 * high), "#0b0d10")
    for place, name in enumerate(names):
        small = pictures()[name].convert("L")
        large = small.resize((128 * scale, 64 * scale), Image.Resampling.NEAREST)
        corner = (place % 2 * wide + margin, place // 2 * high + margin)
        image.paste(Image.new("RGB", large.size, "#d7f0ff"), corner, large)
    return image


if __name__ == "__main__":
    keep()
