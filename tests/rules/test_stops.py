"""Rules 4.1 to 4.3: owed presses, stopping, failed presses; 8.1: the cap."""

import pytest

from tests.rules.evening import RED_7, after, failed, owed, play, press, reason, stop, table_of, told

HIT_2 = (RED_7, play("red hit-2", "Ann"))
ALL_STOP = {"box": "attack-2005", "house": {"stop_after_cards": True, "stacking": False}}


def test_4_1_owed_presses_are_made_by_nobody_else_and_the_turn_waits():
    for move in (press(1, "Ann"), press(1, "Cy"), play("red 1", "Cy"), stop("Cy")):
        assert reason(*HIT_2, move) == "Bo owes 2 presses first."


def test_4_2_after_cards_a_player_may_stop_or_press_on():
    line = after(*HIT_2, press(1, "Bo"))
    assert (owed(line), line["owes"][0]["may_stop"], line["next"]) == ([("Bo", 1)], True, "Cy")
    assert after(*HIT_2, press(1, "Bo"), stop("Bo"))["up"] == "Cy"
    assert after(*HIT_2, press(1, "Bo"), stop())["up"] == "Cy"
    line = after(*HIT_2, press(1, "Bo"), press(2, "Bo"))
    assert (line["up"], line["hands"]["Bo"]) == ("Cy", 10)


def test_4_2_no_stop_before_cards_came_out():
    assert after(*HIT_2, press(0, "Bo"))["owes"][0]["may_stop"] is False
    assert reason(*HIT_2, stop("Bo")) == "Bo owes 2 presses first."
    assert reason(*HIT_2, press(0, "Bo"), stop("Bo")) == "Bo owes 1 press first."


def test_4_2_where_the_box_does_not_allow_it_every_press_is_made():
    hit = (*HIT_2, press(4, "Bo"))
    assert after(*hit, box="attack-2010")["owes"][0]["may_stop"] is False
    assert reason(*hit, stop("Bo"), box="attack-2010") == "Bo owes 1 press first."
    assert reason(*hit, play("red 1", "Cy"), box="attack-2010") == "Bo owes 1 press first."


def test_4_2_the_next_players_card_or_press_says_that_they_have_stopped():
    line = after(*HIT_2, press(1, "Bo"), play("red 1", "Cy"))
    assert (line["up"], line["hands"]["Cy"]) == ("Di", 6)
    line = after(*HIT_2, press(1, "Bo"), press(3, "Cy"))
    assert (line["up"], line["hands"]["Bo"], line["hands"]["Cy"]) == ("Di", 8, 10)
    assert after(*HIT_2, press(1, "Bo"), failed(2, "Cy"))["up"] == "Di"


def test_4_2_only_a_named_next_player_says_so():
    line = after(*HIT_2, press(1, "Bo"), press(2))
    assert (line["up"], line["hands"]["Bo"]) == ("Cy", 10)
    assert reason(*HIT_2, press(1, "Bo"), play("red 1")) == "Bo owes 1 press first, or stops."
    for name in ("Ann", "Di"):
        assert reason(*HIT_2, press(1, "Bo"), press(1, name)) == "Bo owes 1 press first, or stops."


def test_a_refused_play_stops_nothing():
    assert "doesn't go on" in reason(*HIT_2, press(1, "Bo"), play("blue 1", "Cy"))
    assert "no card" in reason(*HIT_2, press(1, "Bo"), play("blue 0", "Cy"))


def test_an_implied_stop_ends_one_obligation():
    table = table_of(box="attack-2005", house={"stop_after_cards": True})
    *_, line = told(
        table,
        *HIT_2, press(1, "Bo"), {"suggested": "Cy"}, press(1, "Cy"),
    )  # fmt: skip
    assert owed(line) == [("Cy", 3), ("Bo", 1)]
    assert all(debt["may_stop"] for debt in line["owes"])
    line = told(table, play("red 1", "Cy"))[0]
    assert line["refused"] == "Cy owes 3 presses first, or stops."
    line = told(table, press(0, "Bo"))[0]
    assert (line["refused"], line["phase"], line["up"]) == (None, "play", "Cy")


def test_an_implied_stop_ends_one_obligation_even_of_the_player_who_goes_on():
    # Bo is up after the stack (5.4), owes it, and owes a penalty before it.
    house = {"suggestion_penalty": 2}
    stack = (
        RED_7,
        play("red hit-1", "Ann"),
        play("red hit-1", "Bo"),
        play("wild-attack-attack", "Cy", colour="red", target="Bo"),
        press(1, "Bo"),
        {"suggested": "Bo"},
        press(1, "Bo"),
    )
    assert owed(after(*stack, house=house)) == [("Bo", 1), ("Bo", 3)]
    assert reason(*stack, play("red 1", "Bo"), house=house) == "Bo owes 3 presses first, or stops."
    assert after(*stack, stop("Bo"), play("red 1", "Bo"), house=house)["up"] == "Cy"


def test_4_2_holds_for_penalties():
    moves = RED_7, play("red 3", "Ann"), {"catch": "Ann", "by": "Cy"}, press(2, "Ann")
    dealt = {"house": {"cards_dealt": 2}}
    assert after(*moves, **dealt)["owes"][0]["may_stop"] is True
    assert after(*moves, stop("Ann"), **dealt)["up"] == "Bo"
    assert after(*moves, play("red 4", "Bo"), **dealt)["up"] == "Cy"
    assert after(*moves, press(0, "Bo"), **dealt)["up"] == "Cy"


