"""Where the launcher meets the world. `feeder.py` is the contract all backends keep."""
