"""Rule 7: the end of a round, scoring, the game; 7.5 two players; 7.6 reloading."""

import pytest

from tests.rules.evening import (
    NEXT_ROUND,
    RED_7,
    UNDO,
    after,
    choose,
    owed,
    play,
    press,
    reason,
    stop,
    table_of,
    told,
)

ONE = {"house": {"cards_dealt": 1}}
OUT = (RED_7, play("red 3", "Ann"))


def points(**worth):
    return {"points": worth}


def hand(**cards):
    return {"hand": cards}


def rounds(*worths, players=4, **table):
    """The line after rounds in which whoever is up lays the last card and the others enter these points."""
    table = table_of(players, **{**ONE, **table})
    line = {}
    for n, worth in enumerate(worths):
        if n:
            told(table, NEXT_ROUND)
        *_, line = told(table, RED_7, play("red 3"), points(**worth))
        assert line["refused"] is None
    return line


def test_7_1_a_round_ends_with_the_last_card():
    line = after(*OUT, **ONE)
    assert (line["phase"], line["up"], line["hands"]["Ann"], line["out"]) == ("scoring", None, 0, "Ann")
    assert line["missing"] == ["Bo", "Cy", "Di"]
    for move in (press(0, "Bo"), play("red 3", "Bo"), {"turn": "Bo"}, {"correct": {"Bo": 4}}, NEXT_ROUND):
        assert reason(*OUT, move, **ONE).startswith(("The round is over", "This round isn't over"))


def test_7_1_presses_because_of_the_last_card_are_made_first_and_their_cards_count():
    last = RED_7, play("red hit-2", "Ann")
    assert after(*last, **ONE)["phase"] == "owing"
    line = after(*last, press(2), press(1), **ONE)
    assert (line["phase"], line["hands"]["Bo"], line["up"]) == ("scoring", 4, None)
    assert after(*last, press(2), stop("Bo"), **ONE)["phase"] == "scoring"
    assert reason(*last, press(2), play("red 1", "Cy"), **ONE) == "Bo owes 1 press first, or stops."
    all_hit = RED_7, play("wild-all-hit", "Ann", colour="red"), press(), press(), press()
    assert after(*all_hit, box="attack-2005", **ONE)["phase"] == "scoring"


def test_a_missing_colour_or_target_is_chosen_for_a_last_card_too():
    line = after(RED_7, play("wild", "Ann"), **ONE)
    assert (line["phase"], line["up"]) == ("choose", "Ann")
    assert after(RED_7, play("wild", "Ann"), choose("Ann", colour="red"), **ONE)["phase"] == "scoring"
    attack = RED_7, play("wild-attack-attack", "Ann"), choose(colour="red")
    assert after(*attack, **ONE)["choosing"] == ["target"]
    line = after(*attack, choose(target="Di"), **ONE)
    assert (owed(line), line["owes"][0]["may_answer"]) == ([("Di", 2)], False)


def test_7_1_two_players_a_skip_as_the_last_card_ends_the_round():
    assert after(RED_7, play("red skip"), players=2, **ONE)["phase"] == "scoring"


def test_turn_cannot_save_a_round_whose_last_card_lies():
    said = reason(RED_7, play("red hit-2", "Ann"), {"turn": "Cy"}, **ONE)
    assert said == "Ann laid the last card: only its presses are left."


def test_7_2_standard_the_winner_scores_what_is_left_elsewhere():
    line = after(*OUT, hand(Bo=["blue hit-2"]), hand(Cy=["wild"], Di=["red 9"]), **ONE)
    assert (line["phase"], line["scores"]) == ("round-over", {"Ann": 99, "Bo": 0, "Cy": 0, "Di": 0})
    assert line["up"] is None


def test_7_2_points_are_added_when_all_hands_are_there():
    line = after(*OUT, points(Bo=40, Cy=3), **ONE)
    assert (line["phase"], line["scores"]["Ann"], line["missing"]) == ("scoring", 0, ["Di"])
    assert after(*OUT, points(Bo=40, Cy=3), hand(Di=["skip"]), **ONE)["scores"]["Ann"] == 63


