"""One game with real hands, from the first deal to the last score.

Cards move first, as at a real table; then the move is made at a `rules.table.Table`, which knows only how
many cards everybody holds. Whatever the two disagree on, and whatever the table refuses, ends the run.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from uno_launcher.errors import LauncherError
from uno_launcher.lab.deck import Deck
from uno_launcher.lab.notes import LAPS, Notes
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

ENDLESS = 50_000
"""Moves of one round after which it is taken to have no end."""


class EndlessError(LauncherError):
    """A round that has no end: the hands fill faster than they can be emptied."""


class DisagreementError(LauncherError):
    """The table and the hands don't tell the same story: a mistake in one of them."""


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
        notes: Notes,
        manners: Manners = Manners(),
        *,
        careful: bool = False,
    ) -> None:
        self.table = Table(setup)
        self._names = setup.players
        self._house = setup.house
        self._deck = deck
        self._strategies = strategies
        self._luck = luck
        self._rng = rng
        self._notes = notes
        self._manners = manners
        self._careful = careful
        self.hands: list[list[int]] = []
        self.hopper: list[int] = []
        """The last one comes out first."""
        self.pile: list[int] = []
        """The last one lies on top."""
        self._moves = 0
        self._since = 0
        """Presses since cards came out."""
        self._owed = 0
        """Presses of the obligation that is being paid, when it began."""
        self._reloads = 0
        self._dry = 0

    def play(self, pace: Pace) -> None:
        """Play it to its end, and note down how it went."""
        notes, before = self._notes, (self._notes.turns, self._notes.laid)
        rounds = 0
        while self.table.state.stage != "game-over":
            self._round(first=not rounds)
            rounds += 1
        state, players = self.table.state, len(self._names)
        presses = sum(tally.presses for tally in state.tallies)
        out = sum(tally.cards for tally in state.tallies)
        for tally in state.tallies:
            notes.presses_of[tally.presses] += 1
            notes.cards_of[tally.cards] += 1
        notes.games += 1
        notes.moves += len(self.table.moves)
        notes.presses += presses
        notes.out += out
        notes.reloads += self._reloads
        notes.dry += self._dry
        notes.dry_games += self._dry > 0
        notes.rounds_in[rounds] += 1
        notes.turns_in[notes.turns - before[0]] += 1
        seconds = pace.seconds(notes.laid - before[1], presses, out, self._reloads, rounds)
        notes.seconds_in[int(seconds / 10)] += 1
        first = self.table.setup.dealer + 1
        for seat in state.winners:
            notes.game_wins[(seat - first) % players] += 1

    # a round

    def _round(self, *, first: bool) -> None:
        self._deal()
        if not first:
            self._make(NextRound(next_round=True))
        self._turn_up()
        table, players, reload_below = self.table, len(self._names), self._manners.reload_below
        started = table.state.turn
        self._moves = 0
        laps: list[tuple[int, ...]] = []
        """The hands at the beginning of each lap."""
        into = players
        while True:
            state = table.state
            if state.owes:
                self._owes(state.owes[0], state)
            elif state.stage == "play":
                if reload_below and len(self.hopper) < reload_below < len(self.pile):
                    self._reload()
                if into == players:
                    laps.append(state.hands)
                    into = 0
                into += 1
                self._turn(state)
            else:
                break
        self._noted_round(laps, players * (len(laps) - 1) + into)
        self._score(state, started)

    def _noted_round(self, laps: list[tuple[int, ...]], turns: int) -> None:
        notes = self._notes
        notes.turns += turns
        notes.turns_in_round[turns] += 1
        for lap, hands in enumerate(laps[:LAPS]):
            for cards in hands:
                notes.hands[lap, cards] += 1

    def _deal(self) -> None:
        rng, deck = self._rng, self._deck
        cards = _shuffled(deck.cards, rng)
        self.hands = []
        for _ in self._names:
            self.hands.append(cards[-self._house.cards_dealt :])
            del cards[-self._house.cards_dealt :]
        while deck.effects[cards[-1]].turn_again:  # 2.4: put back, another is turned
            cards.insert(int(rng.random() * len(cards)), cards.pop())
        self.pile = [cards.pop()]
        self.hopper = cards
        self._luck.lid_opened()

    def _turn_up(self) -> None:
        deck = self._deck
        self._make(TurnUp(turn_up=deck.words[self.pile[0]]))
        pending = self.table.state.pending
        if pending is not None:
            chosen = self._choice(pending.who, pending.wants_colour, pending.wants_target)
            self._make(Choose(choose=Choice(*chosen), by=self._names[pending.who]))

    def _turn(self, state: State) -> None:
        seat = state.turn
        hand, deck = self.hands[seat], self._deck
        fits = deck.fits[state.kind, state.colour]
        options = [face for face in hand if face in fits]
        if len(hand) == 1 and deck.swaps:
            options = [face for face in options if face not in deck.swaps]  # never the last card (4)
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
                hand, answers = self.hands[seat], self._deck.answers
                options = [face for face in hand if face in answers]
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

    def _score(self, state: State, started: int) -> None:
        out, words = state.out, self._deck.words
        assert out is not None
        self._notes.round_wins[((out - started) * state.direction) % len(self._names)] += 1
        left = {
            name: [words[face] for face in self.hands[seat]]
            for seat, name in enumerate(self._names)
            if seat != out
        }
        self._compare()
        self._make(Hand(hand=left))
        won = self.table.state.scores[out] - state.scores[out]
        if won != sum(map(self._deck.worth, self.hands)):
            raise DisagreementError(f"the round brought {won} points, but the hands are worth something else")

    # what somebody does

    def _lay(self, seat: int, hand: list[int], face: int) -> None:
        hand.remove(face)
        deck, notes = self._deck, self._notes
        notes.laid += 1
        name, word = self._names[seat], deck.words[face]
        colour = target = None
        along = 0
        if face not in deck.plain:
            effect = deck.effects[face]
            if effect.discard_colour:
                along = self._takes_along(hand, face)
            colour, target = self._choice(seat, effect.choose_colour, effect.wants_target)
        self.pile.append(face)
        forgot = False
        if len(hand) == 1 and face not in deck.swaps:
            forgot = self._rng.random() < self._manners.forgets
            self._make(Play(play=word, colour=colour, target=target, discards=along, uno=not forgot, by=name))
        else:
            if face in deck.swaps:
                other = self._names.index(target)
                self.hands[seat], self.hands[other] = self.hands[other], hand
            self._make(Play(play=word, colour=colour, target=target, discards=along, by=name))
        if forgot:
            notes.forgotten += 1
            if self._house.uno_penalty and self._rng.random() < self._manners.caught:
                notes.caught += 1
                other = int(self._rng.random() * (len(self._names) - 1))
                self._make(Catch(catch=name, by=self._names[other + (other >= seat)]))

    def _choice(self, seat: int, wants_colour: bool, wants_target: bool) -> tuple[str | None, str | None]:
        strategy = self._strategies[seat]
        colour = COLOURS[strategy.colour(self.hands[seat], self._rng)] if wants_colour else None
        target = self._names[strategy.target(seat, self.hands, self._rng)] if wants_target else None
        return colour, target

    def _takes_along(self, hand: list[int], face: int) -> int:
        """Discard All: further cards of its colour go, below it."""
        colours = self._deck.colours
        along = [other for other in hand if colours[other] == colours[face]]
        hand[:] = [other for other in hand if colours[other] != colours[face]]
        self.pile += along
        return len(along)

    def _press(self, seat: int, debt: Debt | None) -> None:
        hopper, notes, name = self.hopper, self._notes, self._names[seat]
        most = self._house.max_cards_per_obligation
        at_most = None if most is None or debt is None else most - debt.cards
        ordered = self._luck.press(self._rng, at_most)
        out = min(ordered, len(hopper))
        self._since += out == ordered or out > 0  # with no card a press that fails is none (4.3)
        if out:
            self.hands[seat] += hopper[-out:]
            del hopper[-out:]
            notes.bursts[out] += 1
            notes.gaps[self._since] += 1
            self._since = 0
        if out == ordered:
            self._make(Press(press=out, by=name))
        else:
            self._dry += 1
            out_of_cards = not out and len(self.pile) == 1
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
        """7.6: the pile but its top card, shuffled with what was left."""
        top = self.pile.pop()
        self.hopper = _shuffled(self.pile + self.hopper, self._rng)
        self.pile = [top]
        self._reloads += 1
        self._luck.lid_opened()
        self._make(Reloaded(reloaded=True))

    # the table

    def _make(self, move: Move) -> None:
        outcome = self.table.apply(move)
        self._moves += 1
        if outcome.refused is not None or outcome.warnings:
            why = outcome.refused or " ".join(outcome.warnings)
            raise DisagreementError(
                f"move {len(self.table.moves)} ({msgspec.json.encode(move).decode()}): {why}"
            )
        if self._careful:
            self._compare()
        if self._moves > ENDLESS:
            raise EndlessError(
                f"With {len(self._names)} players and this luck a round isn't over after {ENDLESS:,} moves,"
                " because hands fill faster than they can be emptied; try a profile that brings fewer cards."
            )

    def _compare(self) -> None:
        """The hands are those that the table counts, and no card is lost or there twice."""
        state = self.table.state
        held = tuple(map(len, self.hands))
        if held != state.hands or len(self.hopper) != state.hopper:
            raise DisagreementError(
                f"the hands hold {held} and the hopper {len(self.hopper)}, but the table counts"
                f" {state.hands} and {state.hopper} after move {len(self.table.moves)}"
            )
        everywhere = sorted(sum(self.hands, self.hopper + self.pile))
        if everywhere != self._deck.cards:
            raise DisagreementError(
                f"{len(everywhere)} cards are somewhere after move {len(self.table.moves)}, not the"
                f" {len(self._deck.cards)} of the box"
            )


def _shuffled(cards: Sequence[int], rng: random.Random) -> list[int]:
    draw = rng.random
    return sorted(cards, key=lambda _: draw())
