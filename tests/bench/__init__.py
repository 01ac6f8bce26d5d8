"""Measurements, each next to a bare gpiozero script that does the least possible: `make bench`."""
