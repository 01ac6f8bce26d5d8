"""The table at the launcher: may anybody press now, whose press was it, has somebody stopped.

Pure: `now` is passed in, and what has to go on record comes back. The control loop owns it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from uno_launcher.errors import InputError
from uno_launcher.launcher.plan import Report
from uno_launcher.rules.events import Laid
from uno_launcher.rules.line import StateLine, phase, state_line
from uno_launcher.rules.moves import CameOut, FailedPress, Move, Play, Press, PressWas, Stop, Undo
from uno_launcher.rules.setup import Setup
from uno_launcher.rules.table import Outcome, Table

UNDER_WAY = "Wait until the press that is under way is over."

ARMED_S = 30.0
"""How long somebody at the launcher has to press its button for a loading check."""


@dataclass(frozen=True, slots=True)
class Countdown:
    """Whoever may stop has stopped in `left_s` seconds, of `of_s` that they have in all."""

    left_s: float
    of_s: float


@dataclass(frozen=True, slots=True)
class Guards:
    """Seconds. `turn`: how long the launcher rests before the next player's press counts (3.4); `stop`: how
    long somebody who may stop has to press on (4.2)."""

    turn: float = 1.0
    stop: float = 5.0


class Referee:
    """Keeps a table, and `launcher.machine.Referee`. Times are seconds of any steady clock."""

    def __init__(self, setup: Setup, guards: Guards, moves: Sequence[Move] = ()) -> None:
        """A new table, or with `moves` one that has seen them already.

        Raises InputError where these rules refuse one of them.
        """
        self._guards = guards
        self.most_cards: int | None = None
        """The most that a press may bring besides what the house rules say; None is no cap."""
        self._begin(setup)
        for n, move in enumerate(moves, start=1):
            if (refused := self.table.apply(move).refused) is not None:
                raise InputError(f"move {n} doesn't fit: {refused}")
        self._took(len(moves), moves[-1] if moves else None)

    def _begin(self, setup: Setup) -> None:
        self.table = Table(setup)
        self._took(0, None)
        self._pressing: str | None = None
        self._under_way = False
        self._stops_from: float | None = None
        """Since when somebody who may stop could press on and didn't; None: nobody may stop."""
        self.taken: tuple[Move, ...] = ()
        """What the last move that wasn't refused comes to, for the journal."""
        self._stopped_itself = False
        """The last move was the stop that nobody made."""
        self._rests_until: float | None = None
        """When the next player's press counts; None: now."""
        self._armed_until: float | None = None
        """Until when the next press is a loading check; None: it's a press."""
        self._checking = False
        """The press under way is a loading check: nobody's."""

    # What the launcher asks.

    def may_press(self, now: float) -> str | None:
        """None, or one sentence that says why nobody may press now."""
        if self._armed_until is not None:
            return None
        if self._rests_until is not None and now < self._rests_until and self.table.state.mode != "toy":
            return "One press is enough: wait a moment, then the next player may press."
        return self.table.may_press()

    def at_most(self) -> int | None:
        """The most cards this press may bring; None is no cap (8.1)."""
        return min((cap for cap in (self.table.at_most(), self.most_cards) if cap is not None), default=None)

    # What happens.

    def begin(self, setup: Setup) -> str | None:
        """A new table takes the place of this one. Why not now, or None."""
        if self._under_way:
            return UNDER_WAY
        self._begin(setup)
        return None

    def arm(self, now: float) -> str | None:
        """The next press within ARMED_S is a loading check. Why not now, or None."""
        if self._under_way:
            return UNDER_WAY
        self._armed_until = now + ARMED_S
        return None

    def _took(self, n: int, move: Move | None) -> None:
        self._n = n
        self.line: StateLine = state_line(self.table, n, Outcome())
        """The table as everybody may see it, with the last refusal or warning."""
        self.did: Move | None = move
        """The last move that the table took, presses and our own stops included."""

    @property
    def armed(self) -> bool:
        """The next press is a loading check."""
        return self._armed_until is not None

    def opened(self, now: float) -> None:
        """The launcher takes presses, or does so again. Whoever may stop has as long as after a press."""
        self._stops_from = now

    def began(self) -> None:
        """A press was accepted: it is whoever's it is now, or nobody's."""
        self._checking, self._armed_until = self.armed, None
        self._pressing = self.line.up
        self._under_way = True
        self._stopped_itself = False

    def over(self, report: Report, now: float) -> Move | None:
        """The press is over. The move that it is to the table, made already: what came out isn't refused.

        None: it was a loading check, and the card goes back.
        """
        if self._checking:
            self._checking = self._under_way = False
            self._stops_from = now
            return None
        done = report.ended == "done"
        move = self._press(report.counted, done, self._pressing)
        if self._apply(move).refused is not None:
            # Whoever pressed has left the game meanwhile, say: then it's whoever's it is now.
            move = self._press(report.counted, done, None)
            self._apply(move)
        self._under_way = False
        self._stops_from = now
        carried_out = done or report.counted > 0
        passed_on = self._pressing != self.line.up or phase(self.table.state) != "owing"
        self._rests_until = now + self._guards.turn if carried_out and passed_on else None
        return move

    @property
    def resting(self) -> bool:
        """The next player's press doesn't count yet (3.4)."""
        return self._rests_until is not None and self.table.state.mode != "toy"

    def make(self, move: Move, now: float) -> Outcome:
        """A move of somebody at the table. One that is refused changes nothing."""
        if self._under_way:
            return self._shown(Outcome(refused=UNDER_WAY))
        outcome = self._apply(move)
        if outcome.refused is None:
            self.taken = (self._signed(move, outcome),)
        elif self._stopped_itself and _reaches_back(move):
            outcome = self._without_the_stop(move, outcome)
        if outcome.refused is None:
            self._stopped_itself = False
            self._stops_from = now  # whoever may stop now has all the time for it
            if isinstance(move, Stop):
                self._rests_until = now + self._guards.turn
        return outcome

    def stopping(self, now: float) -> Countdown | None:
        """How long somebody who may stop has to press on (4.2). None: nobody may, or a press is under way.

        It runs out while the launcher takes presses; else it begins anew once it does.
        """
        at = self._stops_at()
        return None if at is None else Countdown(round(max(0.0, at - now), 3), self._guards.stop)

    def deadline(self) -> float | None:
        """When `tick` has something to do, or None."""
        times = (self._stops_at(), self._rests_until, self._armed_until)
        return min((at for at in times if at is not None), default=None)

    def tick(self, now: float, able: bool) -> Move | None:
        """The move that has become due, already made: somebody who may stop hasn't pressed on (4.2).

        `able`: the launcher takes presses. Nobody has stopped who couldn't press on.
        """
        if self._rests_until is not None and now >= self._rests_until:
            self._rests_until = None
        if self._armed_until is not None and now >= self._armed_until:
            self._armed_until = None
        at = self._stops_at()
        if at is None or now < at:
            return None
        self._stops_from = now
        move = Stop(stop=True)
        if not able or self.make(move, now).refused is not None:
            return None
        self._stopped_itself = True
        return move

    def _without_the_stop(self, move: Move, refused: Outcome) -> Outcome:
        """A correction of the last press that only our own stop is in the way of: nobody made that one."""
        n = self._n
        self._apply(Undo(undo=True))
        outcome = self._apply(move)
        if outcome.refused is None:
            self.taken = (Undo(undo=True), self._signed(move, outcome))
            return outcome
        self._apply(Stop(stop=True))
        self._n = n
        return self._shown(refused)

    def _apply(self, move: Move) -> Outcome:
        outcome = self.table.apply(move)
        if outcome.refused is None:
            self._n += 1
            self.did = self._signed(move, outcome)
        return self._shown(outcome)

    def _signed(self, move: Move, outcome: Outcome) -> Move:
        """A late card with the name of whoever laid it: before that press nobody else could."""
        if not (isinstance(move, Play) and move.late and move.by is None):
            return move
        seat = next((event.who for event in outcome.events if isinstance(event, Laid)), None)
        return move if seat is None else replace(move, by=self.table.setup.players[seat])

    def _shown(self, outcome: Outcome) -> Outcome:
        self.line = state_line(self.table, self._n, outcome)
        return outcome

    def _press(self, cards: int, done: bool, by: str | None) -> Move:
        return Press(press=cards, by=by) if done else FailedPress(failed_press=cards, by=by)

    def _stops_at(self) -> float | None:
        if self._under_way or self._stops_from is None:
            return None
        owes = self.line.owes
        return self._stops_from + self._guards.stop if owes and owes[0].may_stop else None


def _reaches_back(move: Move) -> bool:
    """It changes the last press, or what lay before it."""
    return isinstance(move, CameOut | PressWas) or (isinstance(move, Play) and move.late)
