"""Part by part: what is all right is said to be, and what isn't is named with what it may come from."""

from dataclasses import replace

import msgspec
import pytest

from tests.doctor.visits import VisitTo, said
from tests.trying import Stepped, ground
from uno_launcher.backends.gpio.inputs import Edge
from uno_launcher.backends.simulated.faults import FAULTS
from uno_launcher.backends.simulated.physics import Physics
from uno_launcher.backends.simulated.simulation import ACTIVE
from uno_launcher.config import Config, simulation_config
from uno_launcher.doctor.bench import Bench
from uno_launcher.pins import NOT_FOR_MOTOR

EVERYTHING = simulation_config(Config())


def wired(**other):
    """As the config has it, but for these."""
    return {**EVERYTHING.fitted(), **other}


def without(*names, **changes):
    """A config in which these aren't fitted."""
    pins = msgspec.structs.replace(EVERYTHING.pins, **dict.fromkeys(names))
    return msgspec.structs.replace(EVERYTHING, pins=msgspec.structs.replace(pins, **changes))


@pytest.mark.parametrize("seed", range(6))
def test_a_launcher_that_is_all_right_is_found_to_be(seed):
    visit = VisitTo(seed)
    assert visit.wrong == []
    parts = {finding.part for finding in visit.found}
    assert parts == {
        "inputs", "button", "plus_one", "hit_1", "hit_2", "attack", "stop", "button_lamp", "red", "green",
        "blue", "buzzer", "beam", "lid", "hopper", "motor"
    }  # fmt: skip


def test_only_what_is_fitted_is_tried():
    visit = VisitTo(config=Config())
    assert visit.wrong == []
    assert {finding.part for finding in visit.found} == {"inputs", "button", "beam", "motor"}


def test_the_motor_comes_last_and_runs_only_after_a_yes_and_no_longer_than_was_said():
    visit = VisitTo()
    asked = [line for line in visit.person.heard if "run the motor" in line]
    assert asked == ["I will run the motor for 0.2 s; cards may shoot out. Is your hand away? yes"]
    history = visit.simulation.world.motor_history
    began = next(change.t_us for change in history if change.direction)
    ended = next(change.t_us for change in history if change.t_us > began and not change.direction)
    assert ended - began <= 200_000
    assert not any(change.direction for change in history if change.t_us > ended)
    assert visit.found[-1].part == "motor"


@pytest.mark.parametrize("piece", ["Are cards in the hopper", "Is your hand away"])
def test_without_a_yes_the_motor_stays_off(piece):
    visit = VisitTo(answers={piece: False})
    assert visit.simulation.world.motor_history == []
    assert visit.verdict("motor") == ["skipped"]


def test_with_the_lid_open_the_motor_stays_off():
    visit = VisitTo(only=["Motor"], wired=wired(lid=4))
    assert visit.simulation.world.motor_history == []
    assert visit.verdict("motor") == ["skipped"]


@pytest.mark.parametrize("question", ["cards may shoot out", "No card came", "backwards"])
def test_a_lid_that_was_opened_while_the_question_was_read_keeps_the_motor_off(question):
    def open_it(simulation):
        simulation.open_lid()
        until = launcher.clock() + 0.1
        while launcher.mailbox.take(until) is not None:
            pass
        before.append([*simulation.world.motor_history])

    before = []
    other_way_round = wired(motor_in1=13, motor_in2=12)
    launcher = ground(1, wired=other_way_round)
    visit = VisitTo(only=["Motor"], launcher=launcher, wired=other_way_round, before={question: open_it})
    assert before == [visit.simulation.world.motor_history]
    assert [finding.said for finding in visit.wrong] == ["The lid reads open, so the motor wasn't run."]


def test_a_lid_that_opens_while_the_motor_runs_stops_it_on_the_first_edge():
    def open_soon(simulation):
        simulation.world.open_lid(round(simulation.now() * 1e6) + 20_000)

    visit = VisitTo(only=["Motor"], before={"Is your hand away": open_soon})
    history = visit.simulation.world.motor_history
    on = next(change.t_us for change in history if change.direction)
    off = next(change.t_us for change in history if change.t_us > on and not change.direction)
    assert off - on == 20_000
    assert [finding.said for finding in visit.wrong] == ["The lid was opened, so the motor was stopped."]


