"""Work that takes its time: reading the journal and counting, on a thread of its own, one thing at a time."""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from uno_launcher.errors import StoreError
from uno_launcher.web.answers import ProblemError

T = TypeVar("T")

MOST_WAITING = 8
"""More are turned away: whoever waits that long has asked again already."""


class Shelf:
    """The thread begins with the first question."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="web-shelf")
        self._waiting = 0

    async def fetch(self, read: Callable[[], T]) -> T:
        """What `read` gives. Raises ProblemError where the log can't be read, or where too many wait."""
        if self._waiting >= MOST_WAITING:
            raise ProblemError(503, "Too much is asked for at once: try again in a moment.", 2)
        self._waiting += 1
        work = asyncio.get_running_loop().run_in_executor(self._thread, read)
        work.add_done_callback(self._over)
        try:
            return await asyncio.shield(work)
        except StoreError as error:
            raise ProblemError(503, str(error), 5) from None

    def close(self) -> None:
        """Begin nothing more; what is under way ends by itself."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _over(self, work: "asyncio.Future[T]") -> None:
        self._waiting -= 1
        with contextlib.suppress(asyncio.CancelledError):
            work.exception()  # whoever asked may have gone: nobody else hears of it
