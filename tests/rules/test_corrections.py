"""Setting right what nobody tapped or tapped wrongly: came_out, press_was, late, turn, correct."""

import pytest

from tests.rules.evening import (
    NEXT_ROUND,
    RED_7,
    UNDO,
    after,
    choose,
    failed,
    line_of,
    owed,
    play,
    press,
    reason,
    stop,
    table_of,
    told,
)

HIT_2 = (RED_7, play("red hit-2", "Ann"))


def late(card, by=None, **more):
    return play(card, by, late=True, **more)


# came_out


def test_the_last_press_brought_another_number_whatever_the_beam_said():
    line = after(RED_7, press(2, "Ann"), {"came_out": 3})
    assert (line["hands"]["Ann"], line["hopper"], line["up"]) == (10, 80, "Bo")
    assert after(RED_7, press(2, "Ann"), {"came_out": 2})["hands"]["Ann"] == 9
    line = after(RED_7, press(2, "Ann"), {"came_out": 3}, {"came_out": 1})
    assert (line["hands"]["Ann"], line["hopper"]) == (8, 82)


def test_only_the_last_press_is_meant():
    line = after(RED_7, press(2, "Ann"), press(1, "Bo"), {"came_out": 5})
    assert line["hands"] == {"Ann": 9, "Bo": 12, "Cy": 7, "Di": 7}


def test_what_came_since_is_worked_out_again():
    line = after(RED_7, press(2), play("red 1", "Bo"), play("red hit-1", "Cy"), {"came_out": 0})
    assert (line["hands"], owed(line)) == ({"Ann": 7, "Bo": 6, "Cy": 6, "Di": 7}, [("Di", 1)])
    line = after(RED_7, press(2), {"reloaded": True}, {"came_out": 5})
    assert line["hopper"] == 112 - 33 - 1


def test_a_debt_is_worked_out_again():
    line = after(*HIT_2, press(0, "Bo"), {"came_out": 2})
    assert (owed(line), line["owes"][0]["may_stop"]) == ([("Bo", 1)], True)
    line = after(*HIT_2, press(2, "Bo"), {"came_out": 0})
    assert line["owes"][0]["may_stop"] is False
    fire = RED_7, play("wild-hit-fire", colour="red"), press(1, "Bo")
    assert after(*fire, box="attack-2005")["up"] == "Cy"
    line = after(*fire, {"came_out": 0}, box="attack-2005")
    assert (line["phase"], line["up"], line["owes"][0]["until_cards"]) == ("owing", "Bo", True)
    cap = {"house": {"max_cards_per_obligation": 3}}
    assert owed(after(*HIT_2, press(3), {"came_out": 2}, **cap)) == [("Bo", 1)]
    assert after(*HIT_2, press(2), {"came_out": 3}, **cap)["up"] == "Cy"


def test_where_a_later_move_would_then_be_refused_so_is_the_correction():
    stopped = (*HIT_2, press(1, "Bo"), play("red 1", "Cy"), {"came_out": 0})
    assert reason(*stopped) == "What came since would not fit: Bo owes 1 press first."
    stopped = (*HIT_2, press(1, "Bo"), stop("Bo"), {"came_out": 0})
    assert reason(*stopped) == "What came since would not fit: Bo owes 1 press first."


def test_a_hand_that_could_not_have_laid_what_it_laid_refuses_the_correction():
    two = {"players": 2, "house": {"cards_dealt": 2}}
    pressed = RED_7, play("red skip", "Ann"), press(2, "Ann"), play("red 1", "Bo")
    laid = *pressed, play("red discard-all", "Ann", discards=2)
    assert after(*laid, **two)["phase"] == "scoring"
    assert "Ann holds only 2 cards" in reason(*laid, {"came_out": 1}, **two)


@pytest.mark.parametrize("cards", [-1, 10_000])
def test_came_out_is_a_number_that_can_be(cards):
    assert reason(RED_7, press(1), {"came_out": cards}).startswith("The cards that came out can't be")


