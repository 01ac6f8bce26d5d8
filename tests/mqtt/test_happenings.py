"""What the broker is told as it happens."""

from dataclasses import replace
from typing import Any

import msgspec

from tests.mqtt.evenings import made, rig_with, told
from tests.rig import Rig
from tests.terminal.showing import VIEW, played, snapshot
from uno_launcher.daemon.orders import CheckLoading
from uno_launcher.daemon.snapshot import Snapshot
from uno_launcher.launcher.view import LastPress
from uno_launcher.luck.exactly import Exactly
from uno_launcher.mqtt.happenings import TYPES, happened
from uno_launcher.rules.moves import parse_move

RED_7 = {"turn_up": "red 7"}


def test_a_launch_says_whose_it_was_how_many_came_and_how_sure_that_is() -> None:
    rig = rig_with(Exactly(3))
    made(rig, RED_7, {"play": "red hit-1"})
    rig.press()
    assert told(rig) == [
        {"event_type": "launch", "press": 1, "who": "Bo", "cards": 3, "certain": True, "ended": "done"}
    ]
    rig.close()


def test_a_press_that_brings_nothing_is_told_apart() -> None:
    rig = rig_with(Exactly(0))
    made(rig, RED_7)
    rig.press()
    assert told(rig) == [
        {"event_type": "dry", "press": 1, "who": "Ann", "cards": 0, "certain": True, "ended": "done"}
    ]
    rig.close()


def test_where_nobody_is_named_a_launch_is_nobodys() -> None:
    rig = Rig(1, Exactly(2))
    rig.run_for(0.5)
    rig.press()
    assert [what["who"] for what in told(rig)] == [None]
    rig.close()


def test_a_refused_press_says_why_each_time() -> None:
    rig = rig_with(Exactly(2))
    rig.press()
    rig.press()
    refused = {"event_type": "refused", "why": "Turn up the first card first."}
    assert [what for what in told(rig) if what["event_type"] == "refused"] == [refused, refused]
    rig.close()


def test_a_jam_is_told_and_cards_that_came_before_it_are_a_launch() -> None:
    rig = rig_with(Exactly(2))
    made(rig, RED_7)
    rig.simulation.fault("jam")
    rig.press()
    launch, jam = told(rig)
    assert (launch["event_type"], launch["cards"], launch["ended"]) == ("launch", 1, "jam")
    assert jam == {"event_type": "jam", "why": "card stuck", "advice": rig.view.advice}
    assert "pull it out" in rig.view.advice
    rig.close()


def test_a_press_that_couldnt_be_carried_out_is_told_with_whose_it_still_is() -> None:
    rig = rig_with(Exactly(2))
    made(rig, RED_7, {"play": "red hit-1"})
    rig.press()
    made(rig, {"play": "red 3", "by": "Cy"}, {"play": "red hit-1", "by": "Ann"})
    rig.run_for(1.5)
    rig.simulation.press()
    assert rig.run_until(rig.now + 1.0, lambda: rig.view.state == "launching")
    rig.simulation.open_lid()
    rig.run_for(2.0)
    failed = told(rig)[1]
    assert (failed["event_type"], failed["who"], failed["cards"], failed["ended"]) == (
        "failed", "Bo", 0, "lid"
    )  # fmt: skip
    rig.close()


def test_an_empty_hopper_and_the_reload_that_ends_it_are_told() -> None:
    rig = Rig(1, Exactly(3), hopper=1)
    rig.run_for(0.5)
    rig.press()
    kinds = [what["event_type"] for what in told(rig)]
    assert kinds[-1] == "empty"
    rig.simulation.reload(60)
    rig.run_for(1.0)
    rig.simulation.open_lid()
    rig.run_for(0.5)
    rig.simulation.close_lid()
    rig.run_for(0.5)
    assert told(rig)[-1] == {"event_type": "reloaded", "hopper": None}
    rig.close()


def test_a_reload_that_somebody_counted_says_how_many_there_are() -> None:
    rig = rig_with(Exactly(3))
    made(rig, RED_7, {"reloaded": 60})
    assert told(rig) == [{"event_type": "reloaded", "hopper": 60}]
    rig.close()


def test_a_corrected_count_or_an_undone_press_is_no_reload() -> None:
    rig = rig_with(Exactly(3))
    made(rig, RED_7)
    rig.press()
    made(rig, {"came_out": 1}, {"undo": True}, {"undo": True})
    assert [what["event_type"] for what in told(rig)] == ["launch"]
    rig.close()


