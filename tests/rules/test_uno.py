"""Rule 6: calling UNO, catching, suggesting."""

import pytest

from tests.rules.evening import RED_7, after, choose, failed, owed, play, press, reason, stop

TWO = {"house": {"cards_dealt": 2}}
OPEN = (RED_7, play("red 3", "Ann"))
CATCH = {"catch": "Ann", "by": "Cy"}
CALL = {"uno": "Ann"}


def is_open(*moves, **table):
    return after(*moves, **{**TWO, **table})["uno_open"]


def test_6_1_a_play_that_leaves_one_card_opens_the_window():
    assert is_open(*OPEN) == "Ann"
    assert after(*OPEN)["uno_open"] is None  # seven cards dealt
    three = {"house": {"cards_dealt": 3}}
    assert is_open(RED_7, play("red discard-all", "Ann", discards=1), **three) == "Ann"
    assert is_open(RED_7, play("red discard-all", "Ann"), **three) is None


def test_6_1_called_with_the_play_or_before_anybody_spoke():
    called = RED_7, play("red 3", "Ann", uno=True)
    assert is_open(*called) is None
    assert reason(*called, CATCH, **TWO) == "There is nothing to catch Ann for now."
    assert is_open(*OPEN, CALL) is None
    assert reason(*OPEN, CALL, CATCH, **TWO) == "There is nothing to catch Ann for now."


def test_6_1_trade_hands_opens_no_window_for_either_hand():
    trade = RED_7, play("red trade-hands", "Ann", target="Bo")
    line = after(*trade, box="attack-2005", **TWO)
    assert (line["hands"]["Bo"], line["uno_open"]) == (1, None)
    moves = RED_7, press(1), play("red 3", "Bo", uno=True), play("red trade-hands", "Cy", target="Ann")
    line = after(*moves, box="attack-2005", **TWO)
    assert (line["hands"]["Ann"], line["hands"]["Cy"], line["uno_open"]) == (1, 3, None)


@pytest.mark.parametrize(
    "when", [(RED_7,), (RED_7, play("red 3", "Ann"), press(0, "Bo"))], ids=("before", "late")
)
def test_a_uno_call_outside_its_time_is_refused(when):
    assert reason(*when, CALL, **TWO) == "Ann has no UNO to call now."
    assert reason(*when, {"uno": "Zoe"}, **TWO) == "Nobody called Zoe plays here."


def test_a_uno_call_for_somebody_else_is_refused():
    assert reason(*OPEN, {"uno": "Bo"}, **TWO) == "Bo has no UNO to call now."


def test_6_2_caught_two_presses_then_play_goes_on_where_it_was():
    line = after(*OPEN, CATCH, **TWO)
    assert (line["phase"], line["up"], owed(line), line["uno_open"]) == ("owing", "Ann", [("Ann", 2)], None)
    line = after(*OPEN, CATCH, press(), press(2), **TWO)
    assert (line["phase"], line["up"], line["hands"]["Ann"]) == ("play", "Bo", 3)
    assert reason(*OPEN, CATCH, play("red 4", "Bo"), **TWO) == "Ann owes 2 presses first."
    assert reason(*OPEN, CATCH, CATCH, **TWO) == "There is nothing to catch Ann for now."
    assert reason(*OPEN, CATCH, CALL, **TWO) == "Ann has no UNO to call now."


@pytest.mark.parametrize("move", [press(0, "Bo"), play("red 4", "Bo"), failed(1, "Bo")], ids=str)
def test_6_2_the_next_players_turn_closes_the_window(move):
    assert is_open(*OPEN, move) != "Ann"
    assert reason(*OPEN, move, CATCH, **TWO) == "There is nothing to catch Ann for now."


@pytest.mark.parametrize("move", [failed(0, "Bo"), {"reloaded": True}, {"correct": {"Ann": 5}}], ids=str)
def test_6_2_what_is_no_turn_leaves_it_open(move):
    assert is_open(*OPEN, move) == "Ann"


def test_6_2_a_refused_move_leaves_it_open():
    assert "doesn't go" in reason(*OPEN, play("blue 4", "Bo"), **TWO)


def test_6_2_an_owed_press_because_of_a_card_closes_the_window():
    hit = RED_7, play("red hit-2", "Ann")
    assert is_open(*hit) == "Ann"
    assert is_open(*hit, press(0, "Bo")) is None
    all_hit = RED_7, play("wild-all-hit", "Ann", colour="red")
    assert is_open(*all_hit, press(0, "Bo"), box="attack-2005") is None


def test_6_2_the_presses_of_a_penalty_do_not_close_it():
    penalty = {"house": {"cards_dealt": 2, "suggestion_penalty": 2}}
    suggested = (*OPEN, {"suggested": "Cy"}, press(1, "Cy"))
    assert is_open(*suggested, **penalty) == "Ann"
    line = after(*suggested, CATCH, **penalty)
    assert owed(line) == [("Ann", 2), ("Cy", 1)]
    assert is_open(*suggested, stop("Cy"), **penalty) == "Ann"