def test_a_failed_press_is_put_right_too():
    line = after(*HIT_2, failed(0, "Bo"), {"came_out": 1})
    assert (owed(line), line["hands"]["Bo"], line["owes"][0]["may_answer"]) == ([("Bo", 1)], 8, False)
    line = after(*HIT_2, failed(2, "Bo"), {"came_out": 0})
    assert (owed(line), line["hands"]["Bo"], line["owes"][0]["may_answer"]) == ([("Bo", 2)], 7, True)


@pytest.mark.parametrize("move", [{"came_out": 1}, {"press_was": "Bo"}, late("red 1", "Ann")], ids=str)
def test_nothing_reaches_back_where_nobody_has_pressed_in_this_round(move):
    said = "Nobody has pressed in this round."
    assert reason(RED_7, move) == said
    assert reason(RED_7, play("red 3"), move) == said
    one = {"house": {"cards_dealt": 1}}
    round_two = RED_7, press(1), play("red 3"), {"points": {"Ann": 1, "Cy": 1, "Di": 1}}, NEXT_ROUND
    assert reason(*round_two, move, **one) == said
    assert reason(*round_two, RED_7, move, **one) == said


def test_a_correction_reaches_back_from_scoring_and_after():
    one = {"house": {"cards_dealt": 1}}
    out = RED_7, press(1, "Ann"), play("red 3", "Bo"), {"came_out": 4}
    line = after(*out, **one)
    assert (line["phase"], line["hands"]["Ann"]) == ("scoring", 5)
    entered = *out[:3], {"hand": {"Ann": ["red 1"] * 5}}, {"points": {"Cy": 1, "Di": 1}}, {"came_out": 4}
    line = after(*entered, **one)
    assert (line["phase"], line["scores"]["Bo"], line["warnings"]) == ("round-over", 7, [])


def test_a_correction_says_again_what_did_not_fit_the_hopper():
    line = after(RED_7, {"reloaded": 2}, press(1), {"came_out": 3})
    assert line["warnings"] == ["3 came out, but only 2 should have been in the launcher."]


# press_was


def test_the_cards_move_and_the_debts_are_worked_out_again():
    line = after(*HIT_2, press(2, "Bo"), {"press_was": "Cy"})
    assert (line["hands"]["Bo"], line["hands"]["Cy"], owed(line)) == (7, 9, [("Bo", 2)])
    assert line["owes"][0]["may_answer"] is True


def test_who_had_none_to_make_keeps_the_cards_and_nothing_is_paid():
    line = after(RED_7, press(2, "Ann"), {"press_was": "Cy"})
    assert (line["up"], line["hands"]) == ("Ann", {"Ann": 7, "Bo": 7, "Cy": 9, "Di": 7})
    open_uno = RED_7, play("red 3", "Ann"), press(1, "Bo"), {"press_was": "Cy"}
    assert after(*open_uno, house={"cards_dealt": 2})["uno_open"] == "Ann"


def test_a_press_that_was_theirs_to_make_pays_as_it_would_have():
    pressing = (*HIT_2, press(1, "Bo"))
    line = after(*pressing, press(2, "Bo"), {"press_was": "Cy"})
    assert (line["up"], line["hands"]["Cy"], line["hands"]["Bo"]) == ("Di", 9, 8)  # Bo had stopped
    line = after(*pressing, press(2, "Cy"), {"press_was": "Bo"})
    assert (line["up"], line["hands"]["Bo"]) == ("Cy", 10)


def test_it_can_be_moved_again_and_its_count_put_right():
    moved = *HIT_2, press(2, "Bo"), {"press_was": "Cy"}
    line = after(*moved, {"press_was": "Di"})
    assert line["hands"] == {"Ann": 6, "Bo": 7, "Cy": 7, "Di": 9}
    assert owed(after(*moved, {"press_was": "Bo"})) == [("Bo", 1)]
    line = after(*moved, {"came_out": 4})
    assert (line["hands"]["Cy"], owed(line)) == (11, [("Bo", 2)])
    assert after(*moved, UNDO)["hands"] == {"Ann": 6, "Bo": 9, "Cy": 7, "Di": 7}


