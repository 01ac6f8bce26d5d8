"""Orders to the control loop from a thread with an asyncio loop: the answer comes back to that loop."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def posted(
    post: Callable[[object], None],
    order: Callable[[Callable[[T], None]], object],
    answered: Callable[[], None] = lambda: None,
) -> asyncio.Future[T]:
    """Post `order(answer)`; the future holds what its answer is called with, on the control thread.

    `answered` is called on this loop when that comes, even where nobody waits for it any more.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T) -> None:
        answered()
        if not future.done():
            future.set_result(result)

    def answer(result: T) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, result)

    post(order(answer))
    return future
