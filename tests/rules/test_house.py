"""Rule 8.1: switches of the house that no other rule's tests show."""

import pytest

from tests.rules.evening import RED_7, after, line_of, play, press, reason, table_of


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("card", ["red skip", "red reverse"])
def test_after_again_nobody_is_skipped_besides(card, players):
    house = {"again_after_skip_or_reverse": True}
    line = after(RED_7, play(card, "Ann"), house=house, players=players)
    flipped = card == "red reverse" and players > 2
    assert (line["up"], line["direction"]) == ("Ann", "right" if flipped else "left")
    line = after(RED_7, play(card, "Ann"), play("red 1", "Ann"), house=house, players=players)
    assert line["up"] == ("Di" if flipped else "Bo")
    assert after(RED_7, play(card), press(1, "Ann"), house=house, players=players)["hands"]["Ann"] == 7


def test_again_is_not_for_hits_which_make_somebody_lose_the_turn():
    house = {"again_after_skip_or_reverse": True}
    assert after(RED_7, play("red hit-1"), press(), house=house)["up"] == "Cy"


def test_cards_dealt():
    line = line_of(table_of(house={"cards_dealt": 10}))
    assert (line["hands"]["Ann"], line["hopper"]) == (10, 71)


def test_stop_after_cards_is_a_switch():
    moves = RED_7, play("red hit-2"), press(1), {"stop": True}
    assert after(*moves, box="attack-2005", house={"stop_after_cards": True})["up"] == "Cy"
    assert reason(*moves, house={"stop_after_cards": False}) == "Bo owes 1 press first."
