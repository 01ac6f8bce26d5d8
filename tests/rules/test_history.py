"""What became of each move: whose press it was in the end, what counts, how each round ended."""

import random
from typing import Any

import pytest

from tests.rules.chance import Evening
from tests.rules.evening import NEXT_ROUND, RED_7, UNDO, failed, play, press, read, table_of
from uno_launcher.rules.history import History, play_again
from uno_launcher.rules.moves import Undo, parse_move
from uno_launcher.rules.table import Table


def history_of(*moves: dict[str, Any], **setup: Any) -> History:
    return play_again(table_of(**setup), [parse_move(move) for move in moves])


def booked(history: History) -> list[tuple[int | None, int] | None]:
    """(seat, cards) of each press, None where nothing is booked for it."""
    presses = [entry for entry in history.entries if entry.is_press]
    return [(entry.booked.who, entry.booked.cards) if entry.booked else None for entry in presses]


def counting(history: History) -> list[bool]:
    return [entry.counts for entry in history.entries]


def test_a_press_is_booked_to_whoever_was_up() -> None:
    assert booked(history_of(RED_7, press(3), press(0, "Bo"))) == [(0, 3), (1, 0)]


def test_a_press_without_names_is_booked_to_nobody() -> None:
    assert booked(history_of(press(3), players=0, mode="toy")) == [(None, 3)]


def test_a_press_that_could_not_be_carried_out_is_booked_once_cards_came_4_3() -> None:
    assert booked(history_of(RED_7, failed(0), failed(2))) == [None, (0, 2)]


def test_corrections_change_the_press_that_they_reach_back_to() -> None:
    history = history_of(RED_7, press(3), {"came_out": 2}, {"press_was": "Cy"})
    assert booked(history) == [(2, 2)]
    history = history_of(RED_7, press(3), play("red hit-1", "Ann", late=True))
    assert booked(history) == [(1, 3)]


def test_undoing_a_correction_brings_back_what_was_booked_before() -> None:
    assert booked(history_of(RED_7, press(3), {"came_out": 2}, {"press_was": "Cy"}, UNDO)) == [(0, 2)]
    assert booked(history_of(RED_7, press(3), {"came_out": 2}, {"press_was": "Cy"}, UNDO, UNDO)) == [(0, 3)]
    assert booked(history_of(RED_7, press(3), play("red hit-1", "Ann", late=True), UNDO)) == [(0, 3)]


def test_a_press_that_was_taken_back_is_booked_to_nobody_and_does_not_count() -> None:
    history = history_of(RED_7, press(3), press(1), UNDO)
    assert booked(history) == [(0, 3), None]
    assert counting(history) == [True, True, False, True]


def test_a_refused_move_counts_for_nothing_and_says_why() -> None:
    history = history_of(RED_7, press(3, "Cy"), press(2))
    assert counting(history) == [True, False, True]
    assert history.entries[1].refused == "It's Ann's turn."
    assert booked(history) == [None, (0, 2)]


def test_a_cap_is_the_one_that_the_press_had_8_1() -> None:
    capped = {"max_cards_per_obligation": 5}
    history = history_of(RED_7, press(9), play("red hit-2", "Bo"), press(2), press(3), house=capped)
    assert [entry.at_most for entry in history.entries if entry.is_press] == [None, 5, 3]


def test_rounds_are_counted_and_kept_as_they_ended() -> None:
    setup: dict[str, Any] = {"players": 2, "house": {"cards_dealt": 1}}
    won = (RED_7, play("red 1"), {"points": {"Bo": 30}})
    history = history_of(*won, NEXT_ROUND, RED_7, **setup)
    assert [entry.round for entry in history.entries] == [1, 1, 1, 1, 2]
    assert [state.scores for state in history.rounds] == [(30, 0)]
    assert [state.scores for state in history_of(*won, **setup).rounds] == [(30, 0)]
    assert history_of(*won, NEXT_ROUND, UNDO, UNDO, **setup).rounds == ()


@pytest.mark.parametrize("seed", range(25))
def test_in_any_evening_the_bookings_add_up_to_the_tallies(seed: int) -> None:
    rng = random.Random(f"history {seed}")
    evening = Evening(rng)
    moves = []
    for _ in range(150):
        moves.append(evening.sure_move() if rng.random() < 0.7 else evening.any_move())
        evening.step(moves[-1])
    history = play_again(Table(read(evening.setup)), [parse_move(move) for move in moves])
    table = history.table
    assert table.state == evening.table.state
    counting = (entry.move for entry in history.entries if entry.counts)
    assert tuple(move for move in counting if not isinstance(move, Undo)) == table.moves
    for seat, tally in enumerate(table.state.tallies):
        cards = [e.booked.cards for e in history.entries if e.booked and e.booked.who == seat]
        launches = sum(out > 0 for out in cards)
        assert (len(cards), launches, sum(cards)) == (tally.presses, tally.launches, tally.cards)