FAULTY = {
    "double": (1, "Are cards in", "Two cards came out as one"),
    "slip": (0, "Are cards in", "The roller"),
    "jam": (1, "Are cards in", "A card got stuck"),
    "hopper_end": None,  # the few cards that are left come as they should; none is for the hopper's switch
    "weak_spring": (4, "", "The hopper's spring is weak"),
    "sag": None,  # a fifth of a second doesn't show it: `calibrate` does
    "dead_motor": (1, "", "The roller doesn't turn"),
    "chatter": (0, "Are cards in", "edges chatter"),
    "spikes": (0, "Are cards in", "flickers in the beam"),
    "lost_edges": (1, "Are cards in", "without its edge being told"),
    "repeated_edges": (1, "Are cards in", "told twice"),
    "dead_beam": (1, "Hold a card", "The receiver is dead"),
    "dark_beam": (1, "", "The emitter is dead"),
    "sunlight": (1, "", "the sun or a lamp shines into the receiver"),
    "stuck_button": (1, "", "It sticks: free it"),
    "bouncing_button": (1, "", "The switch is worn or dirty"),
    "noise": (1, "", "Switching the motor makes the buttons flicker"),
}
"""Fault -> seed with which it's met, when it comes, what names it; None: a doctor can't meet it."""
SOME = {"Are cards in": ["Motor"], "": None, "Hold a card": None}


def test_every_fault_of_the_simulation_is_thought_of():
    assert FAULTY.keys() == FAULTS.keys()


@pytest.mark.parametrize("fault", [name for name, met in FAULTY.items() if met])
def test_every_fault_that_can_be_met_is_named(fault):
    seed, moment, named = FAULTY[fault]
    visit = VisitTo(
        seed,
        only=SOME[moment],
        physics=Physics(free_pct=0.0) if fault == "jam" else None,
        before={moment: fault} if moment else None,
        faults=() if moment else [fault],
    )
    assert named in said(visit.wrong), visit.wrong
    parts = {finding.part for finding in visit.wrong}
    assert len(parts) == 1 or fault in ("bouncing_button", "lost_edges"), visit.wrong


@pytest.mark.parametrize("fault", [name for name, met in FAULTY.items() if not met])
def test_the_others_lead_to_no_wrong_name(fault):
    assert VisitTo(1, before={"Are cards in": fault}).wrong == []


class Late(Stepped):
    """An edge comes in a moment after its level could be read, as on a busy computer."""

    def take(self, until):
        if (raw := super().take(until)) is not None and isinstance(raw, Edge) and not self._seen:
            self._seen = True
            self._posted.appendleft(raw)
            return None
        self._seen = False
        return raw

    _seen = False


def test_an_edge_that_comes_late_isnt_lost_g4():
    prompt = ground(1)
    late = replace(prompt, mailbox=Late(prompt.simulation))
    assert VisitTo(launcher=late, only=["Button"]).wrong == []


# Wires.


def test_an_inverted_beam_is_named_with_the_setting():
    (wrong,) = VisitTo(active={**ACTIVE, "beam": True}, only=["Beam"]).wrong
    assert "inverted" in wrong.said
    assert 'blocked = "high"' in said([wrong])


def test_an_inverted_beam_without_an_emitter_pin_too():
    visit = VisitTo(active={**ACTIVE, "beam": True}, only=["Beam"], config=without("emitter"))
    (wrong,) = visit.wrong
    assert "inverted" in wrong.said


@pytest.mark.parametrize("name", ["button", "hit_1"])
def test_a_button_on_the_wrong_pin_is_found_where_it_is(name):
    (wrong,) = VisitTo(only=["Button", "The button Hit 1"], wired=wired(**{name: 4})).wrong
    assert wrong.part == name
    assert "wrong pin" in wrong.said
    assert "GPIO 4, header pin 7" in wrong.said
    assert f"`{name}` in [pins]" in said([wrong])


def test_two_swapped_buttons_are_told():
    visit = VisitTo(only=["Button"], wired=wired(button=5, plus_one=17))
    (wrong,) = visit.wrong
    assert 'the button "+1", GPIO 5' in wrong.said


def test_a_beam_on_the_wrong_pin_is_found_where_it_is():
    there = wired(beam=4)
    del there["emitter"]  # it's always lit
    (wrong,) = VisitTo(only=["Beam"], wired=there, config=without("emitter")).wrong
    assert "GPIO 4, header pin 7" in wrong.said


def test_a_broken_wire_of_the_lid_reads_as_open_and_is_named():
    visit = VisitTo(wired={name: bcm for name, bcm in wired().items() if name != "lid"})
    assert [finding.part for finding in visit.wrong] == ["lid"]
    assert "A wire of its switch is broken" in said(visit.wrong)
    assert visit.verdict("motor") == ["skipped"]