def test_4_2_holds_for_a_stack():
    stack = RED_7, play("red hit-1"), play("red hit-2"), press(2, "Cy")
    assert owed(after(*stack)) == [("Cy", 2)]
    assert after(*stack, stop("Cy"))["up"] == "Bo"
    assert after(*stack, play("red 1", "Bo"))["up"] == "Cy"


def test_a_player_who_owes_and_is_up_next_presses_on_with_a_press_and_stops_with_a_card():
    stack = (
        RED_7,
        play("red hit-1", "Ann"),
        play("red hit-1", "Bo"),
        play("wild-attack-attack", "Cy", colour="red", target="Bo"),
        press(1, "Bo"),
    )
    line = after(*stack)
    assert (owed(line), line["next"]) == ([("Bo", 3)], "Bo")
    assert owed(after(*stack, press(1, "Bo"))) == [("Bo", 2)]
    assert after(*stack, play("red 1", "Bo"))["up"] == "Cy"


def test_a_share_of_all_hit_is_one_obligation():
    hit = RED_7, play("wild-all-hit", "Ann", colour="red"), press(3, "Bo")
    line = after(*hit, **ALL_STOP)
    assert owed(line) == [("Cy", 1), ("Di", 1)]
    assert line["owes"][0]["may_stop"] is False


def test_stop_where_nobody_owes_is_refused():
    assert reason(RED_7, stop("Ann")) == "Nobody owes a press, so there is nothing to stop."
    assert reason(*HIT_2, press(1, "Bo"), stop("Ann")) == "Bo owes 1 press first, or stops."


def test_4_3_a_press_that_failed_without_a_card_is_still_owed_and_changes_nothing():
    assert owed(after(*HIT_2, failed(0, "Bo"))) == [("Bo", 2)]
    assert after(*HIT_2, failed(0, "Bo"))["owes"][0]["may_answer"] is True
    assert after(RED_7, failed(0, "Ann"))["up"] == "Ann"
    line = after(*HIT_2, press(1, "Bo"), failed(0, "Cy"))
    assert (line["phase"], owed(line)) == ("owing", [("Bo", 1)])


def test_4_3_with_cards_it_counts_as_a_press_and_a_launch():
    line = after(*HIT_2, failed(2, "Bo"))
    assert (owed(line), line["owes"][0]["may_stop"], line["hands"]["Bo"]) == ([("Bo", 1)], True, 9)
    line = after(RED_7, failed(2, "Ann"))
    assert (line["up"], line["hands"]["Ann"], line["hopper"]) == ("Bo", 9, 81)
    fire = RED_7, play("wild-hit-fire", "Ann", colour="red"), failed(1, "Bo")
    assert after(*fire, box="attack-2005")["up"] == "Cy"


@pytest.mark.parametrize("move", [failed(0, "Cy"), failed(1, "Cy")], ids=str)
def test_a_failed_press_by_somebody_whose_press_it_isnt_is_refused_too(move):
    assert reason(RED_7, move) == "It's Ann's turn."
    assert reason(*HIT_2, move) == "Bo owes 2 presses first."


def capped(cards, **more):
    return {"house": {"max_cards_per_obligation": cards, **more}}


def test_8_1_an_obligation_ends_when_it_has_brought_so_many_cards():
    assert owed(after(*HIT_2, press(3), **capped(4))) == [("Bo", 1)]
    assert after(*HIT_2, press(4), **capped(4))["up"] == "Cy"
    line = after(*HIT_2, press(9), **capped(4))
    assert (line["up"], line["hands"]["Bo"]) == ("Cy", 16)  # cards beyond the cap count
    stack = RED_7, play("red hit-2"), play("red hit-2"), press(2), press(2)
    assert after(*stack, **capped(4))["up"] == "Bo"


def test_8_1_the_cap_holds_for_penalties_and_each_share_of_all_hit_and_a_custom_card():
    moves = RED_7, {"suggested": "Cy"}, press(2)
    assert after(*moves, box="attack-2005", **capped(2))["owes"] == []
    hit = RED_7, play("wild-custom", "Ann", colour="red"), press(3, "Bo"), press(0, "Cy"), press(2, "Cy")
    custom = {"presses": 5, "target": "everyone else"}
    assert owed(after(*hit, box="attack-2010", custom=custom, **capped(2))) == [("Di", 5)]


def test_8_1_the_cap_is_not_for_a_turns_own_press():
    assert after(RED_7, press(9), **capped(2))["hands"]["Ann"] == 16


def test_8_1_at_most_is_what_the_next_press_may_bring():
    table = table_of(**capped(4))
    told(table, RED_7)
    assert table.at_most() is None
    told(table, play("red hit-2"))
    assert table.at_most() == 4
    told(table, press(1))
    assert (table.at_most(), table.at_most("Bo")) == (3, 3)
    assert table.at_most("Cy") is None  # Cy's press would be a turn's own
    assert table.at_most("Di") is None


def test_8_1_without_a_cap_there_is_no_most():
    table = table_of()
    told(table, *HIT_2)
    assert table.at_most() is None


def test_may_press_says_why_not_and_changes_nothing():
    table = table_of()
    assert table.may_press() == "Turn up the first card first."
    told(table, *HIT_2)
    before = table.state
    assert (table.may_press(), table.may_press("Bo")) == (None, None)
    assert table.may_press("Cy") == "Bo owes 2 presses first."
    assert table.may_press("Zoe") == "Nobody called Zoe plays here."
    told(table, press(1))
    assert table.may_press("Cy") is None
    assert table.may_press("Di") == "Bo owes 1 press first, or stops."
    assert table.state.owes[0].presses == 1
    assert before.owes[0].presses == 2
