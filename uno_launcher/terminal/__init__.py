"""The launcher in a terminal: what it shows, and in simulation the keys that stand for hands."""
