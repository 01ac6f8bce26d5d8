"""What happens at a table. `fold` says what each event makes of a state: the only way a state changes."""

from typing import Literal

import msgspec
from msgspec.structs import replace

from uno_launcher.rules.state import Debt, Mode, Pad, Pending, Stack, State, Tally


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag=True, gc=False):
    """Seats are players, as in State."""

    def fold(self, state: State) -> State:
        raise NotImplementedError


class Seated(Event, frozen=True, gc=False):
    """The table is set up for so many players."""

    players: int
    mode: Mode

    def fold(self, _: State) -> State:
        nothing = (0,) * self.players
        tallies = (Tally(),) * self.players
        return State(mode=self.mode, hands=nothing, scores=nothing, before=nothing, tallies=tallies)


class RoundBegan(Event, frozen=True, gc=False):
    """Cards are dealt."""

    dealer: int
    hands: tuple[int, ...]
    hopper: int

    def fold(self, state: State) -> State:
        return State(
            mode=state.mode,
            dealer=self.dealer,
            hands=self.hands,
            hopper=self.hopper,
            entered=(None,) * len(self.hands),
            scores=state.scores,
            before=state.scores,
            eliminated=state.eliminated,
            benched=state.eliminated,
            pad=state.pad,
            tallies=state.tallies,
        )


class TurnedUp(Event, frozen=True, gc=False):
    """The first card lies; `turn` is who starts on it."""

    card: str
    kind: str
    colour: str | None
    turn: int

    def fold(self, state: State) -> State:
        return replace(state, stage="play", top=self.card, kind=self.kind, colour=self.colour, turn=self.turn)


class Laid(Event, frozen=True, gc=False):
    """A card lies on the pile; `cards` left the hand with it, itself included."""

    who: int
    card: str
    kind: str
    colour: str | None
    cards: int = 1

    def fold(self, state: State) -> State:
        hands = state.with_hand(self.who, -self.cards)
        return replace(state, top=self.card, kind=self.kind, colour=self.colour, hands=hands)


class Awaited(Event, frozen=True, gc=False):
    """A colour or a target is still to be chosen."""

    pending: Pending

    def fold(self, state: State) -> State:
        return replace(state, pending=self.pending)


class Chosen(Event, frozen=True, gc=False):
    """One or both were chosen."""

    colour: str | None = None
    target: int | None = None

    def fold(self, state: State) -> State:
        pending = state.pending
        assert pending is not None
        if self.colour is not None:
            pending = replace(pending, wants_colour=False)
        if self.target is not None:
            pending = replace(pending, wants_target=False, target=self.target)
        more = pending.wants_colour or pending.wants_target
        return replace(state, colour=self.colour or state.colour, pending=pending if more else None)


class DirectionFlipped(Event, frozen=True, gc=False):
    def fold(self, state: State) -> State:
        return replace(state, direction=-state.direction)


class HandsSwapped(Event, frozen=True, gc=False):
    who: int
    target: int

    def fold(self, state: State) -> State:
        more = state.hands[self.target] - state.hands[self.who]
        swapped = replace(state, hands=state.with_hand(self.who, more))
        return replace(swapped, hands=swapped.with_hand(self.target, -more))


class TurnGoesTo(Event, frozen=True, gc=False):
    """`who` is up as soon as nothing is owed."""

    who: int

    def fold(self, state: State) -> State:
        return replace(state, turn=self.who)


class StackGrew(Event, frozen=True, gc=False):
    """A hit that can be answered lies."""

    stack: Stack

    def fold(self, state: State) -> State:
        return replace(state, stack=self.stack)


class Owed(Event, frozen=True, gc=False):
    """Presses are owed after all others, or before them."""

    debt: Debt
    before_others: bool = False

    def fold(self, state: State) -> State:
        owes = (self.debt, *state.owes) if self.before_others else (*state.owes, self.debt)
        return replace(state, owes=owes)


