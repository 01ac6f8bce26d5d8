"""The table at the launcher: who may press, whose press it was, who has stopped."""

import msgspec
import pytest

from tests.rig import Rig
from uno_launcher.daemon.orders import TableMove
from uno_launcher.launcher.plan import Ended, Report
from uno_launcher.luck.exactly import Exactly
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.setup import Setup, read_setup
from uno_launcher.rules.table import Outcome
from uno_launcher.table.evening import find_box
from uno_launcher.table.referee import Guards, Referee


def setup(**changed: object) -> Setup:
    line = {
        "box": "mega-hit-2020",
        "players": ["Ann", "Bo", "Cy"],
        "dealer": "Cy",
        "scoring": "standard",
        "house": {},
    }
    return read_setup({**line, **changed}, find_box)


def referee(*moves: dict[str, object], **changed: object) -> Referee:
    made = Referee(setup(**changed), Guards())
    for move in ({"turn_up": "red 7"}, *moves):
        assert made.make(parse_move(move), 0.0).refused is None
    return made


def press(table: Referee, cards: int, now: float, ended: Ended = "done") -> None:
    assert table.may_press(now) is None
    table.began()
    table.over(Report(cards, cards, certain=True, ended=ended), now)


def test_a_press_is_whoevers_it_is() -> None:
    table = referee()
    press(table, 3, 0.0)
    assert table.line.hands == {"Ann": 10, "Bo": 7, "Cy": 7}
    assert table.line.up == "Bo"


def test_a_second_push_by_somebody_eager_is_nobodys_press_3_4() -> None:
    table = referee()
    press(table, 0, 10.0)
    assert table.may_press(10.9) is not None
    assert table.may_press(11.0) is None


def test_presses_that_one_player_owes_may_follow_each_other_at_once() -> None:
    table = referee({"play": "red hit-2", "by": "Ann"})
    press(table, 0, 10.0)
    assert table.may_press(10.1) is None
    press(table, 0, 10.1)
    assert table.may_press(10.2) is not None  # Cy isn't up yet


@pytest.mark.parametrize("mode", ["toy", "stack"])
def test_the_turn_guard_is_none_of_the_toys(mode: str) -> None:
    table = Referee(read_setup({"box": "mega-hit-2020", "mode": mode}, find_box), Guards())
    press(table, 0, 10.0)
    assert (table.may_press(10.1) is None) == (mode == "toy")


def test_who_may_stop_and_does_not_press_on_has_stopped_after_5_s_4_2() -> None:
    table = referee({"play": "red hit-2", "by": "Ann"})
    assert table.deadline() is None
    press(table, 3, 10.0)
    assert table.deadline() == 15.0
    assert table.tick(14.9, able=True) is None
    assert table.line.up == "Bo"
    assert table.tick(15.0, able=True) == parse_move({"stop": True})
    assert (table.line.up, table.line.owes) == ("Cy", [])
    assert table.deadline() == 16.0  # from then on Cy may press


def test_pressing_on_starts_the_5_s_anew() -> None:
    table = referee({"play": "wild-attack-attack", "by": "Ann", "colour": "red", "target": "Bo"})
    press(table, 2, 10.0)
    table.began()
    assert table.deadline() is None
    table.over(Report(0, 0, certain=True, ended="jam"), 14.0)
    assert table.deadline() == 19.0


@pytest.mark.parametrize(
    ("ended", "cards", "owed"), [("jam", 0, 2), ("lid", 2, 1), ("empty", 0, 2), ("done", 0, 1)]
)
def test_a_press_that_could_not_be_carried_out_is_still_owed_unless_cards_came_4_3(
    ended: Ended, cards: int, owed: int
) -> None:
    table = referee({"play": "red hit-2", "by": "Ann"})
    press(table, cards, 10.0, ended)
    assert table.line.owes[0].presses == owed


def test_while_a_press_is_under_way_the_table_waits() -> None:
    table = referee()
    table.began()
    assert table.make(parse_move({"play": "red 4", "by": "Ann"}), 0.5).refused is not None
    table.over(Report(1, 1, certain=True, ended="done"), 1.0)
    assert table.line.up == "Bo"


def test_a_refused_move_does_not_count() -> None:
    table = referee()
    n = table.line.n
    assert table.make(parse_move({"play": "blue 3", "by": "Ann"}), 0.5).refused is not None
    assert (table.line.n, table.line.refused is None) == (n, False)


