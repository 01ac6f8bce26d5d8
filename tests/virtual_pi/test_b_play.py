"""Presses through real edges: what came out is what was counted and what was booked."""

import pytest

from tests.virtual_pi.pi import PLAY, Pi

pytestmark = pytest.mark.virtual_pi


def played(pi: Pi, presses: int, seed: int) -> None:
    """So many in a world that was on time; others don't count, but are booked like them."""
    pi.play_with(PLAY)
    before = pi.state()
    fair, went = pi.play_on_time(presses, seed)
    after = pi.state()
    assert [press for press in fair if press["counted"] != press["came"]] == []
    assert all(press["accepted"] and press["ended"] == "done" for press in fair)
    assert sum(press["came"] for press in fair) > presses / 2
    assert after["problems"] == before["problems"]
    number = sum(press["accepted"] for press in went)
    assert after["launcher"]["number"] == before["launcher"]["number"] + number
    assert after["table"]["n"] == before["table"]["n"] + number
    with pi.log() as log:
        select = "SELECT counted, ended, interrupted FROM launches ORDER BY number DESC LIMIT ?"
        booked = list(log.execute(select, (number,)))[::-1]
    assert booked == [(press["counted"], press["ended"], 0) for press in went if press["accepted"]]
    cards, sure = sum(press["came"] for press in fair), sum(press["certain"] for press in fair)
    print(f"\n{presses} presses, {cards} cards, certain of {sure} presses; {len(went)} pressed in all")


def test_presses_are_counted_and_booked_right(pi: Pi) -> None:
    played(pi, 60, seed=3)


@pytest.mark.long
def test_two_hundred_presses_are_counted_and_booked_right(pi: Pi) -> None:
    played(pi, 200, seed=4)