def test_7_2_first_to_the_target_wins():
    line = rounds({"Bo": 30, "Cy": 30, "Di": 30}, target=90)
    assert (line["phase"], line["winner"]) == ("game-over", "Ann")
    line = rounds({"Bo": 30, "Cy": 30, "Di": 29}, target=90)
    assert (line["phase"], line["winner"]) == ("round-over", None)


def test_7_2_scores_add_up_over_the_rounds():
    line = rounds({"Bo": 9, "Cy": 1, "Di": 2}, {"Ann": 3, "Cy": 4, "Di": 5}, {"Ann": 6, "Bo": 7, "Di": 8})
    assert line["scores"] == {"Ann": 12, "Bo": 12, "Cy": 21, "Di": 0}


def test_7_3_low_score_everyone_writes_down_their_own_and_the_lowest_wins():
    line = rounds({"Bo": 60, "Cy": 7, "Di": 1}, scoring="low", target=50)
    assert (line["winner"], line["scores"]) == ("Ann", {"Ann": 0, "Bo": 60, "Cy": 7, "Di": 1})
    assert rounds({"Bo": 49, "Cy": 7, "Di": 1}, scoring="low", target=50)["winner"] is None


def test_7_3_a_tie_is_a_list():
    line = rounds(
        {"Bo": 20, "Cy": 30}, {"Ann": 5, "Cy": 5}, {"Ann": 15, "Bo": 50}, players=3, scoring="low", target=70
    )
    assert line["scores"] == {"Ann": 20, "Bo": 70, "Cy": 35}
    assert line["winner"] == "Ann"
    line = rounds({"Bo": 1, "Cy": 1}, {"Ann": 1, "Cy": 70}, players=3, scoring="low", target=70)
    assert (line["phase"], line["winner"]) == ("game-over", ["Ann", "Bo"])


def test_7_4_challenge_who_reaches_the_limit_is_out_and_the_others_go_on():
    line = rounds({"Bo": 50, "Cy": 7, "Di": 40}, scoring="challenge", target=40)
    assert (line["phase"], line["eliminated"], line["winner"]) == ("round-over", ["Bo", "Di"], None)
    assert line["hands"]["Bo"] == 0
    line = rounds({"Bo": 7, "Cy": 50, "Di": 7}, scoring="challenge", target=40)
    assert line["eliminated"] == ["Cy"]


def test_7_4_the_last_one_wins():
    line = rounds({"Bo": 50, "Cy": 60, "Di": 40}, scoring="challenge", target=40)
    assert (line["phase"], line["winner"], line["eliminated"]) == ("game-over", "Ann", ["Bo", "Cy", "Di"])


def test_7_4_if_the_last_ones_go_out_together_the_lower_score_wins():
    worth = {"Ann": 41, "Bo": 45, "Cy": 50}
    line = rounds(worth, players=3, scoring="challenge", target=40)
    assert (line["phase"], line["winner"]) == ("game-over", "Ann")
    assert line["eliminated"] == ["Ann", "Bo", "Cy"]
    line = rounds({**worth, "Bo": 41}, players=3, scoring="challenge", target=40)
    assert line["winner"] == ["Ann", "Bo"]


def duel():
    """Three began, Bo went out in the first round; Cy dealt it, Ann deals the duel."""
    table = table_of(3, scoring="challenge", target=40, **ONE)
    told(table, RED_7, play("red 3"), points(Bo=50, Cy=7), NEXT_ROUND)
    return table


def test_7_4_the_duel_is_dealt_without_those_who_are_out_and_played_with_two_player_rules():
    table = duel()
    start, turned, reverse = told(table, {"correct": {"Cy": 5}}, RED_7, play("red reverse", "Cy"))
    assert start["hands"] == {"Ann": 1, "Bo": 0, "Cy": 5}
    assert (start["hopper"], start["dealer"], start["phase"]) == (109, "Ann", "turn-up")
    assert turned["up"] == "Cy"
    assert (reverse["up"], reverse["direction"]) == ("Cy", "left")
    hit, paid = told(table, play("red hit-1", "Cy"), press(0, "Ann"))
    assert (owed(hit), paid["up"]) == ([("Ann", 1)], "Cy")