def test_a_cap_on_an_obligation_is_the_most_a_press_may_order_8_1() -> None:
    table = referee({"play": "red hit-2", "by": "Ann"}, house={"max_cards_per_obligation": 4})
    assert table.at_most() == 4
    press(table, 3, 10.0)
    assert table.at_most() == 1


# With the launcher.


def made(rig: Rig, move: dict[str, object]) -> Outcome:
    answers: list[Outcome] = []
    rig.control.handle(TableMove(parse_move(move), answers.append), rig.now)
    return answers[0]


def test_a_hit_is_pressed_at_the_launcher_and_booked_to_who_owed_it() -> None:
    rig = Rig(1, Exactly(2), setup=setup())
    assert made(rig, {"turn_up": "red 7"}).refused is None
    assert made(rig, {"play": "red hit-2", "by": "Ann"}).refused is None
    rig.press()
    table = rig.control.snapshot.table
    assert table.hands["Bo"] == 9
    assert [(debt.who, debt.presses, debt.may_stop) for debt in table.owes] == [("Bo", 1, True)]
    rig.run_for(5.5)
    assert rig.control.snapshot.table.up == "Cy"  # stopped by itself
    assert table.hopper == rig.simulation.world.truth.in_hopper - (108 - 90)
    rig.close()


def test_nobody_may_press_before_the_first_card_is_turned_up_and_it_is_seen_why() -> None:
    rig = Rig(1, Exactly(2), setup=setup())
    rig.press()
    assert (rig.view.number, rig.view.refused) == (0, 1)
    assert rig.view.refusal
    assert rig.simulation.world.motor_history == []
    rig.close()


def test_a_cap_limits_what_luck_may_order() -> None:
    rig = Rig(1, Exactly(9), setup=setup(house={"max_cards_per_obligation": 4}))
    made(rig, {"turn_up": "red hit-1"})
    last = rig.press().last
    assert last is not None
    assert (last.ordered, last.counted) == (4, 4)
    rig.close()


def test_a_reload_at_the_table_is_known_to_the_launcher() -> None:
    rig = Rig(1, Exactly(2), setup=setup())
    made(rig, {"turn_up": "red 7"})
    rig.press()
    assert made(rig, {"reloaded": 60}).refused is None
    assert (rig.view.hopper, rig.control.snapshot.table.hopper) == (60, 60)
    rig.close()


def test_every_snapshot_goes_out_as_json() -> None:
    rig = Rig(1, Exactly(2), setup=setup())
    made(rig, {"turn_up": "red 7"})
    rig.press()
    for snapshot in rig.snapshots:
        assert msgspec.json.decode(msgspec.json.encode(snapshot))["table"]["mode"] == "game"
    rig.close()


def test_while_the_next_press_does_not_count_yet_the_button_is_dark_3_4() -> None:
    rig = Rig(1, Exactly(1), setup=setup())
    made(rig, {"turn_up": "red 7"})
    rig.press()
    snapshot = rig.control.snapshot
    assert (snapshot.resting, snapshot.look.lamp, snapshot.launcher.state) == (True, "off", "ready")
    rig.run_for(1.0)
    snapshot = rig.control.snapshot
    assert (snapshot.resting, snapshot.look.lamp) == (False, "on")
    assert rig.press().refused == 0
    rig.close()


def hit() -> Rig:
    """Bo owes two presses, and has made one that brought two cards."""
    rig = Rig(3, Exactly(2), setup=setup(), hopper=90)
    made(rig, {"turn_up": "red 7"})
    made(rig, {"play": "red hit-2", "by": "Ann"})
    rig.press()
    return rig


def owed(rig: Rig) -> list[tuple[str | None, int]]:
    return [(debt.who, debt.presses) for debt in rig.control.snapshot.table.owes]


@pytest.mark.parametrize(
    "moves",
    [[{"mode": "toy"}, {"mode": "game"}], [{"came_out": 1}], [{"undo": True}]],
    ids=["toy", "count", "undo"],
)
def test_a_debt_that_a_move_brings_back_can_be_pressed_for_5_s_4_2(moves: list[dict[str, object]]) -> None:
    rig = hit()
    if moves == [{"undo": True}]:
        rig.run_for(8.0)  # stopped by itself, and that is taken back
    for move in moves:
        assert made(rig, move).refused is None
        rig.run_for(3.0)
    assert owed(rig) == [("Bo", 1)]
    rig.run_for(3.0)
    assert owed(rig) == []
    rig.close()