def test_6_2_a_catch_comes_before_anything_else_that_is_owed():
    hit = RED_7, play("red hit-2", "Ann"), CATCH
    line = after(*hit, **TWO)
    assert owed(line) == [("Ann", 2), ("Bo", 2)]
    assert line["owes"][1]["may_answer"] is True
    line = after(*hit, press(), press(), **TWO)
    assert (owed(line), line["up"]) == ([("Bo", 2)], "Bo")
    assert owed(after(*hit, press(), press(), play("red hit-1", "Bo"), **TWO)) == [("Cy", 3)]


def test_6_2_a_catch_while_a_choice_is_open_is_pressed_first():
    attack = RED_7, play("wild-attack-attack", "Ann")
    assert is_open(*attack) == "Ann"
    line = after(*attack, CATCH, **TWO)
    assert (line["phase"], owed(line)) == ("owing", [("Ann", 2)])
    assert reason(*attack, CATCH, choose("Ann", colour="red"), **TWO) == "Ann owes 2 presses first."
    line = after(*attack, CATCH, press(), press(), **TWO)
    assert (line["phase"], line["up"], line["choosing"]) == ("choose", "Ann", ["colour", "target"])


def test_6_3_a_catch_that_costs_nothing_is_refused():
    assert reason(RED_7, CATCH) == "There is nothing to catch Ann for now."
    assert reason(*OPEN, {"catch": "Bo", "by": "Cy"}, **TWO) == "There is nothing to catch Bo for now."
    free = {"house": {"cards_dealt": 2, "uno_penalty": 0}}
    assert reason(*OPEN, CATCH, **free) == "There is nothing to catch Ann for now."


def test_a_catch_without_by_or_by_oneself_or_of_strangers_is_refused():
    assert reason(*OPEN, {"catch": "Ann"}, **TWO) == "Say who caught Ann."
    assert reason(*OPEN, {"catch": "Ann", "by": "Ann"}, **TWO) == "Ann can't catch themselves."
    assert reason(*OPEN, {"catch": "Ann", "by": "Zoe"}, **TWO) == "Nobody called Zoe plays here."
    assert reason(*OPEN, {"catch": "Zoe", "by": "Ann"}, **TWO) == "Nobody called Zoe plays here."


def test_8_1_the_penalty_is_a_switch():
    assert owed(after(*OPEN, CATCH, house={"cards_dealt": 2, "uno_penalty": 5})) == [("Ann", 5)]


def test_an_answering_card_closes_the_window_and_may_open_ones_own():
    hit = RED_7, play("red hit-1", "Ann"), play("red hit-1", "Bo")
    assert is_open(*hit) == "Bo"
    assert is_open(*hit[:2], play("red hit-1", "Bo", uno=True)) is None
    assert reason(*hit, CATCH, **TWO) == "There is nothing to catch Ann for now."


def test_the_same_players_next_turn_closes_it():
    three = {"players": 2, "house": {"cards_dealt": 2}}
    skip = RED_7, play("red skip", "Ann")
    assert is_open(*skip, **three) == "Ann"
    assert is_open(*skip, press(1, "Ann"), **three) is None


def test_turn_closes_it():
    assert is_open(*OPEN, {"turn": "Cy"}) is None


def test_a_skipped_player_does_not_close_it():
    assert is_open(RED_7, play("red skip", "Ann")) == "Ann"
    assert is_open(RED_7, play("red skip", "Ann"), press(0, "Cy")) is None


@pytest.mark.parametrize("who", ["Ann", "Cy"])
def test_6_4_suggesting_costs_four_presses_at_any_time_then_play_goes_on(who):
    old = {"box": "attack-2005"}
    line = after(RED_7, {"suggested": who}, **old)
    assert (line["phase"], owed(line)) == ("owing", [(who, 4)])
    line = after(RED_7, {"suggested": who}, *[press()] * 4, **old)
    assert (line["phase"], line["up"]) == ("play", "Ann")


def test_6_4_suggesting_costs_nothing_in_the_newest_box_unless_the_house_says_so():
    said = "Suggesting a card costs nothing in this game."
    assert reason(RED_7, {"suggested": "Bo"}) == said
    assert owed(after(RED_7, {"suggested": "Bo"}, house={"suggestion_penalty": 3})) == [("Bo", 3)]
    assert reason(RED_7, {"suggested": "Bo"}, box="attack-2005", house={"suggestion_penalty": 0}) == said


def test_suggested_is_taken_in_play_owing_and_choose_and_after_the_last_card():
    old = {"box": "attack-2005", "house": {"cards_dealt": 1}}
    assert owed(after(RED_7, play("red hit-2"), {"suggested": "Cy"}, **old)) == [("Cy", 4), ("Bo", 2)]
    line = after(RED_7, play("red hit-2"), {"suggested": "Cy"}, *[press()] * 6, **old)
    assert line["phase"] == "scoring"
    line = after(RED_7, play("wild"), {"suggested": "Cy"}, **old)
    assert (line["phase"], owed(line)) == ("owing", [("Cy", 4)])
    line = after(RED_7, play("wild"), {"suggested": "Cy"}, *[press()] * 4, **old)
    assert (line["phase"], line["up"]) == ("choose", "Ann")
    assert reason(RED_7, play("red 3"), {"suggested": "Cy"}, **old).startswith("The round is over")


def test_a_later_penalty_goes_before_an_earlier_one():
    line = after(RED_7, {"suggested": "Bo"}, {"suggested": "Cy"}, box="attack-2005")
    assert owed(line) == [("Cy", 4), ("Bo", 4)]
