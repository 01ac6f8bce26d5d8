"""Toy, stack and game: three ways to play, switched at any time without losing what is owed."""

import pytest

from tests.rules.evening import (
    NAMES,
    RED_7,
    UNDO,
    after,
    choose,
    failed,
    owed,
    play,
    press,
    reason,
    stop,
    table_of,
    told,
)

HIT_2 = (RED_7, play("red hit-2", "Ann"))
TOY, STACK, GAME = ({"mode": mode} for mode in ("toy", "stack", "game"))
NAMELESS = {"players": 0, "dealer": None, "scoring": None, "mode": "stack"}


def stacked(*moves, **more):
    """The line of a table in stack mode where nobody is named."""
    return after(*moves, **{**NAMELESS, **more})


def debt(line):
    return [(d["who"], d["presses"], d["may_stop"], d["may_answer"]) for d in line["owes"]]


def test_a_table_may_begin_without_names():
    line = stacked({"reloaded": 60})
    assert (line["phase"], line["up"], line["hands"], line["scores"], line["hopper"]) == (
        "play",
        None,
        {},
        {},
        60,
    )
    assert (line["owes"], line["stack"], line["mode"]) == ([], 0, "stack")


def test_hits_add_to_one_obligation_and_presses_pay_it():
    hits = play("hit-1"), play("red hit-2"), play("wild-attack-attack")
    line = stacked(*hits)
    assert (line["phase"], line["up"], debt(line), line["stack"]) == (
        "owing",
        None,
        [(None, 5, False, True)],
        5,
    )
    line = stacked(*hits, press(0), press(0))
    assert (debt(line), line["stack"]) == ([(None, 3, False, False)], 5)
    line = stacked(*hits, *[press(0)] * 5)
    assert (line["phase"], line["owes"], line["stack"]) == ("play", [], 0)
    assert stacked(play("hit-2"))["stack"] == 0


def test_a_press_with_nothing_owed_is_just_a_press():
    line = stacked({"reloaded": 60}, press(3), press(0), press(2))
    assert (line["phase"], line["hopper"], line["owes"]) == ("play", 55, [])


def test_after_cards_the_rest_may_be_left_where_the_box_allows_it():
    assert debt(stacked(play("hit-2"), press(1))) == [(None, 1, True, False)]
    assert stacked(play("hit-2"), press(1), stop())["owes"] == []
    assert reason(play("hit-2"), press(0), stop(), **NAMELESS) == "The table owes 1 press first."
    assert reason(play("hit-2"), press(1), stop(), **{**NAMELESS, "box": "attack-2010"}) == (
        "The table owes 1 press first."
    )
    assert reason(stop(), **NAMELESS) == "Nobody owes a press, so there is nothing to stop."


@pytest.mark.parametrize("box", ["attack-2005", "attack-2010", "mega-hit-2020"])
def test_one_button_is_enough_in_every_box(box):
    plus = play("+1")
    assert debt(stacked(plus, plus, plus, box=box))[0][:2] == (None, 3)
    assert debt(stacked(plus, plus, press(0), box=box))[0][:2] == (None, 1)


@pytest.mark.parametrize("out", [0, 2])
@pytest.mark.parametrize("hit", ["+1", "hit-1"])
def test_what_was_added_and_never_pressed_lapses_with_the_next_hit_after_a_press(hit, out):
    line = stacked(play(hit), play(hit), play(hit), press(out), play(hit))
    assert (debt(line)[0][:2], line["stack"]) == ((None, 1), 0)


def test_a_failed_press_without_a_card_pays_nothing_and_lets_nothing_lapse():
    line = stacked(play("hit-2"), failed(0), play("hit-1"))
    assert debt(line)[0][:2] == (None, 3)
    assert debt(stacked(play("hit-2"), failed(2)))[0][:3] == (None, 1, True)


def test_hit_4_and_hit_fire_are_hits_and_all_hit_has_no_number():
    table = {**NAMELESS, "box": "attack-2010"}
    assert debt(after(play("wild-hit-4"), **table))[0][:2] == (None, 4)
    table["box"] = "attack-2005"
    line = after(play("wild-hit-fire"), press(0), press(0), **table)
    assert (line["owes"][0]["until_cards"], line["owes"][0]["presses"]) == (True, 0)
    assert after(play("wild-hit-fire"), press(1), **table)["owes"] == []
    assert reason(play("wild-all-hit"), **table) == "Only hits are tapped in stack mode."
    said = "The table presses until cards come out first."
    assert reason(play("wild-hit-fire"), play("hit-2"), **table) == said
    assert reason(play("hit-2"), play("wild-hit-fire"), **table) == "The table owes 2 presses first."


def test_the_cap_holds_in_stack_mode():
    capped = {"house": {"max_cards_per_obligation": 3}}
    assert stacked(play("hit-2"), press(3), **capped)["owes"] == []
    table = table_of(**NAMELESS, **capped)
    assert table.at_most() is None
    told(table, play("hit-2"), press(1))
    assert (table.at_most(), table.may_press()) == (2, None)
    told(table, TOY)
    assert (table.at_most(), table.may_press()) == (None, None)


def test_the_cap_of_a_debt_from_the_game_holds_in_stack_mode():
    table = table_of(house={"max_cards_per_obligation": 3})
    told(table, *HIT_2, press(1), STACK)
    assert table.at_most() == 2


@pytest.mark.parametrize("card", ["red 7", "skip", "wild", "number"])
def test_only_hits_are_tapped(card):
    assert reason(play(card), **NAMELESS) == "Only hits are tapped in stack mode."


