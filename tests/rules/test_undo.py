"""Undo: one move at a time, as far as the evening goes."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.evening import (
    NEXT_ROUND,
    RED_7,
    UNDO,
    after,
    line_of,
    owed,
    play,
    press,
    reason,
    table_of,
    told,
)
from uno_launcher.rules.past import BLOCK


def test_undo_takes_one_move_back():
    hit = RED_7, play("red hit-2", "Ann"), press(3, "Bo")
    line = after(*hit, UNDO)
    assert (owed(line), line["hands"]["Bo"], line["hopper"]) == ([("Bo", 2)], 7, 83)
    assert after(*hit, UNDO, UNDO)["top"] == "red 7"
    assert after(*hit, UNDO, UNDO, UNDO)["phase"] == "turn-up"


def test_undo_skips_refused_lines():
    table = table_of()
    *_, refused, undone = told(table, RED_7, press(1, "Ann"), play("red 1", "Di"), UNDO)
    assert refused["refused"] is not None
    assert (undone["up"], undone["hands"]["Ann"]) == ("Ann", 7)


def test_undo_is_not_redone():
    assert after(RED_7, press(1), press(1), UNDO, UNDO)["up"] == "Ann"


def test_there_is_nothing_before_the_setup():
    assert reason(UNDO) == "There is nothing to take back."
    assert reason(RED_7, UNDO, UNDO) == "There is nothing to take back."


def test_undo_reaches_into_the_round_before():
    one = {"house": {"cards_dealt": 1}}
    moves = RED_7, play("red 3"), {"points": {"Bo": 1, "Cy": 1, "Di": 1}}, NEXT_ROUND, RED_7
    line = after(*moves, UNDO, UNDO, **one)
    assert (line["phase"], line["scores"]["Ann"]) == ("round-over", 3)
    assert after(*moves, *[UNDO] * 3, **one)["phase"] == "scoring"
    assert after(*moves, *[UNDO] * 4, **one)["hands"]["Ann"] == 1


def test_undo_has_any_depth():
    table = table_of()
    moves = [RED_7, *[press(n % 3, None) for n in range(5 * BLOCK)]]
    states = [table.state]
    for move in moves:
        told(table, move)
        states.append(table.state)
    assert len(table.moves) == len(moves)
    for state in reversed(states[:-1]):
        told(table, UNDO)
        assert table.state == state
    assert table.moves == ()


def test_undo_past_what_is_kept_works_corrections_out_again():
    table = table_of()
    told(table, RED_7)
    states = [table.state]
    for n in range(BLOCK):
        for move in (press(n % 2), {"correct": {"Di": 7}}, {"came_out": 1}, play("number", late=True)):
            if told(table, move)[0]["refused"] is None:
                states.append(table.state)
    assert len(states) > 3 * BLOCK
    for state in reversed(states[:-1]):
        told(table, UNDO)
        assert table.state == state


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(-40, 40).filter(bool), max_size=40))
def test_undo_of_some_moves_equals_replay_of_the_rest(steps):
    """Positive: so many moves; negative: so many taken back."""
    table = table_of()
    told(table, RED_7)
    kept = [RED_7]
    for number, step in enumerate(steps):
        for n in range(step):
            move = (
                play("number")
                if (n + number) % 3 == 0 and table.state.hands[table.state.turn] > 2
                else press(n % 4)
            )
            told(table, move)
            kept.append(move)
        for _ in range(-step):
            told(table, UNDO)
            kept[-1:] = []
    again = table_of()
    told(again, *kept)
    assert line_of(table) == line_of(again)
    assert table.state == again.state
