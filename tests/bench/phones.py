"""Phones as a program of their own, so that they take no time from the launcher: `tests.bench.web` starts it.

Standard input has a line with address and code. Standard output gets "listening" and, when standard input
ends, a line of JSON: for each state that came its number, and when in seconds of the system's steady clock.
"""

import asyncio
import contextlib
import json
import sys
import time
from urllib.parse import urlsplit

PHONES = 50
MOVES_A_SECOND = 20


async def listen(host: str, port: int, code: str, came: list[tuple[int, float]], here: asyncio.Event) -> None:
    """One phone's stream."""
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(_request("GET", "/api/events", host, code))
    while line := await reader.readline():
        if line.startswith(b"id: "):
            came.append((int(line.rpartition(b"-")[2]), time.monotonic()))
            here.set()


async def tap(host: str, port: int, code: str) -> None:
    """Somebody who says again and again how many cards there are, for as long as this runs."""
    reader, writer = await asyncio.open_connection(host, port)
    cards = 100
    due = time.monotonic()
    while True:
        writer.write(_request("POST", "/api/moves", host, code, b'{"reloaded": %d}' % cards))
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.lower().partition(b"content-length: ")[2].split(b"\r")[0]))
        cards = 199 - cards
        due += 1 / MOVES_A_SECOND
        await asyncio.sleep(max(0.0, due - time.monotonic()))


def _request(method: str, path: str, host: str, code: str, body: bytes = b"") -> bytes:
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {code}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


async def main() -> None:
    address, code = sys.stdin.readline().split()
    parts = urlsplit(address)
    host, port = str(parts.hostname), int(parts.port or 80)
    came: list[tuple[int, float]] = []
    here = [asyncio.Event() for _ in range(PHONES)]
    phones = [asyncio.create_task(listen(host, port, code, came, each)) for each in here]
    await asyncio.gather(*(each.wait() for each in here))
    tapping = asyncio.create_task(tap(host, port, code))
    print("listening", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in (tapping, *phones):
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    print(json.dumps(came))


if __name__ == "__main__":
    asyncio.run(main())
