"""Rules 3 and 4: a turn, and what cards do."""

import pytest

from tests.rules.evening import NAMES, RED_7, after, choose, failed, owed, play, press, reason, stop


@pytest.mark.parametrize("card", ["red 1", "blue 7", "red skip", "wild"])
def test_3_1_a_card_matches_by_colour_number_or_is_wild(card):
    assert after(RED_7, play(card, "Ann", colour="blue"))["top"] == card


def test_3_1_a_card_matches_by_symbol():
    assert after(RED_7, play("red skip", "Ann"), play("blue skip", "Cy"))["top"] == "blue skip"


def test_3_1_a_card_that_matches_in_nothing_is_refused():
    assert reason(RED_7, play("blue 3", "Ann")) == "A blue 3 doesn't go on a red 7."


def test_3_1_on_a_wild_goes_its_colour_alone():
    wild = RED_7, play("wild", "Ann", colour="blue")
    assert after(*wild, play("blue 3", "Bo"))["colour"] == "blue"
    assert reason(*wild, play("red 3", "Bo")) == "A red 3 doesn't go on a wild in blue."


@pytest.mark.parametrize("card", ["number", "hit-2", "skip", "discard-all"])
def test_a_card_tapped_by_kind_goes_on_everything_and_makes_everything_match_after_it(card):
    moves = [RED_7, play(card, "Ann"), *([press(), press()] if card == "hit-2" else [])]
    line = after(*moves)
    assert (line["top"], line["colour"]) == (card, None)
    line = after(*moves, play("green 3"))
    assert (line["top"], line["colour"]) == ("green 3", "green")
    assert reason(*moves, play("green 3"), play("blue 4")) == "A blue 4 doesn't go on a green 3."


def test_a_wild_makes_colours_known_again():
    moves = RED_7, play("number"), play("wild", colour="blue")
    assert reason(*moves, play("green 3")) == "A green 3 doesn't go on a wild in blue."


def test_3_2_a_press_whatever_comes_out_joins_the_hand_and_ends_the_turn():
    line = after(RED_7, press(3, "Ann"))
    assert (line["up"], line["hands"]["Ann"], line["hopper"], line["owes"]) == ("Bo", 10, 80, [])
    assert after(RED_7, press(0, "Ann"))["up"] == "Bo"


def test_3_3_a_card_that_just_came_out_may_not_be_played():
    assert reason(RED_7, press(1, "Ann"), play("red 1", "Ann")) == "It's Bo's turn."


@pytest.mark.parametrize("move", [press(2, "Cy"), press(2, "Bo"), play("red 1", "Cy")], ids=str)
def test_3_4_nobody_presses_or_plays_out_of_turn(move):
    assert reason(RED_7, move) == "It's Ann's turn."


def test_by_left_out_is_whoever_is_up():
    line = after(RED_7, play("red 1"), press(2), play("red 2"))
    assert (line["up"], line["hands"]) == ("Di", {"Ann": 6, "Bo": 9, "Cy": 6, "Di": 7})


def test_4_reverse_flips_the_direction():
    line = after(RED_7, play("red reverse", "Ann"))
    assert (line["direction"], line["up"]) == ("right", "Di")
    line = after(RED_7, play("red reverse"), play("blue reverse", "Di"))
    assert (line["direction"], line["up"]) == ("left", "Ann")


def test_4_skip_the_next_player_loses_the_turn():
    assert after(RED_7, play("red skip", "Ann"))["up"] == "Cy"
    assert after(RED_7, play("red reverse", "Ann"), play("red skip", "Di"))["up"] == "Bo"


@pytest.mark.parametrize("players", range(3, 11))
def test_4_skip_and_reverse_go_round_the_table(players):
    assert after(RED_7, play("red reverse"), players=players)["up"] == NAMES[players - 1]
    assert after(RED_7, play("red reverse"), play("red skip"), players=players)["up"] == NAMES[players - 3]


