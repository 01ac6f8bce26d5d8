"""The state that the broker keeps: all that everybody may see, and no more."""

from dataclasses import replace

import msgspec

from tests.mqtt.evenings import made, rig_with
from tests.rig import Rig
from tests.terminal.showing import VIEW, snapshot
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.luck.exactly import Exactly
from uno_launcher.mqtt.state import state_of


def json_of(snapshot: Snapshot) -> dict[str, object]:
    decoded = msgspec.json.decode(msgspec.json.encode(state_of(snapshot)))
    assert isinstance(decoded, dict)
    return decoded


def test_the_state_says_who_is_up_and_what_is_owed() -> None:
    rig = rig_with(Exactly(2))
    made(rig, {"turn_up": "red 7"}, {"play": "red hit-1"}, {"play": "red hit-2"})
    assert json_of(rig.control.snapshot) == {
        "n": 3,
        "evening": 1,
        "simulated": True,
        "state": "ready",
        "problem": None,
        "hopper": 90,
        "counted": 0,
        "mode": "game",
        "phase": "owing",
        "up": "Cy",
        "owed": 3,
        "until_cards": False,
        "stack": 3,
        "direction": "left",
        "hands": {"Ann": 6, "Bo": 6, "Cy": 7},
        "scores": {"Ann": 0, "Bo": 0, "Cy": 0},
        "winner": None,
    }
    rig.press()
    after = json_of(rig.control.snapshot)
    assert (after["owed"], after["hopper"], after["hands"]) == (2, 88, {"Ann": 6, "Bo": 6, "Cy": 9})
    rig.close()


def test_pressing_until_cards_come_is_no_number() -> None:
    rig = rig_with(Exactly(2), box="attack-2005")
    made(rig, {"turn_up": "red 7"}, {"play": "wild-hit-fire", "by": "Ann", "colour": "red"})
    state = state_of(rig.control.snapshot)
    assert (state.up, state.owed, state.until_cards) == ("Bo", 0, True)
    rig.close()


def test_an_open_uno_window_is_not_told_until_it_is_over() -> None:
    rig = rig_with(Exactly(2))
    made(rig, {"turn_up": "red 7"}, {"correct": {"Ann": 2}}, {"play": "red 3", "by": "Ann"})
    assert rig.control.snapshot.table.uno_open == "Ann"
    assert state_of(rig.control.snapshot).hands["Ann"] == 2
    assert "uno" not in msgspec.json.encode(state_of(rig.control.snapshot)).decode()
    made(rig, {"uno": "Ann"})
    assert state_of(rig.control.snapshot).hands["Ann"] == 1
    rig.close()


def states_of_a_press(cards: int) -> list[bytes]:
    """What is told while a press brings so many, without repetitions."""
    rig = Rig(5, Exactly(cards))
    rig.run_for(0.5)
    first = len(rig.snapshots)
    rig.press()
    states = [msgspec.json.encode(state_of(snapshot)) for snapshot in rig.snapshots[first:]]
    rig.close()
    return [state for state, before in zip(states, [b"", *states], strict=False) if state != before]


def test_a_running_burst_gives_nothing_away_beyond_its_running_count() -> None:
    few, many = states_of_a_press(3), states_of_a_press(9)
    third = next(at for at, state in enumerate(few) if b'"counted":3' in state)
    assert few[: third + 1] == many[: third + 1]
    assert len(many) > len(few)


def test_what_somebody_has_to_see_to_is_told_with_what_to_do() -> None:
    rig = Rig(1, Exactly(2))
    rig.run_for(0.5)
    rig.simulation.open_lid()
    rig.run_for(0.5)
    state = state_of(rig.control.snapshot)
    assert (state.state, state.problem) == ("lid_open", "the lid is open: close the lid")
    rig.close()


def test_what_works_only_in_part_is_told_where_nothing_else_is_to_be_done() -> None:
    assert state_of(snapshot(problems=("The log is full.",))).problem == "The log is full."
    jammed = replace(VIEW, state="jammed", why="card stuck", advice="pull it out")
    assert state_of(snapshot(jammed, problems=("The log is full.",))).problem == "card stuck: pull it out"


def test_the_tables_book_of_the_hopper_holds_where_the_launcher_has_none() -> None:
    rig = rig_with(Exactly(2))
    counted = replace(rig.control.snapshot, launcher=replace(VIEW, hopper=7))
    uncounted = replace(counted, launcher=replace(VIEW, hopper=None))
    toy = msgspec.structs.replace(counted.table, mode="toy")
    assert (counted.table.hopper, state_of(counted).hopper) == (90, 7)
    assert state_of(uncounted).hopper == 90
    assert state_of(replace(counted, backend="none")).hopper == 90
    assert state_of(replace(uncounted, table=toy)).hopper is None
    rig.close()
