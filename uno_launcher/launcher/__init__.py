"""Pure: what the launcher is told (events), what it is (machine) and what it wants done (effects)."""