@pytest.mark.parametrize(
    "move",
    [
        RED_7, choose(colour="red"), {"turn": "Ann"}, {"correct": {"Ann": 3}}, {"uno": "Ann"},
        {"catch": "Ann"}, {"suggested": "Ann"}, {"hand": {"Ann": []}}, {"points": {"Ann": 1}},
        {"press_was": "Ann"}, {"next_round": True},
    ],
    ids=str,
)  # fmt: skip
def test_the_moves_of_a_game_are_refused_in_stack_mode(move):
    for table in (NAMELESS, {"mode": "stack"}):
        assert reason(move, **table).startswith("Only hits, presses and stops are tapped in stack mode")


def test_names_that_nobody_bears_are_refused_where_nobody_is_named():
    for move in (press(1, "Ann"), play("hit-1", "Ann"), stop("Ann")):
        assert reason(move, **NAMELESS) == "Nobody called Ann plays here."


def test_counts_and_late_hits_are_put_right_in_stack_mode():
    line = stacked({"reloaded": 60}, press(2), {"came_out": 4})
    assert line["hopper"] == 56
    line = stacked({"reloaded": 60}, press(2), play("hit-2", late=True))
    assert (debt(line), line["hopper"]) == ([(None, 1, True, False)], 58)


def test_a_game_needs_names():
    assert reason(GAME, **NAMELESS).startswith("Nobody is named yet")
    assert reason({"mode": "party"}).startswith('There is no mode "party"')


# toy


def test_in_toy_a_press_is_a_press():
    line = after(*HIT_2, TOY, press(3, "Di"), press(0), failed(1))
    assert (line["phase"], line["up"], line["owes"], line["hopper"]) == ("play", None, [], 79)
    assert line["hands"] == {"Ann": 6, "Bo": 7, "Cy": 7, "Di": 7}
    assert after(*HIT_2, play("red hit-1"), TOY)["stack"] == 0


def test_in_toy_debts_pause_and_come_back_unchanged():
    before = after(*HIT_2, press(1))
    back = after(*HIT_2, press(1), TOY, press(3), GAME)
    facts = {"n": 0, "hopper": 0, "pile": 0, "last_press": None}
    assert {**back, **facts} == {**before, **facts}
    assert after(RED_7, play("wild"), TOY, press(1), GAME)["phase"] == "choose"
    assert after(TOY, press(1), GAME)["phase"] == "turn-up"


@pytest.mark.parametrize(
    "move",
    [
        RED_7, play("red 1"), play("hit-1"), choose(colour="red"), stop(), {"uno": "Ann"},
        {"catch": "Ann", "by": "Bo"}, {"suggested": "Bo"}, {"hand": {"Bo": []}}, {"points": {"Bo": 1}},
        {"came_out": 1}, {"press_was": "Bo"}, play("red 1", late=True), {"turn": "Cy"},
        {"correct": {"Bo": 3}}, {"next_round": True},
    ],
    ids=str,
)  # fmt: skip
def test_in_toy_only_presses_reloads_mode_and_undo_are_taken(move):
    assert reason(RED_7, press(1), TOY, move) == (
        "In toy mode a press is just a press: switch to stack or game first."
    )


def test_in_toy_reloads_mode_and_undo_are_taken():
    assert after(TOY, {"reloaded": 50}, press(5))["hopper"] == 45
    assert after(RED_7, TOY, press(5), UNDO)["hopper"] == 83
    assert after(RED_7, TOY, UNDO)["phase"] == "play"
    assert owed(after(*HIT_2, TOY, UNDO, UNDO, UNDO, RED_7)) == []
    assert after(TOY, STACK, TOY, TOY)["mode"] == "toy"


def test_a_press_in_toy_belongs_to_nobody():
    said = reason(RED_7, TOY, press(2), GAME, {"press_was": "Bo"})
    assert said == "Nobody was named when that press was made."
    line = after(RED_7, TOY, press(2), GAME, {"came_out": 3})
    assert (line["hopper"], line["hands"]["Ann"]) == (80, 7)


# between stack and game


def test_what_is_owed_in_a_game_is_still_demanded_in_stack_mode():
    line = after(*HIT_2, STACK)
    assert (line["phase"], line["up"], debt(line)) == ("owing", None, [(None, 2, False, True)])
    assert owed(after(*HIT_2, STACK, GAME)) == [("Bo", 2)]
    line = after(*HIT_2, STACK, press(2), GAME)
    assert (owed(line), line["hands"]["Bo"], line["hopper"]) == ([("Bo", 1)], 9, 81)
    assert after(*HIT_2, STACK, press(0), press(0), GAME)["up"] == "Cy"
    assert after(*HIT_2, STACK, press(1), stop(), GAME)["up"] == "Cy"


def test_what_was_tapped_in_stack_mode_comes_back_with_it():
    tapped = RED_7, STACK, play("hit-2"), press(0)
    for away in (TOY, GAME):
        line = after(*tapped, away, press(1), STACK)
        assert debt(line) == [(None, 1, False, False)]
    assert after(*tapped, GAME)["phase"] == "play"


def test_a_game_begins_where_a_table_set_up_in_stack_mode_has_names():
    line = after(press(2), GAME, RED_7, mode="stack", dealer=None, scoring=None)
    assert (line["up"], line["dealer"], line["hopper"]) == ("Ann", NAMES[3], 81)