def test_an_input_that_floats_is_named():
    def flutter(simulation):
        now = round(simulation.now() * 1e6)
        for at in range(8):
            simulation.world.press(now + at * 100_000, 30_000, "hit_1")

    (wrong,) = VisitTo(only=["At rest"], before={"take your hands off": flutter}).wrong
    assert wrong.part == "hit_1"
    assert "changes by itself" in wrong.said
    assert "The input floats" in said([wrong])


def test_swapped_colours_and_a_dark_lamp_are_told():
    visit = VisitTo(only=["Lamps"], wired=wired(red=26, green=19))
    assert [finding.said for finding in visit.wrong] == [
        "Something else is lit instead of red.",
        "Something else is lit instead of green.",
    ]
    dark = VisitTo(only=["Lamps"], wired={name: bcm for name, bcm in wired().items() if name != "blue"})
    assert [finding.said for finding in dark.wrong] == ["Blue stays dark."]
    assert "GPIO 21, header pin 40" in said(dark.wrong)


def test_a_silent_buzzer_is_told():
    visit = VisitTo(only=["Buzzer"], answers={"tone": False})
    assert visit.wrong[0].said == "The buzzer is silent."


def test_a_motor_that_turns_the_wrong_way_is_told_by_the_beam():
    visit = VisitTo(only=["Motor"], wired=wired(motor_in1=13, motor_in2=12))
    (wrong,) = visit.wrong
    assert "turns the wrong way" in wrong.said
    assert "Swap the motor's two wires" in said([wrong])
    assert sum("is your hand away?" in line.lower() for line in visit.person.heard) == 3


def test_a_driver_that_sleeps_is_named():
    """Nobody drives its enable."""
    visit = VisitTo(only=["Motor"], config=without("motor_enable"), wired=wired())
    (wrong,) = visit.wrong
    assert wrong.said == "The roller doesn't turn."
    assert "`motor_enable` in [pins]" in said([wrong])


def test_with_a_blind_beam_the_motor_is_only_looked_at():
    visit = VisitTo(faults=["dark_beam"])
    assert visit.verdict("motor") == ["ok"]


def test_an_empty_hopper_is_filled_before_its_switch_is_blamed():
    assert VisitTo(hopper=0).wrong == []


# How it ends.


@pytest.mark.parametrize(
    "moment", ["Press the button now", "Do you see red", "Hold a card", "Is your hand away"]
)
def test_ctrl_c_at_any_question_ends_with_everything_off(moment):
    seen = []

    def interrupt(simulation):
        seen.append(simulation)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        VisitTo(before={moment: interrupt})
    (simulation,) = seen
    assert not any(change.direction for change in simulation.world.motor_history)
    for signal in ("motor_in1", "motor_in2", "motor_enable", "heartbeat", "red", "buzzer", "emitter"):
        assert simulation.output(signal) == 0, signal


@pytest.mark.parametrize("after", [1, 4, 12])
def test_ctrl_c_while_the_motor_runs_ends_with_it_off(after, mocker):
    launcher = ground(1)

    def soon(simulation):
        take, calls = launcher.mailbox.take, []

        def interrupted(until):
            calls.append(simulation.world.motor_history[-1:])
            if len([history for history in calls if history]) > after:
                raise KeyboardInterrupt
            return take(until)

        mocker.patch.object(launcher.mailbox, "take", interrupted)

    with pytest.raises(KeyboardInterrupt):
        VisitTo(only=["Motor"], launcher=launcher, before={"Is your hand away": soon})
    history = launcher.simulation.world.motor_history
    assert history[0].direction == 1
    assert history[-1].direction == 0
    assert launcher.simulation.output("motor_in1") == launcher.simulation.output("motor_in2") == 0


def test_the_bench_refuses_to_run_the_motor_for_longer():
    bench = Bench(ground(1))
    bench.open()
    with pytest.raises(ValueError, match="longer"):
        bench.run(1, 0.5, lambda _: False)
    bench.close()


def test_nothing_is_pulled_up_that_a_motor_could_hang_on_m6():
    launcher = ground(1, config=Config())
    bench = Bench(launcher)
    bench.open()
    pulled = {pin.bcm for pin in launcher.simulation.factory.pins.values() if pin.pull == "up"}
    assert pulled - set(Config().fitted().values()) == {4, 5, 6, 7, 8}
    assert pulled - set(Config().fitted().values()) <= set(NOT_FOR_MOTOR)
    bench.close()
