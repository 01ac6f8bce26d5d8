"""What a bystander notes down of many games: whole numbers only, so that the notes of several can be added up
in any order and come to the same."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from itertools import chain, repeat

from uno_launcher.lab.pace import Pace
from uno_launcher.rules.table import Table

LAPS = 100
"""Hands are noted in so many laps of a round; later ones are rare."""


@dataclass(slots=True)
class Notes:
    """A Counter maps a value to how often it came. A lap is as many turns as there are players."""

    games: int = 0
    turns: int = 0
    """A card laid or a press made by whoever was up; presses that were owed and answers are none."""
    moves: int = 0
    laid: int = 0
    presses: int = 0
    out: int = 0
    """Cards that came out."""
    reloads: int = 0
    dry: int = 0
    """Presses in which the hopper ran out of cards."""
    barren: int = 0
    """Of these: with nothing on the pile to load either."""
    dry_games: int = 0
    """Games with at least one dry hopper."""
    forgotten: int = 0
    """UNO, not called."""
    caught: int = 0
    rounds_in: Counter[int] = field(default_factory=Counter)
    """Rounds of a game."""
    turns_in: Counter[int] = field(default_factory=Counter)
    """Turns of a game."""
    turns_in_round: Counter[int] = field(default_factory=Counter)
    seconds_in: Counter[int] = field(default_factory=Counter)
    """Length of a game, in tens of seconds."""
    presses_of: Counter[int] = field(default_factory=Counter)
    """Presses of one player in a game."""
    cards_of: Counter[int] = field(default_factory=Counter)
    """Cards that came out for one player in a game."""
    bursts: Counter[int] = field(default_factory=Counter)
    """Cards of a press that brought some."""
    gaps: Counter[int] = field(default_factory=Counter)
    """Presses from one burst to the next (1: straight after), lids opened in between or not."""
    owed: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Obligations that were paid or left: (presses owed, cards brought). 0 owed: until cards came."""
    stacks: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Stacks of two hits and more, when they were settled: (hits, presses)."""
    hands: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(lap, cards) of every hand."""
    round_wins: Counter[int] = field(default_factory=Counter)
    """By place: 0 was up first in the round, 1 is next in its first turn order."""
    game_wins: Counter[int] = field(default_factory=Counter)
    """By place: 0 started the first round. A tie counts for each."""
    strategy_wins: Counter[str] = field(default_factory=Counter)
    strategy_games: Counter[str] = field(default_factory=Counter)
    """Players who had it, over all games."""

    def round_over(self, laps: Sequence[tuple[int, ...]], turns: int) -> None:
        """After a round with so many turns; `laps` holds how many cards were in the hands as each began."""
        self.turns += turns
        self.turns_in_round[turns] += 1
        held = (zip(repeat(lap), hands) for lap, hands in enumerate(laps[:LAPS]))
        self.hands.update(chain.from_iterable(held))

    def game_over(self, table: Table, rounds: int, pace: Pace) -> None:
        """After the only game that was noted here."""
        state = table.state
        for tally in state.tallies:
            self.presses += tally.presses
            self.out += tally.cards
            self.presses_of[tally.presses] += 1
            self.cards_of[tally.cards] += 1
        self.games = 1
        self.moves = len(table.moves)
        self.dry_games = int(self.dry > 0)
        self.rounds_in[rounds] += 1
        self.turns_in[self.turns] += 1
        seconds = pace.seconds(self.laid, self.presses, self.out, self.reloads, rounds)
        self.seconds_in[int(seconds / 10)] += 1
        for seat in state.winners:
            self.game_wins[(seat - table.setup.dealer - 1) % len(state.hands)] += 1

    def add(self, other: "Notes") -> None:
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, each.name, mine + theirs)
