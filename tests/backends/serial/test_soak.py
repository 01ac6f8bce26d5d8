"""The cable pulled and put back, again and again, at any moment of play, over a real pseudo terminal."""

import os
import random
import threading

import pytest

from tests.backends.contract.pico import on_a_pty
from uno_launcher.launcher.events import Counted, FaultFound, FeedEnded, MotorStopped

GONE = FaultFound("link", "the Pico is gone: check the cable")


def descriptors():
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.waits
@pytest.mark.parametrize("cycles", [2, pytest.param(200, marks=pytest.mark.long)])
def test_a_cable_that_is_pulled_and_put_back_loses_nothing_and_leaks_nothing_S1(cycles):
    rng = random.Random(f"soak {cycles}")
    threads, before = threading.active_count(), descriptors()
    stand = on_a_pty(None).open()
    stand.run(0.3)
    fed = 0
    open_fds = descriptors()
    for cycle in range(cycles):
        came = stand.cards_out
        stand.start(rng.choice((1, 3, 8)))
        pull_at = stand.now + rng.uniform(0.0, 1.2)
        stand.run_until(lambda pull_at=pull_at: stand.now >= pull_at)
        stand.pico.pull(power=rng.random() < 0.5)
        stand.run(rng.choice((0.05, 0.3, 1.0, 2.6)))
        stand.pico.plug()
        stand.run_until(lambda: stand.heard(FeedEnded) and not stand.backend._down)
        stand.run(0.2)
        (report,) = [event.report for event in stand.heard(FeedEnded)]
        assert len(stand.heard(MotorStopped)) == 1
        assert set(stand.heard(FaultFound)) <= {GONE}
        assert stand.motor == 0
        counts = [event.cards for event in stand.heard(Counted)]
        assert counts == sorted(set(counts))
        if report.certain:
            assert report.counted == stand.cards_out - came, (cycle, report)
        # What isn't certain is near all the same, also where a busy machine is late to see a card.
        elif report.motor_ms:
            assert abs(report.counted - (stand.cards_out - came)) <= 2, (cycle, report)
        fed += report.counted
        _tidy(stand)
        assert descriptors() <= open_fds + 2  # the other end may just be closing
        assert threading.active_count() <= threads + 4
    came = stand.cards_out
    stand.start(3)
    report = stand.finish()
    assert report.ended == "done"
    assert report.counted == stand.cards_out - came
    assert fed > 0
    stand.close()
    assert threading.active_count() <= threads
    assert descriptors() <= before  # what others left behind may be tidied up meanwhile


def _tidy(stand):
    """Whatever sticks is pulled out, and the hopper full again."""
    stand.simulation.open_lid()
    stand.run(0.15)
    stand.simulation.close_lid()
    stand.simulation.reload(108)
    stand.run(0.5)
