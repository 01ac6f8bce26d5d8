"""Questions to the control loop, answered on the page's thread.

Only one is in the loop's queue at a time, however many phones tap: nothing stands between a press and the
motor but what one of them asked. Nobody waits in vain.
"""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from uno_launcher.daemon.posted import posted
from uno_launcher.web.answers import ProblemError

T = TypeVar("T")

PATIENCE_S = 3.0
"""The longest that an answer may take: a slow disk holds it back for up to two."""
MOST_WAITING = 64

HUNG = "The launcher doesn't answer just now: look at it, then try again."


class Asking:
    """Puts orders into the control loop's queue, one after the other."""

    def __init__(self, post: Callable[[object], None]) -> None:
        self._post = post
        self._turn = asyncio.Lock()
        """Held from when an order is posted until it is answered, whoever still waits for that."""
        self._waiting = 0

    async def ask(self, order: Callable[[Callable[[T], None]], object]) -> T:
        """Post `order(answer)` and wait for what its answer is called with, on the control thread.

        Raises ProblemError where none comes in time; an order that was posted may then be carried out later.
        """
        if self._waiting >= MOST_WAITING:
            raise ProblemError(503, HUNG, 1)
        self._waiting += 1
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._turn.acquire()
                return await posted(self._post, order, self._turn.release)
        except TimeoutError:
            raise ProblemError(503, HUNG, 1) from None
        finally:
            self._waiting -= 1
