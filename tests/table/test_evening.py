"""Whole evenings through the real control, the real GPIO backend, mock pins and physics, in virtual time."""

from collections.abc import Callable, Iterator

import pytest

from tests.rig import Rig
from uno_launcher.backends.simulated.world import MotorChange
from uno_launcher.luck.exactly import Exactly


@pytest.fixture
def rig() -> Iterator[Callable[..., Rig]]:
    made: list[Rig] = []

    def make(*arguments: object, **options: object) -> Rig:
        made.append(Rig(*arguments, **options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for each in made:
        each.close()


def motor_runs(rig: Rig) -> list[MotorChange]:
    return [change for change in rig.simulation.world.motor_history if change.direction]


def test_a_press_brings_the_cards_that_luck_drew_and_they_are_counted_one_by_one(
    rig: Callable[..., Rig],
) -> None:
    launcher = rig(1, "chance")
    while (view := launcher.press()).last.ordered == 0:  # type: ignore[union-attr]
        pass
    assert view.last is not None
    assert view.last.ordered == view.last.counted == launcher.simulation.world.truth.cards_out
    assert view.last.ended == "done"
    seen = [s.launcher.counted for s in launcher.snapshots if s.launcher.number == view.last.number]
    assert set(range(1, view.last.counted + 1)) <= set(seen)


def test_a_dry_press_does_not_turn_the_motor_forwards(rig: Callable[..., Rig]) -> None:
    launcher = rig(2, "chance")
    while (view := launcher.press()).last.ordered:  # type: ignore[union-attr]
        pass
    before = len(motor_runs(launcher))
    while (view := launcher.press()).last.ordered == 0:  # type: ignore[union-attr]
        assert all(change.direction < 0 for change in motor_runs(launcher)[before:])
    assert view.last is not None


def test_the_number_of_cards_to_come_is_nowhere_to_be_seen_while_they_come(rig: Callable[..., Rig]) -> None:
    launcher = rig(3, "chance")
    for _ in range(20):
        launcher.press()
    for snapshot in launcher.snapshots:
        view = snapshot.launcher
        if view.state in ("launching", "settling"):
            assert view.last is None or view.last.number < view.number
            assert view.why in (
                "a press is under way",
                "the motor is off, the last card may still be passing",
            )
            assert snapshot.look.colour == "blue"


def test_opening_the_lid_stops_the_motor_at_once_and_nothing_restarts_by_itself(
    rig: Callable[..., Rig],
) -> None:
    launcher = rig(4, "chance")
    launcher.simulation.press()
    while not launcher.run_until(launcher.now + 1.0, lambda: launcher.view.counted >= 1):
        launcher.simulation.press()
    launcher.simulation.open_lid()
    opened = launcher.now
    launcher.run_for(3.0)
    assert launcher.view.state == "lid_open"
    assert [c for c in motor_runs(launcher) if c.t_us > opened * 1e6 + 2_000] == []
    launcher.simulation.close_lid()
    launcher.run_for(3.0)
    assert launcher.view.state == "ready"
    assert [c for c in motor_runs(launcher) if c.t_us > opened * 1e6 + 2_000] == []


def test_an_empty_hopper_says_what_to_do_and_a_reload_goes_on(rig: Callable[..., Rig]) -> None:
    launcher = rig(5, "chance", hopper=3)
    while launcher.view.state != "empty":
        launcher.press()
    assert launcher.simulation.world.truth.cards_out == 3
    assert "fill the hopper" in launcher.view.advice
    before = launcher.view.refused
    launcher.press()
    assert launcher.view.refused == before + 1
    launcher.simulation.reload(50)
    launcher.run_for(1.0)
    assert launcher.view.state == "ready"


def test_pressing_while_cards_come_is_refused_and_seen(rig: Callable[..., Rig]) -> None:
    launcher = rig(6, Exactly(12))
    launcher.simulation.press()
    launcher.run_for(0.3)
    assert launcher.view.state == "launching"
    launcher.simulation.press()
    assert launcher.run_until(launcher.now + 0.3, lambda: launcher.view.refused > 0)
    assert launcher.view.number == 1
    assert "under way" in launcher.view.refusal
    assert launcher.control.snapshot.look.lamp == "fast"


@pytest.mark.parametrize("fault", ["dead_beam", "sunlight"])
def test_a_beam_that_cannot_see_is_a_fault_before_the_motor_turns(
    rig: Callable[..., Rig], fault: str
) -> None:
    launcher = rig(7, "chance")
    launcher.run_for(0.1)
    launcher.simulation.fault(fault)
    while launcher.view.state == "ready":
        launcher.press()
    assert launcher.view.state == "fault"
    assert motor_runs(launcher) == []


def test_the_same_seed_is_the_same_evening(rig: Callable[..., Rig]) -> None:
    evenings = []
    for launcher in (rig(8), rig(8)):
        for _ in range(15):
            launcher.press()
        evenings.append([s.launcher for s in launcher.snapshots])
    assert evenings[0] == evenings[1]
