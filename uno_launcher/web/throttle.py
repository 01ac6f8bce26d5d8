"""How fast somebody may guess: a few tries at once, then ever longer waits, and a limit for all together."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

FIRST_S = 5.0
"""However many guess: whoever wasn't wrong yet is listened to after so long, if nobody else's first try was
wrong meanwhile. Somebody with all addresses of a home network is in the way of parents for 21 minutes, once
an hour."""
FORGOTTEN_S = 3600.0
"""Wrong guesses from an address count for so long after the last one."""
MOST_ADDRESSES = 1000


@dataclass(slots=True)
class _Wrong:
    times: int
    last: float
    until: float


class Throttle:
    """Times are seconds of any steady clock."""

    def __init__(
        self, clock: Callable[[], float], *, free: int, longest_s: float, together: int, every_s: float
    ) -> None:
        """So many guesses of an address are `free`: from the last of them on, each wrong one costs a wait,
        which doubles from 1 s to `longest_s`. All addresses `together` have so many guesses, and one more
        `every_s`; beyond that, first tries have a pace of their own (FIRST_S, or `every_s` where that's
        less)."""
        self._clock = clock
        self._free = free
        self._longest = longest_s
        self._together = together
        self._every = every_s
        self._wrong: OrderedDict[str, _Wrong] = OrderedDict()
        self._spent = 0.0
        """Guesses of all addresses that haven't come back yet."""
        self._at = clock()
        self._first = self._at - FIRST_S
        """When the last first try of an address was wrong."""

    def wait(self, address: str) -> float:
        """Seconds until another guess from `address` is listened to; 0: now."""
        now = self._clock()
        self._pay_back(now)
        wrong = self._wrong_before(address, now)
        all_together = max(0.0, self._spent + 1 - self._together) * self._every
        if wrong is None:
            return min(all_together, max(0.0, self._first + FIRST_S - now))
        return max(all_together, wrong.until - now, 0.0)

    def wrong(self, address: str) -> None:
        """A wrong guess came from `address`."""
        now = self._clock()
        self._pay_back(now)
        before = self._wrong_before(address, now)
        if before is None:
            self._first = now
        if before is not None or self._spent + 1 <= self._together:
            self._spent += 1
        self._wrong.pop(address, None)
        times = 1 if before is None else before.times + 1
        beyond = times - self._free
        wait = 0.0 if beyond < 0 else min(2.0 ** min(beyond, 30), self._longest)
        self._wrong[address] = _Wrong(times, now, now + wait)
        if len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)

    def right(self, address: str) -> None:
        """Whoever knows it may be wrong again."""
        self._wrong.pop(address, None)

    def _wrong_before(self, address: str, now: float) -> _Wrong | None:
        """None: never, or it is forgotten."""
        wrong = self._wrong.get(address)
        return None if wrong is None or now - wrong.last > FORGOTTEN_S else wrong

    def _pay_back(self, now: float) -> None:
        self._spent = max(0.0, self._spent - (now - self._at) / self._every)
        self._at = now
