"""What the display shows when: the table, how to join while nobody has anything to do, then nothing. Pure.

Times are seconds since the scene last changed.
"""

from PIL import Image

from uno_launcher.panel.display.drawing import blank, draw_scene
from uno_launcher.panel.display.join import draw_join
from uno_launcher.panel.display.scene import Scene

JOIN_AFTER = 60.0
"""A table that rests for so long may have somebody new at it."""
JOIN, TABLE = 10.0, 5.0
"""The way to join and the table by turns."""
DARK_AFTER = 1800.0
"""A picture that never changes burns into the display."""


def picture(scene: Scene, address: str, t: float, *, fresh: bool) -> Image.Image:
    """What to show at `t`. `fresh`: nobody has pressed or laid anything since the program was started."""
    if t >= DARK_AFTER:
        return blank()
    if address and scene.calm and (turn := _turn(t, fresh)) is not None and turn < JOIN:
        return draw_join(address, scene.simulated)
    return draw_scene(scene)


def next_change(scene: Scene, t: float, *, fresh: bool) -> float | None:
    """When, after `t`, there may be something else to show. None: not before the scene changes."""
    if t >= DARK_AFTER:
        return None
    if not scene.calm:
        return DARK_AFTER
    turn = _turn(t, fresh)
    if turn is None:
        return JOIN_AFTER
    return min(DARK_AFTER, t - turn + (JOIN if turn < JOIN else JOIN + TABLE))


def _turn(t: float, fresh: bool) -> float | None:
    """How long ago the way to join was last put up; None: it isn't shown yet."""
    since = t if fresh else t - JOIN_AFTER
    return since % (JOIN + TABLE) if since >= 0 else None