def test_7_4_who_is_out_makes_no_moves_and_is_no_target():
    table = duel()
    told(table, {"correct": {"Cy": 5}}, RED_7)
    for move in (
        press(0, "Bo"),
        play("red 1", "Bo"),
        {"turn": "Bo"},
        {"correct": {"Bo": 3}},
        {"catch": "Cy", "by": "Bo"},
        play("wild-attack-attack", "Cy", colour="red", target="Bo"),
    ):
        assert told(table, move)[0]["refused"] == "Bo is out of the game.", move


def test_7_4_the_duel_ends_with_one_left():
    *_, line = told(duel(), RED_7, play("red 3", "Cy"), points(Ann=60))
    assert (line["phase"], line["winner"], line["eliminated"]) == ("game-over", "Cy", ["Bo", "Ann"])
    *_, line = told(duel(), RED_7, play("red 3", "Cy"), points(Ann=30), NEXT_ROUND)
    assert (line["phase"], line["dealer"]) == ("turn-up", "Cy")


def test_7_5_two_players_skip_and_reverse_play_again_and_the_direction_stays():
    for card in ("red skip", "red reverse"):
        line = after(RED_7, play(card, "Ann"), players=2)
        assert (line["up"], line["direction"]) == ("Ann", "left")
        assert after(RED_7, play(card, "Ann"), press(1, "Ann"), players=2)["up"] == "Bo"


@pytest.mark.parametrize(("card", "presses"), [("red hit-1", 1), ("red hit-2", 2), ("wild-attack-attack", 2)])
def test_7_5_two_players_after_a_hit_play_is_back_with_who_played_it(card, presses):
    hit = play(card, "Ann", colour="red", target="Bo")
    assert after(RED_7, hit, *[press()] * presses, players=2)["up"] == "Ann"


def test_7_6_the_hopper_holds_all_but_the_hands_and_the_top_card():
    played = [RED_7, *[play("red 1")] * 12, press(9)]
    line = after(*played)
    assert (line["hopper"], line["pile"]) == (74, 13)
    line = after(*played, {"reloaded": True})
    assert (line["hopper"], line["pile"]) == (112 - 16 - 9 - 1, 1)
    assert after(*played, {"reloaded": 60})["hopper"] == 60
    assert after(*played, {"reloaded": 0})["hopper"] == 0


def test_7_6_a_reload_above_what_can_be_there_is_refused():
    assert reason(RED_7, {"reloaded": 84}) == "Only 83 cards can be in the launcher now."
    assert reason(RED_7, {"reloaded": -1}) == "The launcher can't be less than 0."
    assert after(RED_7, {"reloaded": 83})["hopper"] == 83


def test_7_6_a_reload_is_suggested_before_a_burst_may_empty_the_hopper():
    moves = [RED_7, *[play("red 1")] * 20]
    assert after(*moves, {"reloaded": 12})["reload"] is False
    assert after(*moves, {"reloaded": 11})["reload"] is True
    assert after(RED_7, press(83))["reload"] is False  # there is nothing on the pile yet


def test_7_7_the_next_dealer_sits_on_the_left():
    table = table_of(dealer="Cy", **ONE)
    for dealer in ("Cy", "Di", "Ann", "Bo", "Cy"):
        start, *_, last = told(table, RED_7, play("red 3"))
        assert start["dealer"] == dealer
        _, begun = told(table, points(**dict.fromkeys(last["missing"], 1)), NEXT_ROUND)
        assert (begun["phase"], begun["hopper"], begun["direction"], begun["top"]) == (
            "turn-up",
            107,
            "left",
            None,
        )


def test_a_hand_that_differs_from_the_count_is_taken_with_a_warning_and_hands_stays_as_counted():
    line = after(*OUT, hand(Bo=["red 1", "red 2"]), **ONE)
    assert line["warnings"] == ["Bo entered 2 cards, but should hold 1 by the count."]
    assert (line["hands"]["Bo"], line["refused"]) == (1, None)
    assert after(*OUT, hand(Bo=["red 1"]), **ONE)["warnings"] == []
    assert after(*OUT, hand(Bo=[]), **ONE)["warnings"]


