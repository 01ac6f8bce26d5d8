"""One game with real hands, from the first deal to the last score.

Cards move first, as at a real table; then the move is made at a `rules.table.Table`, which knows only how
many cards everybody holds. Whatever the two disagree on, and whatever the table refuses, ends the run.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from uno_launcher.errors import LauncherError
from uno_launcher.lab.cards import Cards, DisagreementError
from uno_launcher.lab.deck import Deck
from uno_launcher.lab.notes import Notes
from uno_launcher.lab.pace import Pace
from uno_launcher.lab.strategies import Strategy
from uno_launcher.luck.profiles import Luck
from uno_launcher.rules.cards import COLOURS
from uno_launcher.rules.moves import (
    Catch,
    Choice,
    Choose,
    FailedPress,
    Hand,
    Move,
    NextRound,
    Play,
    Press,
    Reloaded,
    Stop,
    Turn,
    TurnUp,
)
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.state import Debt, State
from uno_launcher.rules.table import Table

ENDLESS = 20_000
"""Turns of each player after which a round is taken to have no end."""
LONGEST = 1_000_000
"""Turns, answers and owed presses after which it is, too."""


class EndlessError(LauncherError):
    """A round that has no end: the hands fill faster than they can be emptied."""


@dataclass(frozen=True, slots=True)
class Manners:
    """What isn't strategy."""

    forgets: float = 0.1
    """The chance that UNO isn't called."""
    caught: float = 0.5
    """The chance that somebody notices that in time."""
    reload_below: int = 0
    """Cards in the hopper below which the pile is loaded between two turns; 0: when it runs dry (7.6)."""


