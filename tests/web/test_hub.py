"""From the control thread to phones: nobody waits, nothing is lost that matters, nothing piles up."""

import asyncio
import threading
from dataclasses import replace

import pytest

from tests.rig import Rig
from tests.web.stand import WAIT_S
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.web.asking import Asking
from uno_launcher.web.hub import KEPT, Hub


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    rig = Rig(1)
    rig.close()
    return replace(rig.control.snapshot, n=0)


def hub() -> Hub:
    return Hub(lambda snapshot: b'{"n":%d}' % snapshot.n)


def numbers(hub: Hub, last: str) -> list[int]:
    return [event.n for event in hub.since(last)]


def test_an_event_is_its_id_and_the_state_in_one_line(snapshot):
    new = hub()
    new.watch(replace(snapshot, n=7))
    assert new.latest.data == b'{"n":7}'
    assert new.latest.message == f'id: {new.boot}-7\nevent: state\ndata: {{"n":7}}\n\n'.encode()
    assert new.snapshot.n == 7


def test_what_was_missed_is_kept_for_a_while(snapshot):
    new = hub()
    for n in range(100):
        new.watch(replace(snapshot, n=n))
        assert new.latest.n == n
    first = 100 - KEPT
    assert numbers(new, f"{new.boot}-99") == []
    assert numbers(new, f"{new.boot}-97") == [98, 99]
    assert numbers(new, f"{new.boot}-{first - 1}") == list(range(first, 100))
    assert numbers(new, f"{new.boot}-{first - 2}") == [99]
    assert numbers(new, f"{new.boot}-100") == [99]
    assert numbers(new, "") == [99]


def test_two_runs_of_the_program_are_told_apart(snapshot):
    one, other = hub(), hub()
    other.watch(snapshot)
    assert numbers(other, f"{one.boot}-0") == [0]
    assert numbers(other, f"{other.boot}-0") == []


def test_nothing_piles_up_while_the_page_is_busy(snapshot):
    new = hub()
    for n in range(10_000):
        new.watch(replace(snapshot, n=n))
    assert len(new._left) == KEPT
    assert new.latest.n == 9999


def test_snapshots_of_another_thread_are_told_in_order_and_the_last_one_always(snapshot):
    new = hub()
    new.watch(snapshot)
    told: list[int] = []

    async def serve() -> None:
        over = asyncio.Event()

        def listen() -> None:
            told.append(new.latest.n)
            if told[-1] == 5000:
                over.set()

        new.listeners.add(listen)
        new.begin()
        control = threading.Thread(target=lambda: [new.watch(replace(snapshot, n=n)) for n in range(1, 5001)])
        control.start()
        async with asyncio.timeout(WAIT_S):
            await over.wait()
        control.join()

    asyncio.run(serve())
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 5000)
    new.watch(replace(snapshot, n=5001))  # the page has ended: nobody is hurt


def test_an_answer_after_the_page_has_ended_hurts_nobody():
    answers = []

    async def ask() -> None:
        asking = Asking(lambda _order: None)
        task = asyncio.create_task(asking.ask(answers.append))
        await asyncio.sleep(0)
        task.cancel()

    asyncio.run(ask())
    [answer] = answers
    answer(None)