def test_points_that_no_such_hand_can_be_worth_are_taken_with_a_warning():
    assert after(*OUT, points(Bo=51), **ONE)["warnings"] == [
        "Bo should hold 1 card by the count: can that be 51?"
    ]
    assert after(*OUT, points(Bo=50), **ONE)["warnings"] == []
    assert after(*OUT, points(Bo=0), **ONE)["warnings"]


def test_an_entry_can_be_overwritten():
    line = after(*OUT, points(Bo=40), hand(Bo=["red 1"]), points(Cy=1, Di=1), **ONE)
    assert line["scores"]["Ann"] == 3
    line = after(*OUT, points(Bo=40, Cy=1, Di=1), points(Cy=9), **ONE)
    assert (line["phase"], line["scores"]["Ann"]) == ("round-over", 50)
    line = after(*OUT, points(Bo=50, Cy=50, Di=50), points(Cy=9), target=150, **ONE)
    assert (line["phase"], line["winner"], line["scores"]["Ann"]) == ("round-over", None, 109)
    line = after(*OUT, points(Bo=50, Cy=1, Di=1), points(Bo=9), scoring="challenge", target=50, **ONE)
    assert (line["eliminated"], line["scores"]["Bo"], line["hands"]["Bo"]) == ([], 9, 1)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (hand(Bo=["number"]), '"number" has no points of its own: enter which number it is.'),
        (hand(Bo=["red 0"]), 'There is no card "red 0" in this box.'),
        (hand(Zoe=["red 1"]), "Nobody called Zoe plays here."),
        (points(Zoe=1), "Nobody called Zoe plays here."),
        (points(Bo=-1), "Points can't be less than 0."),
        (points(Bo=10**30), "Points can't be more than 9999."),
        (hand(), "Say whose hand it is."),
        (points(), "Say whose hand it is."),
    ],
    ids=str,
)
def test_an_entry_that_cannot_be_is_refused_whole(entry, said):
    assert reason(*OUT, entry, **ONE) == said


def test_the_winners_hand_may_be_entered_too_and_is_nobodys_gain_in_standard():
    line = after(*OUT, points(Ann=0, Bo=1), hand(Ann=[], Cy=["red 1"], Di=["red 1"]), **ONE)
    assert (line["scores"]["Ann"], line["warnings"]) == (3, [])
    line = after(*OUT, hand(Ann=["red 9"], Bo=["red 1"], Cy=["red 1"], Di=["red 1"]), **ONE)
    assert line["scores"]["Ann"] == 3
    assert line["warnings"] == ["Ann entered 1 card, but should hold 0 by the count."]
    line = after(*OUT, points(Ann=9), points(Bo=1, Cy=1, Di=1), scoring="low", **ONE)
    assert line["scores"] == {"Ann": 9, "Bo": 1, "Cy": 1, "Di": 1}


@pytest.mark.parametrize("moves", [(RED_7,), (RED_7, play("red hit-2")), (RED_7, play("wild"))], ids=str)
def test_hands_are_entered_only_after_the_round(moves):
    for entry in (hand(Bo=["red 1"]), points(Bo=1)):
        assert reason(*moves, entry) == "Hands are entered when the round is over."
    assert reason(*moves, NEXT_ROUND) == "This round isn't over yet."


def test_after_the_game_nothing_is_played():
    over = (*OUT, points(Bo=50, Cy=50, Di=50))
    table = {"target": 150, **ONE}
    for move in (NEXT_ROUND, press(0, "Bo"), play("red 1", "Bo"), {"turn": "Bo"}, {"suggested": "Bo"}):
        assert reason(*over, move, **table) == "The game is over."
    assert after(*over, UNDO, points(Bo=9, Cy=50, Di=50), **table)["phase"] == "round-over"


@pytest.mark.parametrize("move", [press(0, "Bo"), play("red 1", "Bo"), stop("Bo"), {"turn": "Bo"}], ids=str)
def test_between_rounds_nothing_is_played(move):
    over = (*OUT, points(Bo=1, Cy=1, Di=1), move)
    assert reason(*over, **ONE) == "The round is over: start the next one."
