"""How long things take at a table. Assumptions, not measurements: change what is different at yours."""

import msgspec


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds."""

    card: float = 5.0
    """To look, to choose and to lay a card, effects and answers included."""
    press: float = 4.0
    """To turn the launcher, to press it and to wait for what happens."""
    out: float = 0.6
    """For each card that comes out: to fly, to be picked up and sorted in."""
    reload: float = 45.0
    """To shuffle the pile into the launcher."""
    deal: float = 90.0
    """To collect, shuffle and deal all cards, and to fill the launcher, before every round."""
    score: float = 30.0
    """To add up the hands after a round."""

    def seconds(self, laid: int, presses: int, out: int, reloads: int, rounds: int) -> float:
        """What a game with so many of each takes."""
        each_round = self.deal + self.score
        return (
            self.card * laid
            + self.press * presses
            + self.out * out
            + self.reload * reloads
            + each_round * rounds
        )


PUBLISHED_MIN = (30, 60)
"""Minutes of a game as published, for every box and number of players."""
