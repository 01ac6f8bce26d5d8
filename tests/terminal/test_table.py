"""What a terminal shows of the table, read as a person at the table would."""

from typing import Any

import pytest
from rich.cells import cell_len

from tests.rules.evening import NAMES, RED_7, choose, play, press, read
from tests.terminal.showing import COLUMNS, LINES, line_and_setup, played, shown, snapshot
from uno_launcher.rules.moves import parse_move
from uno_launcher.rules.table import Table

HIT = play("hit-1", "Ann")
ANSWER = play("hit-2", "Bo")


def rows(*moves: dict[str, Any], players: int = 4, **changes: Any) -> list[str]:
    """The lines within the frame, without their ends."""
    text = shown(snapshot(at=played(*moves, players=players, **changes)))
    return [line.strip("│ ") for line in text.splitlines()]


def row(name: str, lines: list[str]) -> str:
    return next(line for line in lines if line.removeprefix("▶").split()[:1] == [name])


def test_who_is_up_stands_first_and_whom_the_launcher_faces_3_6() -> None:
    lines = rows(RED_7)
    assert lines[2] == "ANN IS UP  → turn the launcher to Ann"
    assert row("Ann", lines).startswith("▶ Ann")
    assert row("Bo", lines).endswith("next")
    assert "top red 7  ·  to the left ↻  ·  pile 1" in lines


def test_what_is_owed_by_whom_and_the_answer_that_is_open_5_1() -> None:
    lines = rows(RED_7, HIT)
    assert lines[2] == "BO: PRESS 1×  may answer → turn the launcher to Bo"
    assert row("Bo", lines).endswith("owes 1×")


def test_a_stack_has_its_sum_and_once_cards_came_out_it_may_be_left_4_2() -> None:
    lines = rows(RED_7, HIT, ANSWER, press(2))
    assert lines[2] == "CY: PRESS 2×  may stop → turn the launcher to Cy"
    assert "stack 3" in " ".join(lines)
    assert row("Cy", lines).startswith("▶ Cy                 ▮▮▮▮▮▮▮▮▮ 9")


def test_until_cards_come() -> None:
    lines = rows(RED_7, play("wild-hit-fire", "Ann", colour="red"), box="attack-2005")
    assert lines[2].startswith("BO: PRESS TILL CARDS COME")
    assert row("Bo", lines).endswith("till cards")


def test_everybody_who_owes_has_it_in_their_row() -> None:
    lines = rows(RED_7, play("wild-all-hit", "Ann", colour="red"), box="attack-2005")
    assert [row(name, lines).endswith("owes 1×") for name in NAMES[:4]] == [False, True, True, True]


def test_what_is_to_be_chosen_and_by_whom() -> None:
    assert rows(RED_7, play("wild", "Ann"))[2] == "ANN PICKS A COLOUR"
    both = play("wild-attack-attack", "Ann")
    assert rows(RED_7, both)[2] == "ANN PICKS A COLOUR AND A PLAYER"
    assert rows(RED_7, both, choose("Ann", colour="red"))[2] == "ANN PICKS A PLAYER"


def test_a_wild_shows_the_colour_to_be_followed() -> None:
    assert "top wild in blue" in " ".join(rows(RED_7, play("wild", "Ann", colour="blue")))


def test_the_direction_turns_with_a_reverse() -> None:
    assert "to the right ↺" in " ".join(rows(RED_7, play("red reverse", "Ann")))


def test_who_forgot_uno_is_marked() -> None:
    lines = rows(RED_7, play("number", "Ann"), house={"cards_dealt": 2})
    assert row("Ann", lines).endswith("no UNO!")


def test_the_end_of_a_round_asks_for_hands_then_shows_scores_then_the_winner() -> None:
    last = (RED_7, play("number", "Ann"))
    changes: dict[str, Any] = {"house": {"cards_dealt": 1}, "target": 100}
    lines = rows(*last, **changes)
    assert lines[2] == "ROUND OVER  Ann laid the last card: what is left in the other hands?"
    assert row("Cy", lines).endswith("hand?")
    lines = rows(*last, {"points": {"Bo": 20, "Cy": 50, "Di": 9}}, **changes)
    assert lines[2] == "ROUND OVER  begin the next one"
    assert "79 pt" in row("Ann", lines)
    lines = rows(*last, {"points": {"Bo": 50, "Cy": 50, "Di": 9}}, **changes)
    assert lines[2] == "ANN WINS  game over"
    assert row("Ann", lines).endswith("★")


def test_a_tie_names_all_who_won_and_who_is_out_is_marked_7_4() -> None:
    out = rows(
        RED_7,
        play("number", "Ann"),
        {"points": {"Bo": 50, "Cy": 5, "Di": 5}},
        house={"cards_dealt": 1},
        scoring="challenge",
        target=50,
    )
    assert row("Bo", out).endswith("out")
    tie = rows(
        RED_7,
        play("number", "Ann"),
        {"points": {"Ann": 5, "Bo": 5, "Cy": 50, "Di": 9}},
        house={"cards_dealt": 1},
        scoring="low",
        target=50,
    )
    assert tie[2].startswith("A TIE: ANN AND BO")


def test_refusals_and_warnings_stand_there_in_words() -> None:
    assert "✗ It's Ann's turn." in rows(RED_7, play("number", "Bo"))
    warned = rows(RED_7, {"reloaded": 1}, press(3))
    assert "! 3 came out, but only 1 should have been in the launcher." in warned


def test_a_reload_is_suggested_before_anybody_stands_there_with_a_press_owed_7_6() -> None:
    lines = rows(RED_7, *[play("number", name) for name in NAMES[:4]] * 5, {"reloaded": 5})
    assert "shuffle it into the launcher" in " ".join(lines)


def test_stack_mode_shows_the_sum_and_what_is_left() -> None:
    stack: dict[str, Any] = {"mode": "stack", "players": 0, "dealer": None}
    assert rows(**stack)[2] == "NOTHING OWED  stack mode: tap a hit, or just press"
    assert "run --table FILE" in " ".join(rows(**stack))
    lines = rows(play("hit-1"), play("wild-attack-attack"), **stack)
    assert lines[2:4] == ["PRESS 3×  or tap another hit", "stack 3"]
    assert rows(play("hit-2"), press(0), **stack)[2] == "PRESS 1×"
    assert rows(play("hit-2"), press(4), **stack)[2] == "PRESS 1×  may stop"


def test_toy_mode_shows_no_table() -> None:
    lines = rows(RED_7, HIT, {"mode": "toy"})
    assert lines[2] == "JUST PRESS  toy mode: nobody keeps track"
    assert not any("Ann" in line for line in lines)


@pytest.mark.parametrize("names", [NAMES, tuple(f"{sign}{'🦄' * 58}" for sign in "ABCDEFGHIJ")])
def test_ten_players_fit_whatever_they_are_called(names: tuple[str, ...]) -> None:
    line = {"box": "attack-2005", "players": list(names), "dealer": names[-1], "scoring": "low"}
    table = Table(read(line))
    for move in (RED_7, play("wild-all-hit", names[0], colour="red")):
        assert table.apply(parse_move(move)).refused is None
    text = shown(snapshot(at=line_and_setup(table)))
    assert text.count("owes 1×") == 9
    assert sum("pt" in row for row in text.splitlines()) == 5
    assert len(text.splitlines()) < LINES
    assert max(cell_len(row) for row in text.splitlines()) <= COLUMNS
    assert f"▶ {names[1][:2]}" in text
