"""Measuring a launcher: feeding cards, and learning from what the beam saw what belongs in [feed]."""
