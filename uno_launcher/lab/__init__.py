"""Whole evenings without cards and people: what a luck profile, a box and a number of players do to a game."""