def test_4_discard_all_takes_further_cards_along():
    line = after(RED_7, play("red discard-all", "Ann", discards=4))
    assert (line["hands"]["Ann"], line["up"], line["pile"]) == (2, "Bo", 6)
    assert after(RED_7, play("red discard-all", "Ann"))["hands"]["Ann"] == 6
    assert after(RED_7, play("discard-all", "Ann", discards=6))["phase"] == "scoring"


def test_4_discard_all_is_playable_on_its_colour_or_on_another():
    assert after(RED_7, play("red discard-all"), play("blue discard-all"))["top"] == "blue discard-all"
    assert "doesn't go on" in reason(RED_7, play("blue discard-all"))


def test_discards_on_another_card_are_refused():
    assert reason(RED_7, play("red 1", "Ann", discards=1)) == "No further cards go along with a red 1."
    assert "less than 0" in reason(RED_7, play("red discard-all", "Ann", discards=-1))
    assert "less than 0" in reason(RED_7, play("red 1", "Ann", discards=-1))


def test_more_cards_laid_than_held_is_refused_with_the_way_to_correct_it():
    said = reason(RED_7, play("red discard-all", "Ann", discards=7))
    assert said.startswith("Ann holds only 7 cards by the count")
    assert '{"correct": {"Ann": …}}' in said
    assert after(RED_7, {"correct": {"Ann": 9}}, play("red discard-all", "Ann", discards=7))["up"] == "Bo"


@pytest.mark.parametrize(("card", "presses"), [("red hit-1", 1), ("red hit-2", 2)])
def test_4_hit_the_next_player_presses_and_loses_the_turn(card, presses):
    line = after(RED_7, play(card, "Ann"))
    assert (line["phase"], line["up"], owed(line)) == ("owing", "Bo", [("Bo", presses)])
    line = after(RED_7, play(card, "Ann"), *[press()] * presses)
    assert (line["phase"], line["up"], line["owes"]) == ("play", "Cy", [])


def test_4_attack_attack_hits_any_other_player_and_play_resumes_after_the_victim():
    hit = RED_7, play("wild-attack-attack", "Ann", colour="blue", target="Cy")
    line = after(*hit)
    assert (owed(line), line["colour"], line["next"]) == ([("Cy", 2)], "blue", "Di")
    assert after(*hit, press(), press())["up"] == "Di"
    back = RED_7, play("red 1"), play("wild-attack-attack", "Bo", colour="blue", target="Ann")
    assert after(*back, press(), press())["up"] == "Bo"


def test_4_attack_attack_never_hits_oneself_nor_a_stranger():
    attack = {"colour": "blue"}
    said = reason(RED_7, play("wild-attack-attack", "Ann", target="Ann", **attack))
    assert said == "Ann has to pick somebody else."
    said = reason(RED_7, play("wild-attack-attack", "Ann", target="Zoe", **attack))
    assert said == "Nobody called Zoe plays here."


def test_4_hit_4_presses_four_times_and_loses_the_turn():
    hit = RED_7, play("wild-hit-4", "Ann", colour="blue")
    assert owed(after(*hit, box="attack-2010")) == [("Bo", 4)]
    assert after(*hit, *[press()] * 4, box="attack-2010")["up"] == "Cy"


def test_4_all_hit_goes_round_clockwise_from_the_left_and_the_next_player_keeps_the_turn():
    box = {"box": "attack-2005"}
    hit = RED_7, play("wild-all-hit", "Ann", colour="blue")
    assert owed(after(*hit, **box)) == [("Bo", 1), ("Cy", 1), ("Di", 1)]
    line = after(*hit, press(0, "Bo"), press(2, "Cy"), press(1, "Di"), **box)
    assert (line["up"], line["hands"]) == ("Bo", {"Ann": 6, "Bo": 7, "Cy": 9, "Di": 8})
    assert reason(*hit, press(0, "Cy"), **box) == "Bo owes 1 press first."


def test_4_all_hit_goes_clockwise_even_where_play_does_not():
    moves = RED_7, play("red reverse", "Ann"), play("wild-all-hit", "Di", colour="blue")
    line = after(*moves, box="attack-2005")
    assert owed(line) == [("Ann", 1), ("Bo", 1), ("Cy", 1)]
    assert after(*moves, press(), press(), press(), box="attack-2005")["up"] == "Cy"


