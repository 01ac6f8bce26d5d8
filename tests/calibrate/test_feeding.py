"""Cards are fed as in play, and whatever happens the motor is off afterwards."""

from itertools import pairwise

import pytest

from tests.trying import calibration, ground
from uno_launcher.calibrate.feeding import BackendFeeder
from uno_launcher.calibrate.steps import BURST, FIRST, STARTS_PCT, calibrating
from uno_launcher.config.feed import FeedSection
from uno_launcher.errors import LauncherError


def nobody(told):
    raise AssertionError(told)


def driven(launcher):
    """Direction in which the driver turns the motor."""
    history = launcher.simulation.world.motor_history
    return history[-1].direction if history else 0


def test_a_burst_leaves_its_edges_its_motor_and_its_report():
    launcher = ground(1)
    feeder = BackendFeeder(launcher, nobody)
    burst = feeder.feed(2, FeedSection())
    assert (burst.report.ended, burst.report.counted) == ("done", 2)
    assert burst.motor[0][1:] == (1, 100)
    assert len(burst.edges) >= 4
    assert driven(launcher) == 0
    feeder.close()


def test_other_measures_are_taken_over_without_letting_go_of_the_launcher():
    launcher = ground(1)
    feeder = BackendFeeder(launcher, nobody)
    feeder.feed(1, FeedSection())
    burst = feeder.feed(1, FeedSection(slow_duty_pct=30))
    assert {duty for _, direction, duty in burst.motor if direction > 0} == {100, 30}
    feeder.close()


def test_a_card_that_sticks_out_and_an_open_lid_are_for_somebody_to_see_to():
    launcher, told = ground(1), []

    def hand(what):
        told.append(what)
        launcher.simulation.close_lid()
        launcher.simulation.take_card()

    feeder = BackendFeeder(launcher, hand)
    feeder.feed(1, FeedSection())
    launcher.simulation.open_lid()
    feeder.rest(0.1)
    launcher.simulation.fault("jam")
    assert feeder.feed(1, FeedSection(unjam_tries=0)).report.ended == "jam"
    assert feeder.feed(1, FeedSection()).report.ended == "done"
    assert told == ["Close the lid.", "Take out the card that is in the beam."]
    feeder.close()


def test_what_nobody_sees_to_ends_it_with_the_motor_off():
    launcher = ground(1)
    launcher.simulation.open_lid()
    with pytest.raises(LauncherError, match="lid still reads open"):
        BackendFeeder(launcher, lambda _: None).feed(1, FeedSection())
    assert launcher.simulation.world.motor_history == []


@pytest.mark.parametrize("after", [3, 10, 40])
def test_ctrl_c_while_the_motor_runs_ends_with_the_motor_off(after, mocker):
    launcher = ground(1)
    feeder = BackendFeeder(launcher, nobody)
    feeder.rest(0.5)
    take, calls = launcher.mailbox.take, []

    def interrupted(until):
        calls.append(driven(launcher))
        if calls.count(1) == after:
            raise KeyboardInterrupt
        return take(until)

    mocker.patch.object(launcher.mailbox, "take", interrupted)
    with pytest.raises(KeyboardInterrupt):
        feeder.feed(5, FeedSection())
    assert calls[-1] == 1
    assert driven(launcher) == 0
    assert launcher.simulation.output("motor_in1") == launcher.simulation.output("motor_in2") == 0
    feeder.close()


def test_the_motor_never_runs_past_its_expiry():
    _, launcher = calibration(5)
    history = launcher.simulation.world.motor_history
    longest = max(later.t_us - change.t_us for change, later in pairwise(history) if change.direction)
    assert longest < 800_000


def test_so_many_cards_are_ordered_as_were_asked_for():
    for cards in (15, 23, 40, 60):
        steps = []

        launcher = ground(1)
        feeder = BackendFeeder(launcher, lambda _, launcher=launcher: launcher.simulation.take_card())

        def make(step, steps=steps, feeder=feeder):
            steps.append(step)
            return feeder.feed(step.cards, step.feed)

        for _ in calibrating(FeedSection(), cards, True, make):
            launcher.simulation.reload(60)
        feeder.close()
        starts = {step.start_pct for step in steps if step.start_pct is not None}
        usual = [step.cards for step in steps if step.start_pct is None]
        assert sum(usual) == cards - (len(STARTS_PCT) if starts else 0)
        assert usual[:FIRST] == [1] * FIRST
        assert max(usual) <= BURST
