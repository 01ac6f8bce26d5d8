"""Bringing a launcher up, part by part: what a tool stands on, what it asks a person, and what it found."""