def test_4_hit_fire_presses_until_cards_come_out_and_loses_the_turn():
    box = {"box": "attack-2005"}
    hit = RED_7, play("wild-hit-fire", "Ann", colour="blue")
    debt = after(*hit, *[press()] * 7, **box)["owes"]
    assert [(d["who"], d["presses"], d["until_cards"]) for d in debt] == [("Bo", 0, True)]
    line = after(*hit, press(), press(2), **box)
    assert (line["up"], line["hands"]["Bo"]) == ("Cy", 9)
    assert reason(*hit, play("red 1", "Cy"), **box) == "Bo presses until cards come out first."


def test_4_4_until_cards_survives_an_empty_hopper():
    hit = RED_7, {"reloaded": 0}, play("wild-hit-fire", "Ann", colour="blue"), failed(0, "Bo")
    line = after(*hit, {"reloaded": 60}, box="attack-2005")
    assert (line["phase"], line["owes"][0]["until_cards"]) == ("owing", True)
    assert after(*hit, {"reloaded": 60}, press(1, "Bo"), box="attack-2005")["up"] == "Cy"


def test_4_trade_hands_swaps_and_passes_the_turn():
    line = after(RED_7, press(4), play("red trade-hands", "Bo", target="Ann"), box="attack-2005")
    assert (line["hands"], line["up"]) == ({"Ann": 6, "Bo": 11, "Cy": 7, "Di": 7}, "Cy")


def test_4_trade_hands_must_have_a_partner_and_is_never_the_last_card():
    box = {"box": "attack-2005"}
    line = after(RED_7, play("red trade-hands", "Ann"), **box)
    assert (line["phase"], line["up"], line["choosing"]) == ("choose", "Ann", ["target"])
    assert line["hands"]["Ann"] == 6
    assert after(RED_7, play("red trade-hands", "Ann"), choose("Ann", target="Di"), **box)["up"] == "Bo"
    said = reason(RED_7, play("red trade-hands", "Ann", target="Bo"), house={"cards_dealt": 1}, **box)
    assert said == "A red trade-hands can't be the last card."


@pytest.mark.parametrize(
    ("custom", "debts", "up"),
    [
        (None, [], "Bo"),
        ({}, [], "Bo"),
        ({"presses": 0}, [], "Bo"),
        ({"presses": 3, "target": "next"}, [("Bo", 3)], "Cy"),
        ({"presses": 2, "target": "chosen"}, [("Cy", 2)], "Di"),
        ({"presses": 1, "target": "everyone else"}, [("Bo", 1), ("Cy", 1), ("Di", 1)], "Bo"),
        ({"presses": 1, "target": "everyone-else"}, [("Bo", 1), ("Cy", 1), ("Di", 1)], "Bo"),
        ({"presses": 1, "target": "everyone"}, [("Bo", 1), ("Cy", 1), ("Di", 1)], "Bo"),
        ({"presses": 2, "target": "self"}, [("Ann", 2)], "Bo"),
        ({"presses": 2, "target": "player"}, [("Ann", 2)], "Bo"),
        ({"presses": 1}, [("Bo", 1)], "Cy"),
        ({"presses": "until cards", "target": "next"}, [("Bo", 0)], "Cy"),
        ({"until_cards": True, "target": "self"}, [("Ann", 0)], "Bo"),
    ],
    ids=str,
)
def test_4_customizable_does_what_the_table_wrote_on_it(custom, debts, up):
    table = {"box": "attack-2010", **({} if custom is None else {"custom": custom})}
    moves = [RED_7, play("wild-custom", "Ann", colour="blue", target="Cy")]
    line = after(*moves, **table)
    assert (owed(line), line["colour"]) == (debts, "blue")
    until = bool(debts) and debts[0][1] == 0
    moves += [press(1)] if until else [press()] * sum(presses for _, presses in debts)
    line = after(*moves, **table)
    assert (line["phase"], line["up"]) == ("play", up)


