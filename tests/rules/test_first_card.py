"""Rule 2: setting up, and what the turned-up first card does."""

import pytest

from tests.rules.evening import RED_7, UNDO, after, choose, line_of, owed, play, press, reason, stop, table_of


@pytest.mark.parametrize("players", range(2, 11))
def test_2_2_seven_cards_each_one_face_up_the_rest_in_the_launcher(players):
    line = line_of(table_of(players))
    assert line["hopper"] == 112 - 7 * players - 1
    assert set(line["hands"].values()) == {7}
    assert (line["phase"], line["up"], line["top"], line["pile"]) == ("turn-up", None, None, 1)


@pytest.mark.parametrize("players", range(2, 11))
def test_2_3_the_player_on_the_dealers_left_starts_and_play_goes_clockwise(players):
    line = after(RED_7, players=players, dealer="Ann")
    assert (line["up"], line["direction"]) == ("Bo", "left")
    assert after(RED_7, press(), players=players, dealer="Ann")["up"] == ("Ann", "Cy")[players > 2]


def test_house_starts_right_the_player_on_the_dealers_right_starts_and_play_still_goes_clockwise():
    house = {"starts": "right"}
    assert after(RED_7, dealer="Ann", house=house)["up"] == "Di"
    line = after(RED_7, press(), dealer="Ann", house=house)
    assert (line["up"], line["direction"]) == ("Ann", "left")


@pytest.mark.parametrize("card", ["red 1", "green 9", "blue discard-all", "number", "discard-all"])
def test_2_4_number_or_discard_all_does_nothing(card):
    line = after({"turn_up": card})
    assert (line["phase"], line["up"], line["owes"], line["top"]) == ("play", "Ann", [], card)


def test_2_4_the_first_player_plays_on_it_as_on_any_card_of_its_colour():
    turned = {"turn_up": "blue discard-all"}
    assert after(turned, play("blue 4", "Ann"))["up"] == "Bo"
    assert after(turned, play("red discard-all", "Ann"))["up"] == "Bo"
    assert reason(turned, play("red 4", "Ann")) == "A red 4 doesn't go on a blue discard-all."


@pytest.mark.parametrize(("card", "presses"), [("red hit-1", 1), ("red hit-2", 2), ("hit-2", 2)])
def test_2_4_hit_the_first_player_presses_and_has_had_their_turn(card, presses):
    line = after({"turn_up": card})
    assert (line["phase"], line["up"], owed(line), line["next"]) == ("owing", "Ann", [("Ann", presses)], "Bo")
    line = after({"turn_up": card}, *[press()] * presses)
    assert (line["phase"], line["up"]) == ("play", "Bo")


def test_a_turned_up_hit_cant_be_answered_but_may_be_stopped():
    assert after({"turn_up": "red hit-2"})["owes"][0]["may_answer"] is False
    assert reason({"turn_up": "red hit-2"}, play("red hit-1", "Ann")) == "Ann owes 2 presses first."
    assert after({"turn_up": "red hit-2"}, press(1), stop("Ann"))["up"] == "Bo"
    assert after({"turn_up": "red hit-2"}, press(1), play("red 1", "Bo"))["up"] == "Cy"


def test_2_4_skip_the_first_player_is_skipped():
    assert after({"turn_up": "red skip"})["up"] == "Bo"
    assert after({"turn_up": "red skip"}, players=2)["up"] == "Bo"


def test_2_4_reverse_the_dealer_starts_and_play_runs_counter_clockwise():
    line = after({"turn_up": "red reverse"})
    assert (line["up"], line["direction"], line["next"]) == ("Di", "right", "Cy")


def test_7_5_two_players_a_turned_up_reverse_lets_the_dealer_start_and_the_direction_stays():
    line = after({"turn_up": "red reverse"}, players=2)
    assert (line["up"], line["direction"]) == ("Bo", "left")


def test_2_4_wild_the_first_player_picks_the_colour_then_plays():
    line = after({"turn_up": "wild"})
    assert (line["phase"], line["up"], line["colour"], line["choosing"]) == (
        "choose",
        "Ann",
        None,
        ["colour"],
    )
    line = after({"turn_up": "wild"}, choose("Ann", colour="green"))
    assert (line["phase"], line["up"], line["colour"], line["top"]) == ("play", "Ann", "green", "wild")
    picked = {"turn_up": "wild"}, choose(colour="green")
    assert reason(*picked, play("red 7")) == "A red 7 doesn't go on a wild in green."
    assert after(*picked, play("green 7"))["up"] == "Bo"


def test_2_4_attack_attack_the_first_player_picks_the_target_presses_and_play_passes_after_the_first_player():
    turned = {"turn_up": "wild-attack-attack"}
    assert after(turned)["choosing"] == ["colour", "target"]
    line = after(turned, choose("Ann", colour="red", target="Di"))
    assert (line["phase"], owed(line), line["next"]) == ("owing", [("Di", 2)], "Bo")
    assert line["owes"][0]["may_answer"] is False
    assert after(turned, choose("Ann", colour="red", target="Di"), press(), press())["up"] == "Bo"


def test_a_turned_up_attack_attack_is_chosen_in_parts_and_never_at_oneself():
    turned = {"turn_up": "wild-attack-attack"}
    assert after(turned, choose("Ann", target="Cy"))["choosing"] == ["colour"]
    assert owed(after(turned, choose("Ann", target="Cy"), choose("Ann", colour="red"))) == [("Cy", 2)]
    assert owed(after(turned, choose("Ann", colour="red"), choose("Ann", target="Cy"))) == [("Cy", 2)]
    assert reason(turned, choose("Ann", target="Ann")) == "Ann has to pick somebody else."


@pytest.mark.parametrize(
    ("box", "card"),
    [
        ("attack-2005", "red trade-hands"),
        ("attack-2005", "trade-hands"),
        ("attack-2005", "wild-all-hit"),
        ("attack-2005", "wild-hit-fire"),
        ("attack-2010", "wild-hit-4"),
        ("attack-2010", "wild-custom"),
    ],
)
def test_2_4_another_card_is_turned(box, card):
    assert reason({"turn_up": card}, box=box) == f"A {card} can't be the first card: turn another."


def test_2_4_another_card_is_turned_whatever_is_written_on_the_customizable_one():
    custom = {"presses": 2, "target": "next"}
    assert "turn another" in reason({"turn_up": "wild-custom"}, box="attack-2010", custom=custom)


def test_the_first_card_is_turned_once_but_by_undo():
    assert reason(RED_7, {"turn_up": "red 8"}).startswith("The first card has been turned up already")
    assert after({"turn_up": "red hit-2"}, UNDO, {"turn_up": "red 8"})["owes"] == []


@pytest.mark.parametrize(
    "move",
    [
        play("red 7", "Ann"), press(2, "Ann"), press(), stop("Ann"), choose("Ann", colour="red"),
        {"turn": "Cy"}, {"uno": "Ann"}, {"catch": "Ann", "by": "Bo"}, {"hand": {"Bo": []}},
        {"points": {"Bo": 0}}, {"came_out": 1}, {"press_was": "Bo"}, {"next_round": True},
    ],
    ids=str,
)  # fmt: skip
def test_before_the_first_card_nothing_else_is_possible(move):
    assert reason(move).endswith(".")


def test_before_the_first_card_nobody_has_suggested_anything():
    assert reason({"suggested": "Bo"}, box="attack-2005") == "Turn up the first card first."