class Game:
    """`strategies` and all else by seat. With `careful`, everything is compared after every move."""

    def __init__(
        self,
        setup: Setup,
        deck: Deck,
        strategies: Sequence[Strategy],
        luck: Luck,
        rng: random.Random,
        manners: Manners = Manners(),
        *,
        careful: bool = False,
    ) -> None:
        self.table = Table(setup)
        self._names = setup.players
        self._house = setup.house
        self._most = setup.house.max_cards_per_obligation
        self._deck = deck
        self._strategies = strategies
        self._luck = luck
        self._rng = rng
        self._notes = Notes()
        self._manners = manners
        self._careful = careful
        self.cards = Cards(deck, rng)
        self._since = 0
        """Presses since cards came out."""
        self._owed = 0
        """Presses of the obligation that is being paid, when it began."""

    def play(self, pace: Pace) -> Notes:
        """Play it to its end. Returns how it went."""
        rounds = 0
        while self.table.state.stage != "game-over":
            self._round(first=not rounds)
            rounds += 1
        self._notes.game_over(self.table, rounds, pace)
        return self._notes

    # a round

    def _round(self, *, first: bool) -> None:
        self.cards.deal(len(self._names), self._house.cards_dealt)
        self._luck.lid_opened()
        if not first:
            self._make(NextRound(next_round=True))
        self._turn_up()
        table, players, reload_below = self.table, len(self._names), self._manners.reload_below
        start = table.state
        laps: list[tuple[int, ...]] = []  # the hands at the beginning of each
        into = players
        for _ in range(LONGEST):
            state = table.state
            if state.owes:
                self._owes(state.owes[0], state)
            elif state.stage == "play":
                if reload_below and len(self.cards.hopper) < reload_below < len(self.cards.pile):
                    self._reload()
                if into == players:
                    if len(laps) == ENDLESS:
                        raise _endless(players, ENDLESS)
                    laps.append(state.hands)
                    into = 0
                into += 1
                self._turn(state)
            else:
                break
        else:
            raise _endless(players, len(laps))
        self._notes.round_over(laps, players * (len(laps) - 1) + into)
        self._score(state, start)

    def _turn_up(self) -> None:
        self._make(TurnUp(turn_up=self._deck.words[self.cards.pile[0]]))
        pending = self.table.state.pending
        if pending is not None:
            chosen = self._choice(pending.who, pending.wants_colour, pending.wants_target)
            self._make(Choose(choose=Choice(*chosen), by=self._names[pending.who]))

    def _turn(self, state: State) -> None:
        seat = state.turn
        hand, deck = self.cards.hands[seat], self._deck
        options = hand.translate(None, deck.misfits[state.kind, state.colour])
        if len(hand) == 1:
            options = options.translate(None, deck.swaps)  # never the last card (4)
        face = self._strategies[seat].lay(options, hand, self._rng) if options else None
        if face is None:
            self._press(seat, None)
        else:
            self._lay(seat, hand, face)

    def _owes(self, debt: Debt, state: State) -> None:
        """Whoever owes presses answers, presses or stops."""
        seat = debt.who
        assert seat is not None
        if not debt.pressed:
            if debt.answerable:
                hand = self.cards.hands[seat]
                options = hand.translate(None, self._deck.no_answers)
                face = self._strategies[seat].answer(options, hand, self._rng) if options else None
                if face is not None:
                    self._lay(seat, hand, face)
                    return
            self._owed = debt.presses
            if state.stack is not None and state.stack.hits > 1 and debt.why == "hit":
                self._notes.stacks[state.stack.hits, state.stack.total] += 1
        elif debt.cards and self._house.stop_after_cards and not self._strategies[seat].goes_on(self._rng):
            self._notes.owed[self._owed, debt.cards] += 1
            self._make(Stop(stop=True, by=self._names[seat]))
            return
        self._press(seat, debt)

    def _score(self, state: State, start: State) -> None:
        out, words = state.out, self._deck.words
        assert out is not None
        self._notes.round_wins[(out - start.turn) * start.direction % len(self._names)] += 1
        left = {
            name: [words[face] for face in self.cards.hands[seat]]
            for seat, name in enumerate(self._names)
            if seat != out
        }
        self.cards.compare(self.table.state)
        self._make(Hand(hand=left))
        won = self.table.state.scores[out] - state.scores[out]
        if won != sum(map(self._deck.worth, self.cards.hands)):
            raise DisagreementError(f"the round brought {won} points, but the hands are worth something else")

    # what somebody does

    def _lay(self, seat: int, hand: bytearray, face: int) -> None:
        """One card, and what is to be chosen with it."""
        hand.remove(face)
        deck, name = self._deck, self._names[seat]
        self._notes.laid += 1
        if face in deck.plain:
            self.cards.pile.append(face)
            if len(hand) > 1:
                self._make(Play(play=deck.words[face], by=name))
            else:
                self._lay_and_call(seat, Play(play=deck.words[face], by=name))
            return
        effect = deck.effects[face]
        along = self.cards.take_along(hand, face) if effect.discard_colour else 0
        self.cards.pile.append(face)
        colour, target = self._choice(seat, effect.choose_colour, effect.wants_target)
        move = Play(play=deck.words[face], colour=colour, target=target, discards=along, by=name)
        if effect.swap_hands:
            self.cards.swap(seat, self._names.index(move.target))
            self._make(move)
        else:
            self._lay_and_call(seat, move)

    def _lay_and_call(self, seat: int, move: Play) -> None:
        """Call UNO with it, or forget to, where it leaves one card (6)."""
        rng, notes, manners = self._rng, self._notes, self._manners
        if len(self.cards.hands[seat]) != 1:
            self._make(move)
        elif rng.random() >= manners.forgets:
            self._make(replace(move, uno=True))
        else:
            self._make(move)
            notes.forgotten += 1
            if self._house.uno_penalty and rng.random() < manners.caught:
                notes.caught += 1
                other = int(rng.random() * (len(self._names) - 1))
                self._make(Catch(catch=self._names[seat], by=self._names[other + (other >= seat)]))

    def _choice(self, seat: int, wants_colour: bool, wants_target: bool) -> tuple[str | None, str | None]:
        strategy = self._strategies[seat]
        colour = COLOURS[strategy.colour(self.cards.hands[seat], self._rng)] if wants_colour else None
        target = self._names[strategy.target(seat, self.cards.hands, self._rng)] if wants_target else None
        return colour, target

    def _press(self, seat: int, debt: Debt | None) -> None:
        notes, name = self._notes, self._names[seat]
        most = self._most
        at_most = None if most is None or debt is None else most - debt.cards
        ordered = self._luck.press(self._rng, at_most)
        out = min(ordered, len(self.cards.hopper))
        self._since += out == ordered or out > 0  # with no card a press that fails is none (4.3)
        if out:
            self.cards.come_out(seat, out)
            notes.bursts[out] += 1
            notes.gaps[self._since] += 1
            self._since = 0
        if out == ordered:
            self._make(Press(press=out, by=name))
        else:
            self._notes.dry += 1
            out_of_cards = not out and len(self.cards.pile) == 1
            if out_of_cards:
                self._barren(seat, debt)
            else:
                self._make(FailedPress(failed_press=out, by=name))
                self._reload()
        if debt is not None:
            self._paid(debt, out)

    def _paid(self, debt: Debt, out: int) -> None:
        """Note down what an obligation brought, once it is over."""
        owes = self.table.state.owes
        if not owes or owes[0].who != debt.who or not owes[0].pressed:
            self._notes.owed[self._owed, debt.cards + out] += 1

    def _barren(self, seat: int, debt: Debt | None) -> None:
        """All cards are in the hands. A press that can't bring any counts as made; who would have to press
        until cards come is let off."""
        self._notes.barren += 1
        if debt is not None and debt.until_cards:
            self._make(Turn(turn=self._names[self.table.state.turn]))
        else:
            self._make(Press(press=0, by=self._names[seat]))

    def _reload(self) -> None:
        self.cards.reload()
        self._notes.reloads += 1
        self._luck.lid_opened()
        self._make(Reloaded(reloaded=True))

    # the table

    def _make(self, move: Move) -> None:
        outcome = self.table.apply(move)
        if outcome.refused is not None or outcome.warnings:
            why = outcome.refused or " ".join(outcome.warnings)
            raise DisagreementError(
                f"move {len(self.table.moves)} ({msgspec.json.encode(move).decode()}): {why}"
            )
        if self._careful:
            self.cards.compare(self.table.state)


def _endless(players: int, turns: int) -> EndlessError:
    return EndlessError(
        f"With {players} players and this luck a round isn't over after {turns:,} turns of each, because"
        " hands fill faster than they empty: try luck that brings less."
    )
