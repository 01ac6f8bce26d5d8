"""Draws the wiring and the schematic from the launcher's config: `python -m hardware.drawing`."""
