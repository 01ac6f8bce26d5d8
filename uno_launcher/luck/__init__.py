"""Pure: how many cards a press brings, in which rhythm, and what the odds of that are.

Randomness is always an argument. In play it's `random.SystemRandom()`, so nobody can work out the next press
from the ones before; with a seeded `random.Random` everything here repeats.
"""

from uno_launcher.luck.custom import CustomProfile
from uno_launcher.luck.profiles import Luck, mistakes, names, profile

__all__ = ["CustomProfile", "Luck", "mistakes", "names", "profile"]
