"""Rule 5: the Mega Hit rule."""

import pytest

from tests.rules.evening import RED_7, after, choose, failed, owed, play, press, reason

ATTACK = {"colour": "red"}


@pytest.mark.parametrize("card", ["red hit-1", "blue hit-1", "green hit-2", "hit-2", "wild-attack-attack"])
@pytest.mark.parametrize("hit", ["red hit-1", "red hit-2", "wild-attack-attack", "hit-1"])
def test_5_1_each_of_the_three_is_answered_by_each_of_any_colour(hit, card):
    presses = {"hit-1": 1, "hit-2": 2, "wild-attack-attack": 2}
    first = play(hit, "Ann", target="Bo", **ATTACK)
    assert after(RED_7, first)["owes"][0]["may_answer"] is True
    line = after(RED_7, first, play(card, "Bo", target="Di", **ATTACK))
    total = presses[hit.split()[-1]] + presses[card.split()[-1]]
    who = "Di" if card == "wild-attack-attack" else "Cy"
    assert (line["stack"], owed(line), line["owes"][0]["may_answer"]) == (total, [(who, total)], True)
    assert line["hands"]["Bo"] == 6


def test_5_1_once_they_have_pressed_it_is_too_late():
    hit = RED_7, play("red hit-2"), press(0)
    assert after(*hit)["owes"][0]["may_answer"] is False
    assert reason(*hit, play("red hit-1", "Bo")) == "Bo owes 1 press first."


def test_5_1_a_press_that_could_not_be_carried_out_leaves_the_answer_open():
    hit = RED_7, play("red hit-2"), failed(0, "Bo")
    assert after(*hit)["owes"][0]["may_answer"] is True
    assert owed(after(*hit, play("red hit-1", "Bo"))) == [("Cy", 3)]
    assert reason(*hit[:2], failed(1, "Bo"), play("red hit-1", "Bo")).startswith("Bo owes 1 press first")


def test_5_1_nobody_but_the_one_who_was_hit_answers():
    assert reason(RED_7, play("red hit-2"), play("red hit-1", "Cy")) == "Bo owes 2 presses first."


def test_5_2_the_sum_goes_to_the_next_in_turn_order_or_to_whom_an_attack_attack_chooses():
    moves = [RED_7, play("red reverse"), play("red hit-1", "Di"), play("red hit-2", "Cy")]
    assert owed(after(*moves)) == [("Bo", 3)]
    moves.append(play("wild-attack-attack", "Bo", target="Di", **ATTACK))
    line = after(*moves)
    assert (owed(line), line["stack"], line["colour"]) == ([("Di", 5)], 5, "red")
    assert reason(*moves[:-1], play("wild-attack-attack", "Bo", target="Bo", **ATTACK)) == (
        "Bo has to pick somebody else."
    )


def test_5_2_an_answer_may_be_chosen_later():
    moves = RED_7, play("red hit-1"), play("wild-attack-attack", "Bo")
    line = after(*moves)
    assert (line["phase"], line["up"], line["owes"]) == ("choose", "Bo", [])
    assert line["stack"] == 3  # the second hit lies
    line = after(*moves, choose("Bo", colour="red"), choose("Bo", target="Ann"))
    assert (owed(line), line["stack"], line["next"]) == ([("Ann", 3)], 3, "Bo")


def test_5_3_whoever_presses_owes_the_whole_sum_and_may_stop_after_cards():
    stack = RED_7, play("red hit-1"), play("red hit-2"), play("red hit-2"), press(0)
    line = after(*stack)
    assert (owed(line), line["stack"], line["owes"][0]["may_stop"]) == ([("Di", 4)], 5, False)
    line = after(*stack, press(1))
    assert (owed(line), line["stack"], line["owes"][0]["may_stop"]) == ([("Di", 3)], 5, True)


def test_stack_is_the_sum_from_the_second_hit_until_it_is_paid():
    assert after(RED_7, play("red hit-2"))["stack"] == 0
    stack = RED_7, play("red hit-2"), play("red hit-1")
    assert [after(*stack, *[press()] * n)["stack"] for n in range(4)] == [3, 3, 3, 0]
    assert after(*stack, press(1), {"stop": True})["stack"] == 0
    assert after(*stack, {"turn": "Ann"})["stack"] == 0


def test_stack_begins_anew_with_the_next_hit():
    moves = RED_7, play("red hit-2"), play("red hit-1"), *[press()] * 3, play("red hit-1", "Bo")
    assert (after(*moves)["stack"], owed(after(*moves))) == (0, [("Cy", 1)])
    assert after(*moves, press())["up"] == "Di"


def test_5_4_after_a_stack_play_resumes_with_the_player_after_the_first():
    two = RED_7, play("red hit-1", "Ann"), play("red hit-2", "Bo")
    assert after(*two)["next"] == "Bo"
    assert after(*two, *[press()] * 3)["up"] == "Bo"
    four = (*two, play("red hit-1", "Cy"), play("red hit-1", "Di"))
    assert owed(after(*four)) == [("Ann", 5)]
    assert after(*four, *[press()] * 5)["up"] == "Bo"


