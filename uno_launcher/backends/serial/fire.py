"""One fire that is out with the Pico: asked for until it's taken, watched, and fetched when it's over."""

from uno_launcher.backends.serial.paces import FIRE_S
from uno_launcher.feed import words
from uno_launcher.feed.tape import AT_ONCE, read_tape
from uno_launcher.feed.words import Fire, Outcome, Status, read_outcome, read_times
from uno_launcher.traces import Recorder


class FireOut:
    """Its number makes it once. A `recorder` is told its tape, as if it had begun at `now`, in seconds."""

    def __init__(self, number: int, order: Fire, now: float, recorder: Recorder | None) -> None:
        self.number = number
        self.give_up = now + FIRE_S
        """It's not asked for any more."""
        self.begun = False
        """The Pico has taken it, or will never."""
        self.times_ms: list[int] = []
        self._order = order
        self._ended = False
        self._outcome: Outcome | None = None
        self._fired: int | None = None  # the request that asked for it
        self._recorder = recorder
        self._began_us = round(now * 1e6)
        self._taped = 0  # so much of the tape is there …
        self._whole = recorder is None  # … and that's all that is wanted

    def see(self, status: Status) -> None:
        """How it stands there."""
        if status.fire == self.number:
            self.begun = True
            self._ended = status.phase == words.OVER

    def refuse(self, seq: int) -> bool:
        """The Pico refused that request; says whether it was this fire."""
        return not self.begun and seq == self._fired

    def next(self, session: str, seq: int, beat: int) -> tuple[object, ...] | None:
        """What to ask for next, or None: there's only to wait."""
        if not self.begun:
            self._fired = seq
            return self._order.words(session, seq, beat, self.number)
        if not self._ended:
            return None
        if self._outcome is None:
            return words.RESULT, session, seq, self.number
        if len(self.times_ms) < self._outcome.counted:
            return words.TIMES, session, seq, self.number, len(self.times_ms)
        if not self._whole:
            return words.TAPE, session, seq, self.number, self._taped
        return None

    def hear(self, said: list[str]) -> None:
        """An answer to one of these. Raises ValueError."""
        if said[0] == words.RESULT:
            number, outcome = read_outcome(said)
            if number == self.number:
                self._outcome = outcome
        elif said[0] == words.TAPE:
            self._hear_tape(said)
        else:
            number, first, times = read_times(said)
            if number == self.number and first == len(self.times_ms) and self._outcome is not None:
                self.times_ms += times

    @property
    def over(self) -> Outcome | None:
        """How it went, once all is known."""
        if self._outcome is None or len(self.times_ms) < self._outcome.counted or not self._whole:
            return None
        return self._outcome

    def _hear_tape(self, said: list[str]) -> None:
        number, first, rows = read_tape(said)
        if number != self.number or first != self._taped or self._recorder is None:
            return
        self._taped += len(rows)
        self._whole = len(rows) < AT_ONCE
        for after_us, blocked, duty_pct in rows:
            t_us = self._began_us + after_us
            if blocked is not None:
                self._recorder.edge(t_us, blocked)
            else:
                self._recorder.motor(t_us, (duty_pct > 0) - (duty_pct < 0), abs(duty_pct))
