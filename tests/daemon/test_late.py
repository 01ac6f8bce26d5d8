"""A loop that is late, and hands that are early: neither makes a press of nothing, or a card of a finger."""

import pytest

from tests.rig import Rig
from uno_launcher.daemon.loop import Loop
from uno_launcher.luck.exactly import Exactly


class LateRig(Rig):
    """The daemon's own loop empties the queue, after it was busy for a while."""

    def late_by(self, seconds: float) -> None:
        loop = Loop(self.control, lambda: self.now)
        self.simulation.step_to(self.now + seconds)
        while self._posted:
            loop.post(self._posted.popleft())
        while not loop._queue.empty():
            assert loop._turn()


@pytest.mark.parametrize("late_ms", [0, 10, 24, 26, 30, 40, 60, 100, 400])
@pytest.mark.parametrize("seed", range(5))
def test_one_finger_is_one_press_however_late_the_loop_is_g16(seed: int, late_ms: int) -> None:
    rig = LateRig(seed, Exactly(0))
    rig.run_for(0.5)
    rig.simulation.press()
    rig.late_by(late_ms / 1000)
    rig.run_for(1.5)
    assert (rig.view.number, rig.view.refused) == (1, 0)
    rig.close()


@pytest.mark.parametrize("before_ms", [50, 150, 250])
def test_a_hand_in_the_beam_before_a_press_is_gone_when_it_is_gone(before_ms: int) -> None:
    rig = Rig(3, Exactly(2))
    rig.run_for(0.5)
    rig.simulation.fault("dark_beam")
    rig.run_for(before_ms / 1000)
    rig.simulation.press()
    rig.run_for(0.1)
    rig.simulation.fault("dark_beam", on=False)
    rig.run_for(5.0)
    assert rig.view.state == "ready"
    rig.close()
