"""What luck draws is what the launcher orders, press for press: nothing is added, lost or drawn twice."""

import random

import pytest

from uno_launcher.launcher import effects, events
from uno_launcher.launcher.machine import Launcher
from uno_launcher.launcher.plan import Plan, Report
from uno_launcher.luck import names, profile
from uno_launcher.luck.odds import draw
from uno_launcher.luck.rhythm import steady


def played(name: str, presses: int, seed: int) -> list[int]:
    """Cards on record after so many presses with a feeder that always brings what was ordered."""
    launcher = Launcher(profile(name), random.Random(seed), rhythm=steady)
    launcher.handle(events.Started(), 0.0)
    counted = []
    for now in range(presses):
        wanted = launcher.handle(events.Pressed(), float(now))
        for effect in wanted:
            if isinstance(effect, effects.StartFeed):
                wanted += fed(launcher, effect.plan, float(now))
        counted += [e.report.counted for e in wanted if isinstance(e, effects.PressFinished)]
    return counted


def fed(launcher: Launcher, plan: Plan, now: float) -> list[effects.Effect]:
    report = Report(plan.cards, plan.cards, certain=True, ended="done")
    story = [events.Counted(plan.cards), events.MotorStopped(), events.FeedEnded(report)]
    return [effect for event in story for effect in launcher.handle(event, now)]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("presses", [1_000, pytest.param(20_000, marks=pytest.mark.long)])
def test_every_profile_is_played_press_for_press(name: str, presses: int) -> None:
    assert played(name, presses, 11) == draw(profile(name), presses, random.Random(11))