def test_press_was_is_refused_for_strangers_and_where_later_moves_would_be():
    assert reason(RED_7, press(1), {"press_was": "Zoe"}) == "Nobody called Zoe plays here."
    said = reason(RED_7, press(1, "Ann"), play("red 1", "Bo"), {"press_was": "Cy"})
    assert said == "What came since would not fit: It's Ann's turn."
    said = reason(*HIT_2, press(0, "Bo"), press(1, "Bo"), play("red 1", "Cy"), {"press_was": "Ann"})
    assert said == "What came since would not fit: Bo owes 1 press first."


def test_moves_since_without_a_name_are_whoevers_turn_it_then_was():
    line = after(RED_7, press(1, "Ann"), play("red 1"), {"press_was": "Cy"})
    assert (line["up"], line["hands"]) == ("Bo", {"Ann": 6, "Bo": 7, "Cy": 8, "Di": 7})


# late


def test_a_card_tapped_late_is_put_before_the_last_press_and_whose_press_it_was_is_worked_out_too():
    line = after(RED_7, press(2), late("red hit-2", "Ann"))
    assert (owed(line), line["hands"]["Ann"], line["hands"]["Bo"]) == ([("Bo", 1)], 6, 9)
    line = after(RED_7, press(2, "Ann"), late("red hit-2", "Ann"))
    assert (owed(line), line["hands"]["Bo"]) == ([("Bo", 1)], 9)
    line = after(RED_7, press(2), late("red 3", "Ann"))
    assert (line["up"], line["hands"]["Ann"], line["hands"]["Bo"]) == ("Cy", 6, 9)


def test_two_late_cards_lie_in_the_order_they_were_tapped():
    line = after(RED_7, press(3), late("red 3", "Ann"), late("blue 3", "Bo"))
    assert (line["up"], line["hands"]) == ("Di", {"Ann": 6, "Bo": 6, "Cy": 10, "Di": 7})
    assert line["top"] == "blue 3"


def test_a_late_answer_makes_a_stack():
    line = after(RED_7, play("red hit-1"), press(1, "Bo"), late("red hit-2", "Bo"))
    assert (line["stack"], owed(line), line["hands"]["Cy"]) == (3, [("Cy", 2)], 8)


def test_what_came_since_follows_the_late_card():
    line = after(RED_7, press(1), play("red 1"), late("red hit-1", "Ann"))
    assert (line["up"], line["hands"]) == ("Di", {"Ann": 6, "Bo": 8, "Cy": 6, "Di": 7})
    said = reason(RED_7, press(1), play("red 1", "Bo"), late("red hit-1", "Ann"))
    assert said == "What came since would not fit: It's Cy's turn."
    said = reason(RED_7, press(1), play("red 1", "Bo"), late("red hit-2", "Ann"))
    assert said == "What came since would not fit: Bo owes 1 press first, or stops."


def test_a_late_card_must_have_been_possible_then():
    assert reason(RED_7, press(1), late("red 1", "Bo")) == "It's Ann's turn."
    assert reason(RED_7, press(1), late("blue 1", "Ann")) == "A blue 1 doesn't go on a red 7."
    assert "no card" in reason(RED_7, press(1), late("red 0", "Ann"))


def test_a_late_card_that_waits_for_a_choice_leaves_no_room_for_the_press():
    said = reason(RED_7, press(1), late("wild", "Ann"))
    assert said == "What came since would not fit: Ann picks a colour first."
    assert after(RED_7, press(1), late("wild", "Ann", colour="blue"))["up"] == "Cy"


def test_a_late_last_card_ends_the_round_after_its_presses():
    one = {"house": {"cards_dealt": 1}}
    line = after(RED_7, press(1), late("red hit-1", "Ann"), **one)
    assert (line["phase"], line["hands"]["Bo"]) == ("scoring", 2)
    assert "The round is over" in reason(RED_7, press(1), late("red 1", "Ann"), **one)


def test_late_false_is_a_card_like_any_other():
    assert after(RED_7, press(1), play("red 1", "Bo", late=False))["up"] == "Cy"


def test_a_correction_is_taken_back_alone():
    moves = RED_7, press(2), late("red hit-2", "Ann")
    line = after(*moves, UNDO)
    assert (line["up"], line["hands"], line["top"]) == ("Bo", {"Ann": 9, "Bo": 7, "Cy": 7, "Di": 7}, "red 7")
    assert after(*moves, UNDO, UNDO)["up"] == "Ann"
    assert after(RED_7, press(2), {"came_out": 3}, UNDO)["hands"]["Ann"] == 9


