"""One move in the making: the events so far and the state after them. A refused draft is thrown away."""

from uno_launcher.errors import LauncherError
from uno_launcher.rules.cards import COLOURS, Card, card_words
from uno_launcher.rules.events import AnyEvent, ScoringBegan
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.state import Debt, State
from uno_launcher.rules.wire import MOST


class RefusedError(LauncherError):
    """The rules don't allow this now. The message is one sentence that a child of ten understands."""


class Game:
    """What stays the same as long as a table lasts, ready to be looked up."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.house = setup.house
        self.players = setup.players
        self.deck = setup.box.cards
        self.seats = {name: seat for seat, name in enumerate(setup.players)}
        self.cards = card_words(setup.box.kinds)


class Draft:
    """Rules read `state`, which is always the fold of what was emitted."""

    __slots__ = ("events", "game", "state", "warnings")

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.events: list[AnyEvent] = []
        self.warnings: list[str] = []

    def emit(self, event: AnyEvent) -> None:
        self.state = event.fold(self.state)
        self.events.append(event)

    # words to values

    def name(self, seat: int) -> str:
        return self.game.players[seat]

    def seat(self, name: str) -> int:
        """Somebody who plays in this round."""
        seat = self.game.seats.get(name)
        if seat is None:
            raise RefusedError(f"Nobody called {name} plays here.")
        if seat in self.state.benched:
            raise RefusedError(f"{name} is out of the game.")
        return seat

    def maybe_seat(self, name: str | None) -> int | None:
        return None if name is None else self.seat(name)

    def card(self, word: str) -> Card:
        card = self.game.cards.get(word)
        if card is None:
            raise RefusedError(f'There is no card "{word}" in this box.')
        return card

    # seats

    def after(self, seat: int) -> int:
        """The next one in turn order."""
        state = self.state
        if state.benched:
            return self._step(seat, state.direction)
        return (seat + state.direction) % len(state.hands)

    def left_of(self, seat: int) -> int:
        """The next one clockwise."""
        return self._step(seat, 1)

    def right_of(self, seat: int) -> int:
        return self._step(seat, -1)

    def _step(self, seat: int, step: int) -> int:
        count = len(self.game.players)
        seat = (seat + step) % count
        while seat in self.state.benched:
            seat = (seat + step) % count
        return seat

    @property
    def playing(self) -> int:
        """How many play in this round."""
        return len(self.game.players) - len(self.state.benched)

    # debts

    def may_stop(self, debt: Debt) -> bool:
        """4.2: presses still owed may be left once cards came out."""
        return self.game.house.stop_after_cards and debt.cards > 0

    def may_answer(self, debt: Debt) -> bool:
        """5.1: until they have pressed."""
        return debt.answerable and not debt.pressed

    def next_up(self) -> int | None:
        """Who may play or press once the first debt is over. None: nobody may."""
        state = self.state
        if len(state.owes) > 1:
            return state.owes[1].who
        if state.pending is not None or state.out is not None:
            return None
        return state.turn

    def settle(self) -> None:
        """7.1: after the last card and its presses the round is over."""
        state = self.state
        if state.out is not None and state.stage == "play" and not state.owes and state.pending is None:
            self.emit(ScoringBegan())


def owes_first(draft: Draft, debt: Debt) -> RefusedError:
    """ "Bo owes 2 presses first." """
    who = "The table" if debt.who is None else draft.name(debt.who)
    if debt.until_cards:
        return RefusedError(f"{who} presses until cards come out first.")
    or_stop = ", or stops" if draft.may_stop(debt) else ""
    return RefusedError(f"{who} owes {presses(debt.presses)} first{or_stop}.")


def presses(number: int) -> str:
    return f"{number} press" if number == 1 else f"{number} presses"


def cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def known_colour(word: str) -> str:
    if word not in COLOURS:
        raise RefusedError(f'"{word}" is no colour: pick {", ".join(COLOURS[:-1])} or {COLOURS[-1]}.')
    return word


def whole(number: int, what: str) -> int:
    """A number as it can happen at a table."""
    if number < 0:
        raise RefusedError(f"{what} can't be less than 0.")
    if number > MOST:
        raise RefusedError(f"{what} can't be more than {MOST}.")
    return number


def in_play(draft: Draft) -> None:
    """Refuse what needs a round that runs."""
    stage = draft.state.stage
    if stage == "play":
        return
    if stage == "turn-up":
        raise RefusedError("Turn up the first card first.")
    if stage == "scoring":
        raise RefusedError("The round is over: enter what is left in the hands.")
    if stage == "round-over":
        raise RefusedError("The round is over: start the next one.")
    if stage == "game-over":
        raise RefusedError("The game is over.")