def test_a_loading_check_is_no_launch_of_the_game() -> None:
    rig = rig_with(Exactly(3))
    made(rig, RED_7)
    rig.control.handle(CheckLoading(lambda refused: None), rig.now)
    rig.press()
    assert rig.view.last is not None
    assert rig.view.last.counted == 1
    assert told(rig) == []
    rig.close()


def between(*moves: dict[str, Any], last: dict[str, Any], **setup: Any) -> list[dict[str, Any]]:
    """What happens with the last of these moves."""
    old, _ = at = played(*moves, **setup)
    new, _ = after = played(*moves, last, **setup)
    assert new.n == old.n + 1
    return list(
        happened(replace(snapshot(at=at), did=None), replace(snapshot(at=after), did=parse_move(last)))
    )


NEARLY = (RED_7, {"correct": {"Ann": 1}})
OUT = {"play": "red 3", "by": "Ann"}


def test_a_round_is_over_with_its_last_card_not_with_its_scores() -> None:
    assert between(*NEARLY, last=OUT) == [{"event_type": "round_over", "out": "Ann"}]
    assert between(*NEARLY, OUT, last={"points": {"Bo": 5}}, players=2) == []


def test_the_game_is_over_with_its_winner_and_scores() -> None:
    assert between(*NEARLY, OUT, last={"points": {"Bo": 600}}, players=2) == [
        {"event_type": "game_over", "winner": "Ann", "scores": {"Ann": 600, "Bo": 0}}
    ]


def test_another_evening_or_another_mode_ends_no_round() -> None:
    playing, over = snapshot(at=played(RED_7)), snapshot(at=played(*NEARLY, OUT))
    assert list(happened(replace(playing, evening=1), replace(over, evening=2))) == []
    toy = replace(playing, table=msgspec.structs.replace(playing.table, mode="toy"))
    assert list(happened(toy, over)) == []


def typed(*moves: dict[str, Any]) -> list[dict[str, Any]]:
    """What happens when somebody types what came out of the old toy, last."""
    before = replace(snapshot(at=played(RED_7, *moves[:-1])), backend="none")
    after = replace(snapshot(at=played(RED_7, *moves)), backend="none", did=parse_move(moves[-1]))
    return list(happened(before, after))


def test_without_a_launcher_what_people_type_is_a_launch() -> None:
    launch = {
        "event_type": "launch",
        "press": None,
        "who": "Ann",
        "cards": 4,
        "certain": True,
        "ended": "done",
    }
    failed = {**launch, "event_type": "failed", "cards": 0, "ended": "fault"}
    assert typed({"press": 4}) == [launch]
    assert typed({"press": 0}) == [{**launch, "event_type": "dry", "cards": 0}]
    assert typed({"press": 4}, {"failed_press": 0, "by": "Bo"}) == [{**failed, "who": "Bo"}]
    assert typed({"press": 4}, {"failed_press": 0}) == [{**failed, "who": None}]
    assert typed({"play": "red 3"}) == []


LAST = LastPress(4, "fair", 2, 2, True, "done", 0, 0, "")


def test_nothing_happens_between_a_snapshot_and_itself() -> None:
    assert list(happened(snapshot(replace(VIEW, last=LAST)), snapshot(replace(VIEW, last=LAST)))) == []


def test_a_hopper_that_nobody_has_counted_is_no_reload_each_time() -> None:
    unknown = replace(VIEW, hopper=None)
    assert list(happened(snapshot(unknown), snapshot(replace(unknown, number=5)))) == []


def test_every_kind_is_one_that_home_assistant_was_told_of() -> None:
    views = [
        replace(VIEW, last=LAST),
        replace(VIEW, last=replace(LAST, counted=0)),
        replace(VIEW, last=replace(LAST, counted=0, ended="lid")),
        replace(VIEW, refused=1, refusal="Wait."),
        replace(VIEW, state="jammed"),
        replace(VIEW, state="empty"),
        replace(VIEW, hopper=None),
    ]
    before, after = played(RED_7), played(RED_7, {"press": 2})
    kinds = [
        what["event_type"]
        for view in views
        for what in happened(snapshot(at=before), snapshot(view, at=after))
    ]
    assert kinds == list(TYPES[:7])


def test_an_open_uno_window_is_no_event() -> None:
    for moves in ((), ({"uno": "Ann"},), ({"catch": "Ann", "by": "Bo"},)):
        before: Snapshot = snapshot(at=played(RED_7, {"correct": {"Ann": 2}}))
        after = snapshot(at=played(RED_7, {"correct": {"Ann": 2}}, {"play": "red 3", "by": "Ann"}, *moves))
        assert list(happened(before, after)) == []
