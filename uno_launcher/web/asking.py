"""Questions to the control loop, answered on the page's thread: it is never waited for in vain."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TypeVar

from uno_launcher.web.answers import ProblemError

T = TypeVar("T")

PATIENCE_S = 3.0
"""The longest that the control loop may take: a slow disk keeps it for up to two."""

HUNG = "The launcher doesn't answer just now: look at it, then try again."


class Asking:
    """Puts orders into the control loop's queue."""

    def __init__(self, post: Callable[[object], None]) -> None:
        self._post = post

    async def ask(self, order: Callable[[Callable[[T], None]], object]) -> T:
        """Post `order(answer)` and wait for what its answer is called with, on the control thread.

        Raises ProblemError where none comes in time; the order may then be carried out later.
        """
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[T] = loop.create_future()

        def settle(result: T) -> None:
            if not answered.done():
                answered.set_result(result)

        def answer(result: T) -> None:
            with contextlib.suppress(RuntimeError):  # the page has ended meanwhile
                loop.call_soon_threadsafe(settle, result)

        self._post(order(answer))
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await answered
        except TimeoutError:
            raise ProblemError(503, HUNG, 1) from None
