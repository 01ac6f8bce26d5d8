"""Whatever beam, lid and world do: each plan ends in time, once, and with the motor off."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.backends.contract.stands import FOREVER, BareStand, SimulatedStand
from uno_launcher.backends.simulated.faults import FAULTS
from uno_launcher.launcher.events import Counted, FeedEnded, MotorStopped
from uno_launcher.safety.deadman import EXPIRY_S

BOUND_S = 15.0
"""For a plan of up to four cards: 3 s and 0.4 s a card with the motor on, and the rests between."""


def watched(stand, cards, hopper):
    """Run one plan, looking at the pins at every turn. The report."""
    began = stand.now
    stand.start(cards, hopper=hopper)
    while not stand.heard(FeedEnded):
        if stand.motor:
            assert not stand.heard(MotorStopped)
            assert stand.expires_in is not None
            assert 0 < stand.expires_in < EXPIRY_S + 1e-6
        assert stand.now - began < BOUND_S
        stand.turn(stand.now + FOREVER)
    assert stand.motor == 0
    assert stand.expires_in is None
    stand.run(1.0)
    assert stand.motor == 0
    assert stand.counts == sorted(set(stand.counts))
    (report,) = [event.report for event in stand.heard(FeedEnded)]
    assert len(stand.heard(MotorStopped)) == 1
    assert (stand.counts or [0])[-1] == report.counted == len(report.card_times_ms)
    assert stand.when(FeedEnded) >= max(
        [t for t, event in stand.said if isinstance(event, Counted)], default=0
    )
    return report


@given(
    cards=st.integers(0, 4),
    hopper=st.none() | st.integers(0, 10),
    edges=st.lists(st.tuples(st.integers(1, 600_000), st.booleans()), max_size=40),
    blocked=st.booleans(),
    lid=st.none() | st.integers(0, 2_000_000),
)
@settings(max_examples=60, deadline=None)
def test_whatever_the_beam_does(cards, hopper, edges, blocked, lid):
    """By hand: levels at any time, also such as no card makes."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        stand = BareStand(monkeypatch).open()
        try:
            stand.hands_off = True
            stand.block(blocked)
            stand.run(0.001)
            at = stand.now
            for us, level in edges:
                at += us / 1e6
                stand.at(at, lambda level=level: stand.block(level))
            if lid is not None:
                stand.at(stand.now + lid / 1e6, stand.open_lid)
            watched(stand, cards, hopper)
        finally:
            stand.close()


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_whatever_the_world_does(monkeypatch, fault):
    stand = SimulatedStand(monkeypatch, seed=len(fault)).open()
    stand.run(1.0)
    try:
        for _ in range(3):
            stand.simulation.fault(fault)
            stand.run(0.5)
            before = stand.cards_out
            report = watched(stand, 4, 50)
            if report.certain and report.ended == "done" and fault != "double":
                assert report.counted == stand.cards_out - before
            stand.open_lid()
            stand.run(1.0)
            stand.close_lid()
            stand.run(1.0)
    finally:
        stand.close()