def test_after_a_stop_a_late_push_is_nobodys_3_4() -> None:
    rig = hit()
    assert made(rig, {"stop": True}).refused is None
    before = rig.control.snapshot.table.hands
    assert rig.press().refused == 1
    assert rig.control.snapshot.table.hands == before
    rig.close()


def test_nobody_has_stopped_who_could_not_press_on_4_2() -> None:
    rig = hit()
    rig.simulation.open_lid()
    rig.run_for(12.0)
    assert owed(rig) == [("Bo", 1)]
    rig.simulation.close_lid()
    rig.run_for(4.0)
    assert owed(rig) == [("Bo", 1)]
    rig.run_for(2.0)
    assert owed(rig) == []
    rig.close()


def test_everybody_sees_how_long_somebody_may_still_press_on_and_it_is_no_news_4_2() -> None:
    rig = hit()
    first = rig.control.snapshot
    assert first.stopping is not None
    assert (first.stopping.left_s, first.stopping.of_s) == (5.0, 5.0)
    rig.run_for(3.0)
    assert rig.control.snapshot is first
    rig.run_for(3.0)
    assert owed(rig) == []
    assert rig.control.snapshot.stopping is None
    rig.close()


def test_what_runs_out_begins_anew_when_somebody_can_press_again_4_2() -> None:
    rig = hit()
    rig.simulation.open_lid()
    rig.run_for(12.0)
    rig.simulation.close_lid()
    rig.run_for(0.5)
    stopping = rig.control.snapshot.stopping
    assert stopping is not None
    assert stopping.left_s == 5.0
    rig.close()


def test_a_press_that_failed_without_a_card_keeps_nobody_waiting() -> None:
    table = referee()
    press(table, 0, 6.0, "jam")
    assert table.may_press(6.1) is None


def test_what_a_move_makes_of_the_hopper_the_launcher_knows_too() -> None:
    rig = hit()
    for move in ({"came_out": 6}, {"undo": True}, {"reloaded": 3}, {"undo": True}):
        assert made(rig, move).refused is None
        assert rig.view.hopper == rig.control.snapshot.table.hopper
    rig.close()


@pytest.mark.parametrize("move", [{"came_out": 0}, {"press_was": "Cy"}])
def test_a_stop_that_nobody_made_is_in_no_corrections_way(move: dict[str, object]) -> None:
    rig = hit()
    rig.run_for(8.0)
    assert rig.control.snapshot.table.up == "Cy"
    n = rig.control.snapshot.table.n
    assert made(rig, move).refused is None
    assert (rig.control.snapshot.table.up, rig.control.snapshot.table.n) == ("Bo", n + 2)
    rig.close()


def test_a_stop_that_nobody_made_stands_where_the_correction_makes_no_sense() -> None:
    rig = hit()
    rig.run_for(8.0)
    before = rig.control.snapshot.table
    assert made(rig, {"press_was": "Nobody"}).refused is not None
    after = rig.control.snapshot.table
    assert (after.n, after.up, after.hands, after.owes) == (before.n, before.up, before.hands, before.owes)
    rig.close()


def test_a_late_card_bears_the_name_of_who_was_up_before_the_press() -> None:
    table = referee()
    press(table, 1, 10.0)
    late = parse_move({"play": "red hit-2", "late": True})
    assert table.make(late, 11.0).refused is None
    assert table.did == msgspec.structs.replace(late, by="Ann")
    assert table.taken == (table.did,)
    assert Referee(setup(), Guards(), table.table.moves).line.hands == table.line.hands


def test_a_late_card_of_who_came_after_a_stop_takes_a_name_4_2() -> None:
    table = referee({"play": "red hit-2", "by": "Ann"})
    press(table, 2, 10.0)  # Bo has stopped, and Cy has laid a Skip that nobody tapped: it's Bo's turn
    press(table, 1, 11.0)
    assert table.make(parse_move({"play": "red skip", "late": True}), 12.0).refused is not None
    assert table.make(parse_move({"play": "red skip", "late": True, "by": "Cy"}), 12.0).refused is None
    assert (table.line.hands, table.line.owes) == ({"Ann": 6, "Bo": 10, "Cy": 6}, [])
