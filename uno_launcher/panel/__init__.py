"""What there is on the launcher besides the feeder: lamps, sounds, extra buttons, a display."""