def test_after_an_undo_corrections_reach_the_press_that_is_then_the_last():
    line = after(RED_7, press(1), press(2), UNDO, {"came_out": 5})
    assert line["hands"] == {"Ann": 12, "Bo": 7, "Cy": 7, "Di": 7}


# turn and correct


def test_turn_makes_somebody_up_and_drops_what_was_owed_or_to_be_chosen():
    line = after(RED_7, {"turn": "Cy"})
    assert (line["phase"], line["up"]) == ("play", "Cy")
    line = after(*HIT_2, {"turn": "Cy"})
    assert (line["phase"], line["up"], line["owes"]) == ("play", "Cy", [])
    line = after(RED_7, play("wild", "Ann"), {"turn": "Cy"})
    assert (line["phase"], line["up"], line["colour"]) == ("play", "Cy", None)
    assert after(RED_7, play("wild", "Ann"), {"turn": "Cy"}, play("green 2", "Cy"))["up"] == "Di"


def test_turn_is_taken_back():
    assert owed(after(*HIT_2, {"turn": "Cy"}, UNDO)) == [("Bo", 2)]
    assert after(RED_7, {"correct": {"Bo": 3}}, UNDO)["hands"]["Bo"] == 7


def test_correct_changes_hands_alone():
    line = after(*HIT_2, {"correct": {"Bo": 5, "Cy": 1}})
    assert (line["hands"], owed(line), line["hopper"]) == (
        {"Ann": 6, "Bo": 5, "Cy": 1, "Di": 7},
        [("Bo", 2)],
        83,
    )
    assert after({"correct": {"Bo": 8}})["hands"]["Bo"] == 8
    assert after(RED_7, play("wild"), {"correct": {"Bo": 8}}, choose(colour="red"))["hands"]["Bo"] == 8


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ({"Bo": 0}, "Bo can't hold 0 cards: laying the last one ends the round."),
        ({"Cy": 3, "Bo": 0}, "Bo can't hold 0 cards: laying the last one ends the round."),
        ({"Bo": -1}, "A hand can't be less than 0."),
        ({"Zoe": 3}, "Nobody called Zoe plays here."),
        ({"Bo": 91}, "There are only 112 cards in the box, and one lies on the pile."),
        ({}, "Say whose hand it is."),
    ],
    ids=str,
)
def test_a_hand_that_cannot_be_is_refused(hands, said):
    assert reason(RED_7, {"correct": hands}) == said


def test_the_hand_that_laid_the_last_card_is_not_corrected():
    said = reason(RED_7, play("red hit-1", "Ann"), {"correct": {"Ann": 2}}, house={"cards_dealt": 1})
    assert said == "Ann laid the last card: take that back first."


def test_turn_for_a_stranger_is_refused():
    assert reason(RED_7, {"turn": "Zoe"}) == "Nobody called Zoe plays here."


def test_the_line_says_what_a_correction_would_reach():
    def last(*moves):
        return after(*moves)["last_press"]

    assert last(RED_7) is None
    assert last(RED_7, press(2), play("red 1")) == {"who": "Ann", "cards": 2}
    assert last(RED_7, press(2), press(0)) == {"who": "Bo", "cards": 0}
    assert last(*HIT_2, failed(2)) == {"who": "Bo", "cards": 2}
    assert last(RED_7, press(2), {"press_was": "Cy"}, {"came_out": 3}) == {"who": "Cy", "cards": 3}
    assert last(RED_7, press(2), late("red 1", "Ann")) == {"who": "Bo", "cards": 2}
    assert last(RED_7, {"mode": "toy"}, press(1)) == {"who": None, "cards": 1}


def test_every_press_counts_for_whom_it_is_booked_to():
    table = table_of()
    told(table, RED_7, press(2), press(0), press(3), {"press_was": "Ann"}, failed(0, "Cy"))
    tallies = [(tally.presses, tally.launches, tally.cards) for tally in table.state.tallies]
    assert tallies == [(2, 2, 5), (1, 0, 0), (0, 0, 0), (0, 0, 0)]
    assert line_of(table)["up"] == "Cy"
