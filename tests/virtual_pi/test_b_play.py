"""Presses through real edges: what came out is what was counted and what was booked."""

import pytest

from tests.virtual_pi.pi import PLAY, Pi

pytestmark = pytest.mark.virtual_pi


def played(pi: Pi, presses: int, seed: int) -> None:
    pi.play_with(PLAY)
    before = pi.state()
    went = pi.play(presses, seed)
    after = pi.state()
    assert [press for press in went if not press["over"]] == []
    assert len(went) == presses
    assert [press for press in went if press["counted"] != press["came"]] == []
    assert all(press["accepted"] and press["ended"] == "done" for press in went)
    assert sum(press["came"] for press in went) > presses / 2
    assert after["launcher"]["number"] == before["launcher"]["number"] + presses
    assert after["table"]["n"] == before["table"]["n"] + presses
    assert after["problems"] == before["problems"]
    with pi.log() as log:
        rows = log.execute(
            "SELECT counted, ended, interrupted FROM launches ORDER BY number DESC LIMIT ?", (presses,)
        )
        booked = list(rows)[::-1]
    assert booked == [(press["came"], "done", 0) for press in went]
    sure = sum(press["certain"] for press in went)
    print(f"\n{presses} presses, {sum(press['came'] for press in went)} cards, certain of {sure}")


def test_presses_are_counted_and_booked_right(pi: Pi) -> None:
    played(pi, 60, seed=3)


@pytest.mark.long
def test_two_hundred_presses_are_counted_and_booked_right(pi: Pi) -> None:
    played(pi, 200, seed=4)
