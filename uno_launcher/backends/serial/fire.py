"""One fire that is out with the Pico: asked for until it's taken, watched, and fetched when it's over."""

from uno_launcher.feed import words
from uno_launcher.feed.words import Fire, Outcome, Status, read_outcome, read_times


class FireOut:
    """Its number makes it once. After `give_up`, in seconds, it's not asked for any more."""

    def __init__(self, number: int, order: Fire, give_up: float) -> None:
        self.number = number
        self.give_up = give_up
        self.begun = False
        """The Pico has taken it, or will never."""
        self.times_ms: list[int] = []
        self._order = order
        self._ended = False
        self._outcome: Outcome | None = None
        self._fired: int | None = None  # the request that asked for it

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
        return None

    def hear(self, said: list[str]) -> None:
        """An answer to one of these. Raises ValueError."""
        if said[0] == words.RESULT:
            number, outcome = read_outcome(said)
            if number == self.number:
                self._outcome = outcome
        else:
            number, first, times = read_times(said)
            if number == self.number and first == len(self.times_ms) and self._outcome is not None:
                self.times_ms += times

    @property
    def over(self) -> Outcome | None:
        """How it went, once all is known."""
        if self._outcome is None or len(self.times_ms) < self._outcome.counted:
            return None
        return self._outcome
