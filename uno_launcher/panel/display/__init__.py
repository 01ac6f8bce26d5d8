"""The little display on the launcher: who is up, how many presses, what is wrong, and how to join.

`luma.oled`, `pillow` and `segno` are imported only where the config has a display.
"""

from uno_launcher.panel.display.thread import Showing, showing

__all__ = ["Showing", "showing"]
