"""What a press looks and sounds like besides its cards: rests inside a burst, and now and then a tease.

Both belong to the plan before it starts. A rest keeps people guessing whether the burst is over.
"""

import random

TEASE_CHANCE = 0.08
MOST_PAUSES = 2
PAUSES = (65, 25, 10)
"""Weights of no, one and two rests in a burst that is long enough."""
SHORTEST_MS, LONGEST_MS = 150, 900


def rhythm(cards: int, rng: random.Random) -> tuple[tuple[tuple[int, int], ...], bool]:
    """Rests of a burst of `cards` (0: a dry press) and whether a twitch backwards goes before it.

    A rest is (after how many cards, milliseconds), in rising order and never after the last card.
    """
    # Drawn before anything that hangs on the cards: a tease says nothing about what follows it.
    tease = rng.random() < TEASE_CHANCE
    if cards < 2:
        return (), tease
    wanted = rng.choices(range(MOST_PAUSES + 1), PAUSES)[0]
    places = sorted(rng.sample(range(1, cards), min(wanted, cards - 1)))
    return tuple((after, rng.randint(SHORTEST_MS, LONGEST_MS)) for after in places), tease


def steady(_cards: int, _rng: random.Random) -> tuple[tuple[tuple[int, int], ...], bool]:
    """No rhythm at all, in the place of `rhythm`: for trying a launcher out."""
    return (), False
