"""The one thread that owns state and outputs, what may be asked of it, and what everybody gets to see."""