def test_a_missing_colour_or_target_waits_in_parts_if_need_be():
    attack = RED_7, play("wild-attack-attack", "Ann")
    line = after(*attack)
    assert (line["phase"], line["up"], line["choosing"]) == ("choose", "Ann", ["colour", "target"])
    assert (line["colour"], line["owes"], line["hands"]["Ann"]) == (None, [], 6)
    assert owed(after(*attack, choose("Ann", colour="red", target="Di"))) == [("Di", 2)]
    assert after(*attack, choose("Ann", colour="red"))["choosing"] == ["target"]
    assert owed(after(*attack, choose(target="Bo"), choose(colour="red"))) == [("Bo", 2)]
    half = RED_7, play("wild-attack-attack", "Ann", target="Cy")
    assert after(*half)["choosing"] == ["colour"]
    assert owed(after(*half, choose("Ann", colour="red"))) == [("Cy", 2)]
    other = RED_7, play("wild-attack-attack", "Ann", colour="green")
    assert owed(after(*other, choose("Ann", target="Cy"))) == [("Cy", 2)]


def test_a_choice_is_the_choosers_and_nothing_else_goes_before_it():
    attack = RED_7, play("wild-attack-attack", "Ann", colour="red")
    for move in (choose("Bo", target="Di"), press(0, "Ann"), press(), play("red 1", "Bo"), play("red 1")):
        assert reason(*attack, move) == "Ann picks a player first."
    assert reason(*attack, choose("Ann", colour="red")) == "Ann picks a player first."
    assert reason(*attack, choose("Ann")) == "Ann picks a player first."
    assert reason(*attack, stop("Ann")).startswith("Nobody owes")
    assert reason(RED_7, play("wild"), press()) == "Ann picks a colour first."
    assert reason(RED_7, play("wild-attack-attack"), press()) == "Ann picks a colour and a player first."


def test_a_choice_where_nothing_is_to_be_chosen_is_refused():
    assert reason(RED_7, choose("Ann", colour="red")) == "There is nothing to choose now."
    assert reason(RED_7, play("red hit-2"), choose("Ann", colour="red")) == "Bo owes 2 presses first."


@pytest.mark.parametrize("colour", ["purple", "Red", "", "wild"])
def test_a_wrong_colour_is_refused(colour):
    said = f'"{colour}" is no colour: pick red, yellow, green or blue.'
    assert reason(RED_7, play("wild", "Ann", colour=colour)) == said
    assert "is no colour" in reason(RED_7, play("wild", "Ann"), choose("Ann", colour=colour))


def test_a_needless_colour_target_or_uno_is_ignored():
    line = after(RED_7, play("red 1", "Ann", colour="blue", target="Zoe", uno=True))
    assert (line["colour"], line["up"], line["uno_open"]) == ("red", "Bo", None)
    assert after(RED_7, play("wild"), choose(colour="red", target="Zoe"))["colour"] == "red"


@pytest.mark.parametrize(
    "move", [play("red 1", "Zoe"), press(0, "Zoe"), failed(1, "Zoe"), stop("Zoe")], ids=str
)
def test_an_unknown_player_is_refused(move):
    assert reason(RED_7, move) == "Nobody called Zoe plays here."


@pytest.mark.parametrize("cards", [-1, 10_000, 10**30])
def test_a_press_brings_a_number_of_cards_that_can_be(cards):
    for move in (press(cards, "Ann"), failed(cards, "Ann")):
        assert reason(RED_7, move).startswith("The cards that came out can't be")


def test_what_came_out_is_a_fact_even_where_the_hopper_should_hold_less():
    line = after(RED_7, {"reloaded": 2}, press(4, "Ann"))
    assert (line["hopper"], line["hands"]["Ann"]) == (0, 11)
    assert line["warnings"] == ["4 came out, but only 2 should have been in the launcher."]
    line = after(RED_7, press(500, "Ann"))
    assert (line["hopper"], line["hands"]["Ann"], line["pile"]) == (0, 507, 0)
    assert after(RED_7, {"reloaded": 2}, press(2, "Ann"))["warnings"] == []