class Pressed(Event, frozen=True, gc=False):
    """A press that counts, and the cards it brought; `who` None: nobody's hand is counted."""

    who: int | None
    cards: int

    def fold(self, state: State) -> State:
        hopper = max(0, state.hopper - self.cards)
        if self.who is None:
            return replace(state, hopper=hopper)
        hands, tallies = state.with_hand(self.who, self.cards), state.tallied(self.who, self.cards)
        return replace(state, hopper=hopper, hands=hands, tallies=tallies)


class PartPaid(Event, frozen=True, gc=False):
    """The first debt after one of its presses."""

    debt: Debt

    def fold(self, state: State) -> State:
        return replace(state, owes=(self.debt, *state.owes[1:]))


class DebtEnded(Event, frozen=True, gc=False):
    """The first debt is over."""

    how: Literal["paid", "stopped", "answered"]

    def fold(self, state: State) -> State:
        others = state.owes[1:]
        if state.owes[0].why == "hit" and self.how != "answered":
            return replace(state, owes=others, stack=None)
        return replace(state, owes=others)


class UnoOpened(Event, frozen=True, gc=False):
    """One card left and nothing called."""

    who: int

    def fold(self, state: State) -> State:
        return replace(state, uno_open=self.who)


class UnoClosed(Event, frozen=True, gc=False):
    how: Literal["called", "caught", "over"]

    def fold(self, state: State) -> State:
        return replace(state, uno_open=None)


class WentOut(Event, frozen=True, gc=False):
    """The last card lies."""

    who: int

    def fold(self, state: State) -> State:
        return replace(state, out=self.who)


class ScoringBegan(Event, frozen=True, gc=False):
    def fold(self, state: State) -> State:
        return replace(state, stage="scoring")


class HandEntered(Event, frozen=True, gc=False):
    """What is left in a hand, as points and, where they were named, as cards."""

    who: int
    points: int
    cards: tuple[str, ...] | None = None

    def fold(self, state: State) -> State:
        entered = list(state.entered)
        entered[self.who] = self.points
        return replace(state, entered=tuple(entered))


class RoundScored(Event, frozen=True, gc=False):
    """All hands are in. `winners` of the game; more than one is a tie."""

    scores: tuple[int, ...]
    eliminated: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    def fold(self, state: State) -> State:
        return replace(
            state,
            stage="game-over" if self.winners else "round-over",
            scores=self.scores,
            eliminated=self.eliminated,
            winners=self.winners,
        )


class HopperFilled(Event, frozen=True, gc=False):
    cards: int

    def fold(self, state: State) -> State:
        return replace(state, hopper=self.cards)


class HandCorrected(Event, frozen=True, gc=False):
    who: int
    cards: int

    def fold(self, state: State) -> State:
        return replace(state, hands=state.with_hand(self.who, self.cards - state.hands[self.who]))


class TurnCorrected(Event, frozen=True, gc=False):
    """`who` is up; what was owed or to be chosen is dropped."""

    who: int

    def fold(self, state: State) -> State:
        return replace(state, turn=self.who, owes=(), pending=None, stack=None, uno_open=None)


class ModeChanged(Event, frozen=True, gc=False):
    mode: Mode

    def fold(self, state: State) -> State:
        return replace(state, mode=self.mode)


class PadChanged(Event, frozen=True, gc=False):
    """What is owed in stack mode."""

    pad: Pad | None

    def fold(self, state: State) -> State:
        return replace(state, pad=self.pad)


class WentBack(Event, frozen=True, gc=False):
    """An undo, or a correction that reaches back: what follows is worked out from this state."""

    state: State

    def fold(self, _: State) -> State:
        return self.state


CardEvent = TurnedUp | Laid | Awaited | Chosen | DirectionFlipped | HandsSwapped | TurnGoesTo | WentOut
DebtEvent = StackGrew | Owed | Pressed | PartPaid | DebtEnded | PadChanged | UnoOpened | UnoClosed
RoundEvent = Seated | RoundBegan | ScoringBegan | HandEntered | RoundScored | HopperFilled
Correction = HandCorrected | TurnCorrected | ModeChanged | WentBack

AnyEvent = CardEvent | DebtEvent | RoundEvent | Correction
"""For decoding: `msgspec.json.decode(line, type=AnyEvent)`."""
