"""Many bursts of many launchers through the whole program, with every trouble, against what must hold."""

import random
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from tests.rig import Rig
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.config import Config
from uno_launcher.config.sections import BackendSection, PinsSection
from uno_launcher.launcher.effects import CardsCounted, PressAccepted, PressFinished
from uno_launcher.launcher.facts import BURST
from uno_launcher.luck import profile
from uno_launcher.store import Store

CONFIG = msgspec.structs.replace(
    Config(), backend=BackendSection(pin_factory="mock"), pins=PinsSection(motor_enable=16, lid=23, hopper=24)
)
"""No lamps, no heartbeat: they only take time."""
EVENING = 50
"""Bursts that one launcher plays."""
INVISIBLE = 0.75
"""Two cards that overlap by more than this may look like one."""
LASTING = (
    "weak_spring",
    "sag",
    "chatter",
    "spikes",
    "lost_edges",
    "repeated_edges",
    "noise",
    "bouncing_button",
)


class Books(Store):
    """A log that keeps everything in memory, as it came."""

    def __init__(self) -> None:
        super().__init__(Path(), None, "", time.time)
        self.all: list[PressAccepted | CardsCounted | PressFinished] = []
        self.accepted = self.counted = self.all.append  # type: ignore[method-assign]

    def finished(self, press: PressFinished, move: str | None = None) -> None:
        assert move is not None
        self.all.append(press)


class Always:
    """Luck for campaigns: sizes as in `fair`, but every press brings cards."""

    name = "always"
    tension = 0

    def __init__(self) -> None:
        self._fair = profile("fair")

    def describe(self) -> str:
        return "Every press brings cards."

    def press(self, rng: random.Random, at_most: int | None = None) -> int:
        while (cards := self._fair.press(rng, at_most)) == 0:
            pass
        return cards

    def lid_opened(self) -> None:
        pass


@dataclass
class Tally:
    """What came of a campaign."""

    bursts: int = 0
    healthy: int = 0
    healthy_exact: int = 0
    healthy_uncertain: int = 0
    fooled: int = 0
    """Wrong though called certain, where cards overlapped by more than INVISIBLE."""
    ended: Counter[str] = field(default_factory=Counter)


def campaign(bursts: int, seed: int) -> Tally:
    """So many bursts; half of the evenings are healthy. Raises AssertionError where anything doesn't hold."""
    rng = random.Random(f"campaign {seed}")
    tally = Tally()
    while tally.bursts < bursts:
        _evening(rng, tally, troubled=rng.random() < 0.5)
    return tally


def _evening(rng: random.Random, tally: Tally, troubled: bool) -> None:
    physics = Physics.drawn(rng)
    if troubled:
        physics = replace(
            physics, double_pct=rng.uniform(0, 10), slip_pct=rng.uniform(0, 10), jam_pct=rng.uniform(0, 4)
        )
    faults = [name for name in LASTING if troubled and rng.random() < 0.2]
    books = Books()
    rig = Rig(rng.getrandbits(32), Always(), physics=physics, faults=faults, config=CONFIG, store=books)
    rig.run_for(0.5)
    for _ in range(EVENING):
        _burst(rng, rig, books, tally, troubled)
    _motor_ran_only_while_launching(rig)
    rig.close()


def _burst(rng: random.Random, rig: Rig, books: Books, tally: Tally, troubled: bool) -> None:
    truth = rig.simulation.world.truth
    was_out, doubles, troubles = truth.cards_out + truth.sticking, len(truth.overlaps), len(truth.troubles)
    told = len(books.all)
    lid = troubled and rng.random() < 0.05
    if lid:
        rig.simulation.world.open_lid(round((rig.now + rng.uniform(0.0, 1.5)) * 1e6))
    if troubled and rng.random() < 0.02:
        rig.simulation.fault("hopper_end")
    last = rig.press().last
    came = truth.cards_out + truth.sticking - was_out
    if len(books.all) > told:
        assert last is not None
        _books_balance(books.all[told:])
        tally.bursts += 1
        tally.ended[last.ended] += 1
        if last.counted != came and last.certain:
            assert max(truth.overlaps[doubles:], default=0.0) > INVISIBLE, f"{came} came, {last} is certain"
            tally.fooled += 1
        if not troubled and truth.in_hopper:
            assert len(truth.troubles) == troubles
            tally.healthy += 1
            tally.healthy_exact += last.counted == last.ordered
            tally.healthy_uncertain += not last.certain
    _put_right(rig, lid)


def _books_balance(press: list[PressAccepted | CardsCounted | PressFinished]) -> None:
    accepted, *counts, finished = press
    assert isinstance(accepted, PressAccepted)
    assert isinstance(finished, PressFinished)
    running = [count.cards for count in counts if isinstance(count, CardsCounted)]
    assert len(running) == len(counts)
    assert running == sorted(running)
    report = finished.report
    assert accepted.number == finished.number
    assert report.ordered == accepted.ordered
    assert report.counted >= max(running, default=0)
    if accepted.hopper is not None and finished.hopper is not None:
        assert finished.hopper == accepted.hopper - report.counted + finished.adjusted
    if report.counted != report.ordered or finished.adjusted:
        assert finished.difference


def _put_right(rig: Rig, lid: bool) -> None:
    """Whatever is wrong, a person does what the launcher says, one thing after the other."""
    hands = rig.simulation
    if rig.simulation.world.truth.in_hopper < 15:
        hands.reload(108)
    rig.run_for(2.0 if lid else 0.5)
    for _ in range(4):
        if rig.view.state == "ready" and not lid:
            return
        if rig.view.state == "card_out":
            hands.take_card()
        elif lid or "lid" in rig.view.advice:
            hands.open_lid()
            rig.run_for(0.5)
            hands.close_lid()
            lid = False
        rig.run_for(0.5)
    raise AssertionError(f"it did what was said, and still: {rig.view}")


def _motor_ran_only_while_launching(rig: Rig) -> None:
    """The motor turns only while a press is under way, and its state is known to be `launching`."""
    changes = rig.simulation.world.motor_history
    for change, after in zip(changes, [*changes[1:], None], strict=True):
        assert after is not None or not change.direction, "the motor still runs"
        if (
            change.direction and after is not None and after.t_us > change.t_us
        ):  # else between two pins' writes
            begun = [state for t_us, state in rig.states if t_us <= change.t_us]
            meanwhile = [state for t_us, state in rig.states if change.t_us < t_us < after.t_us]
            # What is shown is a moment older than what is so.
            assert {*begun[-1:], *meanwhile} & {"launching"}, (change, begun[-1:], meanwhile)
            assert set(meanwhile) <= set(BURST)