def test_5_4_counts_in_turn_order():
    moves = (
        RED_7,
        play("red reverse", "Ann"),
        play("red hit-1", "Di"),
        play("red hit-1", "Cy"),
        press(),
        press(),
    )
    assert after(*moves)["up"] == "Cy"


def test_5_4_a_single_unanswered_hit_follows_section_4():
    assert after(RED_7, play("red hit-1"), press())["up"] == "Cy"
    single = RED_7, play("wild-attack-attack", "Ann", target="Cy", **ATTACK), press(), press()
    assert after(*single)["up"] == "Di"


@pytest.mark.parametrize("card", ["red skip", "red reverse", "red 1", "wild", "red discard-all", "number"])
def test_5_5_nothing_else_answers_a_hit(card):
    assert reason(RED_7, play("red hit-1"), play(card, "Bo", **ATTACK)) == "Bo owes 1 press first."


@pytest.mark.parametrize(
    ("box", "card", "owes"),
    [
        ("attack-2010", "wild-hit-4", "4 presses"),
        ("attack-2005", "wild-hit-fire", None),
        ("attack-2005", "wild-all-hit", "1 press"),
        ("attack-2010", "wild-custom", "2 presses"),
    ],
)
def test_5_5_hit_4_hit_fire_and_all_hit_neither_answer_nor_are_answered(box, card, owes):
    table = {"box": box, "house": {"stacking": True}}
    if box == "attack-2010":
        table["custom"] = {"presses": 2, "target": "next"}
    said = f"Bo owes {owes} first." if owes else "Bo presses until cards come out first."
    laid = RED_7, play(card, "Ann", **ATTACK)
    assert after(*laid, **table)["owes"][0]["may_answer"] is False
    assert reason(*laid, play("red hit-2", "Bo"), **table) == said
    assert reason(RED_7, play("red hit-2"), play(card, "Bo", **ATTACK), **table) == "Bo owes 2 presses first."


def test_5_5_a_skipped_player_has_no_answer():
    assert reason(RED_7, play("red skip"), play("blue skip", "Bo")) == "It's Cy's turn."


def test_8_1_stacking_is_a_switch():
    moves = RED_7, play("red hit-2"), play("wild-attack-attack", "Bo", target="Di", **ATTACK)
    assert owed(after(*moves, box="attack-2010", house={"stacking": True})) == [("Di", 4)]
    assert reason(*moves, box="attack-2010") == "Bo owes 2 presses first."
    assert reason(*moves, house={"stacking": False}) == "Bo owes 2 presses first."


def test_a_penalty_goes_before_a_stack_and_leaves_it_and_its_answer_open():
    moves = RED_7, play("red hit-1"), play("red hit-2", "Bo"), {"suggested": "Cy"}
    table = {"house": {"suggestion_penalty": 2, "stop_after_cards": False}}
    line = after(*moves, **table)
    assert (owed(line), line["stack"]) == ([("Cy", 2), ("Cy", 3)], 3)
    assert reason(*moves, play("red hit-1", "Cy"), **table) == "Cy owes 2 presses first."
    line = after(*moves, press(1), press(1), **table)
    assert (owed(line), line["stack"], line["owes"][0]["may_answer"]) == ([("Cy", 3)], 3, True)
    line = after(*moves, press(1), press(1), play("red hit-1", "Cy"), **table)
    assert (owed(line), line["stack"]) == ([("Di", 4)], 4)


def test_a_card_in_answer_says_that_the_penalty_before_it_was_stopped():
    house = {"suggestion_penalty": 2}
    moves = RED_7, play("red hit-1"), {"suggested": "Di"}, press(1, "Di"), play("red hit-2", "Bo")
    assert owed(after(*moves, house=house)) == [("Cy", 3)]


def test_7_1_the_last_card_hits_and_cant_be_answered():
    house = {"cards_dealt": 1}
    line = after(RED_7, play("red hit-1"), house=house)
    assert (owed(line), line["owes"][0]["may_answer"], line["out"]) == ([("Bo", 1)], False, "Ann")
    assert reason(RED_7, play("red hit-1"), play("red hit-1", "Bo"), house=house) == "Bo owes 1 press first."


def test_7_1_an_answer_may_be_the_last_card_and_the_whole_sum_is_pressed():
    house = {"cards_dealt": 2}
    moves = RED_7, play("red 1"), play("red 1"), play("red hit-2", "Cy"), play("hit-1", "Di")
    last = (*moves, play("hit-2", "Ann"))
    line = after(*last, house=house)
    assert (owed(line), line["stack"], line["owes"][0]["may_answer"]) == ([("Bo", 5)], 5, False)
    assert after(*last, *[press()] * 5, house=house)["phase"] == "scoring"


def test_7_5_two_players_a_stack_resumes_after_the_first_layer():
    moves = RED_7, play("red hit-1", "Ann"), play("red hit-2", "Bo"), *[press(0, "Ann")] * 3
    assert after(*moves, players=2)["up"] == "Bo"
    moves = RED_7, play("red hit-1"), play("red hit-2"), play("red hit-1"), *[press(0, "Bo")] * 4
    assert after(*moves, players=2)["up"] == "Bo"
