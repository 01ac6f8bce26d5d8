"""What waits for a broker: one state and a few events, however long it's away."""

import asyncio
import threading
from dataclasses import replace

from tests.terminal.showing import VIEW, snapshot
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.mqtt.outbox import EVENTS, SNAPSHOTS, Outbox


def refused(times: int) -> Snapshot:
    """After so many refusals: one event more than one less."""
    return replace(snapshot(replace(VIEW, refused=times, refusal=f"Refusal {times}.")), n=times)


def test_the_first_snapshot_is_no_news() -> None:
    outbox = Outbox()
    outbox.watch(refused(7))
    outbox.look()
    assert outbox.latest == refused(7)
    assert not outbox.events


def test_the_latest_state_wins_and_the_oldest_events_go_counted() -> None:
    outbox = Outbox()
    for times in range(1001):
        outbox.watch(refused(times))
        if times % 100 == 0:
            outbox.look()
    assert outbox.latest == refused(1000)
    assert [event.what["why"] for event in outbox.events] == [f"Refusal {n}." for n in range(901, 1001)]
    assert (len(outbox.events), outbox.lost) == (EVENTS, 1000 - EVENTS)


def test_where_nobody_looks_at_them_snapshots_take_no_more_memory() -> None:
    outbox = Outbox()
    for times in range(5 * SNAPSHOTS):
        outbox.watch(refused(times))
    assert len(outbox._came) == SNAPSHOTS
    outbox.look()
    assert outbox.latest == refused(5 * SNAPSHOTS - 1)


def test_an_event_is_as_old_as_it_is_by_a_steady_clock_D5() -> None:
    now = 10.0
    outbox = Outbox(lambda: now)
    outbox.watch(refused(0))
    outbox.watch(refused(1))
    outbox.look()
    now = 75.9
    assert outbox.age_s(outbox.events[0]) == 65


def test_an_event_that_the_broker_has_is_gone_and_no_other() -> None:
    outbox = Outbox()
    for times in range(3):
        outbox.watch(refused(times))
    outbox.look()
    first = outbox.events[0]
    outbox.done(first)
    outbox.done(first)
    assert [event.what["why"] for event in outbox.events] == ["Refusal 2."]


def test_a_snapshot_wakes_the_brokers_thread() -> None:
    async def woken() -> Snapshot | None:
        outbox = Outbox()
        outbox.begin()
        outbox.awake.clear()

        def watched() -> None:
            for times in range(100):
                outbox.watch(refused(times))

        thread = threading.Thread(target=watched)
        thread.start()
        async with asyncio.timeout(5):
            while outbox.latest != refused(99):
                await outbox.awake.wait()
                outbox.awake.clear()
        thread.join()
        return outbox.latest

    assert asyncio.run(woken()) == refused(99)


def test_the_control_thread_hears_nothing_of_a_loop_that_has_ended() -> None:
    outbox = Outbox()

    async def begun() -> None:
        outbox.begin()

    asyncio.run(begun())
    outbox.watch(refused(1))
    outbox.watch(refused(2))
