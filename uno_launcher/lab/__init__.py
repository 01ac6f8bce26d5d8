"""Whole evenings without cards and people: what luck, a box and the number of players do to a game."""
